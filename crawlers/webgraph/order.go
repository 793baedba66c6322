package webgraph

import "math"

// order keeps nodes that wait by a key, the greatest first, in two levels: each group has a queue of its nodes, and the
// groups have a ranking by their first nodes.
//
// A node that gets another key does not move in its queue: it is put in once more with the new key. One that does not wait
// any more stays where it is. What has become of no use is thrown away when it comes to the head of the queue and is
// looked at, or when most of the queue may be of no use. So a change costs little and leaving nothing, which counts where
// several orders are kept of which one is asked.
//
// Invariant: a group is in the upper ranking exactly while its queue is not empty, with an entry that is or was in the
// queue. It may be of no use, but is never behind one of use.
type order struct {
	graph   *Graph
	keys    []float64 // by node; not a number where it never entered
	queues  []line    // by group
	groups  ranking
	pending ranking // of indexes into groups, for best
}

// line is the queue of a group.
type line struct {
	queue
	most int // entries, before it is looked through for those of no use
}

func newOrder(g *Graph) *order { return &order{graph: g, groups: ranking{placed: true}} }

// put gives a node that waits its key, whether it has been there or not.
func (o *order) put(v int32, key float64) {
	o.keys = grown(o.keys, v, math.NaN())
	if o.keys[v] == key {
		return
	}
	o.keys[v] = key
	group := o.graph.Group(v)
	o.queues = grown(o.queues, group, line{most: 16})
	q, e := &o.queues[group], entry{key, v, group}
	q.push(e)
	if q.size > q.most {
		q.discard(o.isStale)
		q.most = 2*q.size + 16
	}
	if at := o.groups.at(group); at < 0 {
		o.groups.push(e)
	} else if e.before(o.groups.entries[at]) {
		o.groups.set(at, e)
	}
}

// move gives a node another key. It does nothing where the node has never entered or does not wait any more.
func (o *order) move(v int32, key float64) {
	if o.graph.waits(v) && int(v) < len(o.keys) && !math.IsNaN(o.keys[v]) {
		o.put(v, key)
	}
}

// isStale says whether an entry is of no use.
func (o *order) isStale(e entry) bool { return !o.graph.waits(e.node) || o.keys[e.node] != e.key }

// settled says whether the entry of the group at an index is of use. Where it is not, the group gets its first entry that
// is, and those before it are thrown away.
func (o *order) settled(at int) bool {
	known := o.groups.entries[at]
	if !o.isStale(known) {
		return true
	}
	q := &o.queues[known.slot]
	first, ok := q.first()
	for ok && o.isStale(first) {
		q.removeFirst()
		first, ok = q.first()
	}
	if ok {
		o.groups.set(at, first)
	} else {
		o.groups.remove(at)
	}
	return false
}

// best is the first node of a group that is ready. It looks at the groups in order and no further than it must: with k of
// them not ready it costs O(k log k), and once more a look at all groups where entries were of no use.
func (o *order) best(ready func(group int32) bool) (v int32, ok bool) {
	for len(o.groups.entries) > 0 {
		if first := o.groups.entries[0]; !o.settled(0) {
			continue
		} else if ready(first.slot) {
			return first.node, true
		}
		if v, ok, settled := o.search(ready); settled {
			return v, ok
		}
		o.settleAll()
	}
	return 0, false
}

// settleAll settles the groups, so that no search has to begin anew for each. One that moves up past the place looked at is
// left to the next search.
func (o *order) settleAll() {
	for at := 0; at < len(o.groups.entries); {
		if o.settled(at) {
			at++
		}
	}
}

// search looks at the groups after the first. It has found out nothing where not all that it has looked at were settled.
func (o *order) search(ready func(group int32) bool) (v int32, ok, settled bool) {
	all := o.groups.entries
	o.pending.entries = o.pending.entries[:0]
	for at := 0; ; {
		for child := arity*at + 1; child <= arity*at+arity && child < len(all); child++ {
			o.pending.push(entry{all[child].key, all[child].node, int32(child)})
		}
		if len(o.pending.entries) == 0 {
			return 0, false, true
		}
		at = int(o.pending.entries[0].slot)
		if !o.settled(at) {
			return 0, false, false
		}
		if ready(all[at].slot) {
			return all[at].node, true, true
		}
		o.pending.remove(0)
	}
}
