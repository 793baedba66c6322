package session

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"sync"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// Session is one open session. Its methods may be called from any goroutine, but not after Close.
type Session struct {
	library *Library
	store   *storage.Store
	free    func() (uint64, error) // room on the disk, in bytes
	log     *slog.Logger

	starting sync.Mutex // held while a sitting begins and while a session at rest is written to: only one of both at a time

	mu        sync.Mutex // guards what follows
	spec      Spec
	fetcher   engine.Fetcher // nil = the session's own
	parse     engine.Parse   // nil = the session's own
	crawl     *engine.Crawl  // of the sitting; nil while none is on
	over      chan struct{}  // closed at the end of that sitting, when everything about it is kept
	running   sync.WaitGroup // of Run; Close waits for it
	listeners map[int]func(crawlers.Ended)
	nextID    int
	closed    bool
	last      engine.Stats      // of the last sitting here; zero before the first
	spiders   []crawlers.Spider // as that sitting left them, also where the disk had no place for them; nil = as stored
	best      []crawlers.Pick   // the most promising links that waited then
}

// keptSpiders is the name under which the store keeps the population as the last sitting left it.
const keptSpiders = "spiders"

func newSession(l *Library, store *storage.Store, spec Spec) *Session {
	return &Session{library: l, store: store, free: store.Free, log: l.log.With("session", store.ID()), spec: spec, listeners: map[int]func(crawlers.Ended){}}
}

// ID is the session's identity in its library.
func (s *Session) ID() string { return s.store.ID() }

// Spec is what the session was created with, under the name that it has now. Stats tells the budget that it has now.
func (s *Session) Spec() Spec {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spec
}

// Rename gives the session another name, also while it runs; its ID stays.
func (s *Session) Rename(name string) error {
	if err := rename(s.store, name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spec.Name = name
	return nil
}

// Summary is the session as lists show it, as far as it is durable.
func (s *Session) Summary() Summary { return s.store.Summary() }

// Subscribe has f called with every new outcome, in order, after it was handed to the store. f runs on the engine's
// deciding goroutine and must be quick. It is not called after cancel has returned, but for a call that has begun.
func (s *Session) Subscribe(f func(crawlers.Ended)) (cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextID
	s.nextID++
	s.listeners[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, id)
	}
}

func (s *Session) publish(e crawlers.Ended) {
	s.logOutcome(e)
	s.mu.Lock()
	listeners := make([]func(crawlers.Ended), 0, len(s.listeners))
	for id := range s.nextID {
		if f := s.listeners[id]; f != nil {
			listeners = append(listeners, f)
		}
	}
	s.mu.Unlock()
	for _, f := range listeners {
		f(e)
	}
}

// Hits are the best limit hits so far, best first, those of one score in the order in which they were found; 0 = all.
func (s *Session) Hits(limit int) ([]crawlers.Ended, error) {
	s.settle()
	var hits []crawlers.Ended
	for e, err := range s.store.Hits() {
		if err != nil {
			return nil, err
		}
		hits = append(hits, e)
		if len(hits) == limit {
			break
		}
	}
	return hits, nil
}

// History yields all outcomes so far in order, from a sequence number on; 0 and 1 are the first.
func (s *Session) History(from uint64) iter.Seq2[crawlers.Ended, error] {
	return func(yield func(crawlers.Ended, error) bool) {
		s.settle()
		s.store.History(from)(yield)
	}
}

// settle lets what is read next hold all that subscribers have been told of. A store that can not write any more can
// still be read; that it can not is told by Run and Close.
func (s *Session) settle() { _ = s.store.Flush(context.Background()) }

// Page finds an outcome by the MD5 name of its page (32 lower-case hexadecimal digits) or by a URL, with the server's
// answer if there was a page. The error is storage.ErrNoPage when the session has none.
func (s *Session) Page(nameOrURL string) (crawlers.Ended, *crawlers.Answer, error) {
	e, err := s.find(nameOrURL)
	return e, e.Answer, err
}

func (s *Session) find(nameOrURL string) (crawlers.Ended, error) {
	if storage.IsName(nameOrURL) {
		return neverFetched(s.store.Page(context.Background(), nameOrURL))
	}
	links, err := engine.SeedLinks([]string{nameOrURL}, s.Spec().Settings)
	if err != nil || len(links) == 0 {
		return crawlers.Ended{}, &SpecError{"url", fmt.Errorf("%q is neither a page's MD5 name nor a URL: write one as the history shows it, such as https://example.org/", nameOrURL)}
	}
	return neverFetched(s.store.PageAt(context.Background(), links[0].URL))
}

// neverFetched says of a page that the session has not, and that the caller knows by another name than the store, no
// more than that.
func neverFetched(e crawlers.Ended, err error) (crawlers.Ended, error) {
	if errors.Is(err, storage.ErrNoPage) {
		err = fmt.Errorf("%w: it was never fetched", storage.ErrNoPage)
	}
	return e, err
}

// Why is the path of links on which a page was found: from a seed to the page, each step with its Pick, that is the
// link's score and the parts of it.
func (s *Session) Why(url string) ([]crawlers.Ended, error) {
	e, err := s.find(url)
	if err != nil {
		return nil, err
	}
	path := []crawlers.Ended{e}
	known := map[uint64]bool{e.Seq: true}
	for e.Pick.Parent != "" {
		if e, err = s.store.PageAt(context.Background(), e.Pick.Parent); err != nil {
			return nil, fmt.Errorf("the page on which the link stood: %w", err)
		}
		if known[e.Seq] { // a page that redirects led to may have been found on one that it leads to
			break
		}
		known[e.Seq] = true
		path = append([]crawlers.Ended{e}, path...)
	}
	for i := range path {
		path[i].Answer = nil
	}
	return path, nil
}

// Spiders is the population: of the running crawl, or as the last sitting left it. It is empty for families without one.
func (s *Session) Spiders(ctx context.Context) ([]crawlers.Spider, error) {
	if crawl := s.active(); crawl != nil {
		return population(ctx, crawl)
	}
	s.mu.Lock()
	spiders := s.spiders
	s.mu.Unlock()
	if spiders != nil {
		return slices.Clone(spiders), nil
	}
	_, err := s.store.Get(keptSpiders, &spiders)
	return spiders, err
}

func population(ctx context.Context, crawl *engine.Crawl) (spiders []crawlers.Spider, err error) {
	err = crawl.Inspect(ctx, func(c crawlers.Crawler) {
		if p, ok := c.(crawlers.Population); ok {
			spiders = p.Spiders()
		}
	})
	return spiders, err
}

// Stats is the state of the crawl, whether or not it runs. It costs microseconds.
func (s *Session) Stats() engine.Stats {
	s.mu.Lock()
	crawl, last := s.crawl, s.last
	s.mu.Unlock()
	if crawl != nil {
		return crawl.Stats()
	}
	if last.State != "" {
		return last
	}
	return s.stored()
}

// stored is what the store knows of the crawl's state.
func (s *Session) stored() engine.Stats {
	t := s.store.Tally()
	st := engine.Stats{
		State: engine.StateStopped, Stop: t.Stop, Why: t.Why, Pages: t.Pages, Unchanged: t.Unchanged, Failed: t.Failed, Hits: t.Hits, Failures: t.Failures,
		Budget: t.Budget, TimeBudget: t.TimeBudget, Ran: t.Ran,
	}
	if t.State() == storage.StateNew {
		st.State = engine.StateReady
	}
	if t.Records == 0 {
		settings := s.Spec().Settings
		st.Budget, st.TimeBudget = settings.Pages, settings.Time
	}
	return st
}

// active is the running crawl; nil when none runs.
func (s *Session) active() *engine.Crawl {
	crawl, _ := s.sitting()
	return crawl
}

// sitting is the running crawl, nil when none runs, and what is closed at the end of its sitting.
func (s *Session) sitting() (crawl *engine.Crawl, over <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.crawl, s.over
}

// Close stops a running crawl, makes everything durable and lets go of the session. Its error says what could not be
// saved.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.closed = true
	crawl := s.crawl
	s.mu.Unlock()
	if crawl != nil {
		crawl.Stop()
	}
	s.running.Wait()
	return s.store.Close()
}
