package crawlers

import (
	"fmt"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
)

func init() {
	Register(Family{
		Name:    "focused",
		Title:   "Focused crawler",
		Source:  "[PSM04] §3.3",
		Version: 1,
		Doc:     "Sorts every page into a tree of subjects and follows the links of those that fall under the good ones. Best with a tree of your own; without one, a tree of common subjects is built in, and the keywords become one of its categories.",
		Params: []Param{
			{Name: "focus", Kind: Choice, Default: "soft", Choices: []string{"soft", "hard"}, Doc: "soft follows the links of the most relevant pages first; hard follows those of pages on the topic alone, and so may end early."},
			{Name: "every", Kind: Number, Default: "100", Min: 0, Max: 100_000, Integer: true, Doc: "Pages between two searches for hubs, pages of many good links, whose links then go first; 0 searches for none."},
		},
		Model: &Model{
			Name:  "taxonomy",
			Doc:   "A tree of categories with examples, some of them marked good: as Orbweaver saves it, as indented text, or as a browser's exported bookmarks. Without one, or where none is marked good, a category is made of the keywords, or of the seed pages if there are no keywords.",
			Check: classify.CheckFile,
		},
		New: func(s Setup) (Crawler, error) {
			subject, err := newSubject(s.Topic, s.Model)
			if err != nil {
				return nil, fmt.Errorf("taxonomy: %w", err)
			}
			return &focused{
				hard: s.Params["focus"] == "hard", subject: subject, depths: map[string]int{},
				links: frontier.NewPriority[prospect](s.MaxBuffer), distiller: newDistiller(s.Params.Int("every"), s.MaxBuffer),
			}, nil
		},
	})
}

// focused is the crawler of Chakrabarti and others. A page's relevance R(p) is the probability that it belongs into a
// good category,
//
//	R(p) = Σ_{c good} Pr(c|p)
//
// by naive Bayes down the tree (package classify). With soft focus a link's score is R of the page on which it was found;
// with hard focus it is the same, and links are followed only if the best leaf of that page has a good category at or
// above it. Seeds have 1. Every so many pages the distiller looks for hubs, whose links get more:
//
//	score = relevance + hub,  hub = 1 + the page's hub score, the best hub's being 1; 0 for links of all other pages
//
// A page marked good becomes an example of the good category it is most like, and counts as relevance 1; one marked bad
// becomes an example of a category of its own, and counts as 0. All links get their new scores at once. Of a link that was
// found on several pages the best was kept, by the scores of then.
type focused struct {
	hard      bool
	subject   *subject
	links     *frontier.Priority[prospect]
	distiller *distiller
	promoted  []string       // links of hubs, of which some may wait still
	depths    map[string]int // of the pages visited, whose links are offered again when they are marked good
}

// prospect is a link that waits.
type prospect struct {
	origin
	relevance, hub float64
}

func (p prospect) item(url, host string) frontier.Item[prospect] {
	return frontier.Item[prospect]{URL: url, Host: host, Score: p.relevance + p.hub, Value: p}
}

func (c *focused) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(prospect{origin: seedOrigin(l), relevance: 1}.item(l.URL, l.Host))
	}
}

func (c *focused) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		picks = append(picks, prospectPick(it))
	}
	return picks
}

func prospectPick(it frontier.Item[prospect]) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	if p.Parent != "" {
		p.Parts = []Part{{"relevance", it.Value.relevance}}
	}
	if it.Value.hub > 0 {
		p.Parts = append(p.Parts, Part{"hub", it.Value.hub})
	}
	return p
}

// Analyse classifies a page by what is known now.
func (c *focused) Analyse(Pick) func(*page.Page) any {
	tree := c.subject.classifier.Tree()
	return func(p *page.Page) any { return stand(tree, newSource(p)) }
}

func (c *focused) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	c.depths[v.Page.URL] = v.Pick.Depth
	if c.subject.attend(v) {
		c.rescore()
	}
	s, ok := v.Analysis.(standing)
	if !ok || s.tree != c.subject.classifier.Tree() { // something was learnt since
		s = stand(c.subject.classifier.Tree(), newSource(v.Page))
	}
	s = c.subject.judged(v.Page.URL, s)
	c.offer(v, s)
	if c.distiller.take(v, s) {
		c.distil()
	}
	return nil
}

// offer puts the links of a page on the frontier, if they are to be followed.
func (c *focused) offer(v Visit, s standing) {
	if c.hard && !s.good {
		return
	}
	for _, l := range v.Page.Links {
		p := prospect{origin: foundOn(v, l), relevance: s.relevance}
		p.source = s.source
		c.links.Offer(p.item(l.URL, l.Host))
	}
}

func (c *focused) Failed(p Pick, _ error) { c.links.Close(p.URL) }

// Mark learns from a judgement, and scores all links anew. The links of a page marked good are offered again: hard focus
// may have left them.
func (c *focused) Mark(m Mark) {
	c.subject.take(m)
	c.rescore()
	if depth, visited := c.depths[m.Page.URL]; visited && m.Judgement == Good {
		s := stand(c.subject.classifier.Tree(), newSource(m.Page))
		c.offer(Visit{Pick: Pick{Depth: depth}, Page: m.Page}, c.subject.judged(m.Page.URL, s))
	}
}

// rescore classifies anew the pages on which the waiting links were found, and those of the distiller. With hard focus
// the links of pages that are no longer good are dropped.
func (c *focused) rescore() {
	standings := c.subject.standings()
	var dropped []string
	c.links.RescoreAll(func(it frontier.Item[prospect]) frontier.Item[prospect] {
		p := it.Value
		if p.source == nil {
			return it
		}
		s := standings(p.parent, p.source)
		if s.relevance == 0 { // the page was marked bad: not even a hub's links go first then
			p.hub = 0
		}
		if c.hard && !s.good && p.hub == 0 {
			dropped = append(dropped, it.URL)
		}
		p.relevance = s.relevance
		return p.item(it.URL, it.Host)
	})
	for _, url := range dropped {
		c.links.Remove(url)
	}
	c.distiller.rescore(standings)
}

// distil gives the links of the best hubs the first places, in place of those of the hubs before. With hard focus they
// are followed whatever else is on the hub.
func (c *focused) distil() {
	for _, url := range c.promoted {
		if it, waits := c.links.Get(url); waits {
			it.Value.hub = 0
			c.links.Rescore(it.Value.item(url, it.Host))
		}
	}
	c.promoted = nil
	for _, h := range c.distiller.hubs() {
		v := Visit{Pick: Pick{Depth: h.depth}, Page: &page.Page{URL: h.url}}
		for _, l := range h.links {
			if len(c.promoted) == c.distiller.quota() {
				return
			}
			if !c.links.Closed(l.URL) {
				p := prospect{origin: foundOn(v, l), relevance: h.relevance, hub: 1 + h.score}
				p.source = h.source
				c.links.Offer(p.item(l.URL, l.Host))
				c.promoted = append(c.promoted, l.URL)
			}
		}
	}
}

func (c *focused) FrontierSize() int { return c.links.Len() }

func (c *focused) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, prospectPick(it))
	}
	return picks
}
