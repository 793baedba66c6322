package crawlers

import (
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/webgraph"
)

func init() {
	Register(Family{
		Name:    "pagerank",
		Title:   "PageRank",
		Source:  "[MPS04] §3.1.3",
		Version: 2,
		Doc:     "Follows the links that many pages seen so far lead to, whatever these say: finds what is popular, seldom what is on the topic. Marks change only which of the pages read are kept to reckon with.",
		Params: []Param{
			{Name: "damping", Kind: Number, Default: "0.8", Min: 0, Max: 0.99, Doc: "How much of a page's rank comes from the pages that link to it; at 0 all are equal."},
			{Name: "every", Kind: Number, Default: "25", Min: 1, Max: 100_000, Integer: true, Doc: "Pages between two reckonings of all ranks: less is greedier and costs more."},
		},
		New: func(s Setup) (Crawler, error) {
			return &pageRank{
				relevance: newRelevance(s.Topic), damping: s.Params.Float("damping"), every: s.Params.Int("every"),
				links: frontier.NewPriority[*origin](s.MaxBuffer), buffer: frontier.NewPriority[kept](s.MaxBuffer),
				mean: 1,
			}, nil
		},
	})
}

// convergence is the change of a rank at which the reckoning ends ([MPS04] §3.1.3).
const convergence = 0.01

// pageRank is the algorithm of [MPS04] Fig. 7: a link's score is its PageRank in the graph of the buffered pages and the
// frontier, reckoned anew every so many pages. Ranks are 1 in the mean over the graph (eq. 5). What is found in between
// has the mean rank that the frontier had; so have the seeds, before the first reckoning 1.
//
// Of the pages visited the MAX_BUFFER most similar to the topic are buffered. That is all that similarity is for, and so
// all that marks change (Rocchio): which pages are dropped from here on. An out-link counts when it leads to a buffered
// page or to a link of the frontier.
type pageRank struct {
	relevance
	damping float64
	every   int
	links   *frontier.Priority[*origin]
	buffer  *frontier.Priority[kept] // score: the page's similarity
	pages   int
	mean    float64 // rank of the frontier at the last reckoning
}

// kept is what is buffered of a page.
type kept struct {
	source *source
	asked  string // URL of the pick, from which redirects may have led to the page
	out    []string
}

func (c *pageRank) Seed(links []page.Link) {
	for _, l := range links {
		from := seedOrigin(l)
		c.links.Offer(frontier.Item[*origin]{URL: l.URL, Host: l.Host, Score: c.mean, Value: &from})
	}
}

func (c *pageRank) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		picks = append(picks, rankPick(it))
	}
	return picks
}

func rankPick(it frontier.Item[*origin]) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	p.Parts = []Part{{"pagerank", it.Score}}
	return p
}

// cited is the Analysis of a page.
type cited struct {
	assessment
	origins []*origin // of its links
	page    kept
}

// Analyse prepares what is kept of a page and its links.
func (c *pageRank) Analyse(from Pick) func(*page.Page) any {
	analyse := c.relevance.Analyse(from)
	return func(p *page.Page) any { return newCited(analyse(p).(assessment), from, p) }
}

func newCited(a assessment, from Pick, p *page.Page) *cited {
	n := len(p.Links)
	found := &cited{a, make([]*origin, n), kept{newSource(from, p), from.URL, make([]string, n)}}
	on := placeOf(from, p)
	for i, l := range p.Links {
		of := on.origin(&l)
		found.origins[i], found.page.out[i] = &of, l.URL
	}
	return found
}

func (c *pageRank) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	found, ok := v.Analysis.(*cited)
	if !ok {
		found = newCited(assessment{keys: keysOf(v.Page.Links)}, v.Pick, v.Page)
	}
	n := len(v.Page.Links) // none of a twin's
	c.links.Expect(found.keys[:n], func(int) float64 { return c.mean })
	for i := range n {
		l := &v.Page.Links[i]
		c.links.Offer(frontier.Item[*origin]{URL: l.URL, Host: l.Host, Score: c.mean, Value: found.origins[i], Key: found.keys[i]})
	}
	if n == 0 { // a twin's links count for nothing
		found.page.out = nil
	}
	c.buffer.Offer(frontier.Item[kept]{URL: v.Page.URL, Score: c.similarityBy(found.assessment, v), Value: found.page})
	if c.pages++; c.pages%c.every == 0 {
		c.reckon()
	}
	return nil
}

func (c *pageRank) Failed(p Pick, _ error) { c.links.Close(p.URL) }

// reckon gives all links of the frontier their ranks.
func (c *pageRank) reckon() {
	numbers := make(map[string]int32, 2*c.buffer.Len()+c.links.Len()) // of URLs in the graph: the buffer's first
	pages := int32(0)
	for it := range c.buffer.All() {
		numbers[it.Value.asked] = pages
		pages++
	}
	pages = 0
	for it := range c.buffer.All() {
		numbers[it.URL] = pages // the page itself, where another was asked for by its URL
		pages++
	}
	nodes := pages
	for it := range c.links.All() {
		numbers[it.URL] = nodes
		nodes++
	}
	rank := webgraph.PageRank(c.graph(numbers), int(nodes), int(pages), c.damping, convergence)
	c.links.RescoreAll(func(url string, _ float64, _ **origin) float64 { return rank[numbers[url]] })
	sum := 0.0
	for _, r := range rank[pages:] {
		sum += r
	}
	if c.links.Len() > 0 {
		c.mean = sum / float64(c.links.Len())
	}
}

// graph is the links of the buffered pages among the numbered nodes.
func (c *pageRank) graph(numbers map[string]int32) webgraph.Rows {
	rows := webgraph.Rows{Starts: make([]int32, 1, c.buffer.Len()+1)}
	for it := range c.buffer.All() {
		for _, url := range it.Value.out {
			if to, ok := numbers[url]; ok {
				rows.Targets = append(rows.Targets, to)
			}
		}
		rows.Starts = append(rows.Starts, int32(len(rows.Targets))) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	return rows
}

// Mark learns from a judgement: the buffered pages are compared with the new profile.
func (c *pageRank) Mark(m Mark) {
	c.learn(m)
	c.buffer.RescoreAll(func(_ string, _ float64, k *kept) float64 { return k.source.similarityTo(c.profile) })
}

func (c *pageRank) FrontierSize() int { return c.links.Len() }

func (c *pageRank) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, rankPick(it))
	}
	return picks
}
