package webgraph

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The order against a look at every node, with thousands of nodes in a few groups that enter, move and leave, of which
// many have the same features, and functions with coefficients of either sign, or none, that change a little or much.
func TestLinearOrderEqualsLookingAtAll(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 3))
		g := NewGraph()
		at := map[int32]point{}
		o := newLinearOrder(g, func(v int32) point { return at[v] })
		coarse := seed%2 == 0                // many nodes at the same place, and many places of the same value
		every := uint64(20) + 600*(seed/2%2) // changes between two looks: few in a leaf, or most of it
		var places [2000]int32               // node numbers + 1: one that has left does not come back
		c := make([]float64, 5)
		for step := range uint64(6000) {
			place := &places[random.IntN(len(places))]
			v := *place - 1
			p := randomPoint(random, coarse, step)
			switch {
			case v < 0:
				v = int32(g.Len())
				*place = v + 1
				g.Grow(v, int32(random.IntN(3)))
				g.states[v] = waiting
				at[v] = p
				g.changes.note(v)
			case random.IntN(3) == 0:
				g.states[v] = ended
				delete(at, v)
				*place = 0
			default:
				from := random.IntN(4) // only the sums from there on change
				old := at[v]
				copy(p[:from], old[:])
				if at[v] = p; seed%3 == 0 {
					o.change(v, from, p[from:4])
				} else {
					g.changes.note(v)
				}
			}
			if step%every > 0 {
				continue
			}
			for k := range c {
				if jump := random.IntN(6) == 0; jump || !coarse && random.IntN(2) == 0 {
					c[k] = float64(random.IntN(7)-3) / 2
				} else if !coarse {
					c[k] += (random.Float64() - 0.5) / 1000
				}
			}
			notReady := int32(random.IntN(4))
			ready := func(group int32) bool { return group != notReady }
			want, most := int32(math.MaxInt32), math.Inf(-1)
			for v, p := range at {
				p.smooth()
				if x := linear(c, &p); ready(g.Group(v)) && (x > most || x == most && v < want) {
					want, most = v, x
				}
			}
			if got, ok := o.best(c, ready); got != want || ok != (want != math.MaxInt32) {
				t.Fatalf("crawl %d, step %d: best of %v is %d; want %d with %v", seed, step, c, got, want, most)
			}
		}
		for v := range at {
			g.states[v] = ended
		}
		if v, ok := o.best([]float64{1, 1, 1, 1, 1}, everyGroup); ok {
			t.Fatalf("crawl %d: an empty order has a best node, %d", seed, v)
		}
		o.credit = 100_000
		if o.sweep(); len(o.live) > 1 || !o.live[0].isEmpty() {
			t.Fatalf("crawl %d: an empty order has %d piles", seed, len(o.live))
		}
	}
}

// randomPoint drifts upwards with the steps, as the sums of a crawl do.
func randomPoint(random *rand.Rand, coarse bool, step uint64) (p point) {
	for k := range 4 {
		if p[k] = random.Float64() * float64(step) / 1000; coarse {
			p[k] = math.Floor(p[k])
		}
	}
	return p
}

// The mean of many that are the same, and of one that is the least bit more, is by rounding more than any: 0.1 a hundred
// times is 9.99999999999998.
func TestDivideLeavesNeitherSideEmpty(t *testing.T) {
	for _, rest := range []float64{math.Nextafter(0.1, 0), math.Nextafter(0.1, 1)} {
		for n := 1; n < 200; n++ {
			cells := make([]cell, n+1)
			for i := range cells {
				cells[i].features[0] = 0.1
			}
			cells[0].features[0] = rest
			if _, _, lower := divide(cells); lower == 0 || lower > n {
				t.Fatalf("of %d cells %d are below the mean", n+1, lower)
			}
		}
	}
}

// A node's sums change without the journal, and before anybody looks its leaf is full and cut in two: the boxes around it
// must know of it too.
func TestWhatIsStirredBeforeALeafIsCut(t *testing.T) {
	g := NewGraph()
	at := map[int32]point{}
	o := newLinearOrder(g, func(v int32) point { return at[v] })
	add := func(group int32, p point) {
		v := int32(g.Len())
		g.Grow(v, group)
		g.states[v], at[v] = waiting, p
		g.changes.note(v)
	}
	c := []float64{0, 1, 1}
	add(1, point{2})
	for range mostSize - 1 {
		add(0, point{1})
	}
	o.catchUp()
	const changed = 1000
	at[changed] = point{1, 5}
	o.change(changed, 0, []float64{1, 5})
	for range freshSize {
		add(0, point{1}) // until the leaf is full
	}
	if v, _ := o.best(c, everyGroup); v != changed {
		t.Errorf("best is %d; want %d", v, changed)
	}
}

// A fresh node is stirred, and the leaf with its old cell, another one of which is stirred as well, is cut in two before the
// node goes into the pile: there it must have the features that it has now.
func TestWhatIsFreshAndStirredBeforeALeafIsCut(t *testing.T) {
	g := NewGraph()
	at := map[int32]point{}
	o := newLinearOrder(g, func(v int32) point { return at[v] })
	add := func(nodes int) {
		for range nodes {
			v := int32(g.Len())
			g.Grow(v, 0)
			g.states[v], at[v] = waiting, point{1, 1}
			g.changes.note(v)
		}
		o.catchUp()
	}
	change := func(v int32, p point) {
		at[v] = p
		o.change(v, 0, p[:])
	}
	add(mostSize)
	add(freshSize - 2)
	const changed, another = 1000, 500
	g.changes.note(changed)
	o.catchUp()
	change(another, point{1, 2})
	change(changed, point{1, 5})
	add(1)
	if v, _ := o.best([]float64{0, 1, 1}, everyGroup); v != changed {
		t.Errorf("best is %d; want %d", v, changed)
	}
}

// In a long crawl of one host with a full frontier the order holds some two cells for each node that waits.
func TestPilesAreSwept(t *testing.T) {
	const limit = 500
	c, err := NewCrawl(Options{Estimator: "lr-fl", Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	c.Seed(0)
	random := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		next, ok := c.Take(everyGroup)
		if !ok {
			t.Fatal("nothing waits")
		}
		beta := random.Float64()
		edges := []Edge{{random.Int32N(int32(c.Graph().Len())), 0.5}} // a known node changes
		for range 10 {
			if alpha := random.Float64(); c.Admit(beta, alpha) {
				v := int32(c.Graph().Len())
				c.Graph().Grow(v, 0)
				edges = append(edges, Edge{v, alpha})
			}
		}
		c.Crawled(next.Node, beta, edges)
	}
	cells, p := 0, c.arms[0].(*regression).order.live[0]
	for i := range p.branches {
		cells += len(p.branches[i].cells)
	}
	if cells > 4*limit || len(p.branches) > limit {
		t.Errorf("%d cells in %d branches for %d nodes", cells, len(p.branches), c.Waiting())
	}
}

// The same with seven features, of which the last three are told by change and the others by the journal, both of one node
// in one step, as by lr-sl; with groups that come and go, and with the best taken out as soon as it was found.
func TestLinearOrderToldInTwoWays(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 77))
		g, at := NewGraph(), map[int32]point{}
		o := newLinearOrder(g, func(v int32) point { return at[v] })
		coarse := seed%2 == 0
		every := []uint64{1, 7, 20, 60, 620}[seed%5]
		groups := []int{1, 3, 12, 200}[seed/5%4]
		places := make([]int32, []int{100, 2000}[seed%2]) // node + 1
		c, busy := make([]float64, 8), map[int32]bool{}
		ready := func(group int32) bool { return !busy[group] }
		for step := range uint64(3000) {
			place := &places[random.IntN(len(places))]
			v, p := *place-1, randomPoint(random, coarse, step)
			for k := 4; k < 7; k++ {
				if p[k] = random.Float64() * float64(step) / 1000; coarse {
					p[k] = math.Floor(p[k])
				}
			}
			if v < 0 {
				v = int32(g.Len())
				*place, at[v] = v+1, p
				g.Grow(v, int32(random.IntN(groups)))
				g.states[v] = waiting
				g.changes.note(v)
			} else {
				switch old := at[v]; random.IntN(5) {
				case 0:
					g.states[v], *place = ended, 0
					delete(at, v)
				case 1:
					copy(p[:4], old[:4])
					at[v] = p
					o.change(v, 4, p[4:7])
				case 2:
					copy(p[4:], old[4:])
					at[v] = p
					g.changes.note(v)
				default:
					at[v] = p
					g.changes.note(v)
					o.change(v, 4, p[4:7])
				}
			}
			if step%every > 0 {
				continue
			}
			for k := range c {
				if random.IntN(20) == 0 {
					c[k] = float64(random.IntN(7)-3) / 2
				} else if !coarse {
					c[k] += (random.Float64() - 0.5) / 1000
				}
			}
			for group := range int32(groups) {
				if random.IntN(10) == 0 {
					busy[group] = random.IntN(2) == 0
				}
			}
			want, most := int32(math.MaxInt32), math.Inf(-1)
			for v, p := range at {
				p.smooth()
				if x := linear(c, &p); ready(g.Group(v)) && (x > most || x == most && v < want) {
					want, most = v, x
				}
			}
			got, ok := o.best(c, ready)
			if got != want || ok != (want != math.MaxInt32) {
				t.Fatalf("seed %d, step %d: %d is best, want %d", seed, step, got, want)
			}
			if ok && random.IntN(2) == 0 {
				g.states[got] = ended
				delete(at, got)
				for i := range places {
					if places[i] == got+1 {
						places[i] = 0
					}
				}
			}
		}
	}
}

// Once all fresh nodes have been looked at, a function that is nearly the same leads to those blocks only that can hold the best.
func TestLinearOrderLooksAtFewBlocks(t *testing.T) {
	g := NewGraph()
	o := newLinearOrder(g, func(v int32) point { return point{float64(v)} })
	const nodes = freshSize - 1
	for v := range int32(nodes) {
		g.Grow(v, 0)
		g.states[v] = waiting
		g.changes.note(v)
	}
	o.best([]float64{0, 1}, everyGroup)
	if v, ok := o.best([]float64{0, 1.001}, everyGroup); !ok || v != nodes-1 {
		t.Fatalf("best %d, %v; want %d", v, ok, nodes-1)
	}
	searched := 0
	for i := range o.blocks {
		if o.blocks[i].under == newFunction([]float64{0, 1.001}) {
			searched++
		}
	}
	if searched != 1 || len(o.blocks) != freshSize/blockSize {
		t.Errorf("%d of %d blocks were searched, want 1 of %d", searched, len(o.blocks), freshSize/blockSize)
	}
}
