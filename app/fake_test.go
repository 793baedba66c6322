package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
	"orbweaver/storage/race"
	"orbweaver/storage/session"
)

// fakeLibrary keeps sessions in memory.
type fakeLibrary struct {
	crawls  []*fakeCrawl
	err     error            // of the next Create or Open
	during  func(*fakeCrawl) // what happens while a crawl runs
	deleted []string
	running string // what the preferences said of it while it ran
}

func (l *fakeLibrary) Dir() string { return "memory" }

func (l *fakeLibrary) List() ([]session.Summary, error) {
	var all []session.Summary
	for _, c := range l.crawls {
		all = append(all, c.Summary())
	}
	return all, nil
}

func (l *fakeLibrary) Create(spec session.Spec) (crawl, error) {
	if l.err != nil {
		return nil, l.err
	}
	c := &fakeCrawl{library: l, id: fmt.Sprintf("s%d", len(l.crawls)+1), spec: spec, state: engine.StateReady, budget: spec.Settings.Pages}
	l.crawls = append(l.crawls, c)
	return c, nil
}

func (l *fakeLibrary) Open(id string) (crawl, error) {
	if l.err != nil {
		return nil, l.err
	}
	for _, c := range l.crawls {
		if c.id == id {
			c.closed = false
			return c, nil
		}
	}
	return nil, fmt.Errorf("no session %s", id)
}

func (l *fakeLibrary) Rename(id, name string) error {
	c, err := l.Open(id)
	if err == nil {
		c.(*fakeCrawl).name = name
	}
	return err
}

func (l *fakeLibrary) Delete(id string) error {
	l.deleted = append(l.deleted, id)
	l.crawls = slices.DeleteFunc(l.crawls, func(c *fakeCrawl) bool { return c.id == id })
	return nil
}

var errMemory = errors.New("not in a library in memory")

func (l *fakeLibrary) Corpus(string) (corpus.Listed, error) { return nil, errMemory }

func (l *fakeLibrary) Race(context.Context, race.Spec) (comparison, error) { return nil, errMemory }

func (l *fakeLibrary) HoldOut(context.Context, race.HoldOut) (comparison, error) {
	return nil, errMemory
}

func (l *fakeLibrary) WhatIf(context.Context, crawl, []race.Entry) (comparison, error) {
	return nil, errMemory
}

// fakeCrawl is a session whose crawl is what the test does while it runs.
type fakeCrawl struct {
	library  *fakeLibrary
	id, name string
	spec     session.Spec
	state    engine.State
	stop     string
	err      error
	damage   error // of its history
	budget   int
	history  []crawlers.Ended
	listener func(crawlers.Ended)
	spiders  []crawlers.Spider
	best     []crawlers.Pick
	waiting  int // links; like best and as in sessions, known while it runs and until it is closed
	closed   bool
	runs     int
}

// found lets the crawl fetch a page.
func (c *fakeCrawl) found(url, title string, score float64) {
	c.ended(crawlers.Ended{
		Kind: crawlers.KindOK, Title: title, Score: score, Hit: score >= 0.1, Bytes: 2000, Time: time.Now(),
		Pick:   crawlers.Pick{Link: page.Link{URL: url, Host: "a.example"}, Depth: 1, Spider: 1},
		Answer: &crawlers.Answer{URL: url, Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"), Body: []byte(samplePage)},
	})
}

// failed lets the crawl fail to fetch a page.
func (c *fakeCrawl) failed(url, kind, why string) {
	c.ended(crawlers.Ended{Kind: kind, Error: why, Time: time.Now(), Pick: crawlers.Pick{Link: page.Link{URL: url}}})
}

func (c *fakeCrawl) ended(e crawlers.Ended) {
	e.Seq = uint64(len(c.history) + 1)
	c.history = append(c.history, e)
	if c.listener != nil {
		c.listener(e)
	}
}

const samplePage = `<html lang="en"><head><title>Coral</title></head><body><nav><a href="/about">About</a></nav>
<h1>Coral reefs</h1><p>A reef is built by coral polyps over thousands of years, in warm and shallow seas.</p>
<p>Reefs cover less than one percent of the ocean floor. <a href="http://a.example/kelp">Kelp</a></p></body></html>`

func (c *fakeCrawl) ID() string         { return c.id }
func (c *fakeCrawl) Spec() session.Spec { return c.spec }
func (c *fakeCrawl) Again() session.Spec {
	spec := c.spec
	spec.Earlier = c.id
	return spec
}
func (c *fakeCrawl) Pause()    { c.state = engine.StatePaused }
func (c *fakeCrawl) Continue() { c.state = engine.StateRunning }
func (c *fakeCrawl) Stop()     { c.state = engine.StateStopping }

func (c *fakeCrawl) Summary() session.Summary {
	s := c.Stats()
	return session.Summary{ID: c.id, Name: c.name, Keywords: c.spec.Keywords, Family: c.spec.Family, State: string(s.State), Pages: s.Pages, Hits: s.Hits, Budget: c.budget}
}

func (c *fakeCrawl) Run(ctx context.Context) (engine.Result, error) {
	c.runs++
	c.state, c.stop = engine.StateRunning, engine.StopBudget
	if c.library.during != nil {
		c.library.during(c)
	}
	if ctx.Err() != nil {
		c.stop = engine.StopInterrupted
	}
	c.state = engine.StateStopped
	return engine.Result{Stats: c.Stats()}, c.err
}

func (c *fakeCrawl) SetBudget(pages int, _ time.Duration) error {
	c.budget = pages
	return nil
}

func (c *fakeCrawl) Stats() engine.Stats {
	s := engine.Stats{State: c.state, Budget: c.budget, Failures: map[string]int{}, Frontier: c.waiting, Hosts: min(c.waiting, 1)}
	if c.state == engine.StateStopped {
		s.Stop = c.stop
	}
	for _, e := range c.history {
		switch {
		case e.Kind != crawlers.KindOK:
			s.Failed++
			s.Failures[e.Kind]++
			continue
		case e.Hit:
			s.Hits++
		}
		s.Pages++
	}
	return s
}

func (c *fakeCrawl) Spiders(context.Context) ([]crawlers.Spider, error) { return c.spiders, nil }

func (c *fakeCrawl) Best(context.Context, int) ([]crawlers.Pick, error) { return c.best, nil }

func (c *fakeCrawl) Rename(name string) error {
	c.name = name
	return nil
}

func (c *fakeCrawl) Subscribe(f func(crawlers.Ended)) (cancel func()) {
	c.listener = f
	return func() { c.listener = nil }
}

func (c *fakeCrawl) Hits(int) ([]crawlers.Ended, error) {
	var hits []crawlers.Ended
	for _, e := range c.history {
		if e.Hit {
			hits = append(hits, e)
		}
	}
	return hits, nil
}

func (c *fakeCrawl) History(uint64) iter.Seq2[crawlers.Ended, error] {
	return func(yield func(crawlers.Ended, error) bool) {
		for _, e := range c.history {
			if !yield(e, c.damage) {
				return
			}
		}
	}
}

func (c *fakeCrawl) Why(url string) ([]crawlers.Ended, error) {
	e, _, err := c.Page(url)
	return []crawlers.Ended{c.history[0], e}, err
}

func (c *fakeCrawl) Page(url string) (crawlers.Ended, *crawlers.Answer, error) {
	for _, e := range c.history {
		if e.Pick.URL == url && e.Answer != nil {
			return e, e.Answer, nil
		}
	}
	return crawlers.Ended{}, nil, fmt.Errorf("%s is not among the saved pages", url)
}

func (c *fakeCrawl) Mark(_ context.Context, url string, j crawlers.Judgement) (crawlers.Ended, error) {
	for i, e := range c.history {
		if e.Pick.URL == url {
			if c.err == nil {
				c.history[i].Judgement = j
			}
			return c.history[i], c.err
		}
	}
	return crawlers.Ended{}, fmt.Errorf("%s is not among the saved pages", url)
}

func (c *fakeCrawl) Close() error {
	c.closed, c.waiting, c.best = true, 0, nil
	return nil
}

// openApp opens the window over a library in memory. Whatever belongs in the background is done at once, so that a test
// sees what follows from what; the pump turns when the test says so.
func openApp(t *testing.T, l *fakeLibrary) *App {
	t.Helper()
	fa := test.NewTempApp(t)
	if err := loadTranslations(); err != nil {
		t.Fatal(err)
	}
	a := newApp(fa, l, newJournal(t.TempDir(), ""), func(f func()) { f() })
	a.window.Resize(fyne.NewSize(1280, 800))
	t.Cleanup(func() {
		if err := a.end(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// top is the text on the topmost dialog, "" when there is none.
func top(a *App) string {
	overlay := a.window.Canvas().Overlays().Top()
	if overlay == nil {
		return ""
	}
	return strings.Join(texts(overlay), " ")
}
