package classify

import (
	"context"
	"fmt"

	"orbweaver/crawlers/text"
)

// Hypertext is pages whose words and links are known, from a crawl or a corpus: what context graphs and Q-values are
// learnt from. It is not safe for concurrent use.
type Hypertext struct {
	pages  []KnownPage
	places map[string]int // in pages, by URL
	in     [][]int        // by page: the pages that link to it, in order; nil when a page has come since
}

// KnownPage is a page of a Hypertext.
type KnownPage struct {
	URL    string // canonical
	Vector text.Vector
	Links  []KnownLink // each URL once
}

// KnownLink is a link of a KnownPage.
type KnownLink struct {
	URL   string
	Words []string // terms of its anchor and of the text around it
}

// NewHypertext returns a Hypertext without pages.
func NewHypertext() *Hypertext { return &Hypertext{places: map[string]int{}} }

// Add adds a page. A URL that is known already is passed over: the first account of a page counts.
func (h *Hypertext) Add(p KnownPage) {
	if _, twice := h.places[p.URL]; twice {
		return
	}
	h.places[p.URL] = len(h.pages)
	h.pages = append(h.pages, p)
	h.in = nil
}

// Pages are all pages in the order in which they were added. The slice must not be changed.
func (h *Hypertext) Pages() []KnownPage { return h.pages }

// InLinks returns the first limit of the pages that link to a URL. It never fails.
func (h *Hypertext) InLinks(_ context.Context, url string, limit int) ([]string, error) {
	place, known := h.places[url]
	if !known {
		return nil, nil
	}
	if h.in == nil {
		h.turn()
	}
	in := h.in[place][:min(limit, len(h.in[place]))]
	urls := make([]string, len(in))
	for i, from := range in {
		urls[i] = h.pages[from].URL
	}
	return urls, nil
}

// turn finds the links into each page.
func (h *Hypertext) turn() {
	h.in = make([][]int, len(h.pages))
	for from, p := range h.pages {
		for _, l := range p.Links {
			if to, known := h.places[l.URL]; known {
				h.in[to] = append(h.in[to], from)
			}
		}
	}
}

// Words are the terms of a page; the error says that it is not known.
func (h *Hypertext) Words(_ context.Context, url string) (text.Vector, error) {
	place, known := h.places[url]
	if !known {
		return text.Vector{}, fmt.Errorf("the page %s is not among the %d pages known", url, len(h.pages))
	}
	return h.pages[place].Vector, nil
}
