package webgraph

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The order against a look at every node, with thousands of nodes in a few groups that enter, move and leave, of which
// many have the same features, and functions with coefficients of either sign, or none.
func TestLinearOrderEqualsLookingAtAll(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 3))
		g := NewGraph()
		at := map[int32]point{}
		o := newLinearOrder(g, 4, func(v int32) point { return at[v] })
		set := func(v int32, p point) {
			at[v] = p
			copy(g.nodes[v].first[:], p[:])
			g.changes.note(v)
		}
		coarse := seed%2 == 0                // many nodes at the same place, and many places of the same value
		every := uint64(20) + 600*(seed/2%2) // changes between two looks: few in a leaf, or most of it
		var places [2000]int32               // node numbers + 1: one that has left does not come back
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
				set(v, p)
			case random.IntN(3) == 0:
				g.states[v] = ended
				delete(at, v)
				*place = 0
			default:
				from := random.IntN(4) // only the sums from there on change
				old := at[v]
				copy(p[:from], old[:])
				set(v, p)
			}
			if step%every > 0 {
				continue
			}
			c := make([]float64, 5)
			for k := range c {
				c[k] = float64(random.IntN(7)-3) / 2
			}
			notReady := int32(random.IntN(4))
			ready := func(group int32) bool { return group != notReady }
			want, most := int32(math.MaxInt32), math.Inf(-1)
			for v, p := range at {
				p = smoothed(p)
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
		o.credit = math.MaxInt32
		if o.sweep(); len(o.live) > 0 {
			t.Fatalf("crawl %d: an empty order has %d groups", seed, len(o.live))
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

// Cells that only ever come at one end must not make a list of the tree.
func TestBoxTreeStaysFlat(t *testing.T) {
	g := NewGraph()
	o := newLinearOrder(g, 4, func(v int32) point { return point{float64(v)} })
	for v := range int32(20_000) {
		g.Grow(v, 0)
		g.states[v] = waiting
		g.changes.note(v)
		o.best(make([]float64, 5), everyGroup)
	}
	if depth := depthOf(o.groups[0]); depth > 40 {
		t.Errorf("20,000 cells are %d boxes deep", depth)
	}
}

func depthOf(b *box) int {
	if b == nil {
		return 0
	}
	return 1 + max(depthOf(b.lower), depthOf(b.upper))
}
