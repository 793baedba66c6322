package crawlers

import (
	"math"
	"slices"
	"sync"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
)

func init() {
	Register(Family{
		Name:    "reinforcement",
		Title:   "Reinforcement Learning Crawler",
		Source:  "[PSM04] §5.2",
		Version: 2,
		Doc: "Learns which words of a link and around it lead to good pages, also some links further on, and follows the most promising links. " +
			"Best with Q-values learnt beforehand (orb model reinforcement), else it learns from its own crawl alone.",
		Params: []Param{
			{
				Name: "discount", Kind: Number, Default: "0.5", Min: 0.1, Max: classify.MostDiscount,
				Doc: "γ: what a good page is worth when it is one link further away; without Q-values of your own.",
			}, {
				Name: "bins", Kind: Number, Default: "4", Min: 2, Max: 5, Integer: true,
				Doc: "How many classes of links, by how far they are from a good page, are told apart; without Q-values of your own.",
			}, shareParam, {
				Name: "every", Kind: Number, Default: "50", Min: 10, Max: 10000, Integer: true,
				Doc: "Pages after which what was learnt is used, and all waiting links are judged anew; more in long crawls and when very many wait.",
			},
		},
		Model: &Model{
			Name: "q-values",
			Doc: "Which words of links lead to good pages; orb model reinforcement learns it from earlier sessions or a corpus. " +
				"Without it the crawl begins as best-first and learns as it goes.",
			Check:    func(file []byte) error { _, err := classify.ReadQValues(file); return err },
			Replaces: []string{"discount", "bins"},
		},
		New: newReinforcement,
	})
}

// reinforcement is the CORA crawler of [PSM04] §5.2: the score of a link is the Q-value to be expected of its words,
// Σ_b Pr(b|words)·mean Q of bin b.
//
// It goes on learning from its own crawl. The pages form a tree, in which a page's parent is the one on which the link
// to it was found; the Q-value of the link to a page is the worth of the page, 1 if it is a hit, and γ times the worth of
// the best page below it. So a hit raises the links on its path of ancestors, and the other known links into these
// pages. What was learnt is used anew every so many pages. While no link is known that leads to a hit, a link's score is the
// similarity of its page. While no page is a hit, only those that the user has judged are learnt from: a crawl that cannot
// tell good pages does not unlearn what it was given.
type reinforcement struct {
	links     *frontier.Priority[qWaiting]
	every     int
	predictor *classify.QPredictor // of the last use; nil while no link to a hit is known
	terms     []float64            // what it says of the links that waited then, by place
	open      map[string]*qLink    // the links that were given, until they end
	since     int                  // pages visited since the last lesson was asked for
	due       *qHomework
	known     *experience // the homework's, while there is any
	news      []outcome   // what the next homework has to learn of first
	told      int         // links among the news
	visited   int         // pages
}

// qLink is what is known of a link as soon as its page is read.
type qLink struct {
	url, raw, anchor string
	words            []string
	on               *qPage    // nil for seeds
	terms            []float64 // of its expected Q-value, by the predictor of when it was found
}

// qWaiting is a link of the frontier.
type qWaiting struct {
	*qLink
	judged int32 // its place among those judged with the predictor, from 1; 0 when it was found since
	due    int32 // its place in the homework that is due
}

// mostTold is about how many links the news hold, some 500 B each, and those of the pages under way besides: more of them are
// heard without waiting for a lesson.
const mostTold = 1 << 14

// qFound is the Analysis of a page: what is known of each of its links.
type qFound struct {
	page     *qPage
	links    []*qLink
	keys     []frontier.Key
	expected []float64
	by       *classify.QPredictor
	due      *qHomework // nil when nothing was to be learnt
	lesson   qLesson
}

// qHomework is to hear the news, and most often to learn from the pages remembered and to judge the waiting links by that.
// There is one at a time. It is given to the Analyser of every pick until the first of them comes back with it done; whichever
// worker asks first does it for all.
type qHomework struct {
	lesson func() qLesson
	hears  bool // and no more: a lesson does not wait for it
}

// qLesson is what was learnt, and what it says of the waiting links by place; nothing when the predictor is the one of
// before.
type qLesson struct {
	predictor *classify.QPredictor
	scores    []float64
	terms     []float64 // all of one, then all of the next
}

func newReinforcement(s Setup) (Crawler, error) {
	c := &reinforcement{
		links: frontier.NewPriority[qWaiting](s.MaxBuffer), every: s.Params.Int("every"), open: map[string]*qLink{},
	}
	var values *classify.QValues
	if s.Model == nil {
		values = classify.NewQValues(s.Params.Float("discount"), s.Params.Int("bins"))
	} else {
		var err error
		if values, err = classify.ReadQValues(s.Model); err != nil {
			return nil, err
		}
		c.predictor = values.Predictor()
	}
	c.known = newExperience(values, s.Params.Float("share"))
	return c, nil
}

func (c *reinforcement) Seed(links []page.Link) {
	for _, l := range links {
		seed := &qLink{url: l.URL, raw: l.Raw, anchor: l.Anchor}
		c.links.Offer(frontier.Item[qWaiting]{URL: l.URL, Host: l.Host, Score: 1, Value: qWaiting{qLink: seed}})
	}
}

func (c *reinforcement) Next(n int, ready func(host string) bool) []Pick {
	var picks []Pick
	for len(picks) < n {
		it, ok := c.links.Take(ready)
		if !ok {
			break
		}
		c.links.Close(it.URL)
		c.open[it.URL] = it.Value.qLink
		picks = append(picks, c.pick(it))
	}
	return picks
}

func (c *reinforcement) pick(it frontier.Item[qWaiting]) Pick {
	l := &it.Value
	o := origin{raw: l.raw, anchor: l.anchor}
	if l.on == nil {
		return o.pick(it.URL, it.Host, it.Score)
	}
	o.on = &l.on.source
	p := o.pick(it.URL, it.Host, it.Score)
	if c.predictor == nil {
		p.Parts = []Part{{"similarity", it.Score}}
		return p
	}
	terms := l.terms
	if bins := c.predictor.Bins(); l.judged > 0 {
		terms = c.terms[int(l.judged-1)*bins:][:bins]
	}
	p.Parts = make([]Part, len(terms))
	for bin, term := range terms {
		p.Parts[bin] = Part{binNames[len(terms)-2][bin], term}
	}
	return p
}

// Analyse judges links in the workers: those of the page, and all that wait when that is due.
func (c *reinforcement) Analyse(from Pick) func(*page.Page) any {
	predictor, due := c.predictor, c.due
	return func(p *page.Page) any {
		if due == nil {
			return newQFound(from, p, predictor)
		}
		lesson := due.lesson()
		found := newQFound(from, p, lesson.predictor) // which the page is to be judged by
		found.due, found.lesson = due, lesson
		return found
	}
}

func newQFound(from Pick, p *page.Page, predictor *classify.QPredictor) *qFound {
	found := &qFound{page: &qPage{source: source{url: p.URL, depth: from.Depth}}, keys: keysOf(p.Links)}
	for _, l := range p.Links {
		found.links = append(found.links, &qLink{url: l.URL, raw: l.Raw, anchor: l.Anchor, words: linkWords(p, l), on: found.page})
	}
	found.judge(predictor)
	return found
}

// judge finds out what a predictor expects of the links.
func (f *qFound) judge(by *classify.QPredictor) {
	f.by, f.expected = by, make([]float64, len(f.links))
	for i, l := range f.links {
		f.expected[i], l.terms = expectedOf(by, l.words)
	}
}

// expectedOf is the Q-value that a predictor expects of words, and its terms; 0 without one.
func expectedOf(predictor *classify.QPredictor, words []string) (expected float64, terms []float64) {
	if predictor == nil {
		return 0, nil
	}
	return predictor.Expected(words)
}

func (c *reinforcement) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	found, ok := v.Analysis.(*qFound)
	if !ok {
		found = newQFound(v.Pick, v.Page, c.predictor)
	}
	from := found.page
	from.similarity = v.Score
	found.links = found.links[:len(v.Page.Links)] // none of a twin's
	c.news = append(c.news, outcome{page: from, by: c.open[v.Pick.URL], parent: v.Pick.Parent, links: found.links})
	c.told += len(found.links)
	delete(c.open, v.Pick.URL)
	c.visited++
	if ok && found.due != nil && found.due == c.due {
		c.adopt(found.lesson)
	} else if !ok && c.due != nil { // nobody to do it
		c.adopt(c.due.lesson())
	}
	if found.by != c.predictor {
		found.judge(c.predictor)
	}
	score := func(i int) float64 { return scoreOf(c.predictor, from, found.expected[i]) }
	c.links.Expect(found.keys[:len(v.Page.Links)], score)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		c.links.Offer(frontier.Item[qWaiting]{URL: l.URL, Host: l.Host, Score: score(i), Value: qWaiting{qLink: found.links[i]}, Key: found.keys[i]})
	}
	switch c.since++; {
	case c.due != nil && !c.due.hears: // a lesson is under way
	case c.since >= lessonPages(c.every, c.links.Len(), min(c.visited, qMemory)):
		c.since = 0
		c.due = c.learn()
	case c.due == nil && c.told > mostTold:
		c.due = c.listen()
	}
	return nil
}

// scoreOf is the score of a link on a page, of which a predictor expects that Q-value; NaN for seeds, which keep theirs.
func scoreOf(by *classify.QPredictor, on *qPage, expected float64) float64 {
	switch {
	case on == nil:
		return math.NaN()
	case by == nil:
		return on.similarity
	}
	return expected
}

// listen gives homework that is only to hear the news.
func (c *reinforcement) listen() *qHomework {
	known, news, predictor := c.known, c.takeNews(), c.predictor
	return &qHomework{hears: true, lesson: sync.OnceValue(func() qLesson {
		known.hear(news)
		return qLesson{predictor: predictor}
	})}
}

// takeNews is the news, of which then there are none.
func (c *reinforcement) takeNews() []outcome {
	news := c.news
	c.news, c.told = nil, 0
	return news
}

// learn gives homework: to learn from the pages visited so far. What has still to be heard is heard first.
func (c *reinforcement) learn() *qHomework {
	known, news, before, hearing := c.known, c.takeNews(), c.predictor, c.due
	waiting := make([]*qLink, 0, c.links.Len())
	for l := range c.links.Values() {
		waiting = append(waiting, l.qLink)
		l.due = int32(len(waiting)) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	return &qHomework{lesson: sync.OnceValue(func() qLesson {
		if hearing != nil {
			hearing.lesson()
		}
		known.hear(news)
		lesson := qLesson{predictor: known.predictor()}
		if lesson.predictor != before {
			lesson.scores = make([]float64, len(waiting))
			for i, l := range waiting {
				expected, terms := expectedOf(lesson.predictor, l.words)
				lesson.scores[i], lesson.terms = scoreOf(lesson.predictor, l.on, expected), append(lesson.terms, terms...)
			}
		}
		return lesson
	})}
}

// adopt uses what was learnt, and brings the frontier up to date.
func (c *reinforcement) adopt(lesson qLesson) {
	c.due = nil
	if lesson.predictor == c.predictor {
		return
	}
	c.predictor, c.terms = lesson.predictor, lesson.terms
	c.links.RescoreAll(func(_ string, _ float64, l *qWaiting) float64 {
		if l.judged, l.due = l.due, 0; l.judged > 0 {
			return lesson.scores[l.judged-1]
		}
		expected, terms := expectedOf(c.predictor, l.words) // found since
		l.terms = terms
		return scoreOf(c.predictor, l.on, expected)
	})
}

// Mark makes a page a hit, or none, and brings the frontier up to date. Of a page that is no longer remembered it is not
// known either which links led to it: there is nothing to learn.
func (c *reinforcement) Mark(m Mark) {
	if c.due != nil {
		c.due.lesson() // then nobody else uses what is known
	}
	c.known.hear(c.takeNews())
	if !c.known.mark(m.Page.URL, m.Judgement) {
		return
	}
	if c.due != nil {
		c.adopt(c.due.lesson())
	}
	c.adopt(c.learn().lesson())
}

func (c *reinforcement) Failed(p Pick, _ error) {
	delete(c.open, p.URL)
	c.links.Close(p.URL)
}

func (c *reinforcement) FrontierSize() int { return c.links.Len() }

func (c *reinforcement) Best(limit int) []Pick {
	var picks []Pick
	for _, it := range c.links.Best(limit) {
		picks = append(picks, c.pick(it))
	}
	return picks
}

// binNames are the names of the parts of a score, for 2 to 5 bins.
var binNames = func() (names [][]string) {
	known := []string{"hit", "hit after 1 more", "hit after 2 more", "hit after 3 more"}
	for bins := 2; bins <= 5; bins++ {
		names = append(names, append(slices.Clone(known[:bins-1]), "later or none"))
	}
	return names
}()
