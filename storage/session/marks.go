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

// Mark keeps what the user thinks of a page, which is named by its MD5 name or by a URL, in place of what was kept before;
// crawlers.Unmarked takes it back. A crawl that runs learns from it at once, one at rest when it goes on. It returns the
// page's outcome with its new Judgement. The error is storage.ErrNoPage for a page that the session has not fetched, a
// *SpecError for what is no judgement, else the context's or the store's.
//
// Mark waits for the crawl and the disk: call it neither from a listener (Subscribe) nor from a screen's goroutine.
func (s *Session) Mark(ctx context.Context, nameOrURL string, j crawlers.Judgement) (crawlers.Ended, error) {
	switch j {
	case crawlers.Good, crawlers.Bad, crawlers.Unmarked:
	default:
		return crawlers.Ended{}, &SpecError{"judgement", fmt.Errorf("%q is no judgement: write %s, %s or %s", j, crawlers.Good, crawlers.Bad, crawlers.Unmarked)}
	}
	e, err := s.find(nameOrURL)
	if err != nil {
		return e, err
	}
	if e.Answer == nil {
		return e, fmt.Errorf("%s could not be fetched (%s), and only a page that was fetched can be judged: %w", e.Pick.URL, e.Error, storage.ErrNoPage)
	}
	m := crawlers.Marked{Seq: e.Seq, Judgement: j, Time: time.Now().UTC(), Answer: e.Answer}
	if err := s.tell(ctx, m, func(crawl *engine.Crawl) error { return crawl.Mark(ctx, m) }); err != nil {
		return e, fmt.Errorf("mark %s: %w", e.Pick.URL, err)
	}
	e.Answer, e.Judgement = nil, j
	if j == crawlers.Unmarked {
		e.Judgement = ""
	}
	return e, nil
}

// Marks are the pages that the user has judged and not taken that back, with their Judgement, in the order of the history.
func (s *Session) Marks() ([]crawlers.Ended, error) {
	s.settle()
	var pages []crawlers.Ended
	for m, err := range s.store.Marks() {
		if err != nil {
			return nil, err
		}
		for e, err := range s.store.History(m.Seq) {
			if err != nil {
				return nil, err
			}
			pages = append(pages, e)
			break
		}
	}
	return pages, nil
}

// tell lets the crawl that runs know of a record, which then records it; while none runs the record is appended to the
// log. A crawl that is just ending is waited for, so that the record stands where it takes effect.
func (s *Session) tell(ctx context.Context, r crawlers.Record, tell func(*engine.Crawl) error) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		crawl, over := s.sitting()
		if crawl == nil {
			if done, err := s.append(ctx, r); done || err != nil {
				return err
			}
			continue
		}
		if err := tell(crawl); !errors.Is(err, engine.ErrEnded) {
			return err
		}
		select {
		case <-over:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// append puts a record into the log of a session at rest and makes it durable. It has done nothing when a crawl runs.
func (s *Session) append(ctx context.Context, r crawlers.Record) (done bool, err error) {
	s.starting.Lock()
	defer s.starting.Unlock()
	if s.active() != nil {
		return false, nil
	}
	if err := s.store.Retry(); err != nil { // after a sitting that ended because the disk was full
		return false, err
	}
	if err := s.store.Append(r); err != nil {
		return false, err
	}
	if err := s.store.Flush(ctx); err != nil {
		return false, err
	}
	return true, s.store.SaveSummary("")
}
