package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// Config is what a crawl is made of.
type Config struct {
	Family   crawlers.Family
	Params   crawlers.Values // from crawlers.ParseValues
	Model    []byte          // the file of the family's Model, checked; nil = none
	Topic    crawlers.Topic
	Seeds    []page.Link // from SeedLinks; at least one
	Settings Settings

	// Fetcher is what pages are fetched with; nil = a client made of the Settings.
	Fetcher Fetcher
	// Paced says that Fetcher keeps the pauses between two requests to a host, and tries again where that may help. The crawl
	// then pauses for nothing and works in rounds: as many requests as there are workers, and the next ones when all have been
	// answered, in whatever time. What it does depends on the answers, and on no clock.
	Paced bool
	// Earlier finds what an earlier crawl has stored of a URL as sent, with Since; nil = nothing. Such pages are sent again
	// only if they have changed, where the Fetcher is Conditional. It is called from any worker. nil = there was no such crawl.
	Earlier func(url string) *crawlers.Answer
	// Parse makes a page of an answer, as Settings say, where pages are parsed elsewhere: the laboratory parses each once
	// for many crawls. It is called from any worker; the page is the caller's, to change the list of links of. nil = the
	// crawl parses by itself.
	Parse Parse
	// Log holds the records of earlier sittings, from the first; nil = a new crawl. Ended records need no Pick (it is
	// found by its number) and no Page (it is parsed again from Answer).
	Log iter.Seq2[crawlers.Record, error]
	// Record takes every new record, in order, from the deciding goroutine. That it blocks is the crawl's
	// back-pressure; its error ends the crawl. nil = nothing is kept.
	Record func(crawlers.Record) error
	// Pack makes of an answer what Ended.Packed carries to the store. It is called from any worker; nil = not wanted.
	Pack func(*crawlers.Answer) []byte
	// Observe sees every new outcome after it was recorded, on the deciding goroutine: it must be quick. nil = nobody.
	Observe func(crawlers.Ended)
}

// Crawl is one crawl, to be Run once. Its other methods may be called from any goroutine; those that take a context
// wait, the others do not.
type Crawl struct {
	family   crawlers.Family
	settings Settings
	topic    crawlers.Topic
	seeds    []page.Link
	fence    fence
	fetcher  Fetcher
	close    func()                            // closes a fetcher of our own
	paced    bool                              // the fetcher keeps the pauses
	earlier  func(url string) *crawlers.Answer // nil = there was no earlier crawl
	parse    Parse                             // nil = by the parsers
	log      iter.Seq2[crawlers.Record, error]
	record   func(crawlers.Record) error
	pack     func(*crawlers.Answer) []byte
	observe  func(crawlers.Ended)
	parsers  chan *page.Parser // one a core
	crawler  crawlers.Crawler  // only touched by the goroutine of Run, and after its end under mu

	mu       sync.Mutex // guards what follows
	stats    Stats
	meter    meter
	ran      time.Duration // running time until since
	since    time.Time     // when the running time began to count; zero while it does not
	waiting  bool          // the user has paused
	held     string        // why the crawl must not go on for now, whatever the user says; empty = nothing is in the way
	paused   bool          // either
	stopping bool
	budget   *crawlers.Budgeted // asked for, not yet taken over
	over     bool               // budgets are taken over no more

	poke  chan struct{}               // something above has changed; capacity 1
	calls chan func(crawlers.Crawler) // of Inspect
	marks chan marking                // of Mark; taken once the crawl is restored
	ended chan struct{}               // closed at the end of Run
}

// New prepares a crawl. It fetches nothing yet. An error says what is wrong with the configuration.
func New(cfg Config) (*Crawl, error) {
	if err := cfg.Settings.Check(); err != nil {
		return nil, err
	}
	if len(cfg.Seeds) == 0 {
		return nil, errors.New("a crawl needs at least one seed URL to start from")
	}
	s := cfg.Settings.filled()
	if cfg.Paced {
		s.Retries = 0
	}
	crawler, err := cfg.Family.New(crawlers.Setup{
		Topic: cfg.Topic, Model: cfg.Model, Params: cfg.Params, MaxBuffer: s.MaxBuffer, Rand: rand.New(rand.NewPCG(s.Rand, 0)), // #nosec G404 -- a crawl is repeated by its seed; nothing is kept secret by it
	})
	if err != nil {
		return nil, fmt.Errorf("family %s: %w", cfg.Family.Name, err)
	}
	c := &Crawl{
		family: cfg.Family, settings: s, topic: cfg.Topic, seeds: cfg.Seeds, fence: newFence(s, cfg.Seeds),
		fetcher: cfg.Fetcher, close: func() {}, earlier: cfg.Earlier, paced: cfg.Paced, parse: cfg.Parse, log: cfg.Log, record: cfg.Record, pack: cfg.Pack, observe: cfg.Observe, crawler: crawler,
		parsers: make(chan *page.Parser, runtime.GOMAXPROCS(0)),
		poke:    make(chan struct{}, 1), calls: make(chan func(crawlers.Crawler)), marks: make(chan marking), ended: make(chan struct{}),
	}
	parser := page.NewParser(s.pageOptions())
	for range cap(c.parsers) {
		c.parsers <- parser.Sibling()
	}
	c.stats = Stats{State: StateReady, Failures: map[string]int{}, Budget: s.Pages, TimeBudget: s.Time, Notice: s.notice()}
	if c.fetcher == nil {
		client, err := NewFetcher(s, cfg.Seeds)
		if err != nil {
			return nil, err
		}
		c.fetcher, c.close = client, client.Close
	}
	return c, nil
}

// Pause lets running requests finish and sends no new ones until Continue.
func (c *Crawl) Pause() { c.pause(true) }

// Continue ends a pause.
func (c *Crawl) Continue() { c.pause(false) }

func (c *Crawl) pause(on bool) {
	c.change(func() {
		c.waiting = on
		c.paused = on || c.held != ""
	})
}

// Hold pauses the crawl for a reason in words, which Stats tell, until there is none: "". The user's own pauses stay as
// they are.
func (c *Crawl) Hold(why string) {
	c.change(func() {
		c.held = why
		c.paused = c.waiting || why != ""
	})
}

// Stop ends the crawl at once: running requests are broken off, and are the first to be sent when the crawl goes on.
func (c *Crawl) Stop() { c.change(func() { c.stopping = true }) }

// SetBudget lets the crawl end at that many pages (0 = no limit) and that much running time (0 = no limit). The error is
// ErrEnded when it is too late for that.
func (c *Crawl) SetBudget(pages int, limit time.Duration) (err error) {
	c.change(func() {
		if c.over {
			err = ErrEnded
			return
		}
		c.budget = &crawlers.Budgeted{Pages: pages, Time: limit}
	})
	return err
}

func (c *Crawl) change(f func()) {
	c.mu.Lock()
	f()
	c.mu.Unlock()
	select {
	case c.poke <- struct{}{}:
	default: // one is waiting already
	}
}

// Inspect calls f with the crawler, on the deciding goroutine while the crawl runs. f may use the optional faces that
// read (Population, Inspector) and must be quick. The error is the context's.
func (c *Crawl) Inspect(ctx context.Context, f func(crawlers.Crawler)) error {
	done := make(chan struct{})
	call := func(crawler crawlers.Crawler) {
		defer close(done)
		f(crawler)
	}
	select {
	case c.calls <- call:
		<-done
		return nil
	case <-c.ended:
		c.mu.Lock()
		defer c.mu.Unlock()
		f(c.crawler)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
