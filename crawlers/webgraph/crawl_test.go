package webgraph

import (
	"math/rand/v2"
	"testing"
)

// With room for one, node 1 is dropped for a link of node 0, whose page turns out to be crawled already: the link does not
// come, and nothing is left to take. What was dropped is told at once, and stays forgotten, with the links to it.
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
		if dropped := c.Crawled(0, 0.9, []Edge{{2, 0}}); len(dropped) != 1 || dropped[0] != 1 {
			t.Errorf("%s: dropped %v; want 1", name, dropped)
		}
		c.Failed(1)
		c.Crawled(1, 0.5, []Edge{{3, 0}})
		if next, ok := c.Take(everyGroup); ok {
			t.Errorf("%s: node %d is taken; want none", name, next.Node)
		}
		for child := range c.Graph().Children(0) {
			t.Errorf("%s: %d is a child; want none", name, child)
		}
	}
}

// Between Admit, which drops a node, and the page for which it does, nobody sees that node.
func TestWhatAdmitHasDroppedIsNotTaken(t *testing.T) {
	c := startedCrawl(t, 1)
	c.Crawled(0, 0.1, []Edge{{1, 0}})
	if !c.Admit(0.9, 0) {
		t.Fatal("there is no room for a better node")
	}
	if next, ok := c.Take(everyGroup); ok {
		t.Errorf("node %d is taken; want none", next.Node)
	}
	if best := c.Best(5); len(best) > 0 || c.Waiting() != 0 {
		t.Errorf("%v wait, %d; want none", best, c.Waiting())
	}
}

// Marks given again and again while there is room leave no more behind than twice the nodes that wait, and a thousand.
func TestCorrectionsDoNotPileUp(t *testing.T) {
	c := startedCrawl(t, 100)
	var edges []Edge
	for v := range int32(50) {
		edges = append(edges, Edge{v + 1, 0.5})
	}
	c.Crawled(0, 0.5, edges)
	for i := range 500 {
		c.Correct(0, float64(i%2))
	}
	if c.worst.size > 2*50+1024 {
		t.Errorf("%d entries for 50 nodes", c.worst.size)
	}
	if v, ok := c.least(); !ok || v != 50 {
		t.Errorf("the least is %d, %v; want 50, the youngest of equal ones", v, ok)
	}
}

// startedCrawl is a crawl by fl-n that has taken its seed, node 0.
func startedCrawl(t *testing.T, limit int) *Crawl {
	t.Helper()
	c, err := NewCrawl(Options{Estimator: "fl-n", Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	c.Seed(0)
	c.Take(everyGroup)
	return c
}
