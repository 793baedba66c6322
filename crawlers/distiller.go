package crawlers

import (
	"cmp"
	"slices"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/webgraph"
	"orbweaver/crawlers/weburl"
)

// distiller looks among the pages of a crawl for hubs on its topic, by HITS weighted by the pages' relevance. It keeps
// the most relevant pages: others weigh next to nothing. Links within a host do not count, so on a single host it finds
// nothing. A crawler whose standards have changed also finds with it the links that these pages speak for.
//
// Links of hubs overtake all others, whatever the pages they lead to turn out to be; so that they do not become the whole
// crawl, there are at most every/hubShare of them at a time, the best hub's first.
type distiller struct {
	every   int // pages between two searches; 0 = none
	visited int
	pages   *frontier.Priority[distilled] // score: R(p)
}

// distilled is what is kept of a page.
type distilled struct {
	standing standing
	asked    string      // URL of the pick, from which redirects may have led to the page
	links    []page.Link // without their words
}

// hub is a page of many good links.
type hub struct {
	distilled
	score float64 // as a share of the best hub's
}

const (
	maxDistilled = 2048 // pages that are kept
	maxHubs      = 10   // that a search finds
	hubShare     = 4    // the links of hubs may be one in so many of the pages until the next search
)

func newDistiller(every, maxBuffer int) *distiller {
	return &distiller{every: every, pages: frontier.NewPriority[distilled](min(maxBuffer, maxDistilled))}
}

// quota is how many links of hubs may go first.
func (d *distiller) quota() int { return max(1, d.every/hubShare) }

// take keeps a page that was visited, and says whether it is time to look for hubs.
func (d *distiller) take(v Visit, s standing) bool {
	kept := distilled{s, v.Pick.URL, make([]page.Link, len(v.Page.Links))}
	for i, l := range v.Page.Links {
		kept.links[i] = page.Link{URL: l.URL, Raw: l.Raw, Host: l.Host, Anchor: l.Anchor}
	}
	d.pages.Offer(frontier.Item[distilled]{URL: v.Page.URL, Score: s.relevance, Value: kept})
	d.visited++
	return d.every > 0 && d.visited%d.every == 0
}

// hubs are the best hubs among the pages kept, the best first; none when no link leads from one host to another.
func (d *distiller) hubs() []hub {
	var found []hub
	graph, hosts, relevance := d.graph()
	scores, _ := webgraph.HITS(graph, hosts, relevance)
	i := 0
	for it := range d.pages.All() {
		if scores[i] > 0 && it.Score > 0 { // a page marked bad is no hub
			found = append(found, hub{it.Value, scores[i]})
		}
		i++
	}
	slices.SortFunc(found, func(a, b hub) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.standing.source.url, b.standing.source.url))
	})
	found = found[:min(maxHubs, len(found))]
	for i := len(found) - 1; i >= 0; i-- {
		found[i].score /= found[0].score
	}
	return found
}

// graph is the links among the pages kept, with the numbers of their hosts and their relevance.
func (d *distiller) graph() (graph webgraph.Rows, hosts []int32, relevance []float64) {
	numbers, hostNumbers := make(map[string]int32, 2*d.pages.Len()), map[string]int32{}
	for it := range d.pages.All() {
		numbers[it.Value.asked] = int32(len(hosts)) // #nosec G115 -- pages in memory, fewer than 2³¹
		host := weburl.Host(it.URL)
		if _, known := hostNumbers[host]; !known {
			hostNumbers[host] = int32(len(hostNumbers)) // #nosec G115 -- hosts in memory, fewer than 2³¹
		}
		hosts, relevance = append(hosts, hostNumbers[host]), append(relevance, it.Score)
	}
	page := int32(0)
	for it := range d.pages.All() {
		numbers[it.URL] = page // the page itself, where another was asked for by its URL
		page++
	}
	graph.Starts = make([]int32, 1, len(hosts)+1)
	for it := range d.pages.All() {
		for _, l := range it.Value.links {
			if to, ok := numbers[l.URL]; ok {
				graph.Targets = append(graph.Targets, to)
			}
		}
		graph.Starts = append(graph.Starts, int32(len(graph.Targets))) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	return graph, hosts, relevance
}

// rescore gives the pages kept their relevance of now.
func (d *distiller) rescore(standings func(page *source) standing) {
	d.pages.RescoreAll(func(_ string, _ float64, p *distilled) float64 {
		p.standing = standings(p.standing.source)
		return p.standing.relevance
	})
}
