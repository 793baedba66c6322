package crawlers

import (
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

func init() {
	Register(Family{
		Name:    "shark-search",
		Title:   "Shark-Search (Shark_N)",
		Source:  "[MPS04] §3.1.4, §4.1.2; [PSM04] §3.2",
		Version: 1,
		Doc:     "Tells the links of a page apart by their words and the words around them, and leaves regions that stay off the topic.",
		Params: []Param{
			{Name: "gamma", Kind: Number, Default: "0.1", Min: 0, Max: 1, Doc: "Weight of what a link inherits from the pages on its way; the rest is what its own words say."},
			{Name: "beta", Kind: Number, Default: "0.8", Min: 0, Max: 1, Doc: "Weight of a link's own text; the rest is the text around it."},
			{Name: "delta", Kind: Number, Default: "0.5", Min: 0, Max: 1, Doc: "What is left of a similarity a link further on: less forgets faster."},
			{Name: "depth", Kind: Number, Default: "3", Min: 1, Max: 1000, Integer: true, Doc: "Pages off the topic that are passed through on one way: more looks further behind them."},
			{Name: "n", Kind: Number, Default: "1", Min: 1, Max: 1024, Integer: true, Doc: "Links a batch: 1 is the greediest, more explores more; the paper has 1, 16, 64, 128 and 256."},
		},
		New: func(s Setup) (Crawler, error) {
			return &sharkSearch{
				relevance: newRelevance(s.Topic), batches: newBatches[scent](s.Params.Int("n"), s), left: map[string]leftPage{},
				gamma: s.Params.Float("gamma"), beta: s.Params.Float("beta"), delta: s.Params.Float("delta"), depth: s.Params.Int("depth"),
			}, nil
		},
	})
}

// sharkSearch is the algorithm of [MPS04] Fig. 17, of which Fig. 8 is the case N = 1. With the scores of [PSM04] §3.2,
//
//	score     = γ·inherited + (1−γ)·(β·anchor + (1−β)·context)
//	inherited = δ·sim(q,page) if sim(q,page) > 0, else δ·inherited(page)
//	anchor    = sim(q, anchor text)
//	context   = 1 if anchor > 0, else sim(q, anchor text and the words around it)
//
// where page is the one on which the link was found. Seeds have the score 1 and inherit nothing. A link's remaining depth
// is d when it was found on a page with sim > 0, else one less than its page's; links on pages of depth 0 are not
// followed. A link found again keeps the better score and the greater depth.
//
// Marks change q (Rocchio), and with good ones "sim > 0" is read as relevance.learn says: a profile has words that many
// pages share. A page judged good counts as sim > 0 and one judged bad as sim = 0, whatever its similarity. All links are
// scored anew; none loses depth. What a page had itself inherited stays. Links that were not followed come back when their
// page is judged good.
type sharkSearch struct {
	relevance
	batches[scent]
	gamma, beta, delta float64
	depth              int
	left               map[string]leftPage // by URL: the pages whose links were not followed
}

// leftPage is what is kept of a page of remaining depth 0.
type leftPage struct {
	inherited float64
	fromSeed  int // links
}

// scent is what is kept of a link: where it comes from, and what its score is made of.
type scent struct {
	*trace
	from      *trail // the page on which it was found; nil for seeds
	nearby    nearby
	inherited float64
	remaining int // depth
}

// trace is what a page says of a link. It lies by itself, so that a frontier has little to move.
type trace struct {
	raw, anchor string
	words       vicinity
}

// trail is a page that links were found on, and how it was reached.
type trail struct {
	source
	inherited float64
	remaining int
}

// vicinity is the words of a link, by which it is judged.
type vicinity struct{ anchor, context []string }

// nearby is what they say.
type nearby struct{ anchor, context float64 }

func (w vicinity) judge(q text.Excerpt) nearby {
	if anchor := q.Similarity(w.anchor); anchor > 0 {
		return nearby{anchor, 1}
	}
	return nearby{0, q.Similarity(w.context)}
}

// sniffed is the Analysis of a page.
type sniffed struct {
	assessment
	traces []*trace // of each of its links
	links  []nearby
}

// Analyse compares a page, its anchors and their contexts with the profile as it is now.
func (c *sharkSearch) Analyse(Pick) func(*page.Page) any {
	profile := c.profile
	return func(p *page.Page) any { return sniff(profile, p) }
}

func sniff(profile *text.Profile, p *page.Page) sniffed {
	s := sniffed{assess(profile, p), make([]*trace, len(p.Links)), make([]nearby, len(p.Links))}
	here := profile.On(p.Lang, p.Vector)
	size := 0
	for _, l := range p.Links {
		size += 2*p.Window + len(l.Words)
	}
	arena := make([]string, 0, size) // so that a waiting link does not keep all words of its page
	for i, l := range p.Links {
		before, anchor, after := p.Context(l)
		from := len(arena)
		arena = after.AppendTo(append(before.AppendTo(arena), anchor...))
		s.traces[i] = &trace{l.Raw, l.Anchor, vicinity{anchor, arena[from:len(arena):len(arena)]}}
		s.links[i] = s.traces[i].words.judge(here)
	}
	return s
}

func (c *sharkSearch) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[scent]{URL: l.URL, Host: l.Host, Score: 1, Value: scent{trace: &trace{raw: l.Raw, anchor: l.Anchor}, remaining: c.depth}})
	}
}

func (c *sharkSearch) Next(n int, ready func(host string) bool) []Pick {
	return c.picks(c.next(n, ready))
}

func (c *sharkSearch) picks(links []frontier.Item[scent]) []Pick {
	var picks []Pick
	for _, it := range links {
		s := &it.Value
		from := origin{raw: s.raw, anchor: s.anchor}
		if s.from != nil {
			from.on = &s.from.source
		}
		p := from.pick(it.URL, it.Host, it.Score)
		if s.from != nil {
			p.Parts = []Part{{"gamma", c.gamma}, {"inherited", s.inherited}, {"beta", c.beta}, {"anchor", s.nearby.anchor}, {"context", s.nearby.context}, {"depth", float64(s.remaining)}}
		}
		picks = append(picks, p)
	}
	return picks
}

func (c *sharkSearch) Visited(v Visit) error {
	on, known := c.end(v.Pick.URL, v.Page.URL)
	if !known { // a pick of an older version: like a seed
		on = scent{remaining: c.depth}
	}
	if on.remaining == 0 {
		c.left[v.Page.URL] = leftPage{on.inherited, v.Pick.Depth}
		return nil
	}
	s, ok := v.Analysis.(sniffed)
	if !ok || s.profile != c.profile || len(s.links) != len(v.Page.Links) {
		s = sniff(c.profile, v.Page)
	}
	similarity := s.similarity
	if len(c.marks) == 0 {
		similarity = v.Score
	}
	c.follow(v, s, similarity, on.inherited, on.remaining)
	return nil
}

// follow puts the links of a page on the frontier, which itself inherited that much and had that depth.
func (c *sharkSearch) follow(v Visit, s sniffed, similarity, had float64, depth int) {
	from := &trail{*sourceOf(v), had, depth}
	inherited, remaining := c.hand(v.Page.URL, from, similarity)
	c.links.ExpectAll(s.keys, func(i int) float64 { return c.score(s.links[i], inherited) })
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		found := scent{s.traces[i], from, s.links[i], inherited, remaining}
		c.offer(frontier.Item[scent]{URL: l.URL, Host: l.Host, Score: c.score(found.nearby, inherited), Value: found, Key: s.keys[i]})
	}
}

// hand is what a page hands down to its links.
func (c *sharkSearch) hand(url string, p *trail, similarity float64) (inherited float64, remaining int) {
	if c.isRelevant(url, similarity) {
		return c.delta * similarity, c.depth
	}
	return c.delta * p.inherited, p.remaining - 1
}

func (c *sharkSearch) score(n nearby, inherited float64) float64 {
	return c.gamma*inherited + (1-c.gamma)*(c.beta*n.anchor+(1-c.beta)*n.context)
}

// offer puts a link on the frontier. One that is there keeps the better score and the greater depth.
func (c *sharkSearch) offer(it frontier.Item[scent]) {
	if old := c.links.ValueOf(it.Key, it.URL); old != nil {
		deeper := max(old.remaining, it.Value.remaining)
		old.remaining, it.Value.remaining = deeper, deeper
	}
	c.links.Offer(it)
}

func (c *sharkSearch) Failed(p Pick, _ error) { c.end(p.URL) }

// Mark learns from a judgement, scores all waiting links anew, and follows what a good page was not followed for before.
func (c *sharkSearch) Mark(m Mark) {
	c.learn(m)
	news := map[*trail]bequest{}
	c.rescore(func(_ string, score float64, s *scent) float64 {
		if s.from == nil { // a seed
			return score
		}
		now, known := news[s.from]
		if !known {
			now.here = c.profile.On(s.from.lang, s.from.vector)
			now.inherited, now.remaining = c.hand(s.from.url, s.from, s.from.similarityTo(c.profile))
			news[s.from] = now
		}
		s.inherited, s.remaining = now.inherited, max(s.remaining, now.remaining)
		s.nearby = s.words.judge(now.here)
		return c.score(s.nearby, s.inherited)
	})
	if page, left := c.left[m.Page.URL]; left && m.Judgement == Good {
		delete(c.left, m.Page.URL)
		s := sniff(c.profile, m.Page)
		c.follow(Visit{Pick: Pick{Depth: page.fromSeed}, Page: m.Page}, s, s.similarity, page.inherited, 0)
	}
}

// bequest is what a page has for its links after a mark.
type bequest struct {
	here      text.Excerpt
	inherited float64
	remaining int
}

// LeftOut says which ways were given up.
func (c *sharkSearch) LeftOut() string { return givenUp(len(c.left), c.depth) }

func (c *sharkSearch) FrontierSize() int { return c.size() }

func (c *sharkSearch) Best(limit int) []Pick { return bestOf(c.picks(c.best(limit)), limit) }
