package webgraph

// regression is lr_fl or lr_sl, [GMS14] Estimator 5: a linear function of the smoothed first-level sums, for lr_sl of the
// second-level sums too, trained with every crawled node: its β, and its features at the moment it was crawled.
//
// Every node crawled changes the coefficients, and with them the value of all. The best node is the true one
// nevertheless: see box.
type regression struct {
	graph    *Graph
	order    *linearOrder
	model    *leastSquares
	siblings *siblings // nil in lr_fl
	trained  []float64 // by crawled node, the β it was trained with
	waits    []bool    // by node
	stale    []bool    // by node, whether it is in pending
	pending  []int32   // nodes whose place in the order is to be seen to
}

// maxPending is how many nodes may be pending before they are seen to unasked, so that no step has too much to do.
const maxPending = 1024

func newRegression(g *Graph, second bool) *regression {
	e, dims := &regression{graph: g}, len(firstLevelNames)
	if second {
		e.siblings = &siblings{graph: g}
		dims += len(secondLevelNames)
	}
	e.order, e.model = newLinearOrder(g, dims), newLeastSquares(dims)
	return e
}

// features are those of a node; a crawled one has those it had when it was crawled.
func (e *regression) features(v int32) (p point) {
	first := &e.graph.nodes[v].first
	for k, x := range first {
		if x != 0 {
			p[k] = smooth(x)
		}
	}
	if e.siblings != nil {
		for k, x := range e.siblings.of(v) {
			p[len(first)+k] = smooth(x)
		}
	}
	return p
}

func (e *regression) entered(v int32) { e.set(v, true) }
func (e *regression) left(v int32)    { e.set(v, false) }

func (e *regression) set(v int32, waits bool) {
	e.waits, e.stale = grown(e.waits, v, false), grown(e.stale, v, false)
	e.waits[v] = waits
	e.touch(v)
}

// touch notes that a node's features have changed, or whether it waits. Its place in the order is seen to when the best
// node is asked for: a bandit may not ask for long, and many nodes leave as they came.
func (e *regression) touch(v int32) {
	if int(v) >= len(e.stale) || e.stale[v] {
		return
	}
	e.stale[v] = true
	if e.pending = append(e.pending, v); len(e.pending) > maxPending {
		e.settle()
	}
}

// settle sees to the places of all pending nodes.
func (e *regression) settle() {
	for _, v := range e.pending {
		e.stale[v] = false
		switch {
		case !e.waits[v]:
			e.order.leave(v)
		case e.order.has(v):
			e.order.move(v, e.features(v))
		default:
			e.order.enter(v, e.features(v))
		}
	}
	e.pending = e.pending[:0]
}

func (e *regression) crawled(v int32) {
	p := e.features(v)
	e.trained = grown(e.trained, v, 0)
	e.trained[v] = e.graph.Beta(v)
	e.model.train(p[:e.model.n-1], e.trained[v])
	if e.siblings != nil {
		e.siblings.crawl(v)
	}
	e.reorder(v)
}

func (e *regression) corrected(v int32) {
	p := e.features(v)
	e.model.correct(p[:e.model.n-1], e.graph.Beta(v)-e.trained[v])
	e.trained[v] = e.graph.Beta(v)
	if e.siblings != nil {
		e.siblings.correct(v)
	}
	e.reorder(v)
}

// reorder touches the nodes whose features have changed with v: its children, and what the siblings say.
func (e *regression) reorder(v int32) {
	for child := range e.graph.Children(v) {
		e.touch(child)
	}
	if e.siblings != nil {
		for _, x := range e.siblings.changed {
			e.touch(x)
		}
	}
}

// Best implements Estimator.
func (e *regression) Best(ready func(group int32) bool) (int32, bool) {
	e.settle()
	return e.order.best(e.model.solve(), ready)
}

// Value implements Estimator.
func (e *regression) Value(v int32) float64 {
	p := e.features(v)
	return linear(e.model.solve(), &p)
}

// Explain implements Estimator: the terms whose sum is the value.
func (e *regression) Explain(v int32) []Term {
	c, p := e.model.solve(), e.features(v)
	all := []Term{{"intercept", c[0]}}
	for k, weight := range c[1:] {
		name := ""
		if k < len(firstLevelNames) {
			name = firstLevelNames[k]
		} else {
			name = secondLevelNames[k-len(firstLevelNames)]
		}
		all = append(all, Term{"weighted " + name, weight * p[k]})
	}
	return all
}
