package webgraph

// groupOrder is an order in two levels: each group has a line of its nodes, and the groups have a ranking by their first
// nodes.
//
// Invariant: a group is in the ranking exactly while its line is not empty, with an entry that its first node has or had. It
// may be of no use, but is never behind one of use.
type groupOrder struct {
	of      *order
	lines   []line // by group
	ranking ranking
	pending ranking // of indexes into the ranking, for best
}

func newGroupOrder(o *order) *groupOrder { return &groupOrder{of: o, ranking: ranking{placed: true}} }

// enter puts a node in, see order.enter.
func (o *groupOrder) enter(e entry, was float64) {
	group := o.of.graph.Group(e.node)
	o.lines = grown(o.lines, group, o.of.newLine())
	e.slot = group
	l := &o.lines[group]
	if o.of.add(l, e, was); l.size > l.most {
		l.discard()
		l.most = 2*l.size + 16
	}
	if at := o.ranking.at(group); at < 0 {
		o.ranking.push(e)
	} else if e.before(o.ranking.entries[at]) {
		o.ranking.set(at, e)
	}
}

// settled says whether the entry of the group at an index is of use. Where it is not, the group gets its first entry that
// is, and those before it are thrown away.
func (o *groupOrder) settled(at int) bool {
	known := o.ranking.entries[at]
	if !o.of.isStale(known) {
		return true
	}
	if first, ok := o.of.head(&o.lines[known.slot]); ok {
		o.ranking.set(at, first)
	} else {
		o.ranking.remove(at)
	}
	return false
}

// best is the first node of a group that is ready. It looks at the groups in order and no further than it must: with k of
// them not ready it costs O(k log k), and once more a look at all groups where entries were of no use.
func (o *groupOrder) best(ready func(group int32) bool) (v int32, ok bool) {
	for len(o.ranking.entries) > 0 {
		if first := o.ranking.entries[0]; !o.settled(0) {
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
func (o *groupOrder) settleAll() {
	for at := 0; at < len(o.ranking.entries); {
		if o.settled(at) {
			at++
		}
	}
}

// search looks at the groups after the first. It has found out nothing where not all that it has looked at were settled.
func (o *groupOrder) search(ready func(group int32) bool) (v int32, ok, settled bool) {
	all := o.ranking.entries
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
