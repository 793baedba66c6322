package webgraph

// order keeps nodes by a key, the greatest first, in two levels: each group has a ranking of its nodes, and the groups
// have one by their first nodes.
//
// Invariant: a group is in the upper ranking exactly while it has nodes, with the key and number of its first one.
type order struct {
	graph       *Graph
	nodes       []ranking // by group
	places      []int32   // of nodes, within their group
	groups      ranking
	groupPlaces []int32
	pending     ranking // of indexes into groups, for best
	pendingAt   []int32
}

func newOrder(g *Graph) *order { return &order{graph: g} }

// newWorstOrder is an order from the other end: keys are to be given with the opposite sign, and of equal nodes the one
// with the greatest number comes first.
func newWorstOrder(g *Graph) *order {
	o := newOrder(g)
	o.groups.last, o.pending.last = true, true
	return o
}

func (o *order) has(v int32) bool { return int(v) < len(o.places) && o.places[v] > 0 }

// enter puts a node in that is not there.
func (o *order) enter(v int32, key float64) {
	group := o.graph.Group(v)
	o.places = grown(o.places, v, 0)
	o.nodes = grown(o.nodes, group, ranking{last: o.groups.last})
	o.groupPlaces = grown(o.groupPlaces, group, 0)
	o.nodes[group].push(o.places, entry{key, v, v})
	o.settle(group)
}

// move gives a node another key. It does nothing where the node is not there.
func (o *order) move(v int32, key float64) {
	if !o.has(v) {
		return
	}
	group, at := o.graph.Group(v), int(o.places[v]-1)
	if r := &o.nodes[group]; r.entries[at].key != key {
		r.set(o.places, at, entry{key, v, v})
		o.settle(group)
	}
}

// leave takes a node out. It does nothing where the node is not there.
func (o *order) leave(v int32) {
	if o.has(v) {
		group := o.graph.Group(v)
		o.nodes[group].remove(o.places, int(o.places[v]-1))
		o.settle(group)
	}
}

// settle brings a group to its place after its nodes have changed.
func (o *order) settle(group int32) {
	at := int(o.groupPlaces[group] - 1)
	nodes := o.nodes[group].entries
	if len(nodes) == 0 {
		o.groups.remove(o.groupPlaces, at)
		return
	}
	first := entry{nodes[0].key, nodes[0].node, group}
	if at < 0 {
		o.groups.push(o.groupPlaces, first)
	} else if o.groups.entries[at] != first {
		o.groups.set(o.groupPlaces, at, first)
	}
}

// best is the first node of a group that is ready. It looks at the groups in order and no further than it must: with k of
// them not ready it costs O(k log k).
func (o *order) best(ready func(group int32) bool) (v int32, ok bool) {
	all := o.groups.entries
	if len(all) == 0 {
		return 0, false
	}
	if ready(all[0].slot) {
		return all[0].node, true
	}
	o.pendingAt = grown(o.pendingAt, int32(len(all)), 0)
	o.pending.entries = o.pending.entries[:0]
	await := func(at int) {
		if at < len(all) {
			o.pending.push(o.pendingAt, entry{all[at].key, all[at].node, int32(at)})
		}
	}
	await(1)
	await(2)
	for len(o.pending.entries) > 0 {
		at := int(o.pending.entries[0].slot)
		if ready(all[at].slot) {
			return all[at].node, true
		}
		o.pending.remove(o.pendingAt, 0)
		await(2*at + 1)
		await(2*at + 2)
	}
	return 0, false
}
