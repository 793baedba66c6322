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
		inPlace := seed%3 == 0
		o := newLinearOrder(g, func(v int32) point { return at[v] }, 4, inPlace)
		var due *Homework
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
				putPoint(o, v)
			case random.IntN(3) == 0:
				g.states[v] = ended
				o.remove(v)
				delete(at, v)
				*place = 0
			default:
				from := random.IntN(4) // only the sums from there on change
				old := at[v]
				copy(p[:from], old[:])
				if at[v] = p; inPlace {
					o.change(v, from, p[from:4])
				} else {
					putPoint(o, v)
				}
			}
			if random.IntN(300) == 0 { // homework is done, or handed in, some time
				if o.shared.handIn(due); due == nil || due != o.shared.due {
					due = o.homework()
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
			o.remove(v)
		}
		if v, ok := o.best([]float64{1, 1, 1, 1, 1}, everyGroup); ok {
			t.Fatalf("crawl %d: an empty order has a best node, %d", seed, v)
		}
		o.credit = 100_000
		o.plant(o.shared, o.shared.piles)
		if o.sweep(); len(o.live) > 0 || o.shared.size() > 0 {
			t.Fatalf("crawl %d: an empty order has %d forests of groups, and %d cells in the other", seed, len(o.live), o.shared.size())
		}
	}
}

// putPoint puts a node in whose sums have changed.
func putPoint(o *linearOrder, v int32) {
	o.graph.nodes.at(v).changes++
	o.put(v)
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
			b := branch{box: boxOf(4, cells), cells: cells}
			if lower := b.divide(); lower == 0 || lower > n {
				t.Fatalf("of %d cells %d are below the mean", n+1, lower)
			}
		}
	}
}

// A node's sums change in place, and before anybody looks its pile is merged with another: the new one must know of it.
func TestWhatIsStirredBeforeAMerge(t *testing.T) {
	g := NewGraph()
	at := map[int32]point{}
	o := newLinearOrder(g, func(v int32) point { return at[v] }, 2, true)
	add := func(nodes int) {
		for range nodes {
			v := int32(g.Len())
			g.Grow(v, 0)
			g.states[v], at[v] = waiting, point{1, 1}
			putPoint(o, v)
		}
	}
	change := func(v int32, p point) {
		at[v] = p
		o.change(v, 0, p[:2])
	}
	const pile = mostFresh * leafSize
	add(pile + 1) // of which one is in a block, which makes a pile of all
	if len(o.shared.piles) != 1 || len(o.shared.blocks) != 0 {
		t.Fatalf("%d piles and %d blocks", len(o.shared.piles), len(o.shared.blocks))
	}
	add(10)
	const stirred, fresh = 50, pile + 5
	change(stirred, point{1, 5})
	change(fresh, point{1, 4})
	add(pile)
	if len(o.shared.piles) != 1 {
		t.Fatalf("%d piles: nothing was merged", len(o.shared.piles))
	}
	for _, want := range []int32{stirred, fresh} {
		v, _ := o.best([]float64{0, 1, 1}, everyGroup)
		if v != want {
			t.Errorf("best is %d; want %d", v, want)
		}
		g.states[v] = ended
	}
}

// A node that was moved to the forest of its group is stirred there, and so is another one in the leaf that it has left, which
// is looked into first.
func TestWhatIsMovedAndStirred(t *testing.T) {
	g := NewGraph()
	at := map[int32]point{}
	o := newLinearOrder(g, func(v int32) point { return at[v] }, 2, true)
	const moved, stays = 13, 20
	for v := range int32(mostFresh*leafSize + 1) {
		g.Grow(v, v%2)
		g.states[v], at[v] = waiting, point{1, float64(v % 7)}
		if v == moved {
			at[v] = point{1, 10}
		}
		putPoint(o, v)
	}
	c := []float64{0, 1, 1}
	if v, _ := o.best(c, func(group int32) bool { return group == 0 }); v != 6 {
		t.Fatalf("best of group 0 is %d", v)
	}
	if o.places[moved].forest == o.shared || o.places[stays].forest != o.shared {
		t.Fatal("the nodes are not where the test needs them")
	}
	for _, v := range []int32{moved, stays} {
		at[v] = point{1, 50 + float64(v)}
		o.change(v, 0, []float64{1, 50 + float64(v)})
	}
	for _, want := range []int32{stays, moved} {
		v, _ := o.best(c, everyGroup)
		if v != want {
			t.Errorf("best is %d; want %d", v, want)
		}
		g.states[v] = ended
	}
}

// In a long crawl of one host with a full frontier the order holds some cells for each node that waits, in few piles: whether
// nobody helps, somebody asks for homework and never hands it in, or it is done.
func TestPilesAreMerged(t *testing.T) {
	const limit, most = 20_000, 12
	for _, help := range []string{"none", "asked for", "done"} {
		c, err := NewCrawl(Options{Estimator: "lr-fl", Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		c.Seed(0)
		o := c.arms[0].(*regression).order.shared
		random := rand.New(rand.NewPCG(1, 1))
		piles := 0
		for range 12_000 {
			next, ok := c.Take(everyGroup)
			if !ok {
				t.Fatal("nothing waits")
			}
			beta := random.Float64()
			var edges []Edge
			for range 20 {
				alpha := random.Float64()
				if v := int32(c.Graph().Len()); random.IntN(3) == 0 {
					edges = append(edges, Edge{random.Int32N(v), alpha}) // a known node changes
				} else if c.Admit(beta, alpha) {
					c.Graph().Grow(v, 0)
					edges = append(edges, Edge{v, alpha})
				}
			}
			c.Crawled(next.Node, beta, edges)
			if help != "none" {
				if h := c.Homework(); help == "done" {
					c.HandIn(h)
				}
			}
			piles = max(piles, len(o.piles))
		}
		cells, departures := o.size(), len(o.departures)
		for _, p := range o.piles {
			departures += len(p.departures)
		}
		if c.Waiting() != limit || cells > 3*limit || departures > 3*limit || piles > most {
			t.Errorf("help %s: %d cells and %d departures for %d nodes, in %d piles at most", help, cells, departures, c.Waiting(), piles)
		}
	}
}

// The same with seven features, of which the last three are told by change and the others by put, both of one node
// in one step, as by lr-sl; with groups that come and go, and with the best taken out as soon as it was found.
func TestLinearOrderToldInTwoWays(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 77))
		g, at := NewGraph(), map[int32]point{}
		o := newLinearOrder(g, func(v int32) point { return at[v] }, 7, true)
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
				putPoint(o, v)
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
					putPoint(o, v)
				default:
					at[v] = p
					o.change(v, 4, p[4:7])
					putPoint(o, v)
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
	o := newLinearOrder(g, func(v int32) point { return point{float64(v)} }, 1, false)
	const nodes = mostFresh * leafSize
	for v := range int32(nodes) {
		g.Grow(v, 0)
		g.states[v] = waiting
		putPoint(o, v)
	}
	o.best([]float64{0, 1}, everyGroup)
	if v, ok := o.best([]float64{0, 1.001}, everyGroup); !ok || v != nodes-1 {
		t.Fatalf("best %d, %v; want %d", v, ok, nodes-1)
	}
	searched := 0
	for i := range o.shared.blocks {
		if o.shared.blocks[i].under == newFunction([]float64{0, 1.001}) {
			searched++
		}
	}
	if searched != 1 || len(o.shared.blocks) != mostFresh {
		t.Errorf("%d of %d blocks were searched, want 1 of %d", searched, len(o.shared.blocks), mostFresh)
	}
}
