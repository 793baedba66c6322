package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"orbweaver/crawlers/webgraph"
)

// web is the graph of a corpus: its pages by number, and the links among them, redirects followed. It is not changed.
type web struct {
	urls      []string       // as sent, in the corpus's order
	canonical []string       // the same in canonical form; empty = no page answers
	number    map[string]int // canonical URL → place in urls
	out       webgraph.Rows
	in        webgraph.Rows
	sum       string // of all pages' texts and links
}

// graph reads every page of the library, on as many cores as are given. The error is the context's.
func (l *library) graph(ctx context.Context, cores int) (*web, error) {
	w := &web{urls: l.corpus.URLs(), number: map[string]int{}}
	pages := make([]*shortPage, len(w.urls))
	if err := inParallel(ctx, cores, len(w.urls), func(i int) {
		if d, err := l.page(ctx, w.urls[i]); err == nil {
			pages[i] = newShortPage(d)
		}
	}); err != nil {
		return nil, err
	}
	for i, p := range pages {
		w.canonical = append(w.canonical, "")
		if p == nil {
			continue
		}
		w.canonical[i] = p.url
		if _, twice := w.number[p.url]; !twice {
			w.number[p.url] = i
		}
	}
	w.connect(ctx, l, pages)
	w.sum = sumOf(pages)
	return w, ctx.Err()
}

// shortPage is what the graph needs of a page, so that pages without room in memory are not read twice.
type shortPage struct {
	url     string
	links   []string // canonical
	targets []string // the same as they are sent
	sum     [sha256.Size]byte
}

func newShortPage(d *document) *shortPage {
	p := &shortPage{url: d.URL, sum: sha256.Sum256([]byte(d.Text))}
	for _, link := range d.Links {
		p.links = append(p.links, link.URL)
		p.targets = append(p.targets, link.Target())
	}
	return p
}

// sumOf names what pages hold.
func sumOf(pages []*shortPage) string {
	h := sha256.New()
	for _, p := range pages {
		if p != nil {
			fmt.Fprintln(h, p.url, p.sum, p.targets)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// connect fills in the links.
func (w *web) connect(ctx context.Context, l *library, pages []*shortPage) {
	w.out.Starts = append(w.out.Starts, 0)
	in := make([][]int32, len(pages))
	moved := map[string]int{} // where links lead that are no page's URL; -1 = nowhere
	for from, p := range pages {
		known := map[int]bool{from: true}
		for k := range p.length() {
			to, listed := w.number[p.links[k]]
			if !listed {
				var asked bool
				if to, asked = moved[p.links[k]]; !asked {
					to = w.follow(ctx, l, p.targets[k])
					moved[p.links[k]] = to
				}
			}
			if to >= 0 && !known[to] {
				known[to] = true
				w.out.Targets = append(w.out.Targets, int32(to)) // #nosec G115 -- pages in memory, fewer than 2³¹
				in[to] = append(in[to], int32(from))
			}
		}
		w.out.Starts = append(w.out.Starts, int32(len(w.out.Targets))) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	w.in.Starts = append(w.in.Starts, 0)
	for _, sources := range in {
		w.in.Targets = append(w.in.Targets, sources...)
		w.in.Starts = append(w.in.Starts, int32(len(w.in.Targets))) // #nosec G115 -- links in memory, fewer than 2³¹
	}
}

func (p *shortPage) length() int {
	if p == nil {
		return 0
	}
	return len(p.links)
}

// follow is the page that a link leads to by way of redirects; -1 = none that is listed.
func (w *web) follow(ctx context.Context, l *library, url string) int {
	d, err := l.page(ctx, url)
	if err != nil {
		return -1
	}
	if to, listed := w.number[d.URL]; listed {
		return to
	}
	return -1
}

// parents are the pages that link to a page, in the corpus's order.
func (w *web) parents(v int) []int32 { return w.in.Targets[w.in.Starts[v]:w.in.Starts[v+1]] }

// children are the pages that a page links to.
func (w *web) children(v int) []int32 { return w.out.Targets[w.out.Starts[v]:w.out.Starts[v+1]] }

// inParallel calls f for 0…n−1 on as many goroutines as there are cores, and waits for all. It begins no further call
// once ctx is done; the error is the context's.
func inParallel(ctx context.Context, cores, n int, f func(i int)) error {
	var workers sync.WaitGroup
	next := make(chan int)
	for range max(1, min(cores, n)) {
		workers.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	defer workers.Wait()
	defer close(next)
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
