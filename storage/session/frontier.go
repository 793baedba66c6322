package session

import (
	"context"

	"orbweaver/crawlers"
)

// Best are the most promising links that the running crawl has not fetched yet, up to limit of them, best first. There
// are none while no crawl runs, and of families that do not show their frontier (crawlers.Inspector).
func (s *Session) Best(ctx context.Context, limit int) (links []crawlers.Pick, err error) {
	crawl := s.active()
	if crawl == nil {
		return nil, nil
	}
	err = crawl.Inspect(ctx, func(c crawlers.Crawler) {
		if i, ok := c.(crawlers.Inspector); ok {
			links = i.Best(limit)
		}
	})
	return links, err
}
