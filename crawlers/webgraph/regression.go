package webgraph

// regression is lr_fl or lr_sl, [GMS14] Estimator 5: a linear function of the smoothed first-level sums, for lr_sl of the
// second-level sums too, trained with every crawled node: its β, and its features at the moment it was crawled.
//
// Every node crawled changes the coefficients, and with them the value of all. The best node is the true one
// nevertheless: see linearOrder.
type regression struct {
	graph    *Graph
	order    *linearOrder
	model    *leastSquares
	siblings *siblings      // nil in lr_fl
	trained  array[float64] // by crawled node, the β it was trained with, or is to be
	due      []int32        // nodes with which the model is still to be trained
}

func newRegression(g *Graph, second bool) *regression {
	g.noting = true
	e, dims := &regression{graph: g}, len(firstLevelNames)
	if second {
		e.siblings = &siblings{graph: g}
		dims += len(secondLevelNames)
	}
	e.order, e.model = newLinearOrder(g, e.sums, int32(dims), second), newLeastSquares(dims) // #nosec G115 -- seven at most
	return e
}

// sums are those of a node; a crawled one has those it had when it was crawled.
func (e *regression) sums(v int32) (p point) {
	first := copy(p[:], e.graph.nodes.at(v).first[:])
	if e.siblings != nil {
		second := e.siblings.of(v)
		copy(p[first:], second[:])
	}
	return p
}

func (e *regression) features(v int32) point {
	p := e.sums(v)
	p.smooth()
	return p
}

func (e *regression) entered(int32) {}

func (e *regression) crawled(v int32) {
	e.trained.reach(v)
	*e.trained.at(v) = e.graph.Beta(v)
	e.due = append(e.due, v)
	if e.siblings != nil {
		e.siblings.crawl(v)
	}
	e.reorder()
}

func (e *regression) left(v int32) { e.order.remove(v) }

// learn trains the model with what has become due: where it is one of several estimators of which one is asked, that can
// wait until it is.
func (e *regression) learn() {
	for _, v := range e.due {
		p := e.features(v)
		e.model.train(p[:e.model.n-1], *e.trained.at(v))
	}
	e.due = e.due[:0]
}

func (e *regression) corrected(v int32) {
	e.learn()
	p := e.features(v)
	trained := e.trained.at(v)
	e.model.correct(p[:e.model.n-1], e.graph.Beta(v)-*trained)
	*trained = e.graph.Beta(v)
	if e.siblings != nil {
		e.siblings.correct(v)
	}
	e.reorder()
}

// reorder tells the order of the nodes whose sums have changed.
func (e *regression) reorder() {
	if e.siblings != nil {
		for _, x := range e.siblings.changed {
			if e.graph.states[x] == waiting {
				e.order.change(x, len(firstLevelNames), e.siblings.tallies[x].sums[:])
			}
		}
	}
	for i := range e.graph.changes {
		e.order.put(e.graph.changes[i].node)
	}
}

// solve gives the coefficients that have been learnt so far.
func (e *regression) solve() []float64 {
	e.learn()
	return e.model.solve()
}

// Best implements Estimator.
func (e *regression) Best(ready func(group int32) bool) (int32, bool) {
	return e.order.best(e.solve(), ready)
}

// Value implements Estimator.
func (e *regression) Value(v int32) float64 {
	p := e.features(v)
	return linear(e.solve(), &p)
}

// Explain implements Estimator: the terms whose sum is the value.
func (e *regression) Explain(v int32) []Term {
	c, p := e.solve(), e.features(v)
	all := append(make([]Term, 0, len(c)), Term{"intercept", c[0]})
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
