package app

import (
	"context"
	"iter"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
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
}

// crawl is what the window needs of a session.Session.
type crawl interface {
	ID() string
	Spec() session.Spec
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
