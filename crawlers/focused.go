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
		Version: 2,
		Doc:     "Sorts every page into a tree of subjects and follows the links of those that fall under the good ones. Best with a tree of your own, in which some subjects are marked good: the crawl then looks for those and not for the keywords. Without one, a tree of common subjects is built in, and the keywords become one of its categories.",
		Params: []Param{
			{Name: "focus", Kind: Choice, Default: "soft", Choices: []string{"soft", "hard"}, Doc: "soft follows the links of the most relevant pages first; hard follows those of pages on the topic alone, and so may end early."},
			{Name: "every", Kind: Number, Default: "100", Min: 0, Max: 100_000, Integer: true, Doc: "Pages between two searches for hubs, pages of many good links, whose links then go first, up to a quarter of the pages until the next search; 0 searches for none."},
		},
		Model: &Model{
			Name:  "taxonomy",
			Doc:   "A tree of categories with examples, some of them marked good: as Orbweaver saves it, as indented text, or as a browser's exported bookmarks. Pages of the good categories are looked for, and the keywords then only say how similar a page is. Without a tree, or where no category in it is marked good, a category is made of the keywords, or of the seed pages if there are no keywords.",
			Check: classify.CheckFile,
		},
		New: func(s Setup) (Crawler, error) {
			subject, err := newSubject(s.Topic, s.Model)
			if err != nil {
				return nil, fmt.Errorf("taxonomy: %w", err)
			}
			return &focused{
				hard: s.Params["focus"] == "hard", subject: subject, depths: map[string]int{},
				links: frontier.NewPriority[prospect](s.MaxBuffer), parked: frontier.NewPriority[prospect](s.MaxBuffer),
				distiller: newDistiller(s.Params.Int("every"), s.MaxBuffer),
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
// becomes an example of a category of its own, and counts as 0. All links get their new scores at once, and hard focus
// comes back to links that it has left. A link that was found on several pages has the score of the best, among those that
// the distiller keeps; of others it has the one that was best when it was found.
type focused struct {
	hard      bool
	subject   *subject
	links     *frontier.Priority[prospect]
	parked    *frontier.Priority[prospect] // links that hard focus has left since they were found; some may have been closed
	distiller *distiller
	promoted  []frontier.Item[prospect] // links of hubs, of which some may wait still
	passed    int                       // pages that were not on the topic for hard focus, when they were visited
	depths    map[string]int            // of the pages visited, whose links are offered again when they are marked
}

// prospect is a link that waits.
type prospect struct {
	origin
	relevance, hub float64
	good           bool // its page is what hard focus asks for
}

func (p *prospect) score() float64 { return p.relevance + p.hub }

func (p prospect) item(url, host string) frontier.Item[prospect] {
	return frontier.Item[prospect]{URL: url, Host: host, Score: p.score(), Value: p}
}

func (c *focused) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(prospect{origin: seedOrigin(l), relevance: 1, good: true}.item(l.URL, l.Host))
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
func (c *focused) Analyse(from Pick) func(*page.Page) any {
	tree := c.subject.classifier.Tree()
	return func(p *page.Page) any { return stand(tree, newSource(from, p)) }
}

func (c *focused) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	c.depths[v.Page.URL] = v.Pick.Depth
	if c.subject.attend(v) {
		c.rescore()
	}
	s, ok := v.Analysis.(standing)
	if !ok || s.tree != c.subject.classifier.Tree() { // something was learnt since
		s = stand(c.subject.classifier.Tree(), sourceOf(v))
	}
	s = c.subject.judged(s)
	if c.hard && !s.good {
		c.passed++
	}
	c.offer(v.Page.Links, s)
	if c.distiller.take(v, s) {
		c.distil()
	}
	return nil
}

// offer puts links of a page that stands so on the frontier, if they are to be followed.
func (c *focused) offer(links []page.Link, s standing) {
	if c.hard && !s.good {
		return
	}
	for i := range links {
		l := &links[i]
		c.links.Offer(s.prospect(l).item(l.URL, l.Host))
	}
}

// prospect is a link of a page that stands so.
func (s *standing) prospect(l *page.Link) prospect {
	return prospect{origin: s.source.origin(l), relevance: s.relevance, good: s.good}
}

func (c *focused) Failed(p Pick, _ error) { c.links.Close(p.URL) }

// Mark learns from a judgement, and scores all links anew. The page's own are offered again: hard focus may have left
// them.
func (c *focused) Mark(m Mark) {
	c.subject.take(m)
	c.rescore()
	if depth, visited := c.depths[m.Page.URL]; visited && m.Judgement != Bad {
		s := stand(c.subject.classifier.Tree(), newSource(Pick{Depth: depth}, m.Page))
		c.offer(m.Page.Links, c.subject.judged(s))
	}
}

// rescore classifies anew the pages on which the waiting links were found, and those of the distiller.
func (c *focused) rescore() {
	standings := c.subject.standings()
	anew := func(p *prospect) {
		if p.on != nil { // else it is a seed
			s := standings(p.on)
			p.relevance, p.good, p.hub = s.relevance, s.good, 0
		}
	}
	// those of which it is now so that they are to be followed, or not
	rescored := func(links *frontier.Priority[prospect], followed bool) (changed []frontier.Item[prospect]) {
		if c.hard {
			for it := range links.All() {
				if anew(&it.Value); c.follows(&it.Value) == followed {
					changed = append(changed, it.Value.item(it.URL, it.Host))
				}
			}
		}
		links.RescoreAll(func(_ string, _ float64, p *prospect) float64 {
			anew(p)
			return p.score()
		})
		return changed
	}
	left, found := rescored(c.links, false), rescored(c.parked, true)
	for _, it := range left {
		c.park(it)
	}
	c.distiller.rescore(standings)
	c.offerAgain(func(string) bool { return true })
	for _, it := range found {
		c.parked.Remove(it.URL)
		c.links.Offer(it)
	}
	for i, it := range c.promoted {
		hub := it.Value.hub
		if anew(&it.Value); it.Value.relevance > 0 { // else the page was marked bad
			it.Value.hub = hub
			c.links.Offer(it.Value.item(it.URL, it.Host))
		}
		c.promoted[i].Value.hub = hub
	}
}

// follows says whether a link is to be followed.
func (c *focused) follows(p *prospect) bool { return !c.hard || p.good || p.hub > 0 }

// park takes a link that is not to be followed out of those that wait, to come back to it when its page stands better.
func (c *focused) park(it frontier.Item[prospect]) {
	c.links.Remove(it.URL)
	c.parked.Offer(it)
}

// offerAgain offers links of the pages that the distiller keeps: they may speak for a link that another page had.
func (c *focused) offerAgain(wanted func(url string) bool) {
	for it := range c.distiller.pages.All() {
		s := it.Value.standing
		if s.relevance == 0 {
			continue
		}
		var links []page.Link
		for _, l := range it.Value.links {
			if wanted(l.URL) {
				links = append(links, l)
			}
		}
		c.offer(links, s)
	}
}

// distil gives the links of the best hubs the first places, in place of those of the hubs before. With hard focus they
// are followed whatever else is on the hub, but not when it is none any more.
func (c *focused) distil() {
	demoted := map[string]bool{}
	for _, it := range c.promoted {
		if it, waits := c.links.Get(it.URL); waits {
			demoted[it.URL] = true
			it.Value.hub = 0
			if it = it.Value.item(it.URL, it.Host); c.follows(&it.Value) {
				c.links.Rescore(it)
			} else {
				c.park(it)
			}
		}
	}
	c.promoted = nil
	if len(demoted) > 0 {
		c.offerAgain(func(url string) bool { return demoted[url] })
	}
	for _, h := range c.distiller.hubs() {
		for i := range h.links {
			l := &h.links[i]
			if len(c.promoted) == c.distiller.quota() {
				return
			}
			if !c.links.Closed(l.URL) {
				p := h.standing.prospect(l)
				p.hub = 1 + h.score
				it := p.item(l.URL, l.Host)
				c.links.Offer(it)
				c.promoted = append(c.promoted, it)
			}
		}
	}
}

// LeftOut says how few pages hard focus has taken links from.
func (c *focused) LeftOut() string {
	if c.passed == 0 {
		return ""
	}
	if c.passed >= len(c.depths) {
		return "hard focus follows links of pages on the topic alone, and no page read was on it; soft focus goes on"
	}
	return fmt.Sprintf("hard focus follows links of pages on the topic alone (not on it: %d of %d pages read); soft focus goes on", c.passed, len(c.depths))
}

func (c *focused) FrontierSize() int { return c.links.Len() }

func (c *focused) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, prospectPick(it))
	}
	return picks
}
