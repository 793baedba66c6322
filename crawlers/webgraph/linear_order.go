package webgraph

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// linearOrder finds the node at which a linear function of the features, f of sums, is greatest, among those of the groups
// that are ready. The function may be another one every time.
//
// A node gets its place when the order is asked: that takes longer than all else that a step does, and where the order is
// one of several of which one is asked, many nodes have left by then.
type linearOrder struct {
	graph   *Graph
	dims    int // features in use
	sums    func(v int32) point
	groups  []*box  // by group
	live    []int32 // groups that are not empty
	liveAt  []int32 // by group, index in live + 1
	leaves  []*box  // by node; nil where it is not in the order
	indexes []uint8 // by node, in its leaf
	outside box     // stands for the leaf of a node that has no place yet
	entered []int32 // nodes without a place, and some that have left since
	most    int     // nodes in entered, before it is looked through for those that have left
	pending []*box  // leaves with changes to settle
	strays  []int32 // nodes found in the wrong leaf
}

func newLinearOrder(g *Graph, dims int, sums func(v int32) point) *linearOrder {
	return &linearOrder{graph: g, dims: dims, sums: sums}
}

func (o *linearOrder) has(v int32) bool { return int(v) < len(o.leaves) && o.leaves[v] != nil }

func (o *linearOrder) enter(v int32) {
	o.leaves, o.indexes = grown(o.leaves, v, nil), grown(o.indexes, v, 0)
	o.leaves[v] = &o.outside
	if len(o.entered) > o.most {
		o.entered = slices.DeleteFunc(o.entered, func(v int32) bool { return o.leaves[v] != &o.outside })
		o.most = 2*len(o.entered) + 64
	}
	o.entered = append(o.entered, v)
}

// settleIn gives all nodes that have entered their places.
func (o *linearOrder) settleIn() {
	for _, v := range o.entered {
		if o.leaves[v] == &o.outside {
			o.place(v)
		}
	}
	o.entered = o.entered[:0]
}

func (o *linearOrder) place(v int32) {
	group := o.graph.Group(v)
	o.groups, o.liveAt = grown(o.groups, group, nil), grown(o.liveAt, group, 0)
	if o.groups[group] == nil {
		o.groups[group] = &box{}
		o.build(o.groups[group], nil, nil)
	}
	o.insert(o.groups[group], v)
	if o.liveAt[group] == 0 {
		o.live = append(o.live, group)
		o.liveAt[group] = int32(len(o.live))
	}
}

// insert puts a node into a tree, and builds anew the greatest subtree that has doubled since it was built and become
// uneven.
func (o *linearOrder) insert(root *box, v int32) {
	p := smoothed(o.sums(v))
	var uneven *box
	b := root
	for ; b.lower != nil; b = b.part(&p, v) {
		b.include(&p, &p, v)
		b.size++
		if heavier := max(b.lower.size, b.upper.size); uneven == nil && b.size > 2*b.built && heavier >= b.size*3/4 {
			uneven = b
		}
	}
	b.include(&p, &p, v)
	b.size++
	o.leaves[v], o.indexes[v] = b, uint8(len(b.nodes))
	b.nodes, b.points = append(b.nodes, v), append(b.points, p)
	if uneven == nil && len(b.nodes) > maxLeafSize {
		uneven = b
	}
	if uneven != nil {
		o.rebuild(uneven)
	}
}

// change is told that some of the sums of a node have changed, those from the number on. It does nothing where the node
// is not there.
func (o *linearOrder) change(v int32, from int, sums []float64) {
	if !o.has(v) || o.leaves[v] == &o.outside {
		return
	}
	b := o.leaves[v]
	b.change(o.indexes[v], from, sums)
	if !b.pending {
		b.pending = true
		o.pending = append(o.pending, b)
	}
}

// settle makes all bounds hold what has changed.
func (o *linearOrder) settle() {
	for i, b := range o.pending {
		o.pending[i] = nil
		if b.leaf == nil { // it has been built anew since
			continue
		}
		b.pending = false
		switch few := bits.OnesCount64(b.changed); {
		case few > fewChanged:
			b.widen()
		case few > 0:
			o.refresh(b)
		}
	}
	o.pending = o.pending[:0]
	o.resettle()
}

// refresh takes the features of the nodes anew that have changed in a leaf, and finds those that have become strays.
func (o *linearOrder) refresh(b *box) {
	for ; b.changed != 0; b.changed &= b.changed - 1 {
		i := bits.TrailingZeros64(b.changed)
		v, p := b.nodes[i], &b.points[i]
		*p = smoothed(o.sums(v))
		if o.groups[o.graph.Group(v)].place(p, v) != b {
			o.strays = append(o.strays, v)
		} else if b.include(p, p, v) {
			b.spread()
		}
	}
}

// resettle takes strays to where they belong.
func (o *linearOrder) resettle() {
	for _, v := range o.strays {
		o.remove(v)
		o.insert(o.groups[o.graph.Group(v)], v)
	}
	o.strays = o.strays[:0]
}

// leave takes a node out. It does nothing where the node is not there.
func (o *linearOrder) leave(v int32) {
	switch {
	case !o.has(v):
		return
	case o.leaves[v] == &o.outside:
		o.leaves[v] = nil
		return
	}
	o.remove(v)
	group := o.graph.Group(v)
	if o.groups[group].size == 0 {
		last := o.live[len(o.live)-1]
		o.live[o.liveAt[group]-1], o.liveAt[last] = last, o.liveAt[group]
		o.live, o.liveAt[group] = o.live[:len(o.live)-1], 0
		o.groups[group] = nil
	}
}

// remove takes a node out of its tree.
func (o *linearOrder) remove(v int32) {
	b := o.leaves[v]
	o.leaves[v] = nil
	at, last := o.indexes[v], len(b.nodes)-1
	b.nodes[at], b.points[at] = b.nodes[last], b.points[last]
	o.indexes[b.nodes[at]] = at
	b.changed = b.changed&^(1<<at) | b.changed>>last&1<<at
	b.changed &= 1<<last - 1
	b.nodes, b.points = b.nodes[:last], b.points[:last]
	for ; b != nil; b = b.parent {
		b.loose = true
		b.size--
	}
}

// rebuild builds a subtree anew.
func (o *linearOrder) rebuild(b *box) {
	nodes, points := o.collect(b, make([]int32, 0, b.size), make([]point, 0, b.size))
	o.build(b, nodes, points)
	b.spread()
}

// collect adds the nodes of a subtree, which ends.
func (o *linearOrder) collect(b *box, nodes []int32, points []point) ([]int32, []point) {
	if b.lower != nil {
		nodes, points = o.collect(b.lower, nodes, points)
		return o.collect(b.upper, nodes, points)
	}
	for i, v := range b.nodes {
		if b.changed>>i&1 != 0 {
			b.points[i] = smoothed(o.sums(v))
		}
	}
	b.changed = 0
	return append(nodes, b.nodes...), append(points, b.points...)
}

// build makes a box anew of nodes and their features, whose order it changes.
func (o *linearOrder) build(b *box, nodes []int32, points []point) {
	*b = box{dims: o.dims, parent: b.parent, size: len(nodes), built: len(nodes)}
	b.reset()
	for i, v := range nodes {
		b.include(&points[i], &points[i], v)
	}
	if len(nodes) <= leafSize {
		b.leaf = newLeaf(nodes, points)
		b.tighten()
		for i, v := range nodes {
			o.leaves[v], o.indexes[v] = b, uint8(i)
		}
		return
	}
	b.axis = b.widestAxis()
	b.cut = cutAt(b.axis, nodes, points)
	middle := cutInTwo(b.axis, b.cut, nodes, points)
	parts := &[2]box{{parent: b}, {parent: b}} // side by side: a search looks at both
	b.lower, b.upper = &parts[0], &parts[1]
	o.build(b.lower, nodes[:middle], points[:middle])
	o.build(b.upper, nodes[middle:], points[middle:])
}

// best is the node of a ready group with the greatest value of the function, the smallest number of several. It looks at
// the bounds of every group, and into those groups only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	o.settleIn()
	if len(o.live) == 0 {
		return 0, false
	}
	o.settle()
	m := maximum{of: c, value: math.Inf(-1), node: math.MaxInt32}
	look := func(group int32) {
		if b := o.groups[group]; m.beats(b.bound(c), b.first) && ready(group) {
			o.search(b, &m)
		}
	}
	likely := slices.MaxFunc(o.live, func(g, h int32) int { return cmp.Compare(o.groups[g].bound(c), o.groups[h].bound(c)) })
	look(likely) // which rules out most of the others
	for _, group := range o.live {
		if group != likely {
			look(group)
		}
	}
	o.resettle()
	return m.node, m.node != math.MaxInt32
}

// maximum is the best of the nodes that a search has seen: of the greatest value the smallest number.
type maximum struct {
	of    []float64 // the function
	value float64
	node  int32
}

// beats says whether a node with these, or a box with these bounds, may be better than what was found.
func (m *maximum) beats(value float64, node int32) bool {
	return value > m.value || value == m.value && node < m.node
}

// search looks for better nodes in a box that is not empty, and says whether its bounds have become tighter.
func (o *linearOrder) search(b *box, m *maximum) (tighter bool) {
	if b.lower == nil {
		return o.searchLeaf(b, m)
	}
	near, far := b.lower, b.upper
	nearBound, farBound := near.bound(m.of), far.bound(m.of)
	if near.size == 0 || far.size > 0 && farBound > nearBound {
		near, far, nearBound, farBound = far, near, farBound, nearBound
	}
	if m.beats(nearBound, near.first) {
		tighter = o.search(near, m)
	}
	if far.size > 0 && m.beats(farBound, far.first) {
		tighter = o.search(far, m) || tighter
	}
	if tighter || b.loose {
		b.tightenAround()
		return true
	}
	return false
}

func (o *linearOrder) searchLeaf(b *box, m *maximum) (tighter bool) {
	if tighter = b.loose || b.changed != 0; tighter {
		o.refresh(b)
		b.tighten()
	}
	for i, node := range b.nodes {
		if value := linear(m.of, &b.points[i]); m.beats(value, node) {
			m.value, m.node = value, node
		}
	}
	return tighter
}
