package webgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/network"
	"pgregory.net/rapid"
)

// fourNodes has the pages a, b and the frontier c, d: a links to b and c, b to c and d; c and d link to a and b, as nodes
// without out-links do. Worked by hand with γ = 0.8 and s = (c+d)/2, what a and b each get of c and d:
//
//	a = 0.2 + 0.8·s
//	b = 0.2 + 0.4·a + 0.8·s = 0.28 + 1.12·s
//	c = 0.2 + 0.4·a + 0.4·b = 0.392 + 0.768·s
//	d = 0.2 + 0.4·b         = 0.312 + 0.448·s
//
// so 2s = 0.704 + 1.216·s, s = 0.704/0.784 = 0.897959, and a = 0.918367, b = 1.285714, c = 1.081633, d = 0.714286, which
// are 4 in all.
var fourNodes = Rows{Starts: []int32{0, 2, 4}, Targets: []int32{1, 2, 2, 3}}

func TestPageRankByHand(t *testing.T) {
	for _, c := range []struct {
		tolerance, slack float64
		want             []float64
	}{
		{1e-9, 1e-6, []float64{0.918367, 1.285714, 1.081633, 0.714286}},
		// The first step from 1: a = 0.2+0.8·1, b = 0.2+0.4+0.8, c = 0.2+0.4+0.4, d = 0.2+0.4; the largest change is 0.4.
		{0.5, 1e-12, []float64{1, 1.4, 1, 0.6}},
		// The second: s = 0.8: a = 0.84, b = 0.2+0.4+0.64 = 1.24, c = 0.2+0.4+0.56 = 1.16, d = 0.2+0.56 = 0.76.
		{0.3, 1e-12, []float64{0.84, 1.24, 1.16, 0.76}},
	} {
		got := PageRank(fourNodes, 4, 2, 0.8, c.tolerance)
		for i, want := range c.want {
			if math.Abs(got[i]-want) > c.slack {
				t.Errorf("tolerance %v: %v; want %v", c.tolerance, got, c.want)
				break
			}
		}
	}
}

func TestPageRankOfLittle(t *testing.T) {
	if got := PageRank(Rows{}, 0, 0, 0.8, 0.01); len(got) != 0 {
		t.Errorf("no nodes have %v", got)
	}
	for i, got := range PageRank(Rows{}, 3, 0, 0.8, 1e-9) { // nobody to hand on to
		if math.Abs(got-0.2) > 1e-8 {
			t.Errorf("node %d has %v; want 1−γ", i, got)
		}
	}
}

// The oracle is gonum's PageRank of the graph with all implied edges drawn. It adds up to 1, ours to the number of nodes.
func TestPageRankAgainstGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		home := rapid.IntRange(1, n).Draw(t, "home")
		damping := rapid.Float64Range(0.1, 0.95).Draw(t, "damping")
		graph := Rows{Starts: []int32{0}}
		drawn := multi.NewDirectedGraph()
		for v := range n {
			drawn.AddNode(multi.Node(v))
		}
		draw := func(from, to int) { drawn.SetLine(drawn.NewLine(multi.Node(from), multi.Node(to))) }
		for v := range home {
			out := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(n-1)), 0, 5, rapid.ID).Draw(t, "out")
			graph.Targets = append(graph.Targets, out...)
			graph.Starts = append(graph.Starts, int32(len(graph.Targets)))
			for _, to := range out {
				draw(v, int(to))
			}
		}
		for v := range n {
			if len(graph.out(v)) == 0 {
				for to := range home {
					draw(v, to)
				}
			}
		}
		want := network.PageRank(drawn, damping, 1e-13)
		for v, got := range PageRank(graph, n, home, damping, 1e-12) {
			if math.Abs(got-float64(n)*want[int64(v)]) > 1e-8 {
				t.Errorf("node %d has %v; gonum says %v", v, got, float64(n)*want[int64(v)])
			}
		}
	})
}

func TestPageRankRepeatsBitForBit(t *testing.T) {
	graph := randomRows(rand.New(rand.NewPCG(1, 1)), 300, 900, 26)
	first := PageRank(graph, 900, 300, 0.8, 0.01)
	if !slices.Equal(first, PageRank(graph, 900, 300, 0.8, 0.01)) {
		t.Error("twice the same graph, and two results")
	}
}

// randomRows has pages that link to degree random nodes each.
func randomRows(random *rand.Rand, pages, nodes, degree int) Rows {
	graph := Rows{Starts: []int32{0}}
	for range pages {
		for range degree {
			graph.Targets = append(graph.Targets, random.Int32N(int32(nodes)))
		}
		graph.Starts = append(graph.Starts, int32(len(graph.Targets)))
	}
	return graph
}
