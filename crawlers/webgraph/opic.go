package webgraph

// opic is [GMS14] Estimator 3: (H(v)+C(v))/(G+1), the share of the crawl's cash that has come to a node. Every node
// starts with cash 1 and hands it on when it is crawled, to child u in proportion to α(v,u)·C(u), in even shares where
// that is 0 for all; what a node hands to itself is lost, because step 3 empties it afterwards.
//
// H is 0 on the frontier and G the same for all, so that the order is by cash alone: only children of the node just
// crawled move in it. Cash does not depend on β, so corrections change nothing.
type opic struct {
	ranked
	cash    []float64
	history []float64
	total   float64 // G
}

func newOPIC(g *Graph) *opic { return &opic{ranked: newRanked(g)} }

func (e *opic) grow() {
	last := int32(e.graph.Len() - 1) // #nosec G115 -- nodes have numbers of 32 bits
	e.cash, e.history = grown(e.cash, last, 1), grown(e.history, last, 0)
}

func (e *opic) entered(v int32) {
	e.grow()
	e.order.put(v, e.cash[v])
}

func (e *opic) corrected(int32) {}

func (e *opic) crawled(v int32) {
	e.grow()
	cash := e.cash[v]
	e.history[v] += cash
	e.total += cash
	links := e.graph.linksOf(v) // none of them is gone so early
	sum, share := 0.0, cash/float64(len(links))
	for _, l := range links {
		sum += l.alpha * e.cash[l.to]
	}
	for _, l := range links {
		if sum > 0 {
			share = cash * (l.alpha * e.cash[l.to] / sum)
		}
		e.cash[l.to] += share
		e.order.move(l.to, e.cash[l.to])
	}
	e.cash[v] = 0
}

// Value implements Estimator.
func (e *opic) Value(v int32) float64 {
	e.grow()
	return (e.history[v] + e.cash[v]) / (e.total + 1)
}

// Explain implements Estimator.
func (e *opic) Explain(v int32) []Term {
	e.grow()
	return []Term{{"history", e.history[v]}, {"cash", e.cash[v]}, {"total", e.total}}
}
