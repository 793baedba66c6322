package crawlers

import (
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
	links     *frontier.Priority[qLink]
	share     float64 // of the pages remembered, that are hits
	every     int
	values    *classify.QValues    // the homework's
	predictor *classify.QPredictor // of the last use; nil while no link to a hit is known
	open      map[string]qLink     // the links that were given, until they end
	since     int                  // pages visited since the last lesson was asked for
	due       *qHomework
	memory    []*qPage          // the last pages in the order of their visits
	pages     map[string]*qPage // those of the memory, by URL
	news      []func()          // what the next homework has to change in pages before it begins
}

// qPage is a page that was visited, as an example of where links lead. What stands below the line is the homework's, and
// nobody else may touch it once the page is remembered.
type qPage struct {
	url        string
	similarity float64
	links      int // into it that are learnt from
	// ----
	parent    *qPage // nil for seeds, and where it was no longer remembered
	judgement Judgement
	into      [][]string // words of these links, first of the one by which it was found
	worth     float64
	below     float64 // the highest worth of the pages below it
	learnt    []lesson
}

// lesson is an example that was learnt, and may have to be forgotten.
type lesson struct {
	words         []string
	value, weight float64
}

// qLink is a link of the frontier.
type qLink struct {
	origin
	words      []string
	similarity float64 // of the page on which it was found
	place      int32   // in the last homework, from 1; 0 when it was found since
}

const (
	qMemory   = 5000 // pages remembered: some 1 KB each
	qExamples = 3    // links into one page that are learnt from
)

// linkTerms is the Analysis of a page: what is known of each of its links.
type linkTerms struct {
	words    [][]string
	expected []float64
	by       *classify.QPredictor
	due      *qHomework // nil when nothing was to be learnt
	lesson   qLesson
}

// qHomework is to learn from the pages remembered, and to judge the waiting links by that. It is given to the Analyser of
// every pick until the first of them comes back with it done; whichever worker asks first does it for all.
type qHomework struct{ lesson func() qLesson }

// qLesson is what was learnt, and what it says of the waiting links.
type qLesson struct {
	predictor *classify.QPredictor
	expected  []float64 // Q-values by place; nil when the predictor is the one of before
}

func newReinforcement(s Setup) (Crawler, error) {
	c := &reinforcement{
		links: frontier.NewPriority[qLink](s.MaxBuffer), share: s.Params.Float("share"), every: s.Params.Int("every"),
		open: map[string]qLink{}, pages: map[string]*qPage{},
	}
	if s.Model == nil {
		c.values = classify.NewQValues(s.Params.Float("discount"), s.Params.Int("bins"))
		return c, nil
	}
	var err error
	if c.values, err = classify.ReadQValues(s.Model); err != nil {
		return nil, err
	}
	c.predictor = c.values.Predictor()
	return c, nil
}

func (c *reinforcement) Seed(links []page.Link) {
	for _, l := range links {
		c.links.Offer(frontier.Item[qLink]{URL: l.URL, Host: l.Host, Score: 1, Value: qLink{origin: seedOrigin(l)}})
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
		c.open[it.URL] = it.Value
		picks = append(picks, c.pick(it))
	}
	return picks
}

func (c *reinforcement) pick(it frontier.Item[qLink]) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	switch {
	case p.Parent == "":
	case c.predictor == nil:
		p.Parts = []Part{{"similarity", it.Score}}
	default:
		_, terms := c.predictor.Expected(it.Value.words)
		for bin, term := range terms {
			p.Parts = append(p.Parts, Part{binNames[len(terms)-2][bin], term})
		}
	}
	return p
}

// Analyse judges links in the workers: those of the page, and all that wait when that is due.
func (c *reinforcement) Analyse(Pick) func(*page.Page) any {
	predictor, due := c.predictor, c.due
	return func(p *page.Page) any {
		terms := newLinkTerms(p, predictor)
		if terms.due = due; due != nil {
			terms.lesson = due.lesson()
		}
		return terms
	}
}

func newLinkTerms(p *page.Page, predictor *classify.QPredictor) linkTerms {
	terms := linkTerms{words: make([][]string, len(p.Links)), expected: make([]float64, len(p.Links)), by: predictor}
	for i, l := range p.Links {
		terms.words[i] = linkWords(p, l)
		terms.expected[i] = expectedOf(predictor, terms.words[i])
	}
	return terms
}

// expectedOf is the Q-value that a predictor expects of words; 0 without one.
func expectedOf(predictor *classify.QPredictor, words []string) float64 {
	if predictor == nil {
		return 0
	}
	expected, _ := predictor.Expected(words)
	return expected
}

func (c *reinforcement) Visited(v Visit) error {
	c.links.Close(v.Pick.URL, v.Page.URL)
	from := &qPage{url: v.Page.URL, similarity: v.Score}
	c.remember(from)
	from.parent = c.pages[v.Pick.Parent]
	if l, given := c.open[v.Pick.URL]; given {
		delete(c.open, v.Pick.URL)
		c.note(from, l.words)
	}
	if a, ok := v.Analysis.(linkTerms); ok && a.due != nil && a.due == c.due {
		c.adopt(a.lesson)
	} else if !ok && c.due != nil { // nobody to do it
		c.adopt(c.due.lesson())
	}
	terms, on := c.terms(v), placeOf(v)
	keys := c.links.Expect(len(v.Page.Links), func(i int) (string, float64) {
		return v.Page.Links[i].URL, c.score(&qLink{similarity: v.Score}, terms.expected[i])
	})
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		link := qLink{origin: on.origin(l), words: terms.words[i], similarity: v.Score}
		it := frontier.Item[qLink]{URL: l.URL, Host: l.Host, Score: c.score(&link, terms.expected[i]), Value: link, Key: keys[i]}
		if c.links.Offer(it) || !c.links.IsClosed(it.Key, it.URL) {
			continue
		}
		if to := c.pages[l.URL]; to != nil {
			c.note(to, terms.words[i])
		}
	}
	if c.since++; c.due == nil && c.since >= lessonPages(c.every, c.links.Len(), len(c.memory)) {
		c.since = 0
		c.due = c.learn()
	}
	return nil
}

// terms is the Analysis of a visit, made anew where it is missing or of an earlier predictor.
func (c *reinforcement) terms(v Visit) linkTerms {
	if terms, ok := v.Analysis.(linkTerms); ok && terms.by == c.predictor {
		return terms
	}
	return newLinkTerms(v.Page, c.predictor)
}

// score is the score of a link with that expected Q-value.
func (c *reinforcement) score(l *qLink, expected float64) float64 {
	if c.predictor == nil {
		return l.similarity
	}
	return expected
}

// remember keeps a page as an example; one too many is forgotten, but not what was learnt from it.
func (c *reinforcement) remember(p *qPage) {
	if len(c.memory) == qMemory {
		old := c.memory[0]
		delete(c.pages, old.url)
		c.news = append(c.news, func() { old.parent, old.into, old.learnt = nil, nil, nil }) // its children keep it
		c.memory = c.memory[1:]
	}
	c.memory = append(c.memory, p)
	c.pages[p.url] = p
}

// note lets a link into a page be an example, unless there are enough.
func (c *reinforcement) note(p *qPage, words []string) {
	if p.links < qExamples && len(words) > 0 {
		p.links++
		c.news = append(c.news, func() { p.into = append(p.into, words) })
	}
}

// learn gives homework: to learn from the pages remembered as they are now. There is one at a time, for it changes what is
// known of them.
func (c *reinforcement) learn() *qHomework {
	memory, news, before := c.memory, c.news, c.predictor
	c.news = nil
	waiting := make([][]string, 0, c.links.Len())
	for l := range c.links.Values() {
		waiting = append(waiting, l.words)
		l.place = int32(len(waiting)) // #nosec G115 -- links in memory, fewer than 2³¹
	}
	return &qHomework{sync.OnceValue(func() qLesson {
		c.study(memory, news)
		lesson := qLesson{predictor: c.values.Predictor()}
		if lesson.predictor != before {
			lesson.expected = make([]float64, len(waiting))
			for i, words := range waiting {
				lesson.expected[i] = expectedOf(lesson.predictor, words)
			}
		}
		return lesson
	})}
}

// study learns from pages, after some news of them. It touches nothing but what is the homework's.
func (c *reinforcement) study(memory []*qPage, news []func()) {
	for _, change := range news {
		change()
	}
	hits := c.appraise(memory)
	for _, p := range memory {
		if hits || p.judged() {
			c.teach(p)
		} else {
			c.forget(p)
		}
	}
}

// adopt uses what was learnt, and brings the frontier up to date.
func (c *reinforcement) adopt(lesson qLesson) {
	c.due = nil
	if lesson.predictor == c.predictor {
		return
	}
	c.predictor = lesson.predictor
	c.links.RescoreAll(func(_ string, score float64, l *qLink) float64 {
		switch {
		case l.on == nil: // a seed
			return score
		case l.place > 0:
			return c.score(l, lesson.expected[l.place-1])
		}
		return c.score(l, expectedOf(c.predictor, l.words)) // found since
	})
}

// appraise finds the worth of the pages remembered, and says whether there is a hit among them. A page is visited after
// its parent, so that going backwards each page meets all that is below it.
func (c *reinforcement) appraise(memory []*qPage) (hits bool) {
	least := leastGood(memory, c.share, func(p *qPage) float64 { return p.similarity })
	for _, p := range memory {
		p.below = 0
	}
	for _, p := range slices.Backward(memory) {
		p.worth = c.values.Discount() * p.below
		if p.judgement == Good || p.judgement != Bad && p.similarity >= least {
			p.worth++
			hits = true
		}
		if p.parent != nil {
			p.parent.below = max(p.parent.below, p.worth)
		}
	}
	return hits
}

// judged says whether the user has judged the page.
func (p *qPage) judged() bool { return p.judgement == Good || p.judgement == Bad }

// teach lets the links into a page be examples of its worth, and no longer of what it was taken for before.
func (c *reinforcement) teach(p *qPage) {
	weight := 1.0
	if p.judged() {
		weight = markWeight
	}
	if len(p.learnt) == len(p.into) && (len(p.learnt) == 0 || p.learnt[0].value == p.worth && p.learnt[0].weight == weight) {
		return
	}
	c.forget(p)
	for _, words := range p.into {
		l := lesson{words, p.worth, weight}
		c.values.Learn(l.words, l.value, l.weight)
		p.learnt = append(p.learnt, l)
	}
}

// forget lets the links into a page be no examples any more.
func (c *reinforcement) forget(p *qPage) {
	for _, l := range p.learnt {
		c.values.Forget(l.words, l.value, l.weight)
	}
	p.learnt = p.learnt[:0]
}

// Mark makes a page a hit, or none, and brings the frontier up to date. Of a page that is no longer remembered it is not
// known either which links led to it: there is nothing to learn.
func (c *reinforcement) Mark(m Mark) {
	if p := c.pages[m.Page.URL]; p != nil {
		if c.due != nil { // the news are about what it leaves behind
			c.adopt(c.due.lesson())
		}
		c.news = append(c.news, func() { p.judgement = m.Judgement })
		c.adopt(c.learn().lesson())
	}
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
