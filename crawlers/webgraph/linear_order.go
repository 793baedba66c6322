package webgraph

import "math"

// linearOrder finds the waiting node at which a linear function of the features, f of sums, is greatest, among those of the
// groups that are ready. The function may be another one every time: the less it has changed since the time before, the
// fewer nodes are looked at. Whatever it has become, the best is the true one: see box.
//
// A node whose first-level sums have changed gets a new cell, and those it has had are of no use from then on. All nodes lie in
// one forest at first. One that a search would find the best, were its group ready, is moved to a forest of its group: so each
// is met once while its group is not ready, or twice if homework was under way, until its sums change again.
//
// Second-level sums, which a step changes of thousands of nodes, change in place, and features are taken anew where a search
// looks. So an order of these has to know where each node's cell is, and does all its work itself.
type linearOrder struct {
	graph  *Graph
	sums   func(v int32) point
	shared *forest
	own    []*forest                      // by group; nil where it has none of its own
	live   []*forest                      // those that are there
	next   int                            // index in live of the one that is swept next
	credit int                            // cells that may be swept: one for each that has come in, less those that were
	roots  []root                         // of the search that goes on
	latest struct{ sums, features point } // what was reckoned last

	inPlace bool
	places  []location // by node, of the latest cell; none unless sums change in place
	stirred []stirred
}

// location is where the cell of a node is.
type location struct {
	forest  *forest // nil where there is none
	pile    *pile   // nil where it is fresh
	at      int32   // of the leaf or the block
	stirred bool    // the features have changed since the cell was given some
}

// stirred is a leaf that is to be settled.
type stirred struct {
	pile *pile
	leaf int32
}

// root is where a search may begin: a pile, or a block of fresh nodes.
type root struct {
	forest *forest
	pile   *pile // nil where it is a block
	block  int
	bound  float64
	first  int32
}

func newLinearOrder(g *Graph, sums func(v int32) point, used int32, inPlace bool) *linearOrder {
	return &linearOrder{graph: g, sums: sums, inPlace: inPlace, shared: &forest{group: anyGroup, used: used}}
}

// put takes in a node that waits, or will after this step, and is new or has other first-level sums than before.
func (o *linearOrder) put(v int32) {
	o.add(o.shared, &cell{features: o.features(v), node: v, version: o.graph.nodes.at(v).changes})
	o.credit++
	o.sweep()
}

// homework is what others may do for it.
func (o *linearOrder) homework() *Homework {
	if o.inPlace {
		return nil
	}
	return o.shared.homework()
}

// remove is told that a node does not wait any more.
func (o *linearOrder) remove(v int32) {
	o.shared.departures = append(o.shared.departures, departure{v, math.MaxUint32})
}

// add puts a cell into a block of a forest.
func (o *linearOrder) add(f *forest, c *cell) {
	f.add(c)
	if o.inPlace {
		o.places = grown(o.places, c.node, location{})
		o.places[c.node] = location{forest: f, at: int32(len(f.blocks) - 1)} // #nosec G115 -- there are few
	}
	if len(f.blocks) > f.mostFresh() {
		f.handIn(f.due)
	}
	if len(f.blocks) > f.mostFresh() {
		o.plant(f, f.small(len(f.blocks)))
	}
}

// move takes a cell of all groups' that was found to be of use to the forest of its group.
func (o *linearOrder) move(c *cell) {
	o.shared.departures = append(o.shared.departures, departure{c.node, c.version + 1})
	group := o.graph.Group(c.node)
	o.own = grown(o.own, group, nil)
	f := o.own[group]
	if f == nil {
		f = &forest{group: group, used: o.shared.used}
		o.own[group] = f
		o.live = append(o.live, f)
	}
	o.add(f, c)
}

// counts says whether a cell is of use.
func (o *linearOrder) counts(c *cell) bool {
	return o.graph.nodes.at(c.node).changes == c.version && o.graph.states[c.node] <= waiting
}

// plant makes a pile of the fresh nodes of a forest and its last piles, with the features of now.
func (o *linearOrder) plant(f *forest, last []*pile) {
	var cells []cell
	departures := f.departures
	for i := range f.blocks {
		cells = o.appendOfUse(cells, &f.blocks[i].branch)
	}
	for _, p := range last {
		for at := range p.branches {
			cells = o.appendOfUse(cells, &p.branches[at])
		}
		departures = append(departures, p.departures...)
	}
	older := len(f.piles) - len(last)
	if older == 0 {
		departures = nil
	}
	p := newPile(f.used, cells, departures)
	if o.inPlace {
		o.locate(f, p)
	}
	f.piles = append(f.piles[:older:older], p)
	f.clear(len(f.blocks), len(f.departures))
}

// appendOfUse appends those cells of a leaf that are of use, with the features of now.
func (o *linearOrder) appendOfUse(to []cell, b *branch) []cell {
	for i := range b.cells {
		if c := &b.cells[i]; b.gone>>i&1 == 0 && o.counts(c) {
			o.renew(c)
			to = append(to, *c)
		}
	}
	return to
}

// locate notes where the cells of a pile are.
func (o *linearOrder) locate(f *forest, p *pile) {
	for at := range p.branches {
		for i := range p.branches[at].cells {
			o.places[p.branches[at].cells[i].node] = location{forest: f, pile: p, at: int32(at)} // #nosec G115 -- fewer than nodes, which have numbers of 32 bits
		}
	}
}

// change is told that some of the sums of a waiting node have changed, those from the number on, and that it keeps its cell.
func (o *linearOrder) change(v int32, from int, sums []float64) {
	if int(v) >= len(o.places) || o.places[v].forest == nil {
		return // it is new, and comes in later
	}
	l := &o.places[v]
	l.stirred = true
	switch {
	case l.pile == nil:
		l.forest.blocks[l.at].stirred = true
	case l.pile.branches[l.at].stirUp(from, sums):
		o.stirred = append(o.stirred, stirred{l.pile, l.at})
	}
}

// renew takes the features of a cell of use anew, if they have changed.
func (o *linearOrder) renew(c *cell) {
	if o.inPlace && o.places[c.node].stirred {
		o.places[c.node].stirred = false
		c.features = o.features(c.node)
	}
}

// features are f of the sums that a node has now. The links of a page come in one after the other and have most of theirs in
// common, of which f is not reckoned again.
func (o *linearOrder) features(v int32) point {
	known, sums := &o.latest, o.sums(v)
	for k, x := range sums[:o.shared.used] {
		if x != known.sums[k] {
			known.sums[k], known.features[k] = x, smooth(x)
		}
	}
	return known.features
}

// sweep goes through the forests of groups over and over, as far as is paid for: what is of no use goes, and with the last of
// it a forest.
func (o *linearOrder) sweep() {
	for ; o.credit > 0 && len(o.live) > 0; o.credit-- {
		o.next %= len(o.live)
		f := o.live[o.next]
		o.credit -= f.size()
		if o.plant(f, f.piles); f.size() > 0 {
			o.next++
			continue
		}
		last := len(o.live) - 1
		o.live[o.next], o.live[last] = o.live[last], nil
		o.live = o.live[:last]
		o.own[f.group] = nil
	}
	o.credit = min(o.credit, 0)
}

// best is the node of a ready group with the greatest value of the function, the smallest number of several. It looks at
// the bounds of every pile and block, and into those only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	for _, s := range o.stirred {
		s.pile.settle(s.leaf)
	}
	o.stirred = o.stirred[:0]
	m := maximum{of: newFunction(c), ready: ready, value: math.Inf(-1), node: math.MaxInt32}
	o.roots = o.roots[:0]
	o.survey(o.shared, &m.of)
	for _, f := range o.live {
		o.survey(f, &m.of)
	}
	likely := 0
	for i := range o.roots {
		if o.roots[i].bound > o.roots[likely].bound {
			likely = i
		}
	}
	for i := range o.roots { // the likely one first, which rules out most of the others
		switch i {
		case 0:
			i = likely
		case likely:
			i = 0
		}
		if r := &o.roots[i]; m.beats(r.bound, r.first) && (r.forest == o.shared || ready(r.forest.group)) {
			if r.pile == nil {
				o.searchBlock(r.forest, &r.forest.blocks[r.block], &m)
			} else {
				o.search(r.forest, r.pile, 0, &m)
			}
		}
	}
	return m.node, m.node != math.MaxInt32
}

// survey bounds the values in a forest.
func (o *linearOrder) survey(f *forest, of *function) {
	for i := range f.blocks {
		b, bound := &f.blocks[i], math.Inf(1)
		if !b.stirred { // else the box does not hold what has changed
			bound = b.bound(of, math.Inf(-1))
		}
		o.roots = append(o.roots, root{forest: f, block: i, bound: bound, first: b.first})
	}
	for _, p := range f.piles {
		if len(p.branches) > 0 {
			o.roots = append(o.roots, root{forest: f, pile: p, bound: p.branches[0].bound(of, math.Inf(-1)), first: p.branches[0].first})
		}
	}
}

// maximum is the best of the nodes that a search has seen: of the greatest value the smallest number.
type maximum struct {
	of    function
	ready func(group int32) bool
	value float64
	node  int32
}

// beats says whether a node with these, or a box with these bounds, may be better than what was found.
func (m *maximum) beats(value float64, node int32) bool {
	return value > m.value || value == m.value && node < m.node
}

// search looks for better nodes in a branch, and returns a bound of the values in it.
func (o *linearOrder) search(f *forest, p *pile, at int32, m *maximum) (peak float64) {
	b := &p.branches[at]
	if b.inner == 0 {
		if b.stir != nil && b.stir.changed {
			b.stir.changed = false
			o.refresh(b)
		}
		return o.searchCells(f, b, m)
	}
	near, far := b.inner, b.inner+1
	bound, farBound := p.branches[near].bound(&m.of, m.value), p.branches[far].bound(&m.of, m.value)
	if farBound > bound {
		near, far, bound, farBound = far, near, farBound, bound
	}
	b.peak, b.under = max(o.searchWithin(f, p, near, bound, m), o.searchWithin(f, p, far, farBound, m)), m.of
	return b.peak
}

// searchWithin searches a branch whose bound is known, unless that rules it out.
func (o *linearOrder) searchWithin(f *forest, p *pile, at int32, bound float64, m *maximum) (peak float64) {
	if !m.beats(bound, p.branches[at].first) {
		return bound
	}
	return o.search(f, p, at, m)
}

// searchBlock looks for better nodes in a block of fresh ones.
func (o *linearOrder) searchBlock(f *forest, b *block, m *maximum) {
	if b.stirred {
		b.stirred = false
		o.refresh(&b.branch)
		for i := range b.cells {
			b.add(&b.cells[i].features, b.cells[i].node)
		}
	}
	o.searchCells(f, &b.branch, m)
}

// refresh takes the features anew of those cells that have changed.
func (o *linearOrder) refresh(b *branch) {
	for i := range b.cells {
		if c := &b.cells[i]; b.gone>>i&1 == 0 && o.counts(c) {
			o.renew(c)
		}
	}
}

// searchCells looks for better nodes among the cells of a leaf, and returns a bound of their values. Nodes of groups that
// are not ready do not stay among those of others where they would be the best.
func (o *linearOrder) searchCells(f *forest, b *branch, m *maximum) (peak float64) {
	peak = math.Inf(-1)
	for i := range b.cells {
		if b.gone>>i&1 != 0 {
			continue
		}
		c := &b.cells[i]
		value := linear(m.of.c[:m.of.n], &c.features)
		if m.beats(value, c.node) {
			if !o.counts(c) || !o.graph.waits(c.node) {
				b.gone |= 1 << i
				continue
			}
			if f == o.shared && !m.ready(o.graph.Group(c.node)) {
				b.gone |= 1 << i
				o.move(c)
				continue
			}
			m.value, m.node = value, c.node
		}
		peak = max(peak, value)
	}
	b.peak, b.under = peak, m.of
	return peak
}
