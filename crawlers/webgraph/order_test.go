package webgraph

import (
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
		g.states[v] = waiting
		o.put(v, -float64(v))
	}
	last := int32(2 * groups)
	g.Grow(last, groups)
	g.states[last] = waiting
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
				g.states[v] = waiting
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

// bestByLooking is what best is to find.
func bestByLooking(o *order, ready func(group int32) bool) (v int32, ok bool) {
	for u, key := range o.keys {
		if u := int32(u); o.graph.waits(u) && ready(o.graph.Group(u)) && (!ok || key > o.keys[v]) {
			v, ok = u, true
		}
	}
	return v, ok
}
