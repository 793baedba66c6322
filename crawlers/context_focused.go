package crawlers

import (
	"context"
	"slices"
	"sync"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

func init() {
	Register(Family{
		Name:    "context-focused",
		Title:   "Context Focused Crawler",
		Source:  "[PSM04] §3.4",
		Version: 1,
		Doc: "Guesses from a page's words how many links away the wanted pages are, and follows the nearest first. Choose it when pages that " +
			"lead to the topic do not look like it; best with a context graph made beforehand (orb model context), else it learns from its own crawl.",
		Params: []Param{
			{
				Name: "layers", Kind: Number, Default: "3", Min: 1, Max: 5, Integer: true,
				Doc: "L: how many links from a good page are told apart; without a context graph of your own.",
			}, {
				Name: "threshold", Kind: Number, Default: "0.4", Min: 0, Max: 1,
				Doc: "A page whose most probable layer is less probable than this belongs to none, and its links come last.",
			}, shareParam, {
				Name: "every", Kind: Number, Default: "100", Min: 10, Max: 10000, Integer: true,
				Doc: "Pages after which the context graph is learnt anew from the crawl, more in long crawls and when very many links wait; without a context graph of your own.",
			},
		},
		Model: &Model{
			Name: "context-graph",
			Doc: "The words of example pages and of the pages that lead to them, layer by layer; orb model context makes one from earlier " +
				"sessions, a corpus, or a wiki. Without it the crawl's own best pages are the examples.",
			Check:    func(file []byte) error { _, err := classify.ReadContextGraph(file); return err },
			Replaces: []string{"layers", shareParam.Name, "every"},
		},
		New: newContextFocused,
	})
}

// contextFocused is the crawler of [PSM04] §3.4. Its queues, one a layer, are one frontier in which a link's score is
// the probability of its page's layer less the number of that layer: it falls from each layer to the next, and within a
// layer with the probability. What a full frontier drops is the worst of the last queue.
//
// Without a model the graph is learnt from the crawl itself, anew every so many pages: of the last pages the most
// similar to the topic, and those marked good, are layer 0; the pages that link to them layer 1, and so on; pages
// further off are no examples. Where no page is known that links to layer 0, all other pages are examples of no layer. While
// layer 0 is empty there is no graph, and a link's score is the similarity of its page.
type contextFocused struct {
	links     *frontier.Priority[contextLink]
	threshold float64
	share     float64                // of the pages remembered, that are layer 0
	graph     *classify.ContextGraph // nil while there is none
	classes   *classify.LayerClassifier
	given     bool // the graph is the model

	layers, every int
	since         int // pages visited since a lesson was asked for
	due           *contextHomework
	memory        []remembered            // the last pages, the oldest first; empty with a model
	sources       []*contextPage          // on which the links that wait were found, and perhaps others; with a model of no meaning
	round         int                     // of bringing the scores up to date
	marked        map[string]*contextPage // by URL; Unmarked ones are not in it
}

// contextPage is what is kept of a page while the memory or a link of the frontier needs it.
type contextPage struct {
	similarity float64
	layer      classify.Layer
	classified *classify.LayerClassifier // which layer is of; nil while there is no graph
	round      int                       // of bringing the scores up to date, the last in which the page was met
	judgement  Judgement
	source
}

// remembered is a page of the memory.
type remembered struct {
	*contextPage
	links []string // URLs
}

// contextLink is a link of the frontier.
type contextLink struct {
	page *contextPage // on which it was found; nil for seeds
	said *linkSaid
}

// linkSaid is what is kept of a link for the one who follows it.
type linkSaid struct{ raw, anchor string }

// layered is the Analysis of a page, and what the workers have learnt meanwhile.
type layered struct {
	page   *contextPage
	urls   []string // of its links, as what follows
	keys   []frontier.Key
	said   []*linkSaid
	due    *contextHomework // nil when nothing was to be learnt
	lesson contextLesson
}

// contextHomework is a graph to be made. It is given to the Analyser of every pick until the first of them comes back
// with the lesson; whichever worker asks first works it out for all.
type contextHomework struct{ lesson func() contextLesson }

// contextLesson is a graph that was learnt from the crawl, and the layers by it of the pages on which the waiting links
// were found; nothing when there are no examples.
type contextLesson struct {
	graph   *classify.ContextGraph
	classes *classify.LayerClassifier
	pages   []*contextPage
	layers  []classify.Layer // of the pages
}

// contextMemory is how many pages are remembered: some 10 KB each. With half as many, fewer targets are found.
const contextMemory = 1000

func newContextFocused(s Setup) (Crawler, error) {
	c := &contextFocused{
		links: frontier.NewPriority[contextLink](s.MaxBuffer), threshold: s.Params.Float("threshold"), share: s.Params.Float("share"),
		layers: s.Params.Int("layers"), every: s.Params.Int("every"),
		marked: map[string]*contextPage{},
	}
	if s.Model != nil {
		graph, err := classify.ReadContextGraph(s.Model)
		if err != nil {
			return nil, err
		}
		c.given = true
		c.use(graph)
	}
	return c, nil
}

// use classifies by a graph from now on.
func (c *contextFocused) use(graph *classify.ContextGraph) {
	c.graph, c.classes = graph, graph.Classifier(c.threshold)
}

func (c *contextFocused) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[contextLink]{URL: l.URL, Host: l.Host, Score: 1, Value: contextLink{said: &linkSaid{l.Raw, l.Anchor}}})
	}
}

func (c *contextFocused) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		picks = append(picks, contextPick(it))
	}
	return picks
}

func contextPick(it frontier.Item[contextLink]) Pick {
	from, o := it.Value.page, origin{raw: it.Value.said.raw, anchor: it.Value.said.anchor}
	if from == nil {
		return o.pick(it.URL, it.Host, it.Score)
	}
	o.on = &from.source
	p := o.pick(it.URL, it.Host, it.Score)
	if from.classified == nil {
		p.Parts = []Part{{"similarity", it.Score}}
	} else {
		p.Parts = []Part{{"probability", from.layer.Probability}, {"layer", float64(from.layer.Number)}}
	}
	return p
}

// Analyse classifies pages in the workers, and lets them make the graph that is due.
func (c *contextFocused) Analyse(from Pick) func(*page.Page) any {
	classes, due := c.classes, c.due
	return func(p *page.Page) any {
		found := newLayered(from, p)
		if due == nil {
			found.page.classify(classes)
			return found
		}
		found.due, found.lesson = due, due.lesson()
		found.page.classify(found.lesson.classes) // the page is to be judged by what is adopted with it
		return found
	}
}

func newLayered(from Pick, p *page.Page) *layered {
	n := len(p.Links)
	found := &layered{
		page: &contextPage{source: *newSource(from, p)},
		urls: make([]string, n), keys: keysOf(p.Links), said: make([]*linkSaid, n),
	}
	for i, l := range p.Links {
		found.urls[i], found.said[i] = l.URL, &linkSaid{l.Raw, l.Anchor}
	}
	return found
}

func (c *contextFocused) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	found, ok := v.Analysis.(*layered)
	switch {
	case ok && found.due != nil && found.due == c.due:
		c.adopt(found.lesson)
	case !ok && c.due != nil: // nobody to do it
		c.adopt(c.due.lesson())
	}
	if !ok {
		found = newLayered(v.Pick, v.Page)
	}
	from := found.page
	from.similarity = v.Score
	from.classify(c.classes)
	if !c.given {
		c.remember(from, found.urls[:len(v.Page.Links)]) // none of a twin's
	}
	score := from.score()
	c.links.Expect(found.keys[:len(v.Page.Links)], func(int) float64 { return score })
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		c.links.Offer(frontier.Item[contextLink]{URL: l.URL, Host: l.Host, Score: score, Value: contextLink{from, found.said[i]}, Key: found.keys[i]})
	}
	if c.since++; !c.given && c.due == nil && c.since >= lessonPages(c.every, c.links.Len(), len(c.memory)) {
		c.since = 0
		c.due = &contextHomework{sync.OnceValue(c.homework())}
	}
	return nil
}

// classify brings the page's layer up to date.
func (p *contextPage) classify(classes *classify.LayerClassifier) {
	if p.classified == classes {
		return
	}
	p.layer, p.classified = classify.Layer{}, classes
	if classes != nil {
		p.layer = classes.Classify(p.vector)
	}
}

// score is the score of the page's links.
func (p *contextPage) score() float64 {
	if p.classified == nil {
		return p.similarity
	}
	return p.layer.Probability - float64(p.layer.Number)
}

// remember keeps a page for the next graph; one too many is forgotten.
func (c *contextFocused) remember(p *contextPage, urls []string) {
	if len(c.memory) >= contextMemory {
		c.memory[0] = remembered{}
		c.memory = c.memory[1:]
	}
	c.memory = append(c.memory, remembered{p, urls})
	c.sources = append(c.sources, p)
}

// recall is the page of that URL, if it is remembered.
func (c *contextFocused) recall(url string) *contextPage {
	for _, p := range slices.Backward(c.memory) {
		if p.url == url {
			return p.contextPage
		}
	}
	return nil
}

// homework returns a function that makes a new graph of the pages remembered, as they are now.
func (c *contextFocused) homework() func() contextLesson {
	memory := slices.Clone(c.memory)
	var marked []contextPage
	for _, p := range c.marked {
		marked = append(marked, *p)
	}
	waiting := slices.Clone(c.sources) // whose vectors never change
	layers, threshold, share := c.layers, c.threshold, c.share
	return func() contextLesson {
		known := classify.NewHypertext() // from which nothing has to be waited for
		for _, p := range memory {
			known.Add(p.known(p.links))
		}
		for _, p := range marked {
			known.Add(p.known(nil)) // may be older than the memory
		}
		examples := examplesOf(memory, marked, share)
		graph, err := classify.BuildContextGraph(context.Background(), known, examples, layers)
		if err != nil { // no page leads to an example
			graph = graphWithoutWays(known, examples)
		}
		if graph == nil {
			return contextLesson{}
		}
		for _, p := range marked {
			p.count(graph, markWeight)
		}
		lesson := contextLesson{graph, graph.Classifier(threshold), waiting, make([]classify.Layer, len(waiting))}
		for i, p := range waiting {
			lesson.layers[i] = lesson.classes.Classify(p.vector)
		}
		return lesson
	}
}

// known is the page as one that a graph is made of.
func (p *contextPage) known(urls []string) classify.KnownPage {
	links := make([]classify.KnownLink, len(urls))
	for i, url := range urls {
		links[i].URL = url
	}
	return classify.KnownPage{URL: p.url, Vector: p.vector, Links: links}
}

// graphWithoutWays is a graph of examples that no page is known to link to: their words as layer 0, and those of all other
// pages as of no layer; nil when none of the examples has words.
func graphWithoutWays(known *classify.Hypertext, examples []string) *classify.ContextGraph {
	var good, others []text.Vector
	for _, p := range known.Pages() {
		switch isExample := slices.Contains(examples, p.URL); {
		case !isExample:
			others = append(others, p.Vector)
		case p.Vector.Len() > 0:
			good = append(good, p.Vector)
		}
	}
	if good == nil {
		return nil
	}
	graph := classify.NewContextGraph([][]text.Vector{good, nil})
	for _, page := range others {
		graph.Add(graph.Other(), page, 1)
	}
	return graph
}

// adopt uses what was learnt, and brings the frontier up to date.
func (c *contextFocused) adopt(l contextLesson) {
	c.due = nil
	c.graph, c.classes = l.graph, l.classes
	c.rescore(l)
}

// examplesOf are the pages of layer 0: those marked good, and of the pages remembered, but for those marked, the share most
// similar to the topic.
func examplesOf(memory []remembered, marked []contextPage, share float64) []string {
	var urls []string
	isMarked := map[string]bool{}
	for _, p := range marked {
		isMarked[p.url] = true
		if p.judgement == Good {
			urls = append(urls, p.url)
		}
	}
	slices.Sort(urls)
	least := leastGood(memory, share, func(p remembered) float64 { return p.similarity })
	for _, p := range memory {
		if p.similarity >= least && !isMarked[p.url] {
			urls = append(urls, p.url)
		}
	}
	return urls
}

// rescore brings the scores of all links up to date, and the layers of the pages on which they were found: those of a lesson
// are at hand.
func (c *contextFocused) rescore(by contextLesson) {
	for i, p := range by.pages { // also those on which no link waits any more: a look at which they are would cost more
		p.layer, p.classified = by.layers[i], by.classes
	}
	c.round++
	c.sources = c.sources[:0]
	c.links.RescoreAll(func(_ string, score float64, l *contextLink) float64 {
		if l.page == nil { // a seed
			return score
		}
		p := l.page
		if p.round != c.round {
			p.round = c.round
			p.classify(c.classes)
			c.sources = append(c.sources, p)
		}
		return p.score()
	})
}

// Mark makes a page an example of layer 0, or of no layer and never of layer 0. Without a model the graph is learnt anew
// at once.
func (c *contextFocused) Mark(m Mark) {
	p := c.marked[m.Page.URL]
	if p == nil {
		p = c.recall(m.Page.URL)
	}
	if p == nil {
		p = &contextPage{source: *newSource(Pick{}, m.Page)}
	}
	if c.given {
		p.count(c.graph, -markWeight)
	}
	p.judgement = m.Judgement
	delete(c.marked, p.url)
	if m.Judgement != Unmarked {
		c.marked[p.url] = p
	}
	if c.given {
		p.count(c.graph, markWeight)
		c.use(c.graph)
		c.rescore(contextLesson{})
		return
	}
	c.adopt(c.homework()())
}

// count counts a page that is marked to the class of a graph that it is an example of.
func (p *contextPage) count(graph *classify.ContextGraph, weight float64) {
	switch p.judgement {
	case Good:
		graph.Add(0, p.vector, weight)
	case Bad:
		graph.Add(graph.Other(), p.vector, weight)
	}
}

func (c *contextFocused) Failed(p Pick, _ error) { c.links.Close(p.URL) }

func (c *contextFocused) FrontierSize() int { return c.links.Len() }

func (c *contextFocused) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, contextPick(it))
	}
	return picks
}
