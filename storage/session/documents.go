package session

import (
	"context"
	"fmt"
	"iter"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// Documents yields the session's outcomes that gave a page, in the order in which they were fetched, with the Page, parsed
// as the crawl parsed it, and the Judgement as it is now. Pages that can not be read any more are passed over; an error,
// after which nothing follows, is that of the store or of the context.
func (s *Session) Documents(ctx context.Context) iter.Seq2[crawlers.Ended, error] {
	return func(yield func(crawlers.Ended, error) bool) {
		s.settle()
		judgements, err := s.judgements()
		if err != nil {
			yield(crawlers.Ended{}, fmt.Errorf("reading the marks of session %s: %w", s.ID(), err))
			return
		}
		parse := engine.Documents(s.Spec().Settings)
		for r, err := range s.store.Log() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(crawlers.Ended{}, fmt.Errorf("reading the pages of session %s: %w", s.ID(), err))
				return
			}
			e, isEnd := r.(crawlers.Ended)
			if !isEnd || e.Kind != crawlers.KindOK {
				continue
			}
			e.Judgement = judgements[e.Seq]
			if e.Page, err = parse(e.Answer); err == nil && !yield(e, nil) {
				return
			}
		}
	}
}

// judgements are the marks as they are now, by sequence number.
func (s *Session) judgements() (map[uint64]crawlers.Judgement, error) {
	judgements := map[uint64]crawlers.Judgement{}
	for m, err := range s.store.Marks() {
		if err != nil {
			return nil, err
		}
		judgements[m.Seq] = m.Judgement
	}
	return judgements, nil
}
