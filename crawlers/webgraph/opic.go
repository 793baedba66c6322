package webgraph

import "math"

// opic is [GMS14] Estimator 3: (H(v)+C(v))/(G+1), the share of the crawl's cash that has come to a node. Every node
// starts with cash 1 and hands it on when it is crawled, to child u in proportion to α(v,u)·C(u), in even shares where
// that is 0 for all; what a node hands to itself is lost, because step 3 empties it afterwards.
//
// H is 0 on the frontier and G the same for all, so that the order is by cash alone: only children of the node just
// crawled move in it. Cash does not depend on β, so corrections change nothing.
type opic struct {
	ranked  // its keys are the cash of all nodes, whether they wait or not
	history []float64
	total   float64 // G
}

func newOPIC(g *Graph) *opic { return &opic{ranked: newRanked(g)} }

// grow makes room for all nodes, and returns their cash.
func (e *opic) grow() (cash []float64) {
	last := int32(e.graph.Len() - 1) // #nosec G115 -- nodes have numbers of 32 bits
	e.order.keys, e.history = grown(e.order.keys, last, 1), grown(e.history, last, 0)
	return e.order.keys
}

func (e *opic) entered(v int32) {
	e.grow()
	e.order.enter(entry{key: e.order.keys[v], node: v}, math.NaN())
	e.order.tidy()
}

func (e *opic) corrected(int32) {}

func (e *opic) crawled(v int32) {
	cash := e.grow()
	all := cash[v]
	e.history[v] += all
	e.total += all
	links := e.graph.linksOf(v) // none of their targets is forgotten so early
	sum, share := 0.0, all/float64(len(links))
	for _, l := range links {
		sum += l.alpha * cash[l.to]
	}
	for _, l := range links {
		if sum > 0 {
			share = all * (l.alpha * cash[l.to] / sum)
		}
		was := cash[l.to]
		if cash[l.to] += share; cash[l.to] != was && e.graph.states[l.to] == waiting {
			e.order.enter(entry{key: e.order.keys[l.to], node: l.to}, was)
		}
	}
	cash[v] = 0
	e.order.tidy()
}

// Value implements Estimator.
func (e *opic) Value(v int32) float64 {
	cash := e.grow()
	return (e.history[v] + cash[v]) / (e.total + 1)
}

// Explain implements Estimator.
func (e *opic) Explain(v int32) []Term {
	cash := e.grow()
	return []Term{{"history", e.history[v]}, {"cash", cash[v]}, {"total", e.total}}
}
