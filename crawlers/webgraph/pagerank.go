package webgraph

import "math"

// Rows is a directed graph in compressed sparse rows: the out-links of node v are Targets[Starts[v]:Starts[v+1]]. Nodes
// from len(Starts)-1 on have none.
type Rows struct {
	Starts  []int32
	Targets []int32
}

// out is the out-links of a node.
func (r Rows) out(v int) []int32 {
	if v+1 >= len(r.Starts) {
		return nil
	}
	return r.Targets[r.Starts[v]:r.Starts[v+1]]
}

// PageRank is that of each of n nodes ([MPS04] eq. 5),
//
//	PR(p) = (1−γ) + γ · Σ_{d∈in(p)} PR(d)/|out(d)|
//
// by power iteration from 1 until no value changes by the tolerance or more. Nodes without out-links link to all of the
// first home nodes, themselves included; what they hand on is one sum, not edges. With home = 0 they hand on nothing. The
// mean over all nodes is 1, apart from what is not handed on. The same graph gives the same bits.
func PageRank(graph Rows, n, home int, damping, tolerance float64) []float64 {
	rank, next := make([]float64, n), make([]float64, n)
	for i := range rank {
		rank[i] = 1
	}
	for {
		loose := hand(graph, rank, next) // of the nodes without out-links
		share := 0.0
		if home > 0 {
			share = loose / float64(home)
		}
		change := 0.0
		for i, sum := range next {
			if i < home {
				sum += share
			}
			next[i] = 1 - damping + damping*sum
			change = max(change, math.Abs(next[i]-rank[i]))
		}
		rank, next = next, rank
		if change < tolerance {
			return rank
		}
	}
}

// hand sums up in next what the nodes hand to those they link to, and returns what is left of nodes without links.
func hand(graph Rows, rank, next []float64) (loose float64) {
	clear(next)
	for v, r := range rank {
		out := graph.out(v)
		if len(out) == 0 {
			loose += r
			continue
		}
		share := r / float64(len(out))
		for _, target := range out {
			next[target] += share
		}
	}
	return loose
}
