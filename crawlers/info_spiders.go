package crawlers

import (
	"math/rand/v2"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

func init() {
	Register(Family{
		Name:    "infospiders",
		Title:   "InfoSpiders",
		Source:  "[MPS04] §3.1.5; [PSM04] §5.1",
		Version: 2,
		Doc:     "A population of spiders, each with keywords and a neural net of its own, that learn where to go and have young where it is good: for longer crawls.",
		Params: []Param{
			{Name: "alpha", Kind: Number, Default: "0.5", Min: 0, Max: 1, Doc: "Weight of the page's similarity in a link's score; the rest is the neural net's."},
			{Name: "beta", Kind: Number, Default: "5", Min: 0, Max: 1000, Doc: "Greediness of the choice of links: 0 chooses blindly, more prefers good scores more."},
			{Name: "theta", Kind: Number, Default: "2", Min: 0, Max: 1e6, Doc: "Energy above which a spider has a child: more makes births rarer."},
			{Name: "max-pop", Kind: Number, Default: "8", Min: 1, Max: 1000, Integer: true, Doc: "Most spiders; those of the start count, and are never fewer for it."},
			{Name: "temperature", Kind: Number, Default: "0.1", Min: 0.0001, Max: 1000, Doc: "How readily a spider moves to a page worse than the one it sits on."},
			{Name: "learning-rate", Kind: Number, Default: "0.5", Min: 0, Max: 100, Doc: "Step of the neural net's learning: more learns faster and forgets faster."},
			{Name: "learning", Kind: Switch, Default: "on", Doc: "Spiders learn from every page; off keeps all nets as they start."},
			{Name: "evolution", Kind: Switch, Default: "on", Doc: "Spiders have young; off keeps the population of the start."},
			{Name: "spider-a-seed", Kind: Switch, Default: "on", Doc: "Every seed gets a spider, as in MySpiders; off starts one spider with all seeds, as in the paper's experiments."},
		},
		New: func(s Setup) (Crawler, error) {
			return &infoSpiders{
				alpha: s.Params.Float("alpha"), beta: s.Params.Float("beta"), theta: s.Params.Float("theta"),
				temperature: s.Params.Float("temperature"), rate: s.Params.Float("learning-rate"), maxPop: s.Params.Int("max-pop"),
				learning: s.Params.On("learning"), evolution: s.Params.On("evolution"), spiderASeed: s.Params.On("spider-a-seed"),
				topic: s.Topic, maxBuffer: s.MaxBuffer, random: s.Rand, open: map[string]hunt{}, done: newHistory(),
			}, nil
		},
	})
}

// infoSpiders is the algorithm of [MPS04] Fig. 10.
//
// Spiders take turns in order of birth, each turn one pick. A spider that has nothing, or nothing of a ready host, is
// passed over. With several workers the spiders with the fewest picks under way go first, which is one pick a spider
// side by side as long as there are enough spiders for the workers; a spider has several picks under way only when
// there are not. With one worker the order is the pseudocode's.
//
// A user's marks take part in what a spider looks for: its keywords become a profile (Rocchio) to which pages are
// compared instead, for its energy, as the target of its learning, when it moves, and in the scores of its links. The
// words that its perceptron looks for around links stay its keywords: a spider gets new ones by birth alone.
type infoSpiders struct {
	alpha, beta, theta, temperature, rate float64
	maxPop                                int
	learning, evolution, spiderASeed      bool

	topic     Topic
	maxBuffer int
	random    *rand.Rand

	spiders []*spider // in order of birth; the number of the first is 1
	turn    int       // index of the spider whose turn it is
	open    map[string]hunt
	done    *history
	pages   int

	marks    marks
	feedback text.Feedback // of the marks
}

// hunt is a pick under way: whose it is, and what the perceptron saw.
type hunt struct {
	spider *spider
	inputs []float64
}

// Seed starts one spider, or one a seed with MAX_BUFFER shared out. There are never more spiders than MAX_BUFFER has
// links: further seeds are dealt out as well, and dropped where they do not fit.
func (c *infoSpiders) Seed(links []page.Link) {
	population := 1
	if c.spiderASeed {
		population = max(1, min(len(links), c.maxBuffer))
	}
	c.maxPop = max(c.maxPop, population)
	keywords := c.topic.Query.Keywords()
	for i := range population {
		share := c.maxBuffer / population
		if i < c.maxBuffer%population {
			share++
		}
		c.spiders = append(c.spiders, newSpider(i+1, keywords, newPerceptron(len(keywords)), share, c.beta, c.feedback))
	}
	for i, l := range links {
		c.spiders[i%population].frontier.Offer(frontier.Item[lead]{URL: l.URL, Host: l.Host, Score: 1, Value: lead{origin: seedOrigin(l)}})
	}
}

func (c *infoSpiders) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		s, it, ok := c.take(ready)
		if !ok {
			break
		}
		c.close(it.URL)
		c.open[it.URL] = hunt{s, it.Value.inputs}
		s.open++
		picks = append(picks, s.pick(it, c.alpha))
	}
	return picks
}

// take finds the next spider that has a link of a ready host, and draws the link.
func (c *infoSpiders) take(ready func(host string) bool) (*spider, frontier.Item[lead], bool) {
	for open := 0; open <= len(c.open); open++ {
		for i := range c.spiders {
			at := (c.turn + i) % len(c.spiders)
			s := c.spiders[at]
			if s.open != open || s.frontier.Len() == 0 {
				continue
			}
			if it, ok := s.frontier.Take(c.random, ready); ok {
				c.turn = at + 1
				return s, it, true
			}
		}
	}
	return nil, frontier.Item[lead]{}, false
}

// close purges a URL that is fetched, or about to be, from the frontiers of all spiders.
func (c *infoSpiders) close(urls ...string) {
	c.done.close(func(k frontier.Key, url string) {
		for _, s := range c.spiders {
			s.frontier.RemoveBy(k, url)
		}
	}, urls...)
}

func (c *infoSpiders) Visited(v Visit) error {
	c.pages++
	h := c.end(v.Pick)
	c.close(v.Page.URL)
	s := h.spider
	found, ok := v.Analysis.(prey)
	if !ok || found.profile != s.profile || len(found.inputs) != len(v.Page.Links) {
		found = s.hunter().examine(v.Page)
	}
	s.collect(found.similarity)
	if c.learning {
		s.net.train(h.inputs, found.similarity, c.rate)
	}
	s.enqueue(v, found, c.alpha, c.done)
	s.move(v.Page, found.similarity, c.temperature, c.random)
	if c.evolution && s.energy > c.theta && len(c.spiders) < c.maxPop && s.frontier.Limit() > 1 {
		c.spiders = append(c.spiders, s.bear(len(c.spiders)+1, c.pages, c.beta, c.feedback))
	}
	return nil
}

func (c *infoSpiders) Failed(p Pick, _ error) { c.end(p) }

// end returns what was known of a pick, and closes it. A pick that this crawler never gave goes to the spider it names,
// or else to the first, with the inputs of the link if that spider has it.
func (c *infoSpiders) end(p Pick) hunt {
	h, ours := c.open[p.URL]
	if ours {
		delete(c.open, p.URL)
		h.spider.open--
		return h
	}
	h.spider = c.named(p)
	it, _ := h.spider.frontier.Get(p.URL)
	h.inputs = it.Value.inputs
	c.close(p.URL)
	return h
}

// named is the spider that a pick names, or else the first.
func (c *infoSpiders) named(p Pick) *spider {
	if p.Spider > 0 && p.Spider <= len(c.spiders) {
		return c.spiders[p.Spider-1]
	}
	return c.spiders[0]
}

// Analyse compares a page and the surroundings of its links with what the spider looks for that has picked it.
func (c *infoSpiders) Analyse(p Pick) func(*page.Page) any {
	hunter := c.named(p).hunter()
	return func(p *page.Page) any { return hunter.examine(p) }
}

// Mark changes what every spider looks for, and scores its waiting links anew.
func (c *infoSpiders) Mark(m Mark) {
	c.marks.take(m)
	c.feedback = c.marks.feedback()
	for _, s := range c.spiders {
		s.learn(c.feedback, c.alpha)
	}
}

// Spiders returns the population in order of birth.
func (c *infoSpiders) Spiders() []Spider {
	population := make([]Spider, len(c.spiders))
	for i, s := range c.spiders {
		population[i] = s.snapshot()
	}
	return population
}

func (c *infoSpiders) FrontierSize() int {
	size := 0
	for _, s := range c.spiders {
		size += s.frontier.Len()
	}
	return size
}

func (c *infoSpiders) Best(limit int) []Pick {
	var picks []Pick
	for _, s := range c.spiders {
		for _, it := range s.frontier.Best(limit) {
			picks = append(picks, s.pick(it, c.alpha))
		}
	}
	return bestOf(picks, limit)
}
