package crawlers

import (
	"cmp"
	"slices"

	"orbweaver/crawlers/page"
)

// history is the URLs that a crawler is done with: those it has given, and those that pages have answered from. None of
// them enters its frontier again.
type history map[string]struct{}

func (h history) has(url string) bool {
	_, ok := h[url]
	return ok
}

func (h history) add(url string) { h[url] = struct{}{} }

// close adds what an outcome was about, and removes it from the frontier, where it still is when this crawler has not
// given it: picks of an older version of the family, and pages that redirects led to.
func (h history) close(remove func(url string), urls ...string) {
	for _, url := range urls {
		h.add(url)
		remove(url)
	}
}

// origin is what a frontier keeps of a link besides its URL, host and score. A page.Link itself would keep the words of
// its whole page in memory.
type origin struct {
	raw, anchor string
	parent      string // canonical URL of the page on which it was found; empty for seeds
	depth       int
	source      *source // that page, in families that score by it; nil for seeds
}

func seedOrigin(l page.Link) origin { return origin{raw: l.Raw, anchor: l.Anchor} }

// foundOn is the origin of a link on the page of a visit.
func foundOn(v Visit, l page.Link) origin {
	return origin{raw: l.Raw, anchor: l.Anchor, parent: v.Page.URL, depth: v.Pick.Depth + 1}
}

func (o origin) pick(url, host string, score float64) Pick {
	return Pick{
		Link:   page.Link{URL: url, Raw: o.raw, Host: host, Anchor: o.anchor},
		Score:  score,
		Depth:  o.depth,
		Parent: o.parent,
	}
}

// bestOf orders picks by score, equal scores as they stand, and returns the first ones.
func bestOf(picks []Pick, limit int) []Pick {
	slices.SortStableFunc(picks, func(a, b Pick) int { return cmp.Compare(b.Score, a.Score) })
	return picks[:min(max(limit, 0), len(picks))]
}

// anyHost is the ready that lets all hosts pass.
func anyHost(string) bool { return true }
