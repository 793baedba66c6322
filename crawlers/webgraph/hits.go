package webgraph

import "math"

// The reckoning of HITS ends when no score changes by more than hitsTolerance, or after hitsPasses: hubs that are all but
// equal would take for ever to part.
const (
	hitsTolerance = 1e-6
	hitsPasses    = 100
)

// HITS finds hubs and authorities among len(relevance) nodes, as the distiller of the focused crawler does it ([PSM04]
// §3.3, after Kleinberg): a good hub links to good authorities, a good authority is linked to by good hubs,
//
//	authority(v) = Σ_{u→v} R(u) · hub(u)
//	hub(u)       = Σ_{u→v} R(v) · authority(v)
//
// over the links between nodes of different hosts: what a site says of itself does not count. R is a node's relevance,
// which is not negative. Both kinds of score sum to 1; all are 0 when there is no link that counts. The same graph gives
// the same bits.
func HITS(graph Rows, host []int32, relevance []float64) (hubs, authorities []float64) {
	n := len(relevance)
	hubs, authorities = make([]float64, n), make([]float64, n)
	for v := range hubs {
		hubs[v] = 1 / float64(n)
	}
	next := make([]float64, n)
	for range hitsPasses {
		clear(authorities)
		for u, h := range hubs {
			for _, v := range graph.out(u) {
				if host[u] != host[v] {
					authorities[v] += relevance[u] * h
				}
			}
		}
		shareOut(authorities)
		change := 0.0
		for u := range next {
			next[u] = 0
			for _, v := range graph.out(u) {
				if host[u] != host[v] {
					next[u] += relevance[v] * authorities[v]
				}
			}
		}
		shareOut(next)
		for u := range next {
			change = max(change, math.Abs(next[u]-hubs[u]))
		}
		hubs, next = next, hubs
		if change <= hitsTolerance {
			break
		}
	}
	return hubs, authorities
}

// shareOut divides values by their sum, unless that is 0.
func shareOut(values []float64) {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	for i := range values {
		if sum > 0 {
			values[i] /= sum
		}
	}
}
