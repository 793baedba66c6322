package webgraph

import (
	"cmp"
	"math"
	"slices"
)

// linearOrder finds the node at which a linear function of the features is greatest, among those of the groups that are
// ready. The function may be another one every time.
type linearOrder struct {
	graph  *Graph
	dims   int     // features in use
	groups []*box  // by group
	live   []int32 // groups that are not empty
	liveAt []int32 // by group, index in live + 1
	points []point // by node, where it is in the order
	places []int32 // by node, index within its cell + 1; 0 where it is not in the order
}

func newLinearOrder(g *Graph, dims int) *linearOrder { return &linearOrder{graph: g, dims: dims} }

func (o *linearOrder) has(v int32) bool { return int(v) < len(o.places) && o.places[v] > 0 }

func (o *linearOrder) enter(v int32, p point) {
	o.points, o.places = grown(o.points, v, point{}), grown(o.places, v, 0)
	group := o.graph.Group(v)
	o.groups, o.liveAt = grown(o.groups, group, nil), grown(o.liveAt, group, 0)
	if o.groups[group] == nil {
		o.groups[group] = newBox(o.dims)
	}
	o.points[v] = p
	o.groups[group].insert(&p, v, o.places)
	if o.liveAt[group] == 0 {
		o.live = append(o.live, group)
		o.liveAt[group] = int32(len(o.live))
	}
}

// move gives a node other features. It does nothing where the node is not there.
func (o *linearOrder) move(v int32, p point) {
	if o.has(v) && o.points[v] != p {
		b := o.groups[o.graph.Group(v)]
		b.remove(&o.points[v], v, o.places)
		o.points[v] = p
		b.insert(&p, v, o.places)
	}
}

// leave takes a node out. It does nothing where the node is not there.
func (o *linearOrder) leave(v int32) {
	if !o.has(v) {
		return
	}
	group := o.graph.Group(v)
	b := o.groups[group]
	b.remove(&o.points[v], v, o.places)
	if b.size == 0 {
		last := o.live[len(o.live)-1]
		o.live[o.liveAt[group]-1], o.liveAt[last] = last, o.liveAt[group]
		o.live, o.liveAt[group] = o.live[:len(o.live)-1], 0
		o.groups[group] = nil
	}
}

// best is the node of a ready group with the greatest value of the function, the smallest number of several. It looks at
// the bounds of every group, and into those groups only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	m := maximum{of: c, value: math.Inf(-1), node: math.MaxInt32}
	search := func(group int32) {
		if b := o.groups[group]; m.beats(b.bound(c), b.first) && ready(group) {
			b.search(&m)
		}
	}
	if len(o.live) == 0 {
		return 0, false
	}
	likely := slices.MaxFunc(o.live, func(g, h int32) int { return cmp.Compare(o.groups[g].bound(c), o.groups[h].bound(c)) })
	search(likely) // which rules out most of the others
	for _, group := range o.live {
		if group != likely {
			search(group)
		}
	}
	return m.node, m.node != math.MaxInt32
}
