package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// ErrRunning is the error of a second Run of a session at the same time.
var ErrRunning = errors.New("the session is running already")

// summaryEvery is how often the summary file follows a running crawl: lists of other programs are as old as that.
const summaryEvery = 500 * time.Millisecond

// Run crawls from where the session stands until its budget, a dead end, Stop or the end of the context. What an earlier
// sitting has recorded is replayed first. The error is nil unless the Stop is engine.StopError.
func (s *Session) Run(ctx context.Context) (engine.Result, error) {
	failed := engine.Result{Stats: engine.Stats{State: engine.StateStopped, Stop: engine.StopError}}
	earlier, done, err := s.earlier()
	if err != nil {
		return failed, err
	}
	defer done()
	crawl, err := s.begin(earlier)
	if err != nil {
		return failed, err
	}
	defer s.running.Done()
	s.logBegin()
	room := &space{free: s.free, log: s.log}
	room.watch(crawl)
	stopped := make(chan struct{})
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		s.follow(crawl, room, stopped)
	}()
	result, err := crawl.Run(ctx)
	close(stopped)
	<-followed
	err = s.end(crawl, result, err)
	s.logEnd(result, err)
	return result, err
}

// FetchWith has the sittings that begin from now on fetch with f, which keeps the pauses between two requests to a host and
// tries again by itself (engine.Config.Paced), and parse what comes with p, as the session's settings say: several sessions
// can share both. The settings stay as they are.
func (s *Session) FetchWith(f engine.Fetcher, p engine.Parse) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fetcher, s.parse = f, p
}

// begin makes the crawl of this sitting; earlier finds pages that are asked for again.
func (s *Session) begin(earlier func(url string) *crawlers.Answer) (*engine.Crawl, error) {
	cfg, err := s.Spec().config()
	if err != nil {
		return nil, err
	}
	s.starting.Lock()
	defer s.starting.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, storage.ErrClosed
	case s.crawl != nil:
		return nil, ErrRunning
	}
	if err := s.store.Retry(); err != nil { // after a sitting that ended because the disk was full
		return nil, err
	}
	cfg.Fetcher, cfg.Paced, cfg.Parse = s.fetcher, s.fetcher != nil, s.parse
	cfg.Earlier, cfg.Record, cfg.Pack, cfg.Observe = earlier, s.store.Append, s.store.Pack, s.publish
	if s.store.Tally().Records > 0 {
		cfg.Log = s.store.Log()
	}
	crawl, err := engine.New(cfg)
	if err != nil {
		return nil, err
	}
	s.crawl, s.over = crawl, make(chan struct{})
	s.running.Add(1)
	return crawl, nil
}

// end takes note of how the sitting ended.
func (s *Session) end(crawl *engine.Crawl, result engine.Result, err error) error {
	ctx := context.Background()
	var spiders []crawlers.Spider
	var links []crawlers.Pick
	if result.Restored { // a replay that was broken off knows less than the store
		var unread error
		spiders, unread = population(ctx, crawl)
		if unread == nil {
			links, unread = best(ctx, crawl, bestKept)
		}
		if err == nil && unread == nil && len(spiders) > 0 {
			unread = s.store.Put(ctx, keptSpiders, spiders)
		}
		if err == nil {
			err = unread
		}
	}
	if flushed := s.store.Flush(ctx); err == nil {
		err = flushed
	}
	last := result.Stats
	if err != nil { // not all of it could be saved
		last = s.stored()
		last.Stop = engine.StopError
	}
	s.mu.Lock()
	s.crawl = nil
	if err != nil || result.Restored {
		s.last = last
	}
	if result.Restored {
		s.spiders, s.best = spiders, links
	}
	close(s.over)
	s.mu.Unlock()
	if saved := s.store.SaveSummary(""); err == nil {
		err = saved
	}
	if err != nil {
		return fmt.Errorf("session %s: %w", s.ID(), err)
	}
	return nil
}

// follow watches the room on the disk and keeps the summary file up to date while the crawl runs. A summary that can not be written is no reason to end
// a crawl: it is made again from the session's file.
func (s *Session) follow(crawl *engine.Crawl, room *space, stopped <-chan struct{}) {
	ticker := time.NewTicker(summaryEvery)
	defer ticker.Stop()
	for {
		state := storage.StateRunning
		if crawl.Stats().State == engine.StatePaused {
			state = storage.StatePaused
		}
		_ = s.store.SaveSummary(state)
		select {
		case <-ticker.C:
			room.watch(crawl)
		case <-stopped:
			return
		}
	}
}

// Pause lets running requests finish and sends no new ones until Continue. It does nothing when no crawl runs.
func (s *Session) Pause() { s.order((*engine.Crawl).Pause) }

// Continue ends a pause. It does nothing when no crawl runs.
func (s *Session) Continue() { s.order((*engine.Crawl).Continue) }

// Stop ends the sitting at once and saves it; Run returns soon after. It does nothing when no crawl runs.
func (s *Session) Stop() { s.order((*engine.Crawl).Stop) }

func (s *Session) order(f func(*engine.Crawl)) {
	if crawl := s.active(); crawl != nil {
		f(crawl)
	}
}

// SetBudget changes the pages (0 = no limit) and the running time (0 = no limit) after which the crawl ends, now if it
// runs, else for its next sitting.
func (s *Session) SetBudget(pages int, limit time.Duration) error {
	settings := s.Spec().Settings
	settings.Pages, settings.Time = pages, limit
	if err := settings.Check(); err != nil {
		return &SpecError{"settings", err}
	}
	budget := crawlers.Budgeted{Pages: pages, Time: limit}
	err := s.tell(context.Background(), budget, func(crawl *engine.Crawl) error { return crawl.SetBudget(pages, limit) })
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.last.Budget, s.last.TimeBudget = pages, limit
	s.mu.Unlock()
	return nil
}
