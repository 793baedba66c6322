package webgraph

import "slices"

// secondLevelNames are the estimators of the second-level sums, in their order.
var secondLevelNames = []string{"sl-n", "sl-e", "sl-ne"}

// secondLevel is one of sl_n, sl_e and sl_ne: f of one of the second-level sums.
type secondLevel struct {
	ranked
	siblings siblings
	sum      int
}

func newSecondLevel(g *Graph, name string) *secondLevel {
	return &secondLevel{newRanked(g), siblings{graph: g}, slices.Index(secondLevelNames, name)}
}

func (e *secondLevel) entered(v int32) {
	e.siblings.grow()
	e.order.put(v, e.siblings.tallies[v].sums[e.sum])
}

func (e *secondLevel) crawled(v int32) {
	e.siblings.crawl(v)
	e.reorder()
}

func (e *secondLevel) corrected(v int32) {
	e.siblings.correct(v)
	e.reorder()
}

func (e *secondLevel) reorder() {
	for _, x := range e.siblings.changed {
		e.order.move(x, e.siblings.tallies[x].sums[e.sum])
	}
}

// Value implements Estimator.
func (e *secondLevel) Value(v int32) float64 { return smooth(e.siblings.of(v)[e.sum]) }

// Explain implements Estimator: the sums, not smoothed.
func (e *secondLevel) Explain(v int32) []Term {
	sums := e.siblings.of(v)
	return terms(secondLevelNames, sums[:])
}
