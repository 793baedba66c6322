package crawlers

import (
	"math/rand/v2"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
)

func init() {
	Register(Family{
		Name:    "best-first",
		Title:   "Best-First (BFS_N)",
		Source:  "[MPS04] §3.1.2, §4.1.1",
		Version: 1,
		Doc:     "Follows the links of the pages most similar to the topic first, N at a time: quick, and hard to beat in short crawls.",
		Params: []Param{{
			Name: "n", Kind: Number, Default: "256", Min: 1, Max: 1024, Integer: true,
			Doc: "Links a batch: 1 is the greediest (naive best-first), more explores more; the paper has 1, 16, 64, 128 and 256.",
		}},
		New: func(s Setup) (Crawler, error) {
			n := s.Params.Int("n")
			return &bestFirst{
				n: n, links: frontier.NewPriority[origin](s.MaxBuffer), batch: frontier.NewFIFO[Pick](n),
				open: map[string]bool{}, done: history{}, random: s.Rand,
			}, nil
		},
	})
}

// bestFirst is the algorithm of [MPS04] Fig. 16: the best N links of the frontier are taken out as a batch and visited
// in random order; what is found meanwhile competes for the next batch.
//
// With several workers a batch ends when all its picks have ended. Members whose host is not ready wait in the batch
// while others overtake them. When only such members are left, the batch is filled up with the best links of hosts that
// are ready: a host that wants its links fetched slowly does not make the others wait. As in the paper a batch is not
// part of the frontier, which may fill up to MAX_BUFFER beside it.
//
// N = 1 has no batches: Next always gives the best links of the moment. With one worker that is [MPS04] Fig. 6 to the
// letter; more workers do not have to wait for each other's pages.
type bestFirst struct {
	n      int
	links  *frontier.Priority[origin]
	batch  *frontier.FIFO[Pick] // members not yet given, in the order of their visit
	open   map[string]bool      // members given and not yet ended
	done   history              // members of the batch are in it
	random *rand.Rand
}

func (c *bestFirst) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Score: 1, Value: seedOrigin(l)})
	}
}

func (c *bestFirst) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		p, ok := c.take(ready)
		if !ok {
			break
		}
		picks = append(picks, p)
	}
	return picks
}

func (c *bestFirst) take(ready func(host string) bool) (Pick, bool) {
	if c.n == 1 {
		it, ok := c.links.Take(ready)
		if ok {
			c.done.add(it.URL)
		}
		return similarityPick(it), ok
	}
	it, ok := c.batch.Take(ready)
	if !ok && len(c.open) == 0 {
		if c.batch.Len() == 0 {
			c.draw(anyHost)
		} else {
			c.draw(ready)
		}
		it, ok = c.batch.Take(ready)
	}
	if ok {
		c.open[it.URL] = true
	}
	return it.Value, ok
}

// draw fills the batch with the best links of those hosts.
func (c *bestFirst) draw(hosts func(host string) bool) {
	var members []Pick
	for c.batch.Len()+len(members) < c.n {
		it, ok := c.links.Take(hosts)
		if !ok {
			break
		}
		c.done.add(it.URL)
		members = append(members, similarityPick(it))
	}
	c.random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	for _, p := range members {
		c.batch.Offer(frontier.Item[Pick]{URL: p.URL, Host: p.Host, Value: p})
	}
}

// similarityPick is the pick of a link whose score is the similarity of the page on which it was found.
func similarityPick(it frontier.Item[origin]) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	if p.Parent != "" {
		p.Parts = []Part{{"similarity", it.Score}}
	}
	return p
}

func (c *bestFirst) Visited(v Visit) error {
	c.end(v.Pick.URL, v.Page.URL)
	for _, l := range v.Page.Links {
		if !c.done.has(l.URL) {
			c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Score: v.Score, Value: foundOn(v, l)})
		}
	}
	return nil
}

func (c *bestFirst) Failed(p Pick, _ error) { c.end(p.URL) }

// end closes the URLs of an outcome; the first is the pick's.
func (c *bestFirst) end(urls ...string) {
	delete(c.open, urls[0])
	c.done.close(func(url string) {
		c.batch.Remove(url)
		c.links.Remove(url)
	}, urls...)
}

func (c *bestFirst) FrontierSize() int { return c.batch.Len() + c.links.Len() }

func (c *bestFirst) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.batch.Best(c.n) {
		picks = append(picks, it.Value)
	}
	for _, it := range c.links.Best(limit) {
		picks = append(picks, similarityPick(it))
	}
	return bestOf(picks, limit)
}
