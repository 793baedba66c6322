package crawlers

import (
	"cmp"
	"slices"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// history is the URLs that a crawler is done with: those it has given, and those that pages have answered from. None of
// them enters its frontier again.
type history struct {
	urls  []string
	index *frontier.Index
}

func newHistory() *history {
	h := &history{}
	h.index = frontier.NewIndex(func(number int32) string { return h.urls[number] })
	return h
}

func (h *history) has(k frontier.Key, url string) bool {
	_, ok := h.index.Find(k, url)
	return ok
}

// close adds what an outcome was about, and removes it from the frontier, where it still is when this crawler has not
// given it: picks of an older version of the family, and pages that redirects led to.
func (h *history) close(remove func(k frontier.Key, url string), urls ...string) {
	for _, url := range urls {
		if k := frontier.KeyOf(url); !h.has(k, url) {
			h.index.Put(k, int32(len(h.urls))) // #nosec G115 -- URLs in memory, fewer than 2³¹
			h.urls = append(h.urls, url)
			remove(k, url)
		}
	}
}

// origin is what a frontier keeps of a link besides its URL, host and score. A page.Link itself would keep the words of
// its whole page in memory.
type origin struct {
	raw, anchor string
	on          *source // the page on which it was found; nil for seeds
}

// source is what a family keeps of a page for the links found on it. The links that wait hold it, so that it goes with the
// last of them: there are never more sources than links on the frontier.
type source struct {
	url    string // canonical
	depth  int    // links from a seed to the page
	lang   string
	vector text.Vector // in families that score links anew by it when the user has marked pages

	comparedWith *text.Profile // last; nil = nothing
	likeness     float64       // to that
}

// placeOf is the page to which a pick has led, without its words.
func placeOf(from Pick, p *page.Page) *source { return &source{url: p.URL, depth: from.Depth} }

// sourceOf is a visit's page with its words.
func sourceOf(v Visit) *source { return newSource(v.Pick, v.Page) }

// newSource is the page to which a pick has led, with its words.
func newSource(from Pick, p *page.Page) *source {
	return &source{url: p.URL, depth: from.Depth, lang: p.Lang, vector: p.Vector}
}

func seedOrigin(l page.Link) origin { return origin{raw: l.Raw, anchor: l.Anchor} }

// origin is that of a link on the page.
func (s *source) origin(l *page.Link) origin { return origin{raw: l.Raw, anchor: l.Anchor, on: s} }

func (o origin) pick(url, host string, score float64) Pick {
	p := Pick{Link: page.Link{URL: url, Raw: o.raw, Host: host, Anchor: o.anchor}, Score: score}
	if o.on != nil {
		p.Depth, p.Parent = o.on.depth+1, o.on.url
	}
	return p
}

// bestOf orders picks by score, equal scores as they stand, and returns the first ones.
func bestOf(picks []Pick, limit int) []Pick {
	slices.SortStableFunc(picks, func(a, b Pick) int { return cmp.Compare(b.Score, a.Score) })
	return picks[:min(max(limit, 0), len(picks))]
}

// anyHost is the ready that lets all hosts pass.
func anyHost(string) bool { return true }
