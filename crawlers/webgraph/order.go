package webgraph

import (
	"math"
	"slices"
)

// order keeps nodes that wait by a key, the greatest first. As long as all groups are ready that order is all it needs.
// When it meets one that is not, it puts the nodes in order group by group, and keeps them so until as many have been
// asked for as there were, without meeting another.
//
// It has the nodes only that are near the first of them, before a cut. The others are found on the graph's frontier when these
// have come to an end, or none of them is in a group that is ready: so most that come in and leave again cost a comparison.
//
// A node that gets another key does not move: it is put in once more with the new key, if it has to be. One that does not wait
// any more stays where it is. What has become of no use is thrown away when it is met, or when most may be of no use. So a
// change costs little and leaving nothing, which counts where several orders are kept of which one is asked.
type order struct {
	cut     entry       // nodes near the first are before it
	isCut   bool        // else all are near
	of      state       // of its nodes
	sum     int         // the first-level sum that is the key; -1 = none
	groups  *groupOrder // nil while all groups seem to be ready; else it has the nodes
	graph   *Graph
	all     line      // the near nodes only; the rest is on the graph's frontier
	keys    []float64 // by node; not a number where it never entered, but for opic; none where it is by a sum
	first   entry     // of all, or one that was; it may be of no use, but is never behind one of use
	any     bool      // it is there
	calm    int       // nodes asked for since a group was not ready
	after   int       // of these all groups seem to be ready again
	touched float64   // of no meaning: what is looked at ahead must be made use of
}

// line is a queue of nodes of which some are of no use.
type line struct {
	queue
	most int // entries, before it is looked through for those of no use
}

func newOrder(g *Graph) *order {
	o := &order{graph: g, of: waiting, sum: -1}
	o.all = line{queue: queue{current: o.current, touch: o.touch}}
	return o
}

// newLine is an empty line.
func (o *order) newLine() line { return line{queue: queue{current: o.all.current, touch: o.all.touch}} }

// key is the key of a node that counts.
func (o *order) key(v int32) float64 {
	if o.sum >= 0 {
		return o.graph.nodes.at(v).first[o.sum]
	}
	return o.keys[v]
}

// put gives a node that waits its key, whether it has been there or not.
func (o *order) put(v int32, key float64) {
	o.keys = grown(o.keys, v, math.NaN())
	if was := o.keys[v]; was != key {
		o.keys[v] = key
		o.enter(entry{key: key, node: v}, was)
		o.tidy()
	}
}

// enter puts a node that waits in, with its key. What it was is the key under which the node is there already, not a number where
// it is not there. Once all is told of what has changed, tidy is to be called.
func (o *order) enter(e entry, was float64) {
	if o.isCut {
		wasNear := entry{key: was, node: e.node}.before(o.cut)
		if !e.before(o.cut) {
			if wasNear {
				o.lineOf(e.node).fell = true
			}
			return
		}
		if !wasNear {
			was = math.NaN()
		}
	}
	if o.groups != nil {
		o.groups.enter(e, was)
		return
	}
	if !(was < e.key && o.all.isNear(was)) { // most that rise are near
		o.add(&o.all, e, was)
	}
	if !o.any || e.before(o.first) {
		o.first, o.any = e, true
	}
}

// lineOf is the line with a node that is near.
func (o *order) lineOf(v int32) *line {
	if o.groups != nil {
		return &o.groups.lines[o.graph.Group(v)]
	}
	return &o.all
}

// move gives a node another key. It does nothing where the node has never entered or does not wait any more.
func (o *order) move(v int32, key float64) {
	if o.graph.waits(v) && int(v) < len(o.keys) && !math.IsNaN(o.keys[v]) {
		o.put(v, key)
	}
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
}

// tidy looks through the near nodes for entries of no use when these may be most, and leaves half of the nodes near where there
// are still many. In the middle of a step it must not: an entry with a key of which it is not told yet would not be found in its
// part.
func (o *order) tidy() {
	if o.all.size <= o.all.most {
		return
	}
	o.all.discard()
	if o.all.size > max(manyNear, o.all.most/2) {
		var sample []entry
		every := o.all.size/sampleSize | 1
		i := 0
		for e := range o.all.all() {
			if i++; i%every == 0 {
				sample = append(sample, e)
			}
		}
		o.cutAt(sample, 2)
		o.all.forgetFrom(o.cut)
	}
	o.all.most = 2*o.all.size + 16
}

// manyNear is how many nodes may be near before there is a cut.
const manyNear = 4 * sortedSize

// cutAt cuts where one in so many of a sample is near.
func (o *order) cutAt(sample []entry, of int) {
	slices.SortFunc(sample, lastFirst)
	o.cut, o.isCut = sample[len(sample)-1-len(sample)/of], true
}

// refill puts nodes of the frontier into the line of all, which is empty: about an eighth, where there are many.
func (o *order) refill() {
	o.all, o.isCut = o.newLine(), false
	frontier := o.graph.frontier
	if len(frontier) > manyNear {
		var sample []entry
		for i := range uint32(4 * sampleSize) {
			at := uint64(i*0x9e3779b9) * uint64(len(frontier)) >> 32 // from all over it, in no step with the pages that nodes came from
			if v := frontier[at]; o.has(v) {
				sample = append(sample, entry{key: o.key(v), node: v})
			}
		}
		if len(sample) >= sampleSize {
			o.cutAt(sample, 8)
		}
	}
	for _, v := range frontier {
		if o.has(v) {
			if e := (entry{key: o.key(v), node: v}); !o.isCut || e.before(o.cut) {
				o.all.push(e)
			}
		}
	}
	o.all.most = 2*o.all.size + 16
	o.first, o.any = o.all.first()
}

// has says whether a node is in the order.
func (o *order) has(v int32) bool {
	return o.graph.states[v] == o.of && (o.sum >= 0 || int(v) < len(o.keys) && !math.IsNaN(o.keys[v]))
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
	key := o.key(e.node)
	return entry{key, e.node, e.slot}, key >= e.key && o.graph.waits(e.node)
}

// touch looks at what current will look at, side by side: each look is a wait for memory that is far away.
func (o *order) touch(entries []entry) {
	touched := 0.0
	for _, e := range entries {
		touched += o.key(e.node)
	}
	o.touched = touched
}

// isStale says whether the node of an entry has left or has another key. It is for entries that are sorted: one that lies
// unsorted may have a lesser key and be of use.
func (o *order) isStale(e entry) bool { return !o.graph.waits(e.node) || o.key(e.node) != e.key }

// best is the first node of a group that is ready.
func (o *order) best(ready func(group int32) bool) (v int32, ok bool) {
	if o.groups == nil {
		if o.any && o.isStale(o.first) {
			o.first, o.any = o.head(&o.all)
		}
		if !o.any && o.isCut {
			o.refill()
		}
		if !o.any || ready(o.graph.Group(o.first.node)) {
			return o.first.node, o.any
		}
		o.part()
	}
	o.calm++
	noted := func(group int32) bool {
		isReady := ready(group)
		if !isReady {
			o.calm = 0
		}
		return isReady
	}
	if v, ok = o.groups.best(noted); !ok && o.isCut { // none is near in a group that is ready
		o.isCut = false
		o.part()
		v, ok = o.groups.best(noted)
	}
	if o.calm > o.after {
		o.join()
	}
	return v, ok
}

// part puts the nodes in order group by group, those that are near.
func (o *order) part() {
	o.groups, o.calm, o.after = newGroupOrder(o), 0, 0
	for _, v := range o.graph.frontier {
		if o.has(v) {
			if e := (entry{key: o.key(v), node: v}); !o.isCut || e.before(o.cut) {
				o.groups.enter(e, math.NaN())
				o.after++
			}
		}
	}
	o.all, o.any = o.newLine(), false
}

// join puts all nodes into one order.
func (o *order) join() {
	o.groups = nil
	o.refill()
}
