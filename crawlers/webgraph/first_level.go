package webgraph

import (
	"math"
	"slices"
)

// firstLevelNames are the estimators of the Sums, in their order.
var firstLevelNames = []string{"fl-deg", "fl-n", "fl-e", "fl-ne"}

// firstLevel is one of fl_deg, fl_n, fl_e and fl_ne, [GMS14] Estimator 4: f of one of the sums over the parents. As f
// rises, the order is by the sum itself. A step costs O(out-degree · log frontier).
type firstLevel struct {
	ranked
	sum int
}

func newFirstLevel(g *Graph, name string) *firstLevel {
	e := &firstLevel{newRanked(g), slices.Index(firstLevelNames, name)}
	e.order.sum, g.noting = e.sum, true
	return e
}

func (e *firstLevel) entered(v int32) {
	e.order.enter(entry{key: e.graph.nodes.at(v).first[e.sum], node: v}, math.NaN())
	e.order.tidy()
}

func (e *firstLevel) crawled(int32)   { e.reorder() }
func (e *firstLevel) corrected(int32) { e.reorder() }

// reorder puts in the nodes whose sums have changed, but for those that enter next.
func (e *firstLevel) reorder() {
	for i := range e.graph.changes {
		c := &e.graph.changes[i]
		if is := e.graph.nodes.at(c.node).first[e.sum]; !c.enters && c.was[e.sum] != is {
			e.order.enter(entry{key: is, node: c.node}, c.was[e.sum])
		}
	}
	e.order.tidy()
}

// Value implements Estimator.
func (e *firstLevel) Value(v int32) float64 { return smooth(e.graph.nodes.at(v).first[e.sum]) }

// Explain implements Estimator: the sums, not smoothed.
func (e *firstLevel) Explain(v int32) []Term {
	return terms(firstLevelNames, e.graph.nodes.at(v).first[:])
}

func terms(names []string, values []float64) []Term {
	all := make([]Term, len(values))
	for i, value := range values {
		all[i] = Term{names[i], value}
	}
	return all
}
