package webgraph

import (
	"fmt"
	"math"
	"strings"
)

// An Estimator guesses the β of the nodes on the frontier and keeps those that wait in the order of its guess. A Crawl
// tells it what happens, in order; it reads the graph, and never changes it.
type Estimator interface {
	observer

	// Best is the waiting node of the greatest value, the smallest of several, in the groups that are ready.
	Best(ready func(group int32) bool) (v int32, ok bool)

	// Value is the estimated β of a node that is known and not crawled.
	Value(v int32) float64

	// Explain gives the terms of the value.
	Explain(v int32) []Term
}

// observer is told of what happens, after the graph has been.
type observer interface {
	entered(v int32)   // v waits from now on, until its state is another one
	crawled(v int32)   // v, which does not wait, is crawled; children that are new to the graph enter next
	corrected(v int32) // the β of v, which is crawled, is another one
	left(v int32)      // v does not wait any more
}

// Term is one named term of a value.
type Term struct {
	Name  string
	Value float64
}

// Names are the estimators there are, by the names that New takes, in the order of [GMS14] §7. All but the bandits are
// Estimators of their own.
func Names() []string {
	return append([]string{"bfs", "oracle", "nr", "opic", "fl-deg", "fl-n", "fl-e", "fl-ne", "sl-n", "sl-e", "sl-ne", "lr-fl", "lr-sl"}, banditNames()...)
}

// newEstimator makes the estimator of that name, none of the bandits.
func newEstimator(name string, g *Graph, o Options) (Estimator, error) {
	switch name {
	case "bfs":
		return newBreadthFirst(g), nil
	case "oracle":
		if o.Oracle == nil {
			return nil, fmt.Errorf("the estimator oracle must be told the weight of every node: give Options.Oracle")
		}
		return &oracle{newRanked(g), o.Oracle}, nil
	case "nr":
		return newNavigationalRank(g, o.Eta), nil
	case "opic":
		return newOPIC(g), nil
	case "fl-deg", "fl-n", "fl-e", "fl-ne":
		return newFirstLevel(g, name), nil
	case "sl-n", "sl-e", "sl-ne":
		return newSecondLevel(g, name), nil
	case "lr-fl":
		return newRegression(g, false), nil
	case "lr-sl":
		return newRegression(g, true), nil
	}
	return nil, fmt.Errorf("unknown estimator %q: write one of %s", name, strings.Join(Names(), ", "))
}

// ranked is what the estimators have in common that keep an order by one number a node.
type ranked struct {
	graph *Graph
	order *order
}

func newRanked(g *Graph) ranked { return ranked{g, newOrder(g)} }

func (ranked) left(int32) {} // the order finds out by itself

// Best implements Estimator.
func (r ranked) Best(ready func(group int32) bool) (int32, bool) { return r.order.best(ready) }

// smooth is f of [GMS14] §2.3.
func smooth(x float64) float64 { return math.Log1p(x) }

// oracle knows β: the upper bound of all estimators, for evaluation only.
type oracle struct {
	ranked
	beta func(v int32) float64
}

func (e *oracle) entered(v int32) { e.order.put(v, e.beta(v)) }
func (e *oracle) crawled(int32)   {}
func (e *oracle) corrected(int32) {} // the truth is not a matter of opinion

func (e *oracle) Value(v int32) float64  { return e.beta(v) }
func (e *oracle) Explain(v int32) []Term { return []Term{{"beta", e.beta(v)}} }
