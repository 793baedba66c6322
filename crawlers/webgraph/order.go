package webgraph

import (
	"math"
	"slices"
)

// order keeps nodes by a key, the greatest first, in two levels: each group has a queue of its nodes, and the groups have a
// ranking by their first nodes.
//
// A node that gets another key or leaves does not move in its queue: it is put in once more with the new key. What has
// become of no use is thrown away when it comes to the head of the queue or when most of the queue is of no use. So a
// change costs next to nothing, which counts where several orders are kept of which one is asked.
//
// Invariant: the first entry of a queue is of use; and a group is in the upper ranking exactly while it has nodes, with the
// key and number of its first one.
type order struct {
	graph   *Graph
	keys    []float64 // by node; not a number where it is not in the order
	queues  []queue   // by group
	groups  ranking
	pending ranking // of indexes into groups, for best
}

// queue is the nodes of a group.
type queue struct {
	ranking
	most int // entries, before it is looked through for those of no use
}

func newOrder(g *Graph) *order { return &order{graph: g, groups: ranking{placed: true}} }

// newWorstOrder is an order from the other end: keys are to be given with the opposite sign, and of equal nodes the one
// with the greatest number comes first.
func newWorstOrder(g *Graph) *order {
	o := newOrder(g)
	o.groups.last, o.pending.last = true, true
	return o
}

func (o *order) has(v int32) bool { return int(v) < len(o.keys) && !math.IsNaN(o.keys[v]) }

// enter puts a node in that is not there.
func (o *order) enter(v int32, key float64) {
	o.keys = grown(o.keys, v, math.NaN())
	o.put(v, key)
}

// move gives a node another key. It does nothing where the node is not there.
func (o *order) move(v int32, key float64) {
	if o.has(v) && o.keys[v] != key {
		o.put(v, key)
	}
}

func (o *order) put(v int32, key float64) {
	group := o.graph.Group(v)
	o.queues = grown(o.queues, group, queue{ranking: ranking{last: o.groups.last}, most: 16})
	q := &o.queues[group]
	wasFirst := len(q.entries) > 0 && q.entries[0].node == v
	o.keys[v] = key
	q.push(entry{key: key, node: v})
	if wasFirst || q.entries[0].node == v || len(q.entries) > q.most {
		o.settle(group)
	}
}

// leave takes a node out. It does nothing where the node is not there.
func (o *order) leave(v int32) {
	if o.has(v) {
		o.keys[v] = math.NaN()
		if group := o.graph.Group(v); o.queues[group].entries[0].node == v {
			o.settle(group)
		}
	}
}

// isStale says whether an entry is of no use.
func (o *order) isStale(e entry) bool { return o.keys[e.node] != e.key }

// settle restores the invariant for a group.
func (o *order) settle(group int32) {
	q := &o.queues[group]
	if len(q.entries) > q.most {
		q.entries = slices.DeleteFunc(q.entries, o.isStale)
		q.most = 2*len(q.entries) + 16
		q.rebuild()
	}
	for len(q.entries) > 0 && o.isStale(q.entries[0]) {
		q.remove(0)
	}
	at := o.groups.at(group)
	if len(q.entries) == 0 {
		o.groups.remove(at)
		return
	}
	first := entry{q.entries[0].key, q.entries[0].node, group}
	if at < 0 {
		o.groups.push(first)
	} else if o.groups.entries[at] != first {
		o.groups.set(at, first)
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
	o.pending.entries = o.pending.entries[:0]
	for at := 0; ; {
		for child := arity*at + 1; child <= arity*at+arity && child < len(all); child++ {
			o.pending.push(entry{all[child].key, all[child].node, int32(child)})
		}
		if len(o.pending.entries) == 0 {
			return 0, false
		}
		at = int(o.pending.entries[0].slot)
		if ready(all[at].slot) {
			return all[at].node, true
		}
		o.pending.remove(0)
	}
}
