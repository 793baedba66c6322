package crawlers

import "orbweaver/crawlers/page"

// A Crawler is one running instance of a crawler family: it decides which link is fetched next and learns from what
// came back. It owns its frontier and its history.
//
// The engine calls every method from a single goroutine, so implementations need no locks. A Pick given by Next ends in
// exactly one Visited or Failed, in whatever order the fetches finish. The Visit's Page belongs to the engine and may be
// reused after Visited returns only for reading: a Crawler may keep its strings and its Vector, and must not change it.
//
// A Crawler is a pure function of its calls and of the random generator it was built with: the same calls in the same
// order give the same picks, which is what makes a session resumable by replay. It never reads the clock, never fetches,
// and never logs.
type Crawler interface {
	// Seed puts the starting links on the frontier. It is called once, before anything else.
	Seed(links []page.Link)

	// Next removes up to n links from the frontier and returns them, the first to be fetched first. Only links of
	// hosts for which ready is true are taken; the others keep their places. No picks means "nothing now": the engine
	// asks again when an outcome has come in or a host has become ready, and ends the crawl when neither can happen.
	Next(n int, ready func(host string) bool) []Pick

	// Visited tells of a fetched and parsed page. It may be given a pick that this crawler never gave (the record of an
	// older version of the family): the page is then learnt from like any other, and its URL never offered again.
	// An error means that the crawl can not go on.
	Visited(v Visit) error

	// Failed tells of a pick that led nowhere: refused, failed, given up.
	Failed(p Pick, why error)
}

// Pick is a link that a crawler has chosen, with what the family knew when it chose it.
type Pick struct {
	page.Link
	Score  float64 `json:"score"`            // the link's score, in the family's own unit; higher was better
	Parts  []Part  `json:"parts,omitempty"`  // what the score was made of, in the order of the formula
	Spider int     `json:"spider,omitempty"` // number of the spider that chose it; 0 in families without a population
	Depth  int     `json:"depth"`            // links from a seed along the path on which it was found; seeds have 0
	Parent string  `json:"parent,omitempty"` // canonical URL of the page on which it was found; empty for seeds
	Arm    string  `json:"arm,omitempty"`    // the estimator that chose it, in families that have several
}

// Part is one named term of a link's score.
type Part struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Visit is the outcome of a pick that gave a page.
type Visit struct {
	Pick
	Page     *page.Page
	Score    float64 // similarity of the page to the topic, 0…1 ([MPS04] eq. 4)
	Analysis any     // what the family's Analyser made of the page; nil without one
}

// Analyser is an optional face of a Crawler: page work too costly for the deciding goroutine.
// Analyse returns a pure function of the page that a pick leads to, over an immutable snapshot of the family's model. The
// engine calls Analyse from its own goroutine when it has the pick, and the function from any worker, several at a time.
// When the page is visited, its Links are those that the function has seen, or none: a twin's are not followed. An Analysis
// is for one Visit, and belongs to the crawler from then on.
type Analyser interface {
	Analyse(p Pick) func(*page.Page) any
}

// Population is an optional face of a Crawler: the spiders to show in the tree, in order of birth.
// The result is a copy that the caller may keep.
type Population interface {
	Spiders() []Spider
}

// Spider is the state of one agent of a population.
type Spider struct {
	ID        int       // 1 is the first
	Parent    int       // the spider it was born of; 0 for those of the start
	Born      int       // pages the whole crawl had visited at its birth
	Keywords  []Keyword // what it looks for, the topic's words first
	Energy    float64   // collected since its birth or its last child
	Frontier  int       // links waiting
	Pages     int       // pages it has visited
	MeanScore float64   // mean similarity of those pages to its keywords, 0…1
	Current   string    // canonical URL of the page it sits on; empty before the first
	Title     string    // that page's title
}

// Keyword is a word that a spider looks for, and the weight its perceptron has learnt to give it.
type Keyword struct {
	Word   string
	Weight float64
}

// Inspector is an optional face of a Crawler: its frontier, for the screen.
type Inspector interface {
	FrontierSize() int     // links waiting, over all spiders
	Best(limit int) []Pick // the most promising links, best first; a copy
}

// Selective is an optional face of a Crawler that leaves links out, and so may run out of them while there are others.
type Selective interface {
	// LeftOut says in one sentence what was left out and why, when it has ended with nothing to follow; "" is nothing.
	LeftOut() string
}

// Feedback is an optional face of a Crawler that every family has: it learns from the user's judgement of pages.
type Feedback interface {
	// Mark takes a judgement of a page that this crawl has visited; it replaces an earlier one of the same page. When it
	// returns, the scores of the frontier are up to date.
	Mark(m Mark)
}

// Mark is a user's judgement of a page.
type Mark struct {
	Page      *page.Page
	Judgement Judgement
}

// Judgement is what a user thinks of a page.
type Judgement string

// The Judgements there are.
const (
	Good     Judgement = "good"
	Bad      Judgement = "bad"
	Unmarked Judgement = "none" // an earlier judgement is taken back
)
