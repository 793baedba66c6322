package crawlers

import (
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
			return &bestFirst{newRelevance(s.Topic), newBatches[origin](s.Params.Int("n"), s)}, nil
		},
	})
}

// bestFirst is the algorithm of [MPS04] Fig. 16: a link's score is the similarity of the page on which it was found, and
// the best N are visited as a batch. Seeds have 1.
//
// Marks change what pages are compared with (Rocchio). All links get the similarity of their page to the new profile.
type bestFirst struct {
	relevance
	batches[origin]
}

func (c *bestFirst) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Score: 1, Value: seedOrigin(l)})
	}
}

func (c *bestFirst) Next(n int, ready func(host string) bool) []Pick {
	return similarityPicks(c.next(n, ready))
}

// similarityPicks are picks of links whose score is the similarity of the page on which they were found.
func similarityPicks(links []frontier.Item[origin]) []Pick {
	var picks []Pick
	for _, it := range links {
		p := it.Value.pick(it.URL, it.Host, it.Score)
		if p.Parent != "" {
			p.Parts = []Part{{"similarity", it.Score}}
		}
		picks = append(picks, p)
	}
	return picks
}

func (c *bestFirst) Visited(v Visit) error {
	c.end(v.Pick.URL, v.Page.URL)
	similarity, on := c.similarity(v), sourceOf(v)
	keys := c.keys(v)
	c.links.Expect(keys, func(int) float64 { return similarity })
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		c.links.Offer(frontier.Item[origin]{URL: l.URL, Host: l.Host, Score: similarity, Value: on.origin(l), Key: keys[i]})
	}
	return nil
}

func (c *bestFirst) Failed(p Pick, _ error) { c.end(p.URL) }

// Mark learns from a judgement and scores all waiting links anew.
func (c *bestFirst) Mark(m Mark) {
	c.learn(m)
	c.rescore(func(_ string, score float64, o *origin) float64 {
		if o.on != nil { // else it is a seed
			score = o.on.similarityTo(c.profile)
		}
		return score
	})
}

func (c *bestFirst) FrontierSize() int { return c.size() }

func (c *bestFirst) Best(limit int) []Pick { return bestOf(similarityPicks(c.best(limit)), limit) }
