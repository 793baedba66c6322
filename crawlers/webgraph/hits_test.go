package webgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// rowsOf makes a graph of the out-links of each node.
func rowsOf(out ...[]int32) Rows {
	rows := Rows{Starts: make([]int32, 1)}
	for _, targets := range out {
		rows.Targets = append(rows.Targets, targets...)
		rows.Starts = append(rows.Starts, int32(len(rows.Targets)))
	}
	return rows
}

// Worked by hand. Node 0 links to 2 and 3, node 1 to 2 and to 3, which is of its own host and does not count. R is 1, ½,
// 1, ½. So authority(2) = h0 + h1/2 and authority(3) = h0; h0 = a2 + a3/2 and h1 = a2. Put together, each pass makes h0
// into 1.5·h0 + 0.5·h1 and h1 into h0 + 0.5·h1. That has the eigenvalue 1 + √0.75 with h0 : h1 = (½+√0.75) : 1, which is
// 1/√3 : 1−1/√3, and a2 : a3 = h0+h1/2 : h0, which is the same ratio.
func TestHITSLeavesOutLinksWithinAHost(t *testing.T) {
	graph := rowsOf([]int32{2, 3}, []int32{2, 3}, nil, nil)
	hubs, authorities := HITS(graph, []int32{0, 1, 2, 1}, []float64{1, 0.5, 1, 0.5})
	x := 1 / math.Sqrt(3)
	for what, c := range map[string]struct{ got, want []float64 }{
		"hubs":        {hubs, []float64{x, 1 - x, 0, 0}},
		"authorities": {authorities, []float64{0, 0, x, 1 - x}},
	} {
		for i := range c.want {
			if math.Abs(c.got[i]-c.want[i]) > 1e-5 {
				t.Errorf("%s %v; want %v", what, c.got, c.want)
			}
		}
	}
}

// Relevance decides: of two hubs with one authority each, the one of the more relevant authority wins.
func TestHITSIsWeightedByRelevance(t *testing.T) {
	hubs, _ := HITS(rowsOf([]int32{2}, []int32{3}, nil, nil), []int32{0, 1, 2, 3}, []float64{1, 1, 1, 0.1})
	if hubs[0] < 0.99 {
		t.Errorf("hubs %v; want all for node 0", hubs)
	}
}

func TestHITSWithoutLinksThatCount(t *testing.T) {
	for what, c := range map[string]struct {
		graph     Rows
		host      []int32
		relevance []float64
	}{
		"nothing":    {Rows{}, nil, nil},
		"no links":   {rowsOf(nil, nil), []int32{0, 1}, []float64{1, 1}},
		"one host":   {rowsOf([]int32{1}, []int32{0}), []int32{0, 0}, []float64{1, 1}},
		"irrelevant": {rowsOf([]int32{1}, []int32{0}), []int32{0, 1}, []float64{0, 0}},
	} {
		hubs, authorities := HITS(c.graph, c.host, c.relevance)
		if len(hubs) != len(c.host) || slices.ContainsFunc(append(hubs, authorities...), func(x float64) bool { return x != 0 }) {
			t.Errorf("%s: hubs %v, authorities %v; want zeros", what, hubs, authorities)
		}
	}
}

// BenchmarkHITS is the reckoning of the distiller over a full buffer: 2,048 pages with 26 links each, on 50 hosts.
func BenchmarkHITS(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	const n = 2048
	out, host, relevance := make([][]int32, n), make([]int32, n), make([]float64, n)
	for v := range n {
		host[v], relevance[v] = random.Int32N(50), random.Float64()
		for range 26 {
			out[v] = append(out[v], random.Int32N(n))
		}
	}
	graph := rowsOf(out...)
	for b.Loop() {
		HITS(graph, host, relevance)
	}
}
