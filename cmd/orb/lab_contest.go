package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"orbweaver/storage/race"
	"orbweaver/storage/session"
)

// contestFlags say who takes part in a race, a hold-out check or what-if.
type contestFlags struct {
	Family []string `required:"" sep:"none" placeholder:"NAME[:PARAM=VALUE…]" help:"A family that takes part, with parameters behind colons, such as best-first:n=16; may be given often."`
	Model  []string `sep:"none" placeholder:"NAME=FILE" help:"A file for that family, such as a taxonomy (orb families says which take one); may be given often."`
}

// entries are the contestants, with their files read.
func (f contestFlags) entries() ([]race.Entry, error) {
	files := map[string]string{}
	for _, m := range f.Model {
		name, file, ok := strings.Cut(m, "=")
		if !ok {
			return nil, misused("--model %q: write --model FAMILY=FILE", m)
		}
		files[name] = file
	}
	var entries []race.Entry
	for _, text := range f.Family {
		e, err := race.ParseEntry(text)
		if err != nil {
			return nil, misused("--family: %w", err)
		}
		if file := files[e.Family]; file != "" {
			e.ModelName = filepath.Base(file)
			if e.Model, err = readModel(e.Family, file); err != nil {
				return nil, misused("--model: %w", err)
			}
		}
		entries = append(entries, e)
	}
	for name := range files {
		if !slices.ContainsFunc(entries, func(e race.Entry) bool { return e.Family == name }) {
			return nil, misused("--model %s=…: %s does not take part; write --family %s too", name, name, name)
		}
	}
	return entries, nil
}

// keepFlags say what becomes of the contestants' sessions.
type keepFlags struct {
	Keep string `enum:"all,winner,none" default:"all" placeholder:"all|winner|none" help:"Which contestants' sessions stay among yours; all do when the comparison is interrupted or fails."`
}

// discard deletes what is not to be kept. Contestants that share the first place all stay, and without a winner all do.
func (f keepFlags) discard(r *race.Race) error {
	last := r.Snapshot()
	if f.Keep == "all" || f.Keep == "winner" && last.Winner() == nil {
		return nil
	}
	var labels []string
	for _, c := range last.Contestants {
		if f.Keep == "none" || c.Place != 1 {
			labels = append(labels, c.Label)
		}
	}
	return r.Discard(labels...)
}

// compare waits for the end of a race that was started and prints what came of it.
func (c *call) compare(r *race.Race, err error, keep keepFlags) error {
	if err != nil {
		return contestError(err)
	}
	began := time.Now()
	stop := func() {}
	if !c.quiet {
		stop = repeat(lineEvery, func() { c.note("%s", contestProgress(r.Snapshot())) })
	}
	last, failed := r.Wait()
	stop()
	if last.Split != nil && (failed != nil || !c.json) {
		c.warnLeftOut(last.Split.LeftOut)
	}
	if failed != nil {
		return contestError(failed)
	}
	if c.ctx.Err() == nil { // otherwise all stay: who is first is not known, and each can go on
		if err := keep.discard(r); err != nil {
			return err
		}
	}
	last = r.Snapshot()
	if err := c.contestReport(last, time.Since(began)); err != nil {
		return err
	}
	if c.ctx.Err() != nil {
		return errInterrupted
	}
	if last.Winner() == nil {
		return fmt.Errorf("no contestant has a page: %s", last.Contestants[len(last.Contestants)-1].Reason)
	}
	return nil
}

// contestError makes wrong use of what the user can mend.
func contestError(err error) error {
	if wrong, ok := errors.AsType[*race.EntryError](err); ok {
		return wrongUse{wrong}
	}
	return err
}

// startContest makes ready what the commands that crawl have in common.
func (c *call) startContest(log logFlags) (library *session.Library, endLog func(), err error) {
	if library, err = c.library(); err != nil {
		return nil, nil, err
	}
	endLog, err = log.logTo(c, library)
	return library, endLog, err
}
