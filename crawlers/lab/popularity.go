package lab

import (
	"slices"

	"orbweaver/crawlers/webgraph"
)

// popularity is how popular each page of the corpus is by its links, by number, within the graph of the pages that were
// crawled for any topic by anyone ([PSM04] §4.1, item 6); 0 of pages that nobody crawled.
type popularity struct {
	inLinks  []float64 // pages that link there
	pageRank []float64 // [PSM02] §4.2
}

// popularity looks at the links among all pages of all crawls.
func (e *Experiment) popularity(trials [][]trial) popularity {
	known := map[int]bool{}
	var crawled []int
	for _, task := range trials {
		for _, t := range task {
			if t.first == nil {
				continue
			}
			for _, v := range e.web.numbersOf(t.first.Canonical) {
				if v >= 0 && !known[v] {
					known[v] = true
					crawled = append(crawled, v)
				}
			}
		}
	}
	slices.Sort(crawled) // so that the numbers do not depend on the order of the crawls
	graph := e.web.among(crawled)
	p := popularity{make([]float64, len(e.web.urls)), make([]float64, len(e.web.urls))}
	for _, to := range graph.Targets {
		p.inLinks[crawled[to]]++
	}
	const damping, tolerance = 0.8, 1e-9
	for i, rank := range webgraph.PageRank(graph, len(crawled), len(crawled), damping, tolerance) {
		p.pageRank[crawled[i]] = rank
	}
	return p
}

// authority is the authority that HITS gives each page of a pool, by its number in the web, in the graph of the pool:
// HITS is of a topic, where in-links and PageRank are of all (Kleinberg 1999). All pages are equally relevant, and links
// within a host count, as they do for PageRank: many a corpus has one host only.
func (w *web) authority(pool []int) []float64 {
	hosts, relevance := make([]int32, len(pool)), make([]float64, len(pool))
	for i := range pool {
		hosts[i], relevance[i] = int32(i), 1
	}
	_, authorities := webgraph.HITS(w.among(pool), hosts, relevance)
	return authorities
}

// among is the graph of some pages, numbered by their place in the list, with the links from one to another. A page that
// is not of this web, −1, has none.
func (w *web) among(pages []int) webgraph.Rows {
	place := make([]int32, len(w.urls)) // in the list, from 1
	for i, v := range pages {
		if v >= 0 {
			place[v] = int32(i + 1)
		}
	}
	graph := webgraph.Rows{Starts: []int32{0}}
	for _, v := range pages {
		if v >= 0 {
			for _, to := range w.children(v) {
				if place[to] > 0 {
					graph.Targets = append(graph.Targets, place[to]-1)
				}
			}
		}
		graph.Starts = append(graph.Starts, int32(len(graph.Targets))) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	return graph
}

// numbersOf are the numbers of pages by their canonical URLs; −1 of those that are not listed.
func (w *web) numbersOf(canonical []string) []int {
	numbers := make([]int, len(canonical))
	for i, url := range canonical {
		numbers[i] = -1
		if v, listed := w.number[url]; listed {
			numbers[i] = v
		}
	}
	return numbers
}
