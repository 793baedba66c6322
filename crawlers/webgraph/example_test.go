package webgraph_test

import (
	"fmt"

	"orbweaver/crawlers/webgraph"
)

// A crawl of a graph of five nodes, of which 3 and 4 are what is looked for.
func Example() {
	beta := []float64{0, 0.5, 0, 1, 1}
	links := [][]webgraph.Edge{
		0: {{To: 1, Alpha: 0.2}, {To: 2}},
		1: {{To: 3, Alpha: 0.9}, {To: 2}},
		3: {{To: 4, Alpha: 0.4}},
		4: nil,
	}
	crawl, err := webgraph.NewCrawl(webgraph.Options{Estimator: "fl-ne"})
	if err != nil {
		fmt.Println(err)
		return
	}
	crawl.Seed(0)
	anyGroup := func(int32) bool { return true }
	for range 4 {
		next, ok := crawl.Take(anyGroup)
		if !ok {
			break
		}
		fmt.Printf("%d: estimated %.3f, is %v\n", next.Node, next.Value, beta[next.Node])
		crawl.Crawled(next.Node, beta[next.Node], links[next.Node])
	}
	// Output:
	// 0: estimated 1.000, is 0
	// 1: estimated 0.000, is 0.5
	// 3: estimated 0.372, is 1
	// 4: estimated 0.336, is 1
}
