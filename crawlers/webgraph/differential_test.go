package webgraph

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

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
// self-links, parallel links, seeds that are linked, failures, corrections, nodes withdrawn, groups of which some are not
// ready, batches, and limits, with and without asking for room first. With it the nodes taken and dropped are compared.
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
				if d.run(); t.Failed() {
					t.Fatalf("in crawl %d, with limit %d, batch %d and η %v", seed, d.limit, d.batchSize, d.plain.eta)
				}
			}
		})
	}
}

// differential is one random crawl of the test.
type differential struct {
	*testing.T
	name      string
	exact     bool
	nodes     int
	groups    int
	limit     int
	batchSize int
	random    *rand.Rand
	truth     []float64
	crawl     *Crawl
	plain     *scratch
	batch     []int32 // chosen and not yet taken
	open      []int32 // taken and not yet ended
	dropped   []int32 // that the crawl has not reported yet
}

func newDifferential(t *testing.T, name string, seed uint64) *differential {
	random := rand.New(rand.NewPCG(seed, 1))
	d := &differential{
		T: t, name: name, exact: seed%2 == 0, nodes: 2 + random.IntN(25), groups: 1 + random.IntN(3), random: random, plain: newScratch(),
		limit: max(0, random.IntN(15)-4), batchSize: max(0, random.IntN(6)-1),
	}
	if name == "nr" {
		d.plain.eta = []float64{0.5, 0.3, 0.85, 1}[random.IntN(4)]
	}
	for range d.nodes {
		d.truth = append(d.truth, randomWeight(random, d.exact))
	}
	crawl, err := NewCrawl(Options{
		Estimator: name, Limit: d.limit, Batch: d.batchSize, Eta: d.plain.eta, Oracle: func(v int32) float64 { return d.truth[v] },
	})
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
		d.reported(d.crawl.Seed(v))
	}
	for frontier := d.plain.frontier(); len(frontier) > 0 && !d.Failed(); frontier = d.plain.frontier() {
		v := d.anyOf(frontier)
		switch d.random.IntN(12) {
		case 0:
			d.plain.failed[v] = true
			d.crawl.Failed(v)
			d.ended(v)
		case 1:
			d.withdraw(v)
		case 2, 3, 4:
			d.take()
		default:
			edges := d.admit(v, d.edges())
			d.plain.crawl(v, d.truth[v], edges)
			dropped := d.crawl.Crawled(v, d.truth[v], edges)
			d.ended(v)
			d.reported(dropped)
		}
		if d.random.IntN(6) == 0 && len(d.plain.order) > 0 {
			u := d.plain.order[d.random.IntN(len(d.plain.order))]
			d.plain.beta[u] = randomWeight(d.random, d.exact)
			d.crawl.Correct(u, d.plain.beta[u])
		}
		d.compare()
	}
}

// anyOf is a node of the frontier: one that was taken, the best, or any.
func (d *differential) anyOf(frontier []int32) int32 {
	switch d.random.IntN(3) {
	case 0:
		if len(d.open) > 0 {
			return d.open[d.random.IntN(len(d.open))]
		}
	case 1:
		if best, ok := d.crawl.arms[0].Best(everyGroup); ok {
			return best
		}
	}
	return frontier[d.random.IntN(len(frontier))]
}

// edges are random links, among them links to the node itself and parallel ones.
func (d *differential) edges() []Edge {
	var edges []Edge
	for range d.random.IntN(8) {
		edges = append(edges, Edge{int32(d.random.IntN(d.nodes)), randomWeight(d.random, d.exact)})
	}
	return edges
}

// ready is another group out of three that is not ready after every node crawled; a single one is.
func (d *differential) ready(group int32) bool {
	return group != int32(len(d.plain.order)%3) || d.groups == 1
}

// waiting are the nodes of the frontier that were not chosen.
func (d *differential) waiting() []int32 {
	return slices.DeleteFunc(d.plain.frontier(), func(v int32) bool { return slices.Contains(d.batch, v) || slices.Contains(d.open, v) })
}

// ended takes a node out of the batch and of those taken.
func (d *differential) ended(v int32) {
	is := func(u int32) bool { return u == v }
	d.batch, d.open = slices.DeleteFunc(d.batch, is), slices.DeleteFunc(d.open, is)
}

func (d *differential) withdraw(v int32) {
	want := !slices.Contains(d.open, v)
	if got := d.crawl.Withdraw(v); got != want {
		d.Errorf("withdraw node %d: %v; want %v", v, got, want)
	}
	if want {
		d.plain.failed[v] = true
		d.ended(v)
	}
}

// take takes a node, which is the first of the batch that is ready. The batch is filled up with the first in line when
// there is no such node and none is open; what it holds besides the node taken is compared too.
func (d *differential) take() {
	isReady := func(v int32) bool { return d.ready(d.crawl.Graph().Group(v)) }
	at := slices.IndexFunc(d.batch, isReady)
	if size := max(1, d.batchSize); at < 0 && (size == 1 || len(d.open) == 0) {
		line := d.line(isReady)
		d.batch = append(d.batch, line[:min(len(line), size-len(d.batch))]...)
		at = slices.IndexFunc(d.batch, isReady)
	}
	next, ok := d.crawl.Take(d.ready)
	if ok != (at >= 0) {
		d.Errorf("a node is taken: %v (%d); want place %d of %v", ok, next.Node, at, d.batch)
	}
	if !ok || at < 0 {
		return
	}
	var got []int32
	for _, b := range d.crawl.batch {
		got = append(got, b.Node)
	}
	got = slices.Insert(got, at, next.Node)
	same := func(u, v int32) bool {
		e := d.crawl.arms[0]
		return u == v || !d.exact && d.plain.seeds[u] == d.plain.seeds[v] && math.Abs(e.Value(u)-e.Value(v)) <= 1e-12
	}
	if !slices.EqualFunc(got, d.batch, same) {
		d.Errorf("the batch was %v; want %v", got, d.batch)
	}
	d.batch, d.open = slices.Delete(got, at, at+1), append(d.open, next.Node)
}

// line are the waiting nodes that are ready, in the order of choosing.
func (d *differential) line(isReady func(int32) bool) []int32 {
	line := slices.DeleteFunc(d.waiting(), func(v int32) bool { return !isReady(v) })
	value := func(v int32) float64 {
		if d.plain.seeds[v] {
			return math.Inf(1)
		}
		return d.crawl.arms[0].Value(v)
	}
	slices.SortStableFunc(line, func(u, v int32) int { return cmp.Compare(value(v), value(u)) })
	return line
}

// admit asks for room for the nodes that are new, for every other node that was taken, and leaves out those for which there
// is none.
func (d *differential) admit(v int32, edges []Edge) []Edge {
	if !slices.Contains(d.open, v) || d.random.IntN(2) == 0 {
		return edges
	}
	known, asked, admitted := d.plain.known(), map[int32]bool{}, 0
	return slices.DeleteFunc(edges, func(e Edge) bool {
		if known[e.To] || asked[e.To] {
			return !known[e.To] // one link to every new node
		}
		asked[e.To] = true
		waiting := d.waiting()
		want := true
		if d.limit > 0 && len(waiting)+len(d.batch)+admitted >= d.limit {
			worst, ok := d.worst(waiting)
			if want = ok && d.truth[v]*(1+e.Alpha) > d.plain.worth(worst); want {
				d.drop(worst)
			}
		}
		if got := d.crawl.Admit(d.truth[v], e.Alpha); got != want {
			d.Errorf("node %d of β %v, α %v, is admitted: %v; want %v", e.To, d.truth[v], e.Alpha, got, want)
		}
		if want {
			admitted++
		}
		return !want
	})
}

// worst is the node of the least worth, the youngest of several.
func (d *differential) worst(waiting []int32) (worst int32, ok bool) {
	for _, v := range waiting {
		if !ok || d.plain.worth(v) <= d.plain.worth(worst) {
			worst, ok = v, true
		}
	}
	return worst, ok
}

func (d *differential) drop(v int32) {
	d.plain.dropped[v] = true
	d.dropped = append(d.dropped, v)
}

// reported drops what is too much, and compares what the crawl says it has dropped.
func (d *differential) reported(got []int32) {
	for waiting := d.waiting(); d.limit > 0 && len(waiting)+len(d.batch) > d.limit; waiting = d.waiting() {
		worst, ok := d.worst(waiting)
		if !ok {
			break
		}
		d.drop(worst)
	}
	if !slices.Equal(got, d.dropped) {
		d.Errorf("dropped %v; want %v", got, d.dropped)
	}
	d.dropped = nil
}

// compare looks at every value. That of nr, which is exact to what its doc comment says, is compared with the fixed point,
// and the others to a relative 1e-9. A regression's value is a sum in which terms of the size of β, up to 3, cancel, so
// that a value near 0 has the rounding of its terms and not of itself: below 1 the 1e-9 is absolute.
func (d *differential) compare() {
	e := d.crawl.arms[0]
	var want map[int32]float64
	tolerance := func(x float64) float64 { return 1e-9 * math.Abs(x) }
	switch d.name {
	case "lr-fl", "lr-sl":
		want = d.regress(e.(*regression).model.n)
		tolerance = func(x float64) float64 { return 1e-9 * math.Max(1, math.Abs(x)) }
	case "nr":
		want = d.plain.values(d.name, nil)
		eta := d.plain.eta
		tolerance = func(float64) float64 { return (1-eta)*navigationalTolerance*((1-eta)/eta+1) + 1e-6 }
	default:
		want = d.plain.values(d.name, func(v int32) float64 { return d.truth[v] })
	}
	for v, x := range want {
		if math.Abs(e.Value(v)-x) > tolerance(x) {
			d.Errorf("node %d has %v; by definition %v", v, e.Value(v), x)
		}
	}
	waiting := d.waiting()
	if got, want := d.crawl.Waiting(), len(waiting)+len(d.batch); got != want {
		d.Errorf("%d nodes wait; want %d", got, want)
	}
	d.compareBest(e, waiting, want)
	d.compareLinks()
}

// compareLinks: the links of the crawled nodes are those that were not dropped, with the greatest α of parallel ones.
func (d *differential) compareLinks() {
	for _, u := range d.plain.order {
		got, want := maps.Collect(d.crawl.Graph().Children(u)), map[int32]float64{}
		for _, v := range d.plain.children(u) {
			want[v] = d.plain.edges[u][v]
		}
		if !maps.Equal(got, want) {
			d.Errorf("node %d links to %v; want %v", u, got, want)
		}
	}
}

// compareBest: the best node is the first by value and number of the waiting ones, which seeds are not part of.
func (d *differential) compareBest(e Estimator, waiting []int32, want map[int32]float64) {
	first, most := int32(-1), math.Inf(-1)
	for _, v := range waiting {
		x := e.Value(v)
		if d.exact && d.name != "nr" && d.name != "opic" && d.name[:2] != "lr" {
			x = want[v]
		}
		if d.ready(d.crawl.Graph().Group(v)) && !d.plain.seeds[v] && x > most {
			first, most = v, x
		}
	}
	got, ok := e.Best(d.ready)
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
