package webgraph

import (
	"math"
	"slices"
)

// scratch is the crawled graph kept in the plainest way, from which every estimator is computed by its definition, over
// all nodes, as [GMS14] does.
type scratch struct {
	seeds   map[int32]bool
	order   []int32 // crawled, in order
	beta    map[int32]float64
	edges   map[int32]map[int32]float64
	failed  map[int32]bool     // or withdrawn
	dropped map[int32]bool     // for want of room; edges to them count in the out-degree alone
	trained map[int32]example7 // features at the moment of the crawl
	eta     float64            // of nr
}

// example7 is the features of a node: first level and second level.
type example7 [7]float64

func newScratch() *scratch {
	return &scratch{
		seeds: map[int32]bool{}, beta: map[int32]float64{}, edges: map[int32]map[int32]float64{},
		failed: map[int32]bool{}, dropped: map[int32]bool{}, trained: map[int32]example7{}, eta: 0.5,
	}
}

func (s *scratch) crawl(v int32, beta float64, edges []Edge) {
	s.trained[v] = s.features(v)
	s.order = append(s.order, v)
	s.beta[v] = beta
	s.edges[v] = map[int32]float64{}
	for _, e := range edges {
		if !s.dropped[e.To] {
			s.edges[v][e.To] = max(e.Alpha, s.edges[v][e.To])
		}
	}
}

func (s *scratch) crawled(v int32) bool { _, ok := s.beta[v]; return ok }

// children are in order of number, so that sums are the same every time.
func (s *scratch) children(u int32) []int32 {
	return slices.DeleteFunc(sortedKeys(s.edges[u]), func(v int32) bool { return s.dropped[v] })
}

func sortedKeys[V any](m map[int32]V) []int32 {
	var keys []int32
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (s *scratch) parents(v int32) (parents []int32) {
	for _, u := range s.order {
		if _, ok := s.edges[u][v]; ok {
			parents = append(parents, u)
		}
	}
	return parents
}

// known are the nodes that were ever seen.
func (s *scratch) known() map[int32]bool {
	known := map[int32]bool{}
	for v := range s.seeds {
		known[v] = true
	}
	for _, u := range s.order {
		for v := range s.edges[u] {
			known[v] = true
		}
	}
	return known
}

// frontier is the nodes known that are neither crawled nor failed nor dropped.
func (s *scratch) frontier() []int32 {
	return slices.DeleteFunc(sortedKeys(s.known()), func(v int32) bool { return s.crawled(v) || s.failed[v] || s.dropped[v] })
}

// worth is Σ β(u)·(1+α(u,v)) over the parents, by which nodes are dropped; seeds go last.
func (s *scratch) worth(v int32) float64 {
	if s.seeds[v] {
		return math.Inf(1)
	}
	x := s.sums(v)
	return x[1] + x[3]
}

// sums are fl_deg, fl_n, fl_e, fl_ne, sl_n, sl_e, sl_ne of a node, not smoothed ([GMS14] Estimator 4).
func (s *scratch) sums(v int32) (x example7) {
	for _, u := range s.parents(v) {
		alpha := s.edges[u][v]
		x[0]++
		x[1] += s.beta[u]
		x[2] += alpha
		x[3] += s.beta[u] * alpha
		for _, w := range s.children(u) {
			if s.crawled(w) {
				x[4] += s.beta[w]
				x[5] += s.edges[u][w]
				x[6] += s.beta[w] * s.edges[u][w]
			}
		}
	}
	return x
}

func (s *scratch) features(v int32) example7 {
	x := s.sums(v)
	for k := range x {
		x[k] = math.Log1p(x[k])
	}
	return x
}

// distances are l(v), by breadth-first search from the seeds.
func (s *scratch) distances() map[int32]int {
	distance := map[int32]int{}
	queue := sortedKeys(s.seeds)
	for _, v := range queue {
		distance[v] = 0
	}
	for i := 0; i < len(queue); i++ {
		for _, child := range s.children(queue[i]) {
			if _, known := distance[child]; !known {
				distance[child] = distance[queue[i]] + 1
				queue = append(queue, child)
			}
		}
	}
	return distance
}

// cash plays the crawl again and returns (H+C)/(G+1) of a frontier node ([GMS14] §7.1). What has gone to nodes
// that were dropped afterwards is lost.
func (s *scratch) cash() func(v int32) float64 {
	cash, history, total := map[int32]float64{}, map[int32]float64{}, 0.0
	of := func(v int32) float64 {
		if _, known := cash[v]; !known {
			cash[v] = 1
		}
		return cash[v]
	}
	for _, v := range s.order {
		c := of(v)
		history[v] += c
		sum := 0.0
		for _, u := range sortedKeys(s.edges[v]) {
			sum += s.edges[v][u] * of(u)
		}
		for _, u := range sortedKeys(s.edges[v]) {
			if sum > 0 {
				cash[u] = of(u) + c*s.edges[v][u]*of(u)/sum
			} else {
				cash[u] = of(u) + c/float64(len(s.edges[v]))
			}
		}
		total += c
		cash[v] = 0
	}
	return func(v int32) float64 { return (history[v] + of(v)) / (total + 1) }
}

// navigation iterates NR1 from scratch until its largest change is below the tolerance, and returns NR2 ([GMS14] Estimator 2).
func (s *scratch) navigation(tolerance float64) func(v int32) float64 {
	in := map[int32]float64{}
	for _, u := range s.order {
		for _, v := range s.children(u) {
			in[v]++
		}
	}
	rank := map[int32]float64{}
	for change := 1.0; change >= tolerance; {
		next := map[int32]float64{}
		change = 0
		for _, v := range s.order {
			sum := 0.0
			for _, u := range s.children(v) {
				sum += rank[u] / in[u]
			}
			next[v] = s.eta*s.beta[v] + (1-s.eta)*sum/math.Max(1, float64(len(s.edges[v])))
			change = max(change, math.Abs(next[v]-rank[v]))
		}
		rank = next
	}
	return func(v int32) float64 {
		sum := 0.0
		parents := s.parents(v)
		for _, u := range parents {
			sum += rank[u] / float64(len(s.edges[u]))
		}
		return (1 - s.eta) * sum / math.Max(1, float64(len(parents)))
	}
}

// values computes an estimator of the whole frontier.
func (s *scratch) values(name string, truth func(int32) float64) map[int32]float64 {
	values := map[int32]float64{}
	var of func(v int32) float64
	switch name {
	case "bfs":
		distance := s.distances()
		of = func(v int32) float64 { return 1 / (float64(distance[v]) + 1) }
	case "oracle":
		of = truth
	case "opic":
		of = s.cash()
	case "nr":
		of = s.navigation(1e-7)
	default:
		k := slices.Index([]string{"fl-deg", "fl-n", "fl-e", "fl-ne", "sl-n", "sl-e", "sl-ne"}, name)
		of = func(v int32) float64 { return s.features(v)[k] }
	}
	for _, v := range s.frontier() {
		values[v] = of(v)
	}
	return values
}
