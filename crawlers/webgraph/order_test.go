package webgraph

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The best nodes of every second group have left, and no group is ready but the last: each is asked about a few times, not
// once more for every one whose first node has left.
func TestOrderAsksGroupsAFewTimes(t *testing.T) {
	const groups = 500
	g := NewGraph()
	o := newOrder(g)
	for v := range int32(2 * groups) {
		g.Grow(v, v%groups)
		g.enter(v, waiting)
		o.put(v, -float64(v))
	}
	last := int32(2 * groups)
	g.Grow(last, groups)
	g.enter(last, waiting)
	o.put(last, -1e6)
	o.best(func(int32) bool { return false }) // from now on the order is by group
	for v := int32(1); v < groups; v += 2 {
		g.states[v] = ended
	}
	asked := 0
	v, ok := o.best(func(group int32) bool { asked++; return group == groups })
	if !ok || v != last || asked > 4*groups {
		t.Errorf("best is %d, %v after %d questions; want %d after at most %d", v, ok, asked, last, 4*groups)
	}
}

// An order against a look at all nodes, while groups become ready and stop being so: as long as all are ready the nodes are
// in one order, else group by group, and after a while in one again.
func TestOrderEqualsALookAtAllNodes(t *testing.T) {
	const groups = 5
	parted, joined := 0, 0
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := NewGraph()
		o := newOrder(g)
		isReady := func(int32) bool { return true }
		for step := range 3000 {
			if step%500 == 0 {
				busy := int32(random.IntN(2 * groups)) // mostly none
				isReady = func(group int32) bool { return group != busy && group != busy+1 }
			}
			switch v := int32(random.IntN(g.Len() + 1)); {
			case int(v) == g.Len():
				g.Grow(v, int32(random.IntN(groups)))
				g.enter(v, waiting)
				o.put(v, float64(random.IntN(50)))
			case step%3 == 0:
				o.move(v, float64(random.IntN(50)))
			default:
				was := o.groups != nil
				got, ok := o.best(isReady)
				if want, wantOK := bestByLooking(o, isReady); got != want && ok || ok != wantOK {
					t.Fatalf("seed %d, step %d: best %d, %v; want %d, %v", seed, step, got, ok, want, wantOK)
				}
				if is := o.groups != nil; is && !was {
					parted++
				} else if was && !is {
					joined++
				}
				if ok && random.IntN(2) == 0 {
					g.states[got] = ended
				}
			}
		}
	}
	if parted < 20 || joined < 20 {
		t.Errorf("parted %d times and joined %d times: too few to tell", parted, joined)
	}
}

// An order of many nodes that rise and fall and leave between two questions, so that they lie in parts, sorted and not, or are
// not near, against a look at all nodes. Nor do entries pile up.
func TestOrderOfManyThatRiseAndFall(t *testing.T) {
	const nodes = 1500
	parts, cuts, refills := 0, 0, 0
	for seed := range uint64(24) {
		random := rand.New(rand.NewPCG(seed, 1))
		span := []float64{3, 30, 1e9}[seed%3]
		falls := []int{2, 10, 40}[seed/3%3] // one in so many
		g := NewGraph()
		o := newOrder(g)
		for v := range int32(nodes) {
			g.Grow(v, 0)
			g.enter(v, waiting)
			o.put(v, math.Floor(random.Float64()*span))
		}
		for round := range 120 {
			for range random.IntN(600) {
				v := random.Int32N(nodes)
				if step := math.Floor(random.Float64() * span / 4); random.IntN(falls) == 0 {
					o.move(v, o.keys[v]-step)
				} else {
					o.move(v, o.keys[v]+step)
				}
			}
			for range 1 + random.IntN(4) {
				got, ok := o.best(everyGroup)
				if want, wantOK := bestByLooking(o, everyGroup); got != want || ok != wantOK {
					t.Fatalf("seed %d, round %d: best %d, %v; want %d, %v", seed, round, got, ok, want, wantOK)
				}
				if random.IntN(3) == 0 {
					g.states[got] = ended
				}
			}
			parts = max(parts, len(o.all.parts))
			if o.isCut {
				cuts++
			}
			if o.all.size > 4*nodes {
				t.Fatalf("seed %d, round %d: %d entries of %d nodes", seed, round, o.all.size, nodes)
			}
		}
		cut := o.cut
		for got, ok := o.best(everyGroup); ok; got, ok = o.best(everyGroup) {
			if want, _ := bestByLooking(o, everyGroup); got != want {
				t.Fatalf("seed %d, at the end: best %d; want %d", seed, got, want)
			}
			g.states[got] = ended
			if o.isCut && cut.before(o.cut) {
				refills++
			}
			cut = o.cut
		}
		if left, ok := bestByLooking(o, everyGroup); ok {
			t.Fatalf("seed %d: %d is lost", seed, left)
		}
	}
	if parts < 3 || cuts < 100 || refills < 20 {
		t.Errorf("%d parts at most, %d rounds with a cut, %d new ones: too few to tell", parts, cuts, refills)
	}
}

// Nodes that come and leave while nobody asks do not stay in the order.
func TestOrderOfNodesThatLeave(t *testing.T) {
	g := NewGraph()
	o := newOrder(g)
	for v := range int32(5000) {
		g.Grow(v, 0)
		g.enter(v, waiting)
		o.put(v, float64(v%97))
		if v >= 10 {
			g.states[v-10] = ended
		}
	}
	if o.all.size > 100 {
		t.Errorf("%d entries of 10 nodes", o.all.size)
	}
}

// Nodes that fall a little and rise a little more, over and over, have few entries each, whether the order is asked or not.
func TestOrderOfNodesThatZigzag(t *testing.T) {
	const nodes = 500
	for _, asked := range []bool{false, true} {
		g := NewGraph()
		o := newOrder(g)
		for v := range int32(nodes) {
			g.Grow(v, 0)
			g.enter(v, waiting)
			o.put(v, float64(v%97))
		}
		for step := range 100 * nodes {
			v := int32(step % nodes)
			o.move(v, o.keys[v]-0.1)
			o.move(v, o.keys[v]+0.2)
			if asked {
				o.best(everyGroup)
			}
			if o.all.size > 4*nodes {
				t.Fatalf("asked %v, step %d: %d entries of %d nodes", asked, step, o.all.size, nodes)
			}
		}
	}
}

// bestByLooking is what best is to find.
func bestByLooking(o *order, ready func(group int32) bool) (v int32, ok bool) {
	for u := range int32(o.graph.Len()) {
		if o.graph.waits(u) && ready(o.graph.Group(u)) && (!ok || o.key(u) > o.key(v)) {
			v, ok = u, true
		}
	}
	return v, ok
}

// In one step a node's sum rises and others come in, so many that the line of their group is looked through before it is told of
// the rise.
func TestLineLooksThroughAheadOfAChange(t *testing.T) {
	g := NewGraph()
	o := newOrder(g)
	o.sum = 0
	add := func(sum float64) {
		v := int32(g.Len())
		g.Grow(v, 0)
		g.nodes.at(v).first[0] = sum
		g.enter(v, waiting)
		o.enter(entry{key: sum, node: v}, math.NaN())
		o.tidy()
	}
	for range 4 {
		add(5)
	}
	o.best(func(int32) bool { return false }) // from now on the order is by group
	g.states[3] = ended
	add(9)
	g.states[4] = ended
	o.best(everyGroup)
	if !o.groups.lines[0].parts[0].sorted {
		t.Fatal("nothing is sorted")
	}
	g.nodes.at(1).first[0] = 6
	o.groups.lines[0].discard()
	for range 3 * sortedSize {
		add(1)
	}
	o.enter(entry{key: 6, node: 1}, 5)
	add(7)
	for _, want := range []int32{int32(g.Len()) - 1, 1, 0, 2} {
		v, _ := o.best(everyGroup)
		if v != want {
			t.Errorf("best is %d; want %d", v, want)
		}
		g.states[v] = ended
	}
}

// An order by a sum, of which many change in one step before it is told of any, against a look at all nodes: with nodes that are
// near and others that are not, and near ones that others take.
func TestOrderBySumsOfManyChangesAStep(t *testing.T) {
	cuts, groups := 0, 0
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 5))
		g := NewGraph()
		o := newOrder(g)
		o.sum = 0
		isReady := everyGroup
		for range 150 {
			if random.IntN(20) == 0 {
				busy := random.Int32N(40) // mostly none
				isReady = func(group int32) bool { return group != busy }
			}
			var told []entry // with what the sum was
			known := map[int32]bool{}
			change := func(v int32, was, sum float64) {
				known[v] = true
				g.nodes.at(v).first[0] = sum
				told = append(told, entry{key: was, node: v})
			}
			for range random.IntN(200) {
				v := int32(g.Len())
				g.Grow(v, random.Int32N(3))
				g.enter(v, waiting)
				change(v, math.NaN(), math.Floor(random.ExpFloat64()*50))
			}
			lift := random.ExpFloat64() * 100
			for range random.IntN(300) {
				if v := random.Int32N(int32(g.Len() + 1)); int(v) < g.Len() && g.waits(v) && !known[v] {
					sum := g.nodes.at(v).first[0]
					if told := math.Floor(lift * random.Float64()); random.IntN(10) > 0 {
						change(v, sum, sum+told)
					} else {
						change(v, sum, max(0, sum-told))
					}
				}
			}
			random.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
			for _, e := range told {
				if is := g.nodes.at(e.node).first[0]; is != e.key {
					o.enter(entry{key: is, node: e.node}, e.key)
				}
			}
			o.tidy()
			if o.isCut {
				cuts++
			}
			if o.groups != nil {
				groups++
			}
			for range random.IntN(12) {
				got, ok := o.best(isReady)
				if want, wantOK := bestByLooking(o, isReady); ok != wantOK || ok && got != want {
					t.Fatalf("seed %d: best %d, %v; want %d, %v", seed, got, ok, want, wantOK)
				}
				if ok && random.IntN(2) == 0 {
					g.states[got] = ended
				}
			}
			if random.IntN(4) == 0 { // others take the nodes near the first
				least := float64(random.IntN(200))
				for v := range int32(g.Len()) {
					if g.nodes.at(v).first[0] > least && random.IntN(10) > 0 {
						g.states[v] = ended
					}
				}
			}
		}
	}
	if cuts < 1000 || groups < 100 {
		t.Errorf("%d steps with a cut, %d by group: too few to tell", cuts, groups)
	}
}

// The near part has been used up by others when a step lifts so many nodes that the near ones are too many, and then some over the
// cut of the far part.
func TestOrderIsNotTidiedWithinAStep(t *testing.T) {
	const nodes = 4000
	g := NewGraph()
	o := newOrder(g)
	o.sum = 0
	for v := range int32(nodes) {
		g.Grow(v, 0)
		g.nodes.at(v).first[0] = float64(1 + v*7919%nodes)
		g.enter(v, waiting)
	}
	o.refill()
	parts := o.all.parts
	if len(parts) < 2 || !o.isCut {
		t.Fatalf("%d parts", len(parts))
	}
	for _, e := range parts[len(parts)-1].entries {
		g.states[e.node] = ended
	}
	farCut := parts[len(parts)-2].cut.key
	var told []entry
	lift := func(v int32, to float64) {
		told = append(told, entry{key: g.nodes.at(v).first[0], node: v})
		g.nodes.at(v).first[0] = to
	}
	for v := range int32(nodes) {
		if g.waits(v) && g.nodes.at(v).first[0] < o.cut.key && len(told) <= o.all.most-o.all.size {
			lift(v, o.cut.key+1)
		}
	}
	for v, lifted := int32(0), 0.0; v < nodes && lifted < 3; v++ {
		if key := g.nodes.at(v).first[0]; g.waits(v) && key < farCut && key > farCut-10 {
			lifted++
			lift(v, 5000+lifted)
		}
	}
	for _, e := range told {
		o.enter(entry{key: g.nodes.at(e.node).first[0], node: e.node}, e.key)
	}
	o.tidy()
	for range 5 {
		got, _ := o.best(everyGroup)
		if want, _ := bestByLooking(o, everyGroup); got != want {
			t.Errorf("best %d; want %d", got, want)
		}
		g.states[got] = ended
	}
}

// Nodes that leave do not stay on the frontier for ever.
func TestFrontierOfNodesThatLeave(t *testing.T) {
	g := NewGraph()
	for v := range int32(50_000) {
		g.Grow(v, 0)
		if g.enter(v, waiting); v >= 100 {
			g.states[v-100] = ended
		}
	}
	if len(g.frontier) > 3000 {
		t.Errorf("%d nodes for 100 that wait", len(g.frontier))
	}
}
