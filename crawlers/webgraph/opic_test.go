package webgraph

import "testing"

// A share too small to change a node's cash does not put the node in once more.
func TestOpicOfSharesThatAreNothing(t *testing.T) {
	c, err := NewCrawl(Options{Estimator: "opic"})
	if err != nil {
		t.Fatal(err)
	}
	for v := range int32(2000) {
		c.Crawled(2+v, 0, []Edge{{To: 0, Alpha: 1}, {To: 1, Alpha: 1e-30}})
	}
	if size := c.arms[0].(*opic).order.all.size; size > 200 {
		t.Errorf("%d entries of 2 nodes", size)
	}
}
