package crawlers

import (
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
)

func init() {
	Register(Family{
		Name:    "breadth-first",
		Title:   "Breadth-First",
		Source:  "[MPS04] §3.1.1",
		Version: 1,
		Doc:     "Follows links in the order in which they are found, whatever they say: the baseline to compare others with. Marks do not change the order.",
		New: func(s Setup) (Crawler, error) {
			return &breadthFirst{links: frontier.NewFIFO[origin](s.MaxBuffer)}, nil
		},
	})
}

// breadthFirst is the algorithm of [MPS04] Fig. 4. It does not score: all its picks have score 0, and for a part their
// distance, the links from a seed along the path on which they were found.
type breadthFirst struct {
	links *frontier.FIFO[origin]
}

func (c *breadthFirst) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Value: seedOrigin(l)})
	}
}

func (c *breadthFirst) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		picks = append(picks, distancePick(it))
	}
	return picks
}

func distancePick(it frontier.Item[origin]) Pick {
	p := it.Value.pick(it.URL, it.Host, 0)
	if p.Parent != "" {
		p.Parts = []Part{{"distance", float64(p.Depth)}}
	}
	return p
}

func (c *breadthFirst) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	on := placeOf(v.Pick, v.Page)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Value: on.origin(l)})
	}
	return nil
}

func (c *breadthFirst) Failed(p Pick, _ error) { c.links.Close(p.URL) }

// Mark is part of the record and changes nothing: the order in which links are found does not depend on what pages say.
func (c *breadthFirst) Mark(Mark) {}

func (c *breadthFirst) FrontierSize() int { return c.links.Len() }

func (c *breadthFirst) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, distancePick(it))
	}
	return picks
}
