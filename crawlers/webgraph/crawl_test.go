package webgraph

import (
	"math/rand/v2"
	"testing"
)

// With room for one, node 1 is dropped for a link of node 0, whose page turns out to be crawled already: the link does not
// come, and nothing is left to take. What was dropped is told with the next page.
func TestDroppedForAPageThatIsCrawledAlready(t *testing.T) {
	for _, name := range []string{"fl-n", "mab-e"} {
		c, err := NewCrawl(Options{Estimator: name, Limit: 1, Reset: 1, Rand: rand.New(rand.NewPCG(1, 1))})
		if err != nil {
			t.Fatal(err)
		}
		c.Seed(0)
		c.Take(everyGroup)
		c.Crawled(0, 0.1, []Edge{{1, 0}})
		if !c.Admit(0.9, 0) {
			t.Fatalf("%s: there is no room for a better node", name)
		}
		c.Crawled(0, 0.9, []Edge{{2, 0}})
		if next, ok := c.Take(everyGroup); ok {
			t.Errorf("%s: node %d is taken; want none", name, next.Node)
		}
		if dropped := c.Crawled(3, 0.9, []Edge{{2, 0}}); len(dropped) != 1 || dropped[0] != 1 {
			t.Errorf("%s: dropped %v; want 1", name, dropped)
		}
	}
}
