package crawlers_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// After two pages the graph is that of four nodes which webgraph's TestPageRankByHand works out: a links to b and c, b to c
// and d, and c = 1.081633, d = 0.714286. The reckoning ends when nothing changes by 0.01, which with γ = 0.8 leaves less
// than 0.01·0.8/(1−0.8) = 0.04. What is found then has the mean of c and d.
func TestPageRankOrder(t *testing.T) {
	web := web(map[rune]string{'a': "[b] [c]", 'b': "[d] [c]", 'c': "[e]", 'd': ""})
	c := start(t, "pagerank", 100, 1, map[string]string{"every": "2"})
	c.Seed(links("a"))
	visit(t, c, web, c.Next(1, anyHost)[0])
	b := c.Next(1, anyHost)[0]
	if b.URL != address('b') || b.Score != 1 {
		t.Errorf("before the first reckoning: %+v; want b with 1, the first of equals", b)
	}
	visit(t, c, web, b)
	best := c.(crawlers.Inspector).Best(9)
	if letters(best) != "cd" || math.Abs(best[0].Score-1.081633) > 0.04 || math.Abs(best[1].Score-0.714286) > 0.04 {
		t.Fatalf("frontier %+v; want c with 1.08, d with 0.71", best)
	}
	visit(t, c, web, c.Next(1, anyHost)[0])
	found := c.(crawlers.Inspector).Best(1)[0]
	expectParts(t, found, map[string]float64{"": (best[0].Score + best[1].Score) / 2, "pagerank": found.Score})
	if found.URL != address('e') {
		t.Errorf("%+v; want e, which has the mean", found)
	}
}

// MAX_BUFFER = 2: of three pages the least similar is dropped, and its links count no more. Worked by hand: a has orb
// twice and car: 2/√(2·5) = 0.632; b has web and car: 1/√(2·2) = 0.5; x has 1. So b goes, nobody links to y, and y has
// 1−γ = 0.2. With b marked good the weights are orb 0.707107, web 0.707107+0.75·0.707107 = 1.237437, car 0.53033, with
// Σw² = 2.3125: a has (2·0.707107+0.53033)/√(2.3125·5) = 0.572, b 1.767767/√(2.3125·2) = 0.822, x 1.944544/√(2.3125·2) =
// 0.904. So a goes, and b links to y.
func TestPageRankBuffersTheMostSimilar(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb orb [car](http://x.example/)",
		"http://b.example/": "web [car](http://y.example/)",
		"http://x.example/": "orb web",
	})
	for _, marked := range []bool{false, true} {
		c := start(t, "pagerank", 2, 1, map[string]string{"every": "3"})
		c.Seed(links("ab"))
		for range 2 {
			visit(t, c, web, c.Next(1, anyHost)[0])
		}
		if marked {
			c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address('b')], Judgement: crawlers.Good})
		}
		visit(t, c, web, c.Next(1, anyHost)[0])
		y := c.Next(1, anyHost)[0]
		if y.URL != address('y') || marked != (y.Score > 0.3) || !marked && math.Abs(y.Score-0.2) > 1e-12 {
			t.Errorf("b marked: %v: %+v", marked, y)
		}
	}
}

// BenchmarkReckon is PageRank's periodic step, the page in twenty-five with which all ranks are reckoned anew (ns/op, the
// median): with as many pages of 26 links buffered, and a full frontier.
func BenchmarkReckon(b *testing.B) {
	family, err := crawlers.Lookup("pagerank")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ size, pages int }{{2048, 2048}, {100_000, 20_000}} {
		b.Run(fmt.Sprintf("%d/%d", c.size, c.pages), func(b *testing.B) {
			t := newTreadmill(family, c.size)
			for t.start(b); t.visited < c.pages; {
				t.visit(b)
			}
			var took []time.Duration
			for b.Loop() {
				for reckoned := false; !reckoned; {
					deciding, _ := t.visit(b)
					if reckoned = t.visited%25 == 0; reckoned {
						took = append(took, deciding)
					}
				}
			}
			b.ReportMetric(median(took), "ns/op")
		})
	}
}
