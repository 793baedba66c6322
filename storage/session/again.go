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

// Again is the Spec of a new session that crawls once more what this one has crawled: with the same topic, seeds, family,
// settings and budget. Pages that this session holds are sent again only if they have changed (RFC 9110 §13); a page that
// has not is taken from here, and counts as unchanged. A session's own record is never changed: what its pages were, and
// in which order they were chosen, is history.
func (s *Session) Again() Spec {
	spec, st := s.Spec(), s.Stats()
	spec.Earlier = s.ID()
	spec.Settings.Pages, spec.Settings.Time = st.Budget, st.TimeBudget
	return spec
}

// earlier opens the session whose pages are asked for again, for one sitting. One that is there no more has nothing to tell;
// the error is that of one which is open elsewhere.
func (s *Session) earlier() (find func(url string) *crawlers.Answer, done func(), err error) {
	spec := s.Spec()
	if spec.Earlier == "" {
		return nil, func() {}, nil
	}
	store, err := s.library.openExactly(spec.Earlier)
	if errors.Is(err, storage.ErrInUse) {
		return nil, nil, fmt.Errorf("session %s, whose pages are asked for again: %w", spec.Earlier, err)
	}
	if err != nil {
		s.log.Warn("pages are asked for as if they were new", "earlier", spec.Earlier, "error", err)
		return nil, func() {}, nil
	}
	return func(url string) *crawlers.Answer { return stored(store, spec.Settings, url) }, func() { _ = store.Close() }, nil // nothing was written
}

// openExactly opens the session of an ID, never one whose ID only begins with it.
func (l *Library) openExactly(id string) (*storage.Store, error) {
	meant, err := l.folder.Resolve(id)
	if err == nil && meant != id {
		err = storage.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return l.folder.Open(id)
}

// stored is what a session has of a URL as sent, whole; nil = nothing.
func stored(store *storage.Store, settings engine.Settings, url string) *crawlers.Answer {
	links, err := engine.SeedLinks([]string{url}, settings)
	if err != nil || len(links) == 0 {
		return nil
	}
	e, err := store.PageAt(context.Background(), links[0].URL)
	if err != nil || e.Answer == nil || e.Answer.URL != url { // a page that a redirect led to has another URL than what was picked
		return nil
	}
	if e.Answer.Since.IsZero() {
		e.Answer.Since = e.Time.Truncate(time.Microsecond) // as exactly as archives tell it
	}
	return e.Answer
}
