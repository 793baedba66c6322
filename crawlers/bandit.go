package crawlers

import (
	"slices"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
	"orbweaver/crawlers/webgraph"
)

func init() {
	Register(Family{
		Name:    "bandit",
		Title:   "Adaptive (bandit)",
		Source:  "[GMS14]",
		Version: 2,
		Doc:     "Guesses how good a page is from the pages and words that link to it, in several ways, and goes the way that has paid best lately: for long crawls of which little is known.",
		Params: []Param{
			{
				Name: "estimator", Kind: Choice, Default: "mab-var", Choices: estimators(),
				Doc: "How links are judged: mab-* choose among the fl-* and lr-fl by what each has found; fl-* and sl-* sum scores of pages and links near by; lr-* learn weights for these sums; nr and opic rank by links; bfs goes by distance.",
			},
			{Name: "epsilon", Kind: Number, Default: Auto, Min: 0, Max: 1, Auto: true, Doc: "mab-*: share of the picks for which an estimator is tried at random; auto is the paper's: 0.2 for mab-var, with reset 1000 it has 0.1; 0.1 for mab-e and mab-e-first."},
			{Name: "reset", Kind: Number, Default: "200", Min: 1, Max: 1e6, Integer: true, Doc: "mab-var: picks after which estimators are compared anew, more when the same one keeps winning; mab-e-first: picks that are planned for, so write the pages that you want to crawl."},
			{Name: "eta", Kind: Number, Default: "0.5", Min: 0.1, Max: 1, Doc: "nr: weight of a page's own score; the rest is what it gets from the pages around it."},
			{Name: "strategy", Kind: Choice, Default: "greedy", Choices: []string{"greedy", "altered-greedy"}, Doc: "greedy takes the best link, altered-greedy sometimes another good one."},
			{Name: "q", Kind: Number, Default: "0.8", Min: 0, Max: 1, Doc: "altered-greedy: probability with which it takes the best link all the same."},
			{Name: "zeta", Kind: Number, Default: "0.8", Min: 0, Max: 1, Doc: "altered-greedy: how good the others must be, as a share of the best: 0 takes any link."},
			{Name: "batch", Kind: Number, Default: "1", Min: 1, Max: 1024, Integer: true, Doc: "Links chosen at a time, before their pages are learnt from: more is worse."},
		},
		New: newBandit,
	})
}

// estimators are those that a crawl of the Web can use.
func estimators() []string {
	return slices.DeleteFunc(webgraph.Names(), func(name string) bool { return name == "oracle" })
}

// bandit is the crawler of [GMS14] §8.3 on the Web: the graph is that of pages and links, β of a page its similarity to
// the topic, α of a link the similarity of its context to the topic. A link's score is the value that the estimator
// which chose it (the Pick's Arm) gives it:
//
//	fl-*      log(1+x) of its part x among fl-deg = Σ 1, fl-n = Σ β(u), fl-e = Σ α(u,v), fl-ne = Σ β(u)·α(u,v), over the pages u with that link
//	sl-*      log(1+x) of the same sums over the other pages that those pages link to
//	lr-*      intercept + Σ of its other parts, which are learnt weights times log(1+x)
//	opic      (history + cash) / (total + 1)
//	nr        (1 − eta) · offspring / parents
//	bfs       1 / (distance + 1)
//
// Seeds go first, with a score of 1 and no parts.
//
// MAX_BUFFER is kept by dropping the links with the least Σ β(u)·(1+α(u,v)), whatever the estimator. A link that is offered
// again by a later page after it was dropped starts anew, without its former pages. A link that is no better than the
// worst of a full frontier does not become part of the graph.
//
// A page that a redirect led to is the node of the link that was followed. A failed pick rewards its arm with 0, and is
// no page of the graph. A page marked good has β = 1 from then on and one marked bad β = 0, as if it had been so when the
// page was fetched: in the sums, in what regressions have learnt from it, and in the mean of the arm that chose it.
type bandit struct {
	topic   Topic
	crawl   *webgraph.Crawl
	index   *frontier.Index // of names
	names   []name
	spare   []int32  // numbers of names that are no more
	nodes   []int32  // by node: the number of its name; of no meaning once it was dropped
	hosts   []string // by group
	groups  map[string]int32
	scores  map[int32]float64 // of pages that are marked, by node
	links   []target          // of the page at hand
	touched int               // of no meaning: what is looked at ahead must be made use of
	edges   []webgraph.Edge   // of the page at hand
	due     *webgraph.Homework
}

// name is a URL that stands for a node: all but those of links that were dropped or refused.
type name struct {
	url  string
	node int32
	key  frontier.Key // of the URL
	from *origin      // of a link that waits or is under way; else nil
}

// outlinks is the Analysis of a page: what is made of its links, and homework that was done on the way; nil where there was none.
type outlinks struct {
	all []outlink
	due *webgraph.Homework
}

// outlink is what the Analyser makes of a link.
type outlink struct {
	alpha float64
	key   frontier.Key // of its URL
	from  *origin
}

// target is what is known of the URL of a link.
type target struct {
	number int32 // of the name it has, most probably; -1 = none
	node   int32
	known  bool
}

func newBandit(s Setup) (Crawler, error) {
	epsilon := webgraph.Epsilon(s.Params["estimator"])
	if s.Params["epsilon"] != Auto {
		epsilon = s.Params.Float("epsilon")
	}
	crawl, err := webgraph.NewCrawl(webgraph.Options{
		Estimator: s.Params["estimator"], Epsilon: epsilon, Reset: s.Params.Int("reset"), Eta: s.Params.Float("eta"),
		Altered: s.Params["strategy"] == "altered-greedy", Q: s.Params.Float("q"), Zeta: s.Params.Float("zeta"),
		Batch: s.Params.Int("batch"), Limit: s.MaxBuffer, Rand: s.Rand,
	})
	if err != nil {
		return nil, err
	}
	c := &bandit{topic: s.Topic, crawl: crawl, groups: map[string]int32{}, scores: map[int32]float64{}}
	c.index = frontier.NewIndex(func(number int32) string { return c.names[number].url })
	return c, nil
}

func (c *bandit) Seed(links []page.Link) {
	for _, l := range links {
		k := frontier.KeyOf(l.URL)
		if _, known := c.find(k, l.URL); !known {
			from := seedOrigin(l)
			c.forget(c.crawl.Seed(c.add(k, l.URL, l.Host, &from)))
		}
	}
}

// find is the node of a URL.
func (c *bandit) find(k frontier.Key, url string) (v int32, known bool) {
	number, known := c.index.Find(k, url)
	if !known {
		return 0, false
	}
	return c.names[number].node, true
}

// add makes a node of a URL that has none.
func (c *bandit) add(k frontier.Key, url, host string, from *origin) int32 {
	group, known := c.groups[host]
	if !known {
		group = int32(len(c.hosts)) // #nosec G115 -- hosts in memory, fewer than 2³¹
		c.groups[host] = group
		c.hosts = append(c.hosts, host)
	}
	v := int32(len(c.nodes)) // #nosec G115 -- nodes in memory, fewer than 2³¹
	c.nodes = append(c.nodes, c.call(name{url, v, k, from}))
	c.crawl.Graph().Grow(v, group)
	return v
}

// call adds a name and returns its number.
func (c *bandit) call(n name) (number int32) {
	if last := len(c.spare) - 1; last >= 0 {
		number, c.spare = c.spare[last], c.spare[:last]
		c.names[number] = n
	} else {
		number = int32(len(c.names)) // #nosec G115 -- names in memory, fewer than 2³¹
		c.names = append(c.names, n)
	}
	c.index.Put(n.key, number)
	return number
}

// forget makes URLs of nodes that were dropped unknown again.
func (c *bandit) forget(dropped []int32) {
	for _, v := range dropped {
		number := c.nodes[v]
		c.index.Delete(c.names[number].key, number)
		c.spare = append(c.spare, number) // whose name is replaced soon, and so not taken away
	}
}

func (c *bandit) Next(n int, ready func(host string) bool) []Pick {
	isReady := func(group int32) bool { return ready(c.hosts[group]) }
	var picks []Pick
	for len(picks) < n {
		next, ok := c.crawl.Take(isReady)
		if !ok {
			break
		}
		picks = append(picks, c.pick(next))
	}
	return picks
}

func (c *bandit) pick(choice webgraph.Choice) Pick {
	n, from := &c.names[c.nodes[choice.Node]], origin{}
	if n.from != nil {
		from = *n.from
	}
	p := from.pick(n.url, c.hosts[c.crawl.Graph().Group(choice.Node)], choice.Value)
	p.Arm = choice.Arm
	if len(choice.Terms) > 0 {
		p.Parts = make([]Part, len(choice.Terms))
	}
	for i, t := range choice.Terms {
		p.Parts[i] = Part(t)
	}
	return p
}

func (c *bandit) Visited(v Visit) error {
	at := c.nodeOf(v.Pick)
	c.crawl.Withdraw(at) // a page that this crawler has not given may wait still: its links must not drop it
	if v.Page.URL != v.Pick.URL {
		c.alias(v.Page.URL, at)
	}
	found, ok := v.Analysis.(outlinks)
	if !ok {
		found.all = outlinksOf(c.topic, v.Pick, v.Page)
	}
	if found.due != nil {
		c.crawl.HandIn(found.due)
	}
	links := found.all[:len(v.Page.Links)] // none of a twin's
	c.lookUp(v.Page.Links, links)
	c.lookAhead(v.Score, links)
	c.edges = c.edges[:0]
	added, refused := false, -1.0 // the greatest α of the links that there is no room for
	for i, t := range c.links {
		l, o := &v.Page.Links[i], links[i]
		if !t.known && added {
			t.node, t.known = c.find(o.key, l.URL) // a link before it has the same URL
		}
		if !t.known {
			if o.alpha <= refused || !c.crawl.Admit(v.Score, o.alpha) {
				refused = max(refused, o.alpha)
				continue
			}
			t.node, added = c.add(o.key, l.URL, l.Host, o.from), true
		}
		c.edges = append(c.edges, webgraph.Edge{To: t.node, Alpha: o.alpha})
	}
	c.forget(c.crawl.Crawled(at, v.Score, c.edges))
	c.names[c.nodes[at]].from = nil
	c.due = c.crawl.Homework()
	return nil
}

// alias gives a node another URL, that of its page. A node that waits by that URL comes to nothing.
func (c *bandit) alias(url string, at int32) {
	k := frontier.KeyOf(url)
	if number, known := c.index.Find(k, url); !known {
		c.call(name{url: url, node: at, key: k})
	} else if other := c.names[number].node; other != at && c.crawl.Withdraw(other) {
		c.names[number] = name{url: url, node: at, key: k}
	}
}

// lookUp finds the nodes of all links before any is used. Each look is a wait for memory that is far away, for which there is
// no need to wait one by one: so first all that will be looked at is touched, each step for all links before the next for one.
func (c *bandit) lookUp(links []page.Link, outlinks []outlink) {
	touched, names, graph := 0, c.names, c.crawl.Graph()
	for i := range outlinks {
		touched += c.index.Touch(outlinks[i].key)
	}
	c.links = c.links[:0]
	for i := range outlinks {
		c.links = append(c.links, target{number: c.index.Guess(outlinks[i].key)})
	}
	for _, t := range c.links {
		if t.number >= 0 {
			touched += int(names[t.number].node)
		}
	}
	for _, t := range c.links {
		if t.number >= 0 {
			n := &names[t.number]
			touched += graph.Touch(n.node)
			if n.url != "" {
				touched += int(n.url[0])
			}
		}
	}
	c.touched = touched
	for i := range c.links {
		t := &c.links[i]
		if t.known = t.number >= 0; t.known {
			t.node, t.known = c.find(outlinks[i].key, links[i].URL)
		}
	}
}

// lookAhead touches what the new links of a page will need: spare names, and what is known of the links that will be dropped
// for them.
func (c *bandit) lookAhead(score float64, outlinks []outlink) {
	added, alpha := 0, 0.0
	for i, t := range c.links {
		if !t.known {
			added++
			alpha = max(alpha, outlinks[i].alpha)
		}
	}
	touched, names, nodes := 0, c.names, c.nodes
	for _, number := range c.spare[max(0, len(c.spare)-added):] {
		touched += int(names[number].node)
	}
	worst := c.crawl.Foresee(score, alpha, added)
	for _, v := range worst {
		touched += int(nodes[v])
	}
	for _, v := range worst {
		touched += int(names[nodes[v]].key)
	}
	for _, v := range worst {
		touched += c.index.Touch(names[nodes[v]].key)
	}
	c.touched = touched
}

// nodeOf is the node of a pick, a new one for a pick that this crawler has not given.
func (c *bandit) nodeOf(p Pick) int32 {
	k := frontier.KeyOf(p.URL)
	if at, known := c.find(k, p.URL); known {
		return at
	}
	return c.add(k, p.URL, p.Host, nil)
}

func (c *bandit) Failed(p Pick, _ error) {
	at := c.nodeOf(p)
	c.crawl.Failed(at)
	c.names[c.nodes[at]].from = nil
}

// Mark implements Feedback.
func (c *bandit) Mark(m Mark) {
	at, known := c.find(frontier.KeyOf(m.Page.URL), m.Page.URL)
	if !known || !c.crawl.Graph().Crawled(at) {
		return
	}
	score, marked := c.scores[at]
	if !marked {
		score = c.crawl.Graph().Beta(at)
		c.scores[at] = score
	}
	switch m.Judgement {
	case Good:
		c.crawl.Correct(at, 1)
	case Bad:
		c.crawl.Correct(at, 0)
	default:
		c.crawl.Correct(at, score)
		delete(c.scores, at)
	}
}

// Analyse implements Analyser: the outlinks of the page's links, in their order. Homework that is due is done by the first
// worker that comes upon it, and comes back with the first page after that.
func (c *bandit) Analyse(from Pick) func(*page.Page) any {
	topic, due := c.topic, c.due
	return func(p *page.Page) any {
		all := outlinksOf(topic, from, p)
		if due == nil || !due.Do() {
			return outlinks{all: all}
		}
		return outlinks{all, due}
	}
}

// outlinksOf are the keys of a page's links, what is kept of them, and their α: the similarity to the topic of the words of
// a link's context, anchor included.
func outlinksOf(topic Topic, pick Pick, p *page.Page) []outlink {
	all, on := make([]outlink, len(p.Links)), placeOf(pick, p)
	query := topic.Query.Vector(p.Lang)
	var present []string // of most pages few links have any of these near by
	for term := range query.All() {
		if p.Vector.Freq(term) > 0 {
			present = append(present, term)
		}
	}
	var context []string
	for i, l := range p.Links {
		from := on.origin(&l)
		all[i].key, all[i].from = frontier.KeyOf(l.URL), &from
		before, anchor, after := p.Context(l)
		context = after.AppendTo(append(before.AppendTo(context[:0]), anchor...))
		if slices.ContainsFunc(context, func(word string) bool { return slices.Contains(present, word) }) {
			all[i].alpha = text.Cosine(query, text.NewVector(context))
		}
	}
	return all
}

func (c *bandit) FrontierSize() int { return c.crawl.Waiting() }

func (c *bandit) Best(limit int) []Pick {
	var picks []Pick
	for _, choice := range c.crawl.Best(limit) {
		picks = append(picks, c.pick(choice))
	}
	return picks
}
