package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"orbweaver/assets"
	"orbweaver/crawlers/corpus"
)

// What serve listens on when nothing is said: the usual port if it is free, so that seeds stay the same from one time
// to the next, else any.
const (
	usualAddr = "127.0.0.1:8080"
	freeAddr  = "127.0.0.1:0"
)

// sampleCorpus stands for the sample web where a folder or a file could be named.
const sampleCorpus = "sample"

type serveCommand struct {
	Corpus string `arg:"" help:"A folder of HTML files, a WARC file, or sample for the built-in sample web (./sample for a folder of that name)."`
	Addr   string `placeholder:"127.0.0.1:PORT" help:"Loopback address to listen on. Without it: port 8080, or a free one if that is taken."`
	Log    string `placeholder:"FILE" help:"Write a line for each request there: time, host, path, status, bytes. - writes to standard error."`
}

// Run serves a corpus until the user interrupts.
func (cmd *serveCommand) Run(c *call) (err error) {
	served, closeCorpus, err := cmd.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeCorpus()) }()
	var hooks []func(corpus.Access)
	if cmd.Log != "" {
		log, closeLog, err := c.logFile(cmd.Log)
		if err != nil {
			return err
		}
		defer closeLog()
		hooks = append(hooks, corpus.LogTo(log))
	}
	server, err := cmd.listen(c.ctx, served, hooks)
	if err != nil {
		return err
	}
	if err := c.announce(server, served); err != nil {
		return errors.Join(err, server.Close())
	}
	return server.Wait()
}

// open opens the corpus that is named.
func (cmd *serveCommand) open() (corpus.Corpus, func() error, error) {
	if cmd.Corpus == sampleCorpus {
		web, err := corpus.Sample(assets.SampleWeb)
		return web, func() error { return nil }, err
	}
	if info, err := os.Stat(cmd.Corpus); err == nil && !info.IsDir() {
		archive, err := corpus.Archive(cmd.Corpus)
		if err != nil {
			return nil, nil, misused("%w: write a WARC file, a folder of HTML files, or sample", err)
		}
		return archive, archive.Close, nil
	}
	folder, err := corpus.Folder(cmd.Corpus)
	if err != nil {
		return nil, nil, misused("%w: write a folder of HTML files, a WARC file, or sample", err)
	}
	return folder, folder.Close, nil
}

// logFile opens where the requests are written; what was there stays.
func (c *call) logFile(name string) (io.Writer, func(), error) {
	if name == "-" {
		return c.err, func() {}, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) // #nosec G302 G304 -- the user names the file, and the umask says who may read it
	if err != nil {
		return nil, nil, misused("--log: %w", err)
	}
	return file, func() { _ = file.Close() }, nil // every line has been written by then
}

func (cmd *serveCommand) listen(ctx context.Context, served corpus.Corpus, hooks []func(corpus.Access)) (*corpus.Server, error) {
	if cmd.Addr == "" {
		server, err := corpus.Serve(ctx, served, usualAddr, hooks...)
		if err == nil {
			return server, nil
		}
		return corpus.Serve(ctx, served, freeAddr, hooks...)
	}
	server, err := corpus.Serve(ctx, served, cmd.Addr, hooks...)
	if _, taken := errors.AsType[*net.OpError](err); err != nil && !taken {
		return nil, misused("--addr: %w", err)
	}
	return server, err
}

// announce says where the corpus is, and how to crawl it.
func (c *call) announce(server *corpus.Server, served corpus.Corpus) error {
	if c.json {
		return c.answerJSON(struct {
			Addr  string `json:"addr"`
			Pages int    `json:"pages"`
		}{server.Addr(), server.Pages()})
	}
	if err := c.print("serving %s on http://%s until Ctrl-C", count(server.Pages(), "page", "pages"), server.Addr()); err != nil {
		return err
	}
	web, ok := served.(*corpus.SampleWeb)
	if !ok {
		return nil
	}
	fmt.Fprintf(c.out, "Its hosts are reached with --resolve '*:80:%s', for example:\n", server.Addr())
	for _, topic := range web.Topics() {
		fmt.Fprintf(c.out, "  orb crawl --delay 0 --resolve '*:80:%s' --keywords %q --seed %s\n", server.Addr(), topic.Keywords, topic.Seeds[0])
	}
	return nil
}
