package webgraph

import (
	"math/rand/v2"
	"testing"
)

// First names what the greedy Take then takes, and changes nothing.
func TestFirst(t *testing.T) {
	beta := []float64{1, 0, 3, 2}
	for _, name := range Names() {
		c, err := NewCrawl(Options{Estimator: name, Epsilon: 0, Reset: 10, Eta: 0.5, Rand: rand.New(rand.NewPCG(1, 1)), Oracle: func(v int32) float64 { return beta[v] }})
		if err != nil {
			t.Fatal(err)
		}
		c.Seed(0)
		if first, ok := c.First(); ok {
			t.Errorf("%s: %+v while only a seed waits", name, first)
		}
		seed, _ := c.Take(func(int32) bool { return true })
		c.Crawled(seed.Node, 1, []Edge{{1, 0.1}, {2, 0.9}, {3, 0.5}})
		first, ok := c.First()
		again, _ := c.First()
		taken, _ := c.Take(func(int32) bool { return true })
		if !ok || first.Node != again.Node || first.Node != taken.Node || first.Value != taken.Value {
			t.Errorf("%s: first %+v, %v; taken %+v", name, first, ok, taken)
		}
	}
}
