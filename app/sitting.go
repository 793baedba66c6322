package app

import (
	"context"
	"errors"
	"hash/maphash"
	"sync"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"
)

// sitting is the session that the window shows, and what the window remembers of it.
type sitting struct {
	crawl  crawl
	name   string     // what the session is called; belongs to Fyne's goroutine
	model  chosenFile // what the crawl gives its family
	hits   *hitBook
	cancel func() // of the subscription

	mu      sync.Mutex // guards what follows
	fetched map[uint64]struct{}
	faults  []fault
	halt    context.CancelFunc   // ends the latest run
	ended   chan struct{}        // closed when that run has returned; nil before the first
	recall  []context.CancelFunc // of those that the session is lent to
	lent    sync.WaitGroup       // waits for them
}

// fault is one pick that led nowhere.
type fault struct{ url, kind, why string }

// faultsKept is how many of the latest faults are remembered, for the explanation of a crawl that found nothing.
const faultsKept = 12

// urlSeed makes the fetched URLs small enough to remember all of them.
var urlSeed = maphash.MakeSeed()

// newSitting reads what the session holds so far. It takes time in proportion to that. A session that can not be read is
// closed.
func newSitting(c crawl) (*sitting, error) {
	spec := c.Spec()
	s := &sitting{crawl: c, name: sessionName(c.Summary()), model: chosenFile{name: spec.ModelName, data: spec.Model}, hits: newHitBook(), fetched: map[uint64]struct{}{}}
	if family, err := crawlers.Lookup(spec.Family); err == nil {
		s.model = newChosenFile(family, spec.ModelName, "", spec.Model)
	}
	for e, err := range c.History(0) {
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		s.note(e)
	}
	hits, err := c.Hits(0)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	rows := make([]*widgets.Hit, len(hits))
	for i, e := range hits {
		rows[i] = hitOf(e)
	}
	s.hits.add(rows...)
	s.cancel = c.Subscribe(func(e crawlers.Ended) {
		s.note(e)
		if e.Hit {
			s.hits.add(hitOf(e))
		}
	})
	return s, nil
}

// note remembers one outcome.
func (s *sitting) note(e crawlers.Ended) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.Kind == crawlers.KindOK {
		s.fetched[maphash.String(urlSeed, e.Pick.URL)] = struct{}{}
		if e.FinalURL != "" {
			s.fetched[maphash.String(urlSeed, e.FinalURL)] = struct{}{}
		}
		return
	}
	s.faults = append(s.faults, fault{e.Pick.URL, e.Kind, e.Error})
	if len(s.faults) > faultsKept {
		s.faults = s.faults[1:]
	}
}

// has reports whether the page of that canonical URL was fetched.
func (s *sitting) has(url string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.fetched[maphash.String(urlSeed, url)]
	return ok
}

// lastFaults are the latest picks that led nowhere, the oldest first.
func (s *sitting) lastFaults() []fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]fault(nil), s.faults...)
}

// begin prepares the crawl's next run, so that close waits for it from now on. The caller calls what it returns, in a
// goroutine: that lets the crawl go on until it ends.
func (s *sitting) begin(ctx context.Context) (run func() (engine.Result, error)) {
	ctx, halt := context.WithCancel(ctx)
	ended := make(chan struct{})
	s.mu.Lock()
	s.halt, s.ended = halt, ended
	s.mu.Unlock()
	return func() (engine.Result, error) {
		defer close(ended)
		defer halt()
		return s.crawl.Run(ctx)
	}
}

// stop ends a run under way, without waiting for it. What was being fetched comes first when the crawl goes on.
func (s *sitting) stop() {
	s.mu.Lock()
	halt := s.halt
	s.mu.Unlock()
	if halt != nil {
		halt()
	}
}

// lend lets somebody read the session until the context ends or giveBack is called, which must be called in any case:
// close ends the context and waits for it.
func (s *sitting) lend(ctx context.Context) (until context.Context, giveBack func() error) {
	until, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recall = append(s.recall, cancel)
	s.lent.Add(1)
	return until, func() error {
		cancel()
		s.lent.Done()
		return nil
	}
}

// close stops the crawl if it runs, saves it and lets go of it. It waits for that.
func (s *sitting) close() error {
	s.stop()
	s.mu.Lock()
	ended := s.ended
	for _, cancel := range s.recall {
		cancel()
	}
	s.mu.Unlock()
	if ended != nil {
		<-ended
	}
	s.lent.Wait()
	s.cancel()
	return s.crawl.Close()
}

// addressOf is the canonical URL that a page goes by: where redirects led, or what was asked for.
func addressOf(e crawlers.Ended) string {
	if e.FinalURL != "" {
		return e.FinalURL
	}
	return e.Pick.URL
}

// hitOf is the row of a hit.
func hitOf(e crawlers.Ended) *widgets.Hit {
	return &widgets.Hit{URL: addressOf(e), Title: title(e.Title), Score: e.Score, Depth: e.Pick.Depth, Spider: e.Pick.Spider, Found: e.Time, Judgement: judgementOf(e)}
}
