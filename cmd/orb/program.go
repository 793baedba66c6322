package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"orbweaver/storage"
	"orbweaver/storage/session"
)

// program is orb with everything that it touches of the world around it. main runs it once, tests as often as they like.
type program struct {
	args     []string
	in       io.Reader
	out, err io.Writer
	signals  <-chan os.Signal // each asks to stop
	quit     func(status int) // ends the process at once
}

// Exit statuses, as the contract has them.
const (
	statusDone        = 0
	statusFailed      = 1
	statusWrongUse    = 2
	statusInterrupted = 3
)

// grammar is the command line: what holds for every command, and the commands.
type grammar struct {
	Data  string `help:"Folder in which sessions are kept. Without it: the desktop program's." placeholder:"DIR" env:"ORBWEAVER_DATA"`
	JSON  bool   `name:"json" help:"Make the last line of standard output one JSON value."`
	Quiet bool   `short:"q" help:"Show no progress."`

	Families familiesCommand `cmd:"" help:"List the crawler families and their parameters."`
	Crawl    crawlCommand    `cmd:"" help:"Crawl for a topic and keep the crawl as a session."`
	Sessions sessionsCommand `cmd:"" help:"List the sessions."`
	Resume   resumeCommand   `cmd:"" help:"Go on with a session where it stopped."`
	Again    againCommand    `cmd:"" help:"Crawl again what a session has crawled: pages that have not changed are not sent again."`
	Hits     hitsCommand     `cmd:"" help:"Show a session's best pages."`
	History  historyCommand  `cmd:"" help:"Print every attempt of a session in order, one JSON object a line."`
	Mark     markCommand     `cmd:"" help:"Say what you think of a page: the crawler learns from it."`
	Why      whyCommand      `cmd:"" help:"Show the path from a seed to a page, and what each link's score was made of."`
	Page     pageCommand     `cmd:"" help:"Print a page as it was fetched."`
	Export   exportCommand   `cmd:"" help:"Write a session's pages as an archive."`
	Import   importCommand   `cmd:"" help:"Make a session of an archive that was exported."`
	Model    modelCommand    `cmd:"" help:"Learn a file for a crawler family from sessions, a corpus or a wiki."`
	Delete   deleteCommand   `cmd:"" help:"Delete a session."`
	Check    checkCommand    `cmd:"" help:"Verify one session or all of them."`
	Serve    serveCommand    `cmd:"" help:"Serve saved hypertext on this computer, to crawl it."`
	Lab      labCommand      `cmd:"" help:"Compare crawler families by experiment."`
	Version  versionCommand  `cmd:"" help:"Print version, commit and Go version."`
}

// call is one run of a command: what it works with.
type call struct {
	ctx      context.Context // done when the user interrupts
	in       io.Reader
	out, err io.Writer
	data     string // the folder of sessions; empty = the default
	json     bool
	quiet    bool
}

// errInterrupted says that the user stopped a command that can be resumed.
var errInterrupted = errors.New("interrupted")

// run parses and runs the command line and returns the exit status.
func (p *program) run(ctx context.Context) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() { p.watchSignals(cancel, ended) })
	defer watcher.Wait()
	defer close(ended)

	err := p.command(ctx)
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, errInterrupted):
		return statusInterrupted
	}
	fmt.Fprintln(p.err, "orb:", oneLine(err.Error()))
	if isWrongUse(err) {
		return statusWrongUse
	}
	return statusFailed
}

// watchSignals stops the command on the first signal and the process on the second.
func (p *program) watchSignals(stop func(), ended <-chan struct{}) {
	select {
	case <-p.signals:
		stop()
	case <-ended:
		return
	}
	select {
	case <-p.signals:
		p.quit(statusInterrupted)
	case <-ended:
	}
}

// oneLine puts a message on one line that no terminal takes for anything but text.
func oneLine(message string) string {
	return clean(strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), "; "))
}

// library opens the folder of sessions.
func (c *call) library() (*session.Library, error) {
	return session.OpenLibrary(c.data)
}

// open opens a session for reading and running. Whoever opens it closes it.
func (c *call) open(id string) (*session.Session, error) {
	library, err := c.library()
	if err != nil {
		return nil, err
	}
	return library.Open(id)
}

// wrongUse is a mistake of whoever typed the command; its text says what to type instead.
type wrongUse struct{ error }

func (w wrongUse) Unwrap() error { return w.error }

func misused(format string, args ...any) error { return wrongUse{fmt.Errorf(format, args...)} }

// isWrongUse says whether an error is the user's: it also knows those of the session library.
func isWrongUse(err error) bool {
	_, typed := errors.AsType[wrongUse](err)
	_, spec := errors.AsType[*session.SpecError](err)
	return typed || spec || errors.Is(err, storage.ErrNotFound)
}
