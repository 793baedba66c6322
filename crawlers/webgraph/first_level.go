package webgraph

import "slices"

// firstLevelNames are the estimators of the Sums, in their order.
var firstLevelNames = []string{"fl-deg", "fl-n", "fl-e", "fl-ne"}

// firstLevel is one of fl_deg, fl_n, fl_e and fl_ne, [GMS14] Estimator 4: f of one of the sums over the parents. As f
// rises, the order is by the sum itself. A step costs O(out-degree · log frontier).
type firstLevel struct {
	ranked
	sum int
}

func newFirstLevel(g *Graph, name string) *firstLevel {
	return &firstLevel{newRanked(g), slices.Index(firstLevelNames, name)}
}

func (e *firstLevel) entered(v int32) { e.order.enter(v, e.graph.nodes[v].first[e.sum]) }

func (e *firstLevel) crawled(v int32) {
	for child := range e.graph.Children(v) {
		e.order.move(child, e.graph.nodes[child].first[e.sum])
	}
}

func (e *firstLevel) corrected(v int32) { e.crawled(v) }

// Value implements Estimator.
func (e *firstLevel) Value(v int32) float64 { return smooth(e.graph.nodes[v].first[e.sum]) }

// Explain implements Estimator: the sums, not smoothed.
func (e *firstLevel) Explain(v int32) []Term {
	return terms(firstLevelNames, e.graph.nodes[v].first[:])
}

func terms(names []string, values []float64) []Term {
	all := make([]Term, len(values))
	for i, value := range values {
		all[i] = Term{names[i], value}
	}
	return all
}
