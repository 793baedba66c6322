package crawlers

import (
	"fmt"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
)

func init() {
	Register(Family{
		Name:    "fish-search",
		Title:   "Fish-Search",
		Source:  "De Bra and Post (1994), as told in [MPS04] §3.1.4",
		Version: 1,
		Doc:     "Follows the links of relevant pages first and gives up on a way after a few pages that are not: Shark-Search's simpler ancestor.",
		Params: []Param{
			{Name: "depth", Kind: Number, Default: "3", Min: 1, Max: 1000, Integer: true, Doc: "Links that a way may go on without a relevant page: more looks further behind pages off the topic."},
			{Name: "cut", Kind: Number, Default: "0", Min: 0, Max: 1, Doc: "Least similarity of a relevant page; at 0 it is enough to hold any keyword."},
		},
		New: func(s Setup) (Crawler, error) {
			c := &fishSearch{
				relevance: newRelevance(s.Topic), links: frontier.NewPriority[bait](s.MaxBuffer),
				open: map[string]int{}, left: map[string]int{}, depth: s.Params.Int("depth"),
			}
			c.least = s.Params.Float("cut")
			return c, nil
		},
	})
}

// fishSearch is the algorithm of De Bra and Post: a page is relevant or it is not. The links of relevant pages go first
// (score 1) and have the depth d; those of others go last (score 0) and have one less than their page, and with depth 0
// they are dropped. Seeds have score 1 and depth d. A link found again keeps the better score and the greater depth.
//
// Marks change what pages are compared with (Rocchio), and with good ones how similar a relevant page must be: see
// relevance.learn. A page judged good is relevant and one judged bad is not, whatever its similarity. All links are
// scored anew; none loses depth. Links that were dropped come back when their page is judged good.
type fishSearch struct {
	relevance
	links *frontier.Priority[bait]
	open  map[string]int // depths of the links given and not yet ended
	left  map[string]int // by URL: how far from a seed the pages are whose links were dropped
	depth int
}

// bait is what is kept of a link.
type bait struct {
	origin
	depth int
}

func (c *fishSearch) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[bait]{URL: l.URL, Host: l.Host, Score: 1, Value: bait{seedOrigin(l), c.depth}})
	}
}

func (c *fishSearch) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		c.open[it.URL] = it.Value.depth
		picks = append(picks, baitPick(it))
	}
	return picks
}

func baitPick(it frontier.Item[bait]) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	if p.Parent != "" {
		p.Parts = []Part{{"relevant", it.Score}, {"depth", float64(it.Value.depth)}}
	}
	return p
}

func (c *fishSearch) Visited(v Visit) error {
	depth := c.end(v.Pick.URL, v.Page.URL)
	switch {
	case c.isRelevant(v.Page.URL, c.similarity(v)):
		c.follow(v, 1, c.depth)
	case depth > 1:
		c.follow(v, 0, depth-1)
	default:
		c.left[v.Page.URL] = v.Pick.Depth
	}
	return nil
}

// follow puts the links of a page on the frontier.
func (c *fishSearch) follow(v Visit, score float64, depth int) {
	on, keys := sourceOf(v), c.keys(v)
	c.links.ExpectAll(keys, func(int) float64 { return score })
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		c.offer(frontier.Item[bait]{URL: l.URL, Host: l.Host, Score: score, Value: bait{on.origin(l), depth}, Key: keys[i]})
	}
}

// offer puts a link on the frontier. One that is there keeps the better score and the greater depth.
func (c *fishSearch) offer(it frontier.Item[bait]) {
	if old := c.links.ValueOf(it.Key, it.URL); old != nil {
		deeper := max(old.depth, it.Value.depth)
		old.depth, it.Value.depth = deeper, deeper
	}
	c.links.Offer(it)
}

func (c *fishSearch) Failed(p Pick, _ error) { c.end(p.URL) }

// end closes the URLs of an outcome and returns the depth of the first, which is the pick's; that of a seed when nothing
// is known of it.
func (c *fishSearch) end(urls ...string) int {
	depth, ours := c.open[urls[0]]
	delete(c.open, urls[0])
	if it, waits := c.links.Get(urls[0]); waits {
		depth = it.Value.depth
	} else if !ours {
		depth = c.depth
	}
	c.links.Close(urls...)
	return depth
}

// Mark learns from a judgement, scores all waiting links anew, and follows what a good page was not followed for before.
func (c *fishSearch) Mark(m Mark) {
	c.learn(m)
	c.links.RescoreAll(func(_ string, score float64, b *bait) float64 {
		switch {
		case b.on == nil: // a seed
			return score
		case c.isRelevant(b.on.url, b.on.similarityTo(c.profile)):
			b.depth = c.depth
			return 1
		}
		return 0
	})
	if fromSeed, dropped := c.left[m.Page.URL]; dropped && m.Judgement == Good {
		delete(c.left, m.Page.URL)
		c.follow(Visit{Pick: Pick{Depth: fromSeed}, Page: m.Page}, 1, c.depth)
	}
}

// LeftOut says which ways were given up.
func (c *fishSearch) LeftOut() string { return givenUp(len(c.left), c.depth) }

// givenUp says on how many ways the links of the last page were not followed.
func givenUp(ways, depth int) string {
	if ways == 0 {
		return ""
	}
	return fmt.Sprintf("a way is given up when it goes on for %d links without a relevant page (depth): %d ended so", depth, ways)
}

func (c *fishSearch) FrontierSize() int { return c.links.Len() }

func (c *fishSearch) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, baitPick(it))
	}
	return picks
}
