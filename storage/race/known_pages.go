package race

import (
	"context"
	"fmt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/page"
)

// knownPage is a known page that was fetched.
type knownPage struct {
	known
	page *page.Page
}

// readKnown fetches pages as a crawl fetches its seeds, follows their redirects, and leaves out those that are dead, that
// crawlers may not fetch, and that are nearly the same as an earlier one of the list.
func (r *Race) readKnown(ctx context.Context, sh *shared, pages []known) (kept []knownPage, out []lab.Omission, err error) {
	settings := r.spec.Settings
	settings.Pages, settings.Time, settings.Retries, settings.Saturation, settings.Diversity = 0, 0, 0, 0, 0
	settings.PagesPerHost, settings.FollowTwins, settings.Scope, settings.ScopePrefixes = 0, true, engine.ScopeAny, nil
	urls := make([]string, len(pages))
	for i, p := range pages {
		urls[i] = p.sent
	}
	links, err := engine.SeedLinks(urls, settings)
	if err != nil {
		return nil, nil, err
	}
	outcomes := map[string]crawlers.Ended{} // by canonical URL
	crawl, err := engine.New(engine.Config{
		Family: onlySeeds, Seeds: links, Settings: settings, Fetcher: sh,
		Observe: func(e crawlers.Ended) { outcomes[e.Pick.URL] = e },
	})
	if err != nil {
		return nil, nil, err
	}
	if _, err := crawl.Run(ctx); err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	for _, p := range pages {
		e, asked := outcomes[p.url]
		switch twin := twinOf(e.Page, kept); {
		case !asked:
			out = append(out, lab.Omission{What: p.url, Why: "it could not be asked for"})
		case e.Kind != crawlers.KindOK:
			out = append(out, lab.Omission{What: p.url, Why: e.Error})
		case twin != "":
			out = append(out, lab.Omission{What: p.url, Why: "it is nearly the same page as " + twin})
		default:
			p.final = e.Page.URL
			kept = append(kept, knownPage{p, e.Page})
		}
	}
	return kept, out, nil
}

// twinOf is the URL of an earlier page that is nearly the same; empty when there is none.
func twinOf(p *page.Page, earlier []knownPage) string {
	if p == nil {
		return ""
	}
	for _, q := range earlier {
		if q.final == p.URL || engine.Alike(p, q.page) {
			return q.url
		}
	}
	return ""
}

// onlySeeds is a family that follows no link.
var onlySeeds = crawlers.Family{Name: "only-seeds", New: func(crawlers.Setup) (crawlers.Crawler, error) { return &seedsOnly{}, nil }}

// seedsOnly implements crawlers.Crawler.
type seedsOnly struct{ waiting []page.Link }

func (s *seedsOnly) Seed(links []page.Link) { s.waiting = links }

func (s *seedsOnly) Next(n int, ready func(string) bool) (picks []crawlers.Pick) {
	var left []page.Link
	for _, l := range s.waiting {
		if len(picks) < n && ready(l.Host) {
			picks = append(picks, crawlers.Pick{Link: l})
		} else {
			left = append(left, l)
		}
	}
	s.waiting = left
	return picks
}

func (s *seedsOnly) Visited(crawlers.Visit) error { return nil }

func (s *seedsOnly) Failed(crawlers.Pick, error) {}

// FrontierSize and Best implement crawlers.Inspector, which lets the engine see the end.
func (s *seedsOnly) FrontierSize() int { return len(s.waiting) }

func (s *seedsOnly) Best(int) []crawlers.Pick { return nil }

// describe is a count of pages in words.
func describe(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}
