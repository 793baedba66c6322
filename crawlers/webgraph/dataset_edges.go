package webgraph

import (
	"cmp"
	"errors"
	"slices"
)

// ByPageRank is the one keyword of a Dataset that has links only: the weight of a node is its PageRank within the whole
// graph ([MPS04] eq. 5 with γ = 0.8), 1 on average, and every link has α = 0.
const ByPageRank = "pagerank"

// mostNodes bounds the numbers of nodes that a list of links may name.
const mostNodes = 100_000_000

// readEdges reads links in any order, a line each: source, tab or blank, target. There are as many nodes as the greatest number
// tells.
func (d *Dataset) readEdges(content []byte) error {
	type edge struct{ from, to int32 }
	var edges []edge
	last := int32(-1)
	if err := readRows(content, []int{mostNodes, mostNodes}, 0, func(_ int, row []int, _ []string) error {
		e := edge{int32(row[0]), int32(row[1])} // #nosec G115 -- readRows has compared them with mostNodes
		edges = append(edges, e)
		last = max(last, e.from, e.to)
		return nil
	}); err != nil {
		return err
	}
	if last < 0 {
		return errors.New("there are no links")
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	edges = slices.Compact(edges)
	d.starts, d.targets = make([]int32, last+2), make([]int32, len(edges))
	for i, e := range edges {
		d.starts[e.from+1]++
		d.targets[i] = e.to
	}
	for v := range last + 1 {
		d.starts[v+1] += d.starts[v]
	}
	d.Keywords = []string{ByPageRank}
	return nil
}

// byPageRank gives the graph the weights of ByPageRank.
func (d *Dataset) byPageRank() *Weighted {
	const damping, tolerance = 0.8, 1e-6
	return &Weighted{Dataset: d, Beta: PageRank(Rows{d.starts, d.targets}, d.Nodes(), d.Nodes(), damping, tolerance)}
}
