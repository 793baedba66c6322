package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"orbweaver/crawlers/lab"
)

type labCommand struct {
	Run     labRunCommand     `cmd:"" help:"Run an experiment: crawl saved hypertext with several families, and compare them."`
	Race    labRaceCommand    `cmd:"" help:"Let families crawl the live Web side by side for your own topic, and compare them."`
	HoldOut labHoldOutCommand `cmd:"" help:"Find out which family finds pages that you know to be good: half of them are hidden."`
	WhatIf  labWhatIfCommand  `cmd:"" help:"See what other families would have made of the pages that a session has fetched."`
	Graph   labGraphCommand   `cmd:"" help:"Let estimators of the frontier lead crawls of a graph, and compare them."`
	Papers  labPapersCommand  `cmd:"" help:"Run the experiments of the papers again, and put what was published beside what comes out."`
}

type labRunCommand struct {
	Spec    string `arg:"" help:"The experiment, as JSON: docs/laboratory.md describes it."`
	Out     string `required:"" placeholder:"DIR" help:"Folder for the results. What it holds of an earlier run is not crawled again."`
	Cores   int    `placeholder:"N" help:"Crawls at the same time. Without it: as many as there are cores."`
	Corpora string `placeholder:"DIR" env:"ORBWEAVER_CORPORA" help:"Folder of corpora, in which paths are looked for that the spec's folder does not have."`
}

// labAnswer is the JSON that lab run prints.
type labAnswer struct {
	Runs    int            `json:"runs"` // crawls
	Report  string         `json:"report"`
	Topics  int            `json:"topics"`
	Omitted []lab.Omission `json:"left_out"`
	Seconds float64        `json:"seconds"`
}

// Run runs an experiment.
func (cmd *labRunCommand) Run(c *call) (err error) {
	began := time.Now()
	if err := checkCores(cmd.Cores); err != nil {
		return err
	}
	spec, err := readSpec(cmd.Spec)
	if err != nil {
		return err
	}
	show := &labProgress{call: c, every: lineEvery}
	c.note("reading the corpus")
	e, err := lab.Open(c.ctx, spec, lab.Options{
		Out: cmd.Out, Dir: filepath.Dir(cmd.Spec), Corpora: cmd.Corpora, Cores: cmd.Cores, Session: c.sessionCorpus, Observe: func(e lab.Event) {
			show.take(e.Crawls, e.AllCrawls, e.Left)
		},
	})
	if err != nil {
		return labError(cmd.Spec, err)
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	known := e.Omissions()
	c.warnLeftOut(known)
	results, err := e.Run(c.ctx)
	show.end()
	if err != nil {
		return labError(cmd.Spec, err)
	}
	c.warnLeftOut(results.Omissions[len(known):])
	report, err := results.Write(cmd.Out)
	if err != nil {
		return err
	}
	if c.json {
		return c.answerJSON(labAnswer{e.Crawls(), report, len(results.Topics), results.Omissions, time.Since(began).Seconds()})
	}
	return c.print("%s for %s, %s left out: %s", count(e.Crawls(), "crawl", "crawls"), count(len(results.Topics), "topic", "topics"), count(len(results.Omissions), "thing", "things"), report)
}

// mostCores bounds the crawls at the same time: each takes memory, and more than there are cores only wait.
var mostCores = 4 * runtime.NumCPU()

func checkCores(n int) error {
	if n < 0 || n > mostCores {
		return misused("--cores %d is out of bounds: write 1 to %d", n, mostCores)
	}
	return nil
}

func readSpec(name string) (lab.Spec, error) {
	file, err := os.Open(name) // #nosec G304 -- the user names the file
	if err != nil {
		return lab.Spec{}, misused("the spec can not be read: %w", err)
	}
	defer file.Close()
	spec, err := lab.ReadSpec(file)
	return spec, labError(name, err)
}

// labError says where in which file a spec is wrong, and that an interrupted experiment can go on.
func labError(name string, err error) error {
	if _, ok := errors.AsType[*lab.SpecError](err); ok {
		return misused("%s: %w", name, err)
	}
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}
