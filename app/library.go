package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/race"
	"orbweaver/storage/session"
)

// library is what the window needs of a session.Library; tests have one of their own.
type library interface {
	Dir() string
	List() ([]session.Summary, error)
	Create(session.Spec) (crawl, error)
	Open(id string) (crawl, error)
	Rename(id, name string) error
	Delete(id string) error

	Corpus(id string) (corpus.Listed, error)
	Race(context.Context, race.Spec) (comparison, error)
	HoldOut(context.Context, race.HoldOut) (comparison, error)
	WhatIf(context.Context, crawl, []race.Entry) (comparison, error)
}

// crawl is what the window needs of a session.Session.
type crawl interface {
	ID() string
	Spec() session.Spec
	Again() session.Spec
	Summary() session.Summary
	Run(context.Context) (engine.Result, error)
	Pause()
	Continue()
	Stop()
	SetBudget(pages int, limit time.Duration) error
	Stats() engine.Stats
	Spiders(context.Context) ([]crawlers.Spider, error)
	Best(ctx context.Context, limit int) ([]crawlers.Pick, error)
	Rename(name string) error
	Subscribe(func(crawlers.Ended)) (cancel func())
	Hits(limit int) ([]crawlers.Ended, error)
	History(from uint64) iter.Seq2[crawlers.Ended, error]
	Mark(ctx context.Context, nameOrURL string, j crawlers.Judgement) (crawlers.Ended, error)
	Why(url string) ([]crawlers.Ended, error)
	Page(nameOrURL string) (crawlers.Ended, *crawlers.Answer, error)
	Close() error
}

// comparison is what the window needs of a race.Race.
type comparison interface {
	Snapshot() race.Snapshot
	Pause()
	Continue()
	Stop()
	Wait() (race.Snapshot, error)
	Discard(labels ...string) error
}

// savedSessions is the real library.
type savedSessions struct{ *session.Library }

func (l savedSessions) Create(spec session.Spec) (crawl, error) {
	s, err := l.Library.Create(spec)
	if err != nil {
		return nil, err // not a nil *Session in a crawl that is not nil
	}
	return s, nil
}

func (l savedSessions) Open(id string) (crawl, error) {
	s, err := l.Library.Open(id)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Corpus is what a session has fetched, to be crawled again.
func (l savedSessions) Corpus(id string) (corpus.Listed, error) {
	s, err := l.Library.Open(id)
	if err != nil {
		return nil, err
	}
	pages, err := race.Pages(s)
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return pages, nil
}

func (l savedSessions) Race(ctx context.Context, spec race.Spec) (comparison, error) {
	return started(race.Start(ctx, l.Library, spec))
}

func (l savedSessions) HoldOut(ctx context.Context, h race.HoldOut) (comparison, error) {
	return started(race.StartHoldOut(ctx, l.Library, h))
}

// WhatIf needs a session of this library, which stays open until the comparison's end.
func (l savedSessions) WhatIf(ctx context.Context, c crawl, entries []race.Entry) (comparison, error) {
	s, ok := c.(*session.Session)
	if !ok {
		return nil, fmt.Errorf("session %s is not one of this library", c.ID())
	}
	return started(race.StartWhatIf(ctx, s, entries))
}

func started(r *race.Race, err error) (comparison, error) {
	if err != nil {
		return nil, err // not a nil *Race in a comparison that is not nil
	}
	return r, nil
}
