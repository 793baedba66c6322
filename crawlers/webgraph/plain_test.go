package webgraph

import "math"

// plain scores the whole frontier from scratch, its nodes in the order in which they were found, as [GMS14] Algorithm 1 does
// at every step, and returns the best node, the smallest of several, with its value. It is what the benchmark compares
// with, written as one would write it without keeping anything from step to step, over the same tables. Regressions lend it their coefficients, opic its cash.
func plain(c *Crawl, frontier []int32, name string, truth []float64) (int32, float64) {
	g := c.graph
	var value func(v int32) float64
	switch name {
	case "bfs":
		value = plainDistances(g)
	case "oracle":
		value = func(v int32) float64 { return truth[v] }
	case "opic":
		value = c.arms[0].Value
	case "nr":
		value = plainNavigation(g)
	case "fl-deg", "fl-n", "fl-e", "fl-ne":
		k := c.arms[0].(*firstLevel).sum
		value = func(v int32) float64 { return smooth(plainFirst(g, v)[k]) }
	case "sl-n", "sl-e", "sl-ne":
		shares := plainShares(g)
		k := c.arms[0].(*secondLevel).sum
		value = func(v int32) float64 { return smooth(plainSecond(g, shares, v)[k]) }
	case "lr-sl":
		shares := plainShares(g)
		coefficients := c.arms[0].(*regression).solve()
		value = func(v int32) float64 {
			p := plainFeatures(g, v)
			for k, x := range plainSecond(g, shares, v) {
				p[4+k] = smooth(x)
			}
			return linear(coefficients, &p)
		}
	default: // lr-fl, and the bandits, to which every arm must have its value
		coefficients := c.arms[len(c.arms)-1].(*regression).solve()
		value = func(v int32) float64 {
			p := plainFeatures(g, v)
			return linear(coefficients, &p)
		}
	}
	best, most := int32(-1), math.Inf(-1)
	for _, v := range frontier {
		if x := value(v); x > most || x == most && v < best {
			best, most = v, x
		}
	}
	return best, most
}

func plainFeatures(g *Graph, v int32) (p point) {
	for k, x := range plainFirst(g, v) {
		p[k] = smooth(x)
	}
	return p
}

func plainFirst(g *Graph, v int32) (s Sums) {
	for i := g.nodes.at(v).lastIn; i > 0; i = g.links.at(i - 1).before {
		s.add(g.nodes.at(g.links.at(i-1).from).beta, g.links.at(i-1).alpha)
	}
	return s
}

func plainShares(g *Graph) []outward {
	shares := make([]outward, g.Len())
	for v := range int32(g.Len()) {
		for _, l := range g.linksOf(v) {
			if to := g.nodes.at(l.to); to.crawled {
				shares[v].add(outward{to.beta, l.alpha, to.beta * l.alpha})
			}
		}
	}
	return shares
}

func plainSecond(g *Graph, shares []outward, v int32) (s outward) {
	for i := g.nodes.at(v).lastIn; i > 0; i = g.links.at(i - 1).before {
		s.add(shares[g.links.at(i-1).from])
	}
	return s
}

func plainDistances(g *Graph) func(v int32) float64 {
	distance := make([]int32, g.Len())
	var queue []int32
	for v := range int32(g.Len()) {
		distance[v] = math.MaxInt32
		if g.nodes.at(v).seed {
			distance[v] = 0
			queue = append(queue, v)
		}
	}
	for i := 0; i < len(queue); i++ {
		for child := range g.Children(queue[i]) {
			if distance[child] == math.MaxInt32 {
				distance[child] = distance[queue[i]] + 1
				queue = append(queue, child)
			}
		}
	}
	return func(v int32) float64 { return 1 / (float64(distance[v]) + 1) }
}

func plainNavigation(g *Graph) func(v int32) float64 {
	rank, next := make([]float64, g.Len()), make([]float64, g.Len())
	in := make([]int32, g.Len())
	for v := range int32(g.Len()) {
		for _, l := range g.linksOf(v) {
			in[l.to]++
		}
	}
	for change := 1.0; change >= navigationalTolerance; {
		change = 0
		for v := range int32(g.Len()) {
			if !g.nodes.at(v).crawled {
				continue
			}
			sum := 0.0
			for child := range g.Children(v) {
				if g.nodes.at(child).crawled {
					sum += rank[child] / float64(in[child])
				}
			}
			next[v] = 0.5*g.nodes.at(v).beta + 0.5*sum/float64(max(1, g.outDegree(v)))
			change = max(change, math.Abs(next[v]-rank[v]))
		}
		rank, next = next, rank
	}
	return func(v int32) float64 {
		sum := 0.0
		for parent := range g.Parents(v) {
			sum += rank[parent] / float64(g.outDegree(parent))
		}
		return 0.5 * sum / float64(max(1, in[v]))
	}
}
