package webgraph

import "slices"

// firstLevelNames are the estimators of the Sums, in their order.
var firstLevelNames = []string{"fl-deg", "fl-n", "fl-e", "fl-ne"}

// firstLevel is one of fl_deg, fl_n, fl_e and fl_ne, [GMS14] Estimator 4: f of one of the sums over the parents. As f
// rises, the order is by the sum itself. A step costs O(out-degree · log frontier), which is due when the order is asked.
type firstLevel struct {
	ranked
	sum    int
	reader int // of the journal
}

func newFirstLevel(g *Graph, name string) *firstLevel {
	return &firstLevel{newRanked(g), slices.Index(firstLevelNames, name), g.changes.reader()}
}

func (e *firstLevel) entered(int32)   {}
func (e *firstLevel) crawled(int32)   {}
func (e *firstLevel) corrected(int32) {}

// Best implements Estimator.
func (e *firstLevel) Best(ready func(group int32) bool) (int32, bool) {
	changed := e.graph.changes.unread(e.reader)
	e.order.touch(changed)
	for _, v := range changed {
		if e.graph.states[v] == waiting {
			e.order.put(v, e.graph.nodes[v].first[e.sum])
		}
	}
	return e.ranked.Best(ready)
}

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
