package webgraph

import "math"

// order keeps nodes that wait by a key, the greatest first. As long as all groups are ready that order is all it needs.
// When it meets one that is not, it puts the nodes in order group by group, and keeps them so until as many have been
// asked for as there were, without meeting another.
//
// A node that gets another key does not move: it is put in once more with the new key, if it has to be. One that does not wait
// any more stays where it is. What has become of no use is thrown away when it is met, or when most may be of no use. So a
// change costs little and leaving nothing, which counts where several orders are kept of which one is asked.
type order struct {
	graph   *Graph
	keys    []float64 // by node; not a number where it never entered, but for opic
	all     line
	first   entry       // of all, or one that was; it may be of no use, but is never behind one of use
	any     bool        // it is there
	groups  *groupOrder // nil while all groups seem to be ready; else it has the nodes
	calm    int         // nodes asked for since a group was not ready
	after   int         // of these all groups seem to be ready again
	touched float64     // of no meaning: what is looked at ahead must be made use of
}

// line is a queue of nodes of which some are of no use.
type line struct {
	queue
	most int // entries, before it is looked through for those of no use
}

func newOrder(g *Graph) *order {
	o := &order{graph: g}
	o.all = line{queue: queue{current: o.current}}
	return o
}

// newLine is an empty line.
func (o *order) newLine() line { return line{queue: queue{current: o.all.current}} }

// put gives a node that waits its key, whether it has been there or not.
func (o *order) put(v int32, key float64) {
	o.keys = grown(o.keys, v, math.NaN())
	if was := o.keys[v]; was != key {
		o.keys[v] = key
		o.enter(v, was)
	}
}

// enter puts a node that waits in, by the key that it has. What it was is the key under which the node is there already, not
// a number where it is not there.
func (o *order) enter(v int32, was float64) {
	if o.groups != nil {
		o.groups.enter(v, was)
		return
	}
	e := entry{key: o.keys[v], node: v}
	if !(was < e.key && o.all.isNear(was)) { // most that rise are near
		o.add(&o.all, e, was)
	}
	if !o.any || e.before(o.first) {
		o.first, o.any = e, true
	}
}

// move gives a node another key. It does nothing where the node has never entered or does not wait any more.
func (o *order) move(v int32, key float64) {
	if o.graph.waits(v) && int(v) < len(o.keys) && !math.IsNaN(o.keys[v]) {
		o.put(v, key)
	}
}

// touch looks at what put will look at of some nodes, side by side: see linearOrder.catchUp.
func (o *order) touch(nodes []int32) {
	touched, keys := 0.0, o.keys
	for _, v := range nodes {
		touched += float64(o.graph.Touch(v))
		if int(v) < len(keys) {
			touched += keys[v]
		}
	}
	o.touched = touched
}

// add puts an entry into a line, see enter.
func (o *order) add(l *line, e entry, was float64) {
	switch {
	case was < e.key:
		l.raise(was, e)
	case was > e.key:
		l.lower(e)
	default:
		l.push(e)
	}
	if l.size > l.most {
		l.discard()
		l.most = 2*l.size + 16
	}
}

// head is the first entry of a line that is of use. Those before it are thrown away.
func (o *order) head(l *line) (e entry, ok bool) {
	for e, ok = l.first(); ok && o.isStale(e); e, ok = l.first() {
		l.removeFirst()
	}
	return e, ok
}

// current is an entry with the key that counts now. It is of no use where its node does not wait any more, or has come to have
// a lesser key and been put in once more.
func (o *order) current(e entry) (now entry, ok bool) {
	key := o.keys[e.node]
	return entry{key, e.node, e.slot}, key >= e.key && o.graph.waits(e.node)
}

// isStale says whether the node of an entry has left or has another key. It is for entries that are sorted: one that lies
// unsorted may have a lesser key and be of use.
func (o *order) isStale(e entry) bool { return !o.graph.waits(e.node) || o.keys[e.node] != e.key }

// best is the first node of a group that is ready.
func (o *order) best(ready func(group int32) bool) (v int32, ok bool) {
	if o.groups == nil {
		if o.any && o.isStale(o.first) {
			o.first, o.any = o.head(&o.all)
		}
		if !o.any || ready(o.graph.Group(o.first.node)) {
			return o.first.node, o.any
		}
		o.part()
	}
	o.calm++
	v, ok = o.groups.best(func(group int32) bool {
		isReady := ready(group)
		if !isReady {
			o.calm = 0
		}
		return isReady
	})
	if o.calm > o.after {
		o.join()
	}
	return v, ok
}

// part puts the nodes in order group by group.
func (o *order) part() {
	o.all.discard()
	o.groups, o.calm, o.after = newGroupOrder(o), 0, o.all.size
	for e := range o.all.all() {
		o.groups.enter(e.node, math.NaN())
	}
	o.all, o.any = o.newLine(), false
}

// join puts all nodes into one order.
func (o *order) join() {
	lines := o.groups.lines
	o.groups = nil
	for i := range lines {
		lines[i].discard()
		for e := range lines[i].all() {
			o.enter(e.node, math.NaN())
		}
	}
}
