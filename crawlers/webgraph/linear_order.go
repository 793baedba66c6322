package webgraph

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// linearOrder finds the waiting node at which a linear function of the features, f of sums, is greatest, among those of the
// groups that are ready. The function may be another one every time.
//
// Nodes that are new to it are fresh: a list that is looked through every time. Many together get their places in the
// trees, which is quicker than one by one, and not before the order is asked: where it is one of several of which one is
// asked, many nodes have left by then. A node that leaves stays where it is until a search comes there.
type linearOrder struct {
	graph   *Graph
	dims    int // features in use
	sums    func(v int32) point
	reader  int     // of the journal
	groups  []*box  // by group
	live    []int32 // groups that have a tree, which may be empty until the next sweep
	liveAt  []int32 // by group, index in live + 1
	leaves  []*box  // by node; nil where it is not in the order
	indexes []int32 // by node, in its leaf, or among the fresh
	outside box     // stands for the leaf of a fresh node
	fresh   []fresh
	next    int       // index in live of the tree that is swept next
	credit  int       // nodes that have come in since a tree was swept, each of which pays for one of a tree
	bounds  []float64 // of the live groups, for best
	pending []*box    // leaves with changes to settle
	strays  []int32   // nodes found in the wrong leaf
}

// fresh is a node that has no place yet.
type fresh struct {
	node, group int32
	features    point
}

// maxFresh is the most fresh nodes between two searches. To look at one more takes nanoseconds.
const maxFresh = 64

func newLinearOrder(g *Graph, dims int, sums func(v int32) point) *linearOrder {
	return &linearOrder{graph: g, dims: dims, sums: sums, reader: g.changes.reader()}
}

// catchUp takes in the nodes whose sums have changed, and the new ones.
func (o *linearOrder) catchUp() {
	for _, v := range o.graph.changes.unread(o.reader) {
		if o.graph.states[v] == waiting {
			o.change(v, 0, o.graph.nodes[v].first[:])
		}
	}
	o.settleIn()
	o.settle()
}

// change is told that some of the sums of a waiting node have changed, those from the number on, or that the node is new.
func (o *linearOrder) change(v int32, from int, sums []float64) {
	o.leaves, o.indexes = grown(o.leaves, v, nil), grown(o.indexes, v, 0)
	switch b := o.leaves[v]; b {
	case nil:
		o.leaves[v], o.indexes[v] = &o.outside, int32(len(o.fresh)) // #nosec G115 -- nodes have numbers of 32 bits
		o.fresh = append(o.fresh, fresh{v, o.graph.Group(v), smoothed(o.sums(v))})
	case &o.outside:
		o.fresh[o.indexes[v]].features = smoothed(o.sums(v))
	default:
		b.change(o.indexes[v], from, sums)
		if !b.pending {
			b.pending = true
			o.pending = append(o.pending, b)
		}
	}
}

// settleIn gives the fresh nodes their places once they are many, group by group, and before that now and then throws away
// what has left.
func (o *linearOrder) settleIn() {
	if len(o.fresh) <= maxFresh {
		return
	}
	o.sweep()
	slices.SortFunc(o.fresh, func(a, b fresh) int { return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.node, b.node)) })
	for i := range o.fresh {
		if f := &o.fresh[i]; o.graph.waits(f.node) {
			o.place(f.node, &f.features)
		}
	}
	o.fresh = o.fresh[:0]
}

// sweep builds trees anew, one after the other, so that those nodes go that do not wait any more: as much as is paid for.
func (o *linearOrder) sweep() {
	o.credit += len(o.fresh)
	for len(o.live) > 0 {
		o.next %= len(o.live)
		b := o.groups[o.live[o.next]]
		if b.size > o.credit {
			return
		}
		o.credit -= b.size + 1
		o.rebuild(b)
		if b.size == 0 {
			o.end(o.live[o.next])
		}
		o.next++
	}
	o.credit = 0
}

// place gives a node its place in the tree of its group.
func (o *linearOrder) place(v int32, p *point) {
	group := o.graph.Group(v)
	o.groups, o.liveAt = grown(o.groups, group, nil), grown(o.liveAt, group, 0)
	if o.groups[group] == nil {
		o.groups[group] = &box{}
		o.build(o.groups[group], nil, nil)
	}
	o.insert(o.groups[group], v, p)
	if o.liveAt[group] == 0 {
		o.live = append(o.live, group)
		o.liveAt[group] = int32(len(o.live)) // #nosec G115 -- groups have numbers of 32 bits
	}
}

// insert puts a node into a tree, and builds anew the greatest subtree that has doubled since it was built and become
// uneven.
func (o *linearOrder) insert(root *box, v int32, p *point) {
	var uneven *box
	b := root
	for ; b.lower != nil; b = b.part(p, v) {
		b.include(p, p, v)
		b.raise(p, p)
		b.size++
		if heavier := max(b.lower.size, b.upper.size); uneven == nil && b.size > 2*b.built && heavier >= b.size*3/4 {
			uneven = b
		}
	}
	b.include(p, p, v)
	b.raise(p, p)
	b.size++
	o.leaves[v], o.indexes[v] = b, int32(len(b.nodes)) // #nosec G115 -- nodes have numbers of 32 bits
	b.nodes, b.points = append(b.nodes, v), append(b.points, *p)
	if uneven == nil && len(b.nodes) > maxLeafSize {
		uneven = b
	}
	if uneven != nil {
		o.rebuild(uneven)
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
		if !o.graph.waits(v) {
			continue
		}
		*p = smoothed(o.sums(v))
		if o.groups[o.graph.Group(v)].place(p, v) != b {
			o.strays = append(o.strays, v)
		} else {
			b.hold(p, p, v)
		}
	}
}

// resettle takes strays to where they belong.
func (o *linearOrder) resettle() {
	for _, v := range o.strays {
		b := o.leaves[v]
		p := b.points[o.indexes[v]]
		o.remove(v)
		o.insert(o.groups[o.graph.Group(v)], v, &p)
	}
	o.strays = o.strays[:0]
}

// end ends the tree of a group, in which no node is left.
func (o *linearOrder) end(group int32) {
	last := o.live[len(o.live)-1]
	o.live[o.liveAt[group]-1], o.liveAt[last] = last, o.liveAt[group]
	o.live, o.liveAt[group] = o.live[:len(o.live)-1], 0
	o.groups[group] = nil
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
	left := b.size - len(nodes)
	o.build(b, nodes, points)
	if b.size > 0 {
		b.parent.hold(&b.low, &b.high, b.first)
	}
	for around := b.parent; around != nil; around = around.parent {
		around.size -= left
	}
}

// collect adds the nodes of a subtree that wait, and ends it.
func (o *linearOrder) collect(b *box, nodes []int32, points []point) ([]int32, []point) {
	if b.lower != nil {
		nodes, points = o.collect(b.lower, nodes, points)
		return o.collect(b.upper, nodes, points)
	}
	for i, v := range b.nodes {
		if !o.graph.waits(v) {
			o.leaves[v] = nil
			continue
		}
		if b.changed>>i&1 != 0 {
			b.points[i] = smoothed(o.sums(v))
		}
		nodes, points = append(nodes, v), append(points, b.points[i])
	}
	b.changed = 0
	return nodes, points
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
			o.leaves[v], o.indexes[v] = b, int32(i)
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
// the fresh nodes and the bounds of every group, and into those groups only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	o.catchUp()
	m := maximum{of: c, value: math.Inf(-1), node: math.MaxInt32}
	m.kept = slices.Clone(c)
	for i := range o.fresh {
		f := &o.fresh[i]
		if value := linear(c, &f.features); m.beats(value, f.node) && o.graph.waits(f.node) && ready(f.group) {
			m.value, m.node = value, f.node
		}
	}
	o.bounds = o.bounds[:0]
	likely := 0
	for i, group := range o.live {
		o.bounds = append(o.bounds, o.groups[group].bound(c))
		if o.bounds[i] > o.bounds[likely] {
			likely = i
		}
	}
	o.look(likely, &m, ready) // which rules out most of the others
	for i := range o.live {
		if i != likely {
			o.look(i, &m, ready)
		}
	}
	o.resettle()
	return m.node, m.node != math.MaxInt32
}

// look looks for better nodes in a group that is ready.
func (o *linearOrder) look(at int, m *maximum, ready func(group int32) bool) {
	if at >= len(o.live) {
		return
	}
	if b := o.groups[o.live[at]]; b.size > 0 && m.beats(o.bounds[at], b.first) && ready(o.live[at]) {
		o.search(b, m)
	}
}

// maximum is the best of the nodes that a search has seen: of the greatest value the smallest number.
type maximum struct {
	of    []float64 // the function
	kept  []float64 // the same, for boxes to keep
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
		nearBound = near.peak
	}
	if far.size > 0 && m.beats(farBound, far.first) {
		tighter = o.search(far, m) || tighter
		farBound = far.peak
	}
	b.peak, b.under = nearBound, m.kept
	if far.size > 0 {
		b.peak = max(nearBound, farBound)
	}
	if tighter || b.loose {
		b.tightenAround()
		return true
	}
	return false
}

func (o *linearOrder) searchLeaf(b *box, m *maximum) (tighter bool) {
	for i := len(b.nodes) - 1; i >= 0; i-- {
		if !o.graph.waits(b.nodes[i]) {
			o.remove(b.nodes[i])
		}
	}
	if tighter = b.loose || b.changed != 0; tighter {
		o.refresh(b)
		b.tighten()
	}
	b.peak, b.under = math.Inf(-1), m.kept
	for i, node := range b.nodes {
		value := linear(m.of, &b.points[i])
		if m.beats(value, node) {
			m.value, m.node = value, node
		}
		b.peak = max(b.peak, value)
	}
	return tighter
}
