package crawlers

import (
	"slices"

	"orbweaver/crawlers/classify"
)

// experience is what a crawl has shown of where links lead: the last pages, and what the links into them have taught.
type experience struct {
	values *classify.QValues
	share  float64           // of the pages remembered, that are hits
	memory []*qPage          // in the order of their visits
	pages  map[string]*qPage // the same by URL
}

const (
	qMemory   = 5000 // pages remembered: some 1 KB each
	qExamples = 3    // links into one page that are learnt from
)

// qPage is a page that was visited. What stands below the line is the experience's.
type qPage struct {
	source
	similarity float64
	// ----
	parent    *qPage // nil for seeds, and where it was no longer remembered
	judgement Judgement
	into      [][]string // words of links that lead to it, first of the one by which it was found
	worth     float64
	below     float64 // the highest worth of the pages below it
	learnt    []lesson
}

// lesson is an example that was learnt, and may have to be forgotten.
type lesson struct {
	words         []string
	value, weight float64
}

// outcome is what a visit has shown.
type outcome struct {
	page   *qPage
	by     *qLink   // that was followed; nil when it is not known
	parent string   // URL of the page on which that was found; empty for seeds
	links  []*qLink // on the page
}

func newExperience(values *classify.QValues, share float64) *experience {
	return &experience{values: values, share: share, pages: map[string]*qPage{}}
}

// hear takes in what visits have shown, in their order.
func (e *experience) hear(news []outcome) {
	for _, o := range news {
		e.remember(o.page)
		o.page.parent = e.pages[o.parent]
		if o.by != nil {
			o.page.note(o.by)
		}
		for _, l := range o.links {
			if to := e.pages[l.url]; to != nil {
				to.note(l)
			}
		}
	}
}

// remember keeps a page as an example; one too many is forgotten, but not what was learnt from it.
func (e *experience) remember(p *qPage) {
	if len(e.memory) == qMemory {
		old := e.memory[0]
		delete(e.pages, old.url)
		old.parent, old.into, old.learnt = nil, nil, nil // its children and links keep it
		e.memory = e.memory[1:]
	}
	e.memory = append(e.memory, p)
	e.pages[p.url] = p
}

// note lets a link into a page be an example, unless there are enough.
func (p *qPage) note(l *qLink) {
	if len(p.into) < qExamples && len(l.words) > 0 {
		p.into = append(p.into, l.words)
	}
}

// mark takes a judgement of a page, and says whether the page is remembered.
func (e *experience) mark(url string, j Judgement) bool {
	p := e.pages[url]
	if p != nil {
		p.judgement = j
	}
	return p != nil
}

// predictor is what is learnt from the pages remembered.
func (e *experience) predictor() *classify.QPredictor {
	hits := e.appraise()
	for _, p := range e.memory {
		if hits || p.judged() {
			e.teach(p)
		} else {
			e.forget(p)
		}
	}
	return e.values.Predictor()
}

// appraise finds the worth of the pages remembered, and says whether there is a hit among them. A page is visited after
// its parent, so that going backwards each page meets all that is below it.
func (e *experience) appraise() (hits bool) {
	least := leastGood(e.memory, e.share, func(p *qPage) float64 { return p.similarity })
	for _, p := range e.memory {
		p.below = 0
	}
	for _, p := range slices.Backward(e.memory) {
		p.worth = e.values.Discount() * p.below
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
func (e *experience) teach(p *qPage) {
	weight := 1.0
	if p.judged() {
		weight = markWeight
	}
	if len(p.learnt) == len(p.into) && (len(p.learnt) == 0 || p.learnt[0].value == p.worth && p.learnt[0].weight == weight) {
		return
	}
	e.forget(p)
	for _, words := range p.into {
		l := lesson{words, p.worth, weight}
		e.values.Learn(l.words, l.value, l.weight)
		p.learnt = append(p.learnt, l)
	}
}

// forget lets the links into a page be no examples any more.
func (e *experience) forget(p *qPage) {
	for _, l := range p.learnt {
		e.values.Forget(l.words, l.value, l.weight)
	}
	p.learnt = p.learnt[:0]
}
