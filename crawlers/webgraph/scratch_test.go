package webgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// scratch is the crawled graph kept in the plainest way, from which every estimator is computed by its definition, over
// all nodes, as [GMS14] does.
type scratch struct {
	seeds   map[int32]bool
	order   []int32 // crawled, in order
	beta    map[int32]float64
	edges   map[int32]map[int32]float64
	failed  map[int32]bool
	trained map[int32]example7 // features at the moment of the crawl
}

// example7 is the features of a node: first level and second level.
type example7 [7]float64

func newScratch() *scratch {
	return &scratch{map[int32]bool{}, nil, map[int32]float64{}, map[int32]map[int32]float64{}, map[int32]bool{}, map[int32]example7{}}
}

func (s *scratch) crawl(v int32, beta float64, edges []Edge) {
	s.trained[v] = s.features(v)
	s.order = append(s.order, v)
	s.beta[v] = beta
	s.edges[v] = map[int32]float64{}
	for _, e := range edges {
		s.edges[v][e.To] = max(e.Alpha, s.edges[v][e.To])
	}
}

func (s *scratch) crawled(v int32) bool { _, ok := s.beta[v]; return ok }

// children are in order of number, so that sums are the same every time.
func (s *scratch) children(u int32) []int32 { return sortedKeys(s.edges[u]) }

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

// frontier is the nodes known, neither crawled nor failed.
func (s *scratch) frontier() []int32 {
	known := map[int32]bool{}
	for v := range s.seeds {
		known[v] = true
	}
	for _, u := range s.order {
		for v := range s.edges[u] {
			known[v] = true
		}
	}
	return slices.DeleteFunc(sortedKeys(known), func(v int32) bool { return s.crawled(v) || s.failed[v] })
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

// cash plays the crawl again and returns (H+C)/(G+1) of a frontier node ([GMS14] §7.1).
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
		for _, u := range s.children(v) {
			sum += s.edges[v][u] * of(u)
		}
		for _, u := range s.children(v) {
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

// navigation iterates NR1 from scratch until its largest change is below 1e-4, and returns NR2 ([GMS14] Estimator 2).
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
			next[v] = 0.5*s.beta[v] + 0.5*sum/math.Max(1, float64(len(s.edges[v])))
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
		return 0.5 * sum / math.Max(1, float64(len(parents)))
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
		of = s.navigation(1e-4)
	default:
		k := slices.Index([]string{"fl-deg", "fl-n", "fl-e", "fl-ne", "sl-n", "sl-e", "sl-ne"}, name)
		of = func(v int32) float64 { return s.features(v)[k] }
	}
	for _, v := range s.frontier() {
		values[v] = of(v)
	}
	return values
}

// randomWeight is often 0, and a multiple of 1/8 where exact: sums of those and their products have no rounding, so that
// equal values are equal however they are computed.
func randomWeight(random *rand.Rand, exact bool) float64 {
	switch {
	case random.IntN(2) == 0:
		return 0
	case exact:
		return float64(random.IntN(8)) / 8
	default:
		return 3 * random.Float64()
	}
}

// The differential test: every estimator against its definition, at every step of random crawls of random graphs with
// self-links, parallel links, seeds that are linked, failures, corrections, and groups of which some are not ready.
func TestEstimatorsEqualTheirDefinitions(t *testing.T) {
	crawls := 2000
	if testing.Short() {
		crawls = 200
	}
	for _, name := range []string{"bfs", "oracle", "opic", "nr", "fl-deg", "fl-n", "fl-e", "fl-ne", "sl-n", "sl-e", "sl-ne", "lr-fl", "lr-sl"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range crawls {
				d := newDifferential(t, name, uint64(seed))
				d.run()
			}
		})
	}
}

// differential is one random crawl of the test.
type differential struct {
	*testing.T
	name   string
	exact  bool
	nodes  int
	groups int
	random *rand.Rand
	truth  []float64
	crawl  *Crawl
	plain  *scratch
}

func newDifferential(t *testing.T, name string, seed uint64) *differential {
	random := rand.New(rand.NewPCG(seed, 1))
	d := &differential{
		T: t, name: name, exact: seed%2 == 0, nodes: 2 + random.IntN(25), groups: 1 + random.IntN(3), random: random, plain: newScratch(),
	}
	for range d.nodes {
		d.truth = append(d.truth, randomWeight(random, d.exact))
	}
	crawl, err := NewCrawl(Options{Estimator: name, Oracle: func(v int32) float64 { return d.truth[v] }})
	if err != nil {
		t.Fatal(err)
	}
	for v := range d.nodes {
		crawl.Graph().Grow(int32(v), int32(random.IntN(d.groups)))
	}
	d.crawl = crawl
	return d
}

func (d *differential) run() {
	for range 1 + d.random.IntN(2) {
		v := int32(d.random.IntN(d.nodes))
		d.plain.seeds[v] = true
		d.crawl.Seed(v)
	}
	for frontier := d.plain.frontier(); len(frontier) > 0 && !d.Failed(); frontier = d.plain.frontier() {
		v := frontier[d.random.IntN(len(frontier))]
		if best, ok := d.crawl.arms[0].Best(everyGroup); ok && d.random.IntN(2) == 0 {
			v = best
		}
		if d.random.IntN(8) == 0 {
			d.plain.failed[v] = true
			d.crawl.Failed(v)
		} else {
			edges := d.edges()
			d.plain.crawl(v, d.truth[v], edges)
			d.crawl.Crawled(v, d.truth[v], edges)
		}
		if d.random.IntN(6) == 0 && len(d.plain.order) > 0 {
			u := d.plain.order[d.random.IntN(len(d.plain.order))]
			d.plain.beta[u] = randomWeight(d.random, d.exact)
			d.crawl.Correct(u, d.plain.beta[u])
		}
		d.compare()
	}
}

// edges are random links, among them links to the node itself and parallel ones.
func (d *differential) edges() []Edge {
	var edges []Edge
	for range d.random.IntN(8) {
		edges = append(edges, Edge{int32(d.random.IntN(d.nodes)), randomWeight(d.random, d.exact)})
	}
	return edges
}

func (d *differential) compare() {
	e := d.crawl.arms[0]
	var want map[int32]float64
	tolerance := 1e-9
	switch d.name {
	case "lr-fl", "lr-sl":
		want = d.regress(e.(*regression).model.n)
		tolerance = 1e-8
	case "nr":
		want, tolerance = d.plain.values(d.name, nil), 1.5e-4
	default:
		want = d.plain.values(d.name, func(v int32) float64 { return d.truth[v] })
	}
	for v, x := range want {
		scale := math.Abs(x)
		if d.name == "nr" || tolerance == 1e-8 {
			scale = 1
		}
		if math.Abs(e.Value(v)-x) > tolerance*scale {
			d.Errorf("node %d has %v; by definition %v", v, e.Value(v), x)
		}
	}
	ready := func(group int32) bool { return group != int32(len(d.plain.order)%3) || d.groups == 1 }
	d.compareBest(e, want, ready)
}

// compareBest: the best node is the first by value and number of the waiting ones, which seeds are not part of.
func (d *differential) compareBest(e Estimator, want map[int32]float64, ready func(int32) bool) {
	first, most := int32(-1), math.Inf(-1)
	for _, v := range sortedKeys(want) {
		x := e.Value(v)
		if d.exact && d.name != "nr" && d.name != "opic" && d.name[:2] != "lr" {
			x = want[v]
		}
		if ready(d.crawl.Graph().Group(v)) && !d.crawl.seeds.has(v) && x > most {
			first, most = v, x
		}
	}
	got, ok := e.Best(ready)
	switch {
	case ok != (first >= 0):
		d.Errorf("there is a best node: %v; want %d", ok, first)
	case ok && got != first && (d.exact || e.Value(got) < most-1e-12):
		d.Errorf("best is %d with %v; want %d with %v", got, e.Value(got), first, most)
	}
}

// regress is the batch ridge regression over all crawled nodes, of n coefficients, at every waiting node.
func (d *differential) regress(n int) map[int32]float64 {
	values := map[int32]float64{}
	if len(d.plain.order) == 0 {
		return values
	}
	var examples [][]float64
	var ys []float64
	for _, v := range d.plain.order {
		x := d.plain.trained[v]
		examples, ys = append(examples, x[:n-1]), append(ys, d.plain.beta[v])
	}
	c := batchRidge(examples, ys)
	for _, v := range d.plain.frontier() {
		x := d.plain.features(v)
		p := point(x)
		values[v] = linear(c, &p)
	}
	return values
}
