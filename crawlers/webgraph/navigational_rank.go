package webgraph

import (
	"cmp"
	"math"
)

// navigationalTolerance is τ, the largest change with which the iteration ends.
const navigationalTolerance = 1e-4

// navigationalRank is nr, [GMS14] Estimator 2, Navigational Rank in two steps:
//
//	NR1(v) = η·β(v) + (1−η)·avg over children u of NR1(u)/d_i(u)
//	NR2(v) = η·NR1(v) + (1−η)·avg over parents u of NR1(u)/d_o(u), for v on the frontier
//
// Frontier nodes have neither β nor children that are known, so their NR1 is 0.
//
// Nothing is iterated from scratch. Every crawled node v tells its parents y(v) = NR1(v)/d_i(v), and again only when the
// truth has moved more than τ = 1e-4 away from what it told last; NR1 is always right for what the children have told. So
// the average that goes into NR1 is wrong by τ at most, and as the step contracts by 1−η, NR1 is within (1−η)τ/η of the
// fixed point: 1e-4 for the paper's η = 0.5. An iteration from scratch that ends when its largest change is below τ is so
// too; the two differ by 2e-4 at most. In step two a node tells its children its NR1 with the same tolerance: NR2 is
// within (1−η)((1−η)τ/η + τ) = 1e-4 of the fixed point's, and within 1.5e-4 of that iteration's.
//
// A step touches the neighbourhood of the node just crawled, and beyond it only what moves by more than τ.
type navigationalRank struct {
	ranked
	eta   float64
	nodes []navigation
	queue []int32 // nodes that have something to tell their parents
	moved []int32 // nodes that may have something to tell their children
}

// navigation is what navigationalRank keeps of a node.
type navigation struct {
	rank    float64 // NR1
	told    float64 // y as the parents know it
	shown   float64 // NR1 as the children know it
	heard   float64 // Σ told over the children
	above   float64 // Σ shown/d_o over the parents; of nodes that are not crawled
	in      int32   // d_i: links to it
	waiting bool    // in the queue
	moving  bool    // in moved
}

func newNavigationalRank(g *Graph, eta float64) *navigationalRank {
	return &navigationalRank{ranked: newRanked(g), eta: cmp.Or(eta, 0.5)}
}

func (e *navigationalRank) grow() { e.nodes = grown(e.nodes, int32(e.graph.Len()-1), navigation{}) } // #nosec G115 -- nodes have numbers of 32 bits

func (e *navigationalRank) entered(v int32) {
	e.grow()
	e.order.put(v, e.Value(v))
}

func (e *navigationalRank) crawled(v int32) {
	e.grow()
	for _, l := range e.graph.linksOf(v) {
		e.nodes[l.to].in++
	}
	for child := range e.graph.Children(v) {
		if e.graph.Crawled(child) && child != v {
			e.nodes[v].heard += e.nodes[child].told
			e.consider(child) // its in-degree has grown
		} else {
			e.order.move(child, e.Value(child))
		}
	}
	e.corrected(v)
}

func (e *navigationalRank) corrected(v int32) {
	e.update(v)
	for i := 0; i < len(e.queue); i++ {
		e.tell(e.queue[i])
	}
	e.queue = e.queue[:0]
	for _, u := range e.moved {
		e.show(u)
	}
	e.moved = e.moved[:0]
}

// update takes the NR1 of a crawled node anew from what its children have told.
func (e *navigationalRank) update(v int32) {
	n := &e.nodes[v]
	n.rank = e.eta * e.graph.Beta(v)
	if d := e.graph.outDegree(v); d > 0 {
		n.rank += (1 - e.eta) * n.heard / float64(d)
	}
	if !n.moving {
		n.moving = true
		e.moved = append(e.moved, v)
	}
	e.consider(v)
}

// consider puts a node in the queue whose parents know too little of it.
func (e *navigationalRank) consider(v int32) {
	if n := &e.nodes[v]; !n.waiting && math.Abs(e.due(v)-n.told) > navigationalTolerance {
		n.waiting = true
		e.queue = append(e.queue, v)
	}
}

// due is y: what the parents of a crawled node should know.
func (e *navigationalRank) due(v int32) float64 {
	if in := e.nodes[v].in; in > 0 {
		return e.nodes[v].rank / float64(in)
	}
	return 0
}

// tell lets the parents of a node know.
func (e *navigationalRank) tell(v int32) {
	n := &e.nodes[v]
	change := e.due(v) - n.told
	n.told += change
	n.waiting = false
	for parent := range e.graph.Parents(v) {
		e.nodes[parent].heard += change
		e.update(parent)
	}
}

// show lets the children of a node know, where they do not know enough.
func (e *navigationalRank) show(u int32) {
	n := &e.nodes[u]
	n.moving = false
	change := n.rank - n.shown
	if math.Abs(change) <= navigationalTolerance {
		return
	}
	n.shown += change
	share := change / float64(max(1, e.graph.outDegree(u)))
	for child := range e.graph.Children(u) {
		if !e.graph.Crawled(child) {
			e.nodes[child].above += share
			e.order.move(child, e.Value(child))
		}
	}
}

// Value implements Estimator: NR2.
func (e *navigationalRank) Value(v int32) float64 {
	e.grow()
	if in := e.nodes[v].in; in > 0 {
		return (1 - e.eta) * e.nodes[v].above / float64(in)
	}
	return 0
}

// Explain implements Estimator.
func (e *navigationalRank) Explain(v int32) []Term {
	e.grow()
	return []Term{{"parents", float64(e.nodes[v].in)}, {"offspring", e.nodes[v].above}}
}
