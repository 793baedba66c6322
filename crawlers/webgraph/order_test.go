package webgraph

import "testing"

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
	for v := int32(1); v < groups; v += 2 {
		g.states[v] = ended
	}
	asked := 0
	v, ok := o.best(func(group int32) bool { asked++; return group == groups })
	if !ok || v != last || asked > 4*groups {
		t.Errorf("best is %d, %v after %d questions; want %d after at most %d", v, ok, asked, last, 4*groups)
	}
}
