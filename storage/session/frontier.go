package session

import (
	"context"
	"slices"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// bestKept is how many of the links that wait are known after a sitting has ended.
const bestKept = 100

// Best are the most promising links that have not been fetched yet, up to limit of them, best first: those of the running
// crawl, or the first 100 at the end of the last sitting since the session was opened. There are none before the first
// one, and of families that do not show their frontier (crawlers.Inspector).
func (s *Session) Best(ctx context.Context, limit int) ([]crawlers.Pick, error) {
	if crawl := s.active(); crawl != nil {
		return best(ctx, crawl, limit)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.best[:min(max(limit, 0), len(s.best))]), nil
}

func best(ctx context.Context, crawl *engine.Crawl, limit int) (links []crawlers.Pick, err error) {
	err = crawl.Inspect(ctx, func(c crawlers.Crawler) {
		if i, ok := c.(crawlers.Inspector); ok {
			links = i.Best(limit)
		}
	})
	return links, err
}
