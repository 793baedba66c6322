package webgraph

import (
	"math"
	"slices"
)

// linearOrder finds the waiting node at which a linear function of the features, f of sums, is greatest, among those of the
// groups that are ready. The function may be another one every time: the less it has changed since the time before, the
// fewer nodes are looked at. Whatever it has become, the best is the true one: see box.
//
// All nodes lie in one pile at first. One that a search would find the best, were its group ready, is moved to a pile of its
// group, and so are those of the group that come in from then on: so each is met once at most while its group is not ready.
//
// Nodes come in, and those move whose first-level sums have changed, when the order is asked: where it is one of several of
// which one is asked, many nodes have left by then. They are kept in blocks until they are many, and then go into
// piles together: what has to be touched there is far away, and most of it is the same for some of them.
type linearOrder struct {
	graph   *Graph
	sums    func(v int32) point
	reader  int        // of the journal
	own     []*pile    // by group; nil where it has none of its own
	live    []*pile    // the one of all groups, and those of a group that are not empty; all their nodes may have left until the next sweep
	fresh   []cell     // of nodes that have yet to go into a pile; what is there of them is of no use
	blocks  []block    // of the fresh ones
	places  []location // by node
	next    int        // index in live of the pile that is swept next
	credit  int        // cells and branches that may be swept: some for each node that has come in, less those that were
	bounds  []float64
	stirred []stirred
	latest  struct{ sums, features point } // what take has reckoned last
	touched int                            // of no meaning: what is looked at ahead must be made use of
}

const (
	freshSize = 256 // nodes that go into piles together
	blockSize = 32  // of these, that are looked at together
)

// block is what is known of some of the fresh nodes without looking at each.
type block struct {
	box
	stirred bool    // there are features that have changed
	most    float64 // no node has a greater value of the function that is looked for
}

// location is where the cells of a node are.
type location struct {
	fresh    int32 // index + 1; 0 where it is not fresh
	leaf, at int32
	in       whose
	stirred  bool // the features have changed since its cell was given some; of no meaning where it has none
}

// whose says what pile it is.
type whose uint8

const (
	nobodys whose = iota // where a node has no cell
	everybodys
	itsGroups
)

// stirred is a leaf that is to be settled.
type stirred struct {
	pile *pile
	leaf int32
}

func newLinearOrder(g *Graph, sums func(v int32) point) *linearOrder {
	return &linearOrder{graph: g, sums: sums, reader: g.changes.reader(), live: []*pile{newPile(anyGroup)}}
}

// catchUp takes in the nodes whose sums have changed, and the new ones. All that is known of them is touched first: each
// look is a wait for memory that is far away, and those that do not depend on each other wait together.
func (o *linearOrder) catchUp() {
	for _, s := range o.stirred { // first: to cut a leaf in two forgets what has been stirred there
		s.pile.settle(s.leaf)
	}
	o.stirred = o.stirred[:0]
	changed := o.graph.changes.unread(o.reader)
	o.places = grown(o.places, int32(o.graph.Len()-1), location{}) // #nosec G115 -- nodes have numbers of 32 bits
	touched := 0
	for _, v := range changed {
		touched += o.graph.Touch(v) + int(o.places[v].at)
	}
	o.touched = touched
	for _, v := range changed {
		if o.graph.states[v] == waiting {
			o.freshen(v)
		}
	}
}

// freshen takes in a node that is new or has changed.
func (o *linearOrder) freshen(v int32) {
	at := int(o.places[v].fresh) - 1
	if at < 0 {
		at = len(o.fresh)
		o.places[v].fresh = int32(at + 1) // #nosec G115 -- there are few
		if o.fresh = append(o.fresh, cell{node: v}); at%blockSize == 0 {
			o.blocks = append(o.blocks, block{box: nothing()})
		}
	}
	c := &o.fresh[at]
	o.take(c)
	o.blocks[at/blockSize].add(&c.features, v)
	if len(o.fresh) == freshSize {
		o.store()
	}
}

// store puts all fresh nodes into piles.
func (o *linearOrder) store() {
	for i := range o.fresh {
		c := &o.fresh[i]
		if c.node == gone {
			continue
		}
		o.places[c.node].fresh = 0
		if o.graph.waits(c.node) {
			o.renew(c)
			o.enter(o.pileFor(o.graph.Group(c.node)), *c)
		}
	}
	o.fresh, o.blocks = o.fresh[:0], o.blocks[:0]
	o.credit += 4 * freshSize
	o.sweep()
}

// renew takes the features of a node anew, if they have changed. A cell in a pile is of no use while its node is fresh.
func (o *linearOrder) renew(c *cell) {
	if c.node == gone {
		return
	}
	if l := o.places[c.node]; l.stirred && l.fresh == 0 {
		o.take(c)
	}
}

// take gives a cell the features that its node has now. The links of a page come in one after the other and have most of
// their sums in common, of which f is not reckoned again.
func (o *linearOrder) take(c *cell) {
	known := &o.latest
	for k, x := range o.sums(c.node) {
		if x != known.sums[k] {
			known.sums[k], known.features[k] = x, smooth(x)
		}
	}
	c.features = known.features
	o.places[c.node].stirred = false
}

// pileFor is the pile into which nodes of a group come.
func (o *linearOrder) pileFor(group int32) *pile {
	if int(group) < len(o.own) && o.own[group] != nil {
		return o.own[group]
	}
	return o.live[0]
}

// pileOf is the pile with the cell of a node; nil where it has none.
func (o *linearOrder) pileOf(v int32) *pile {
	switch o.places[v].in {
	case everybodys:
		return o.live[0]
	case itsGroups:
		return o.own[o.graph.Group(v)]
	}
	return nil
}

// enter puts a node into a pile, or moves it where it is in one. The cell has the features of now.
func (o *linearOrder) enter(p *pile, c cell) {
	leaf := p.leafFor(&c)
	b := &p.branches[leaf]
	before, was := o.pileOf(c.node), o.places[c.node]
	if before == p && was.leaf == leaf {
		b.cells[was.at] = c
		return
	}
	if before != nil {
		before.branches[was.leaf].cells[was.at].node = gone
	}
	b.cells = append(b.cells, c)
	o.places[c.node] = location{fresh: was.fresh, leaf: leaf, at: int32(len(b.cells) - 1), in: p.whose()} // #nosec G115 -- nodes have numbers of 32 bits
	if len(b.cells) > mostSize {
		o.tidy(p, leaf)
		if len(b.cells) > mostSize/2 {
			o.halve(p, leaf)
		}
	}
}

// halve cuts a leaf in two.
func (o *linearOrder) halve(p *pile, at int32) {
	lower, upper := p.halve(at)
	o.locate(p, lower)
	o.locate(p, upper)
}

// locate notes where the cells of a leaf are.
func (o *linearOrder) locate(p *pile, at int32) {
	cells, in := p.branches[at].cells, p.whose()
	for i := range cells {
		l := &o.places[cells[i].node]
		l.leaf, l.at, l.in = at, int32(i), in // #nosec G115 -- nodes have numbers of 32 bits
	}
}

// tidy takes those nodes out of a leaf that do not wait any more, and takes the features anew of those that have changed.
func (o *linearOrder) tidy(p *pile, at int32) {
	o.refresh(p, at)
	b := &p.branches[at]
	b.cells = slices.DeleteFunc(b.cells, func(c cell) bool { return c.node == gone || !o.graph.waits(c.node) })
	o.locate(p, at)
	if len(b.cells) == 0 {
		b.box = nothing()
	}
}

// refresh takes the features anew of those nodes of a leaf that have changed.
func (o *linearOrder) refresh(p *pile, at int32) {
	b := &p.branches[at]
	if !b.stir.changed {
		return
	}
	b.stir.changed = false
	for i := range b.cells {
		o.renew(&b.cells[i])
	}
}

// change is told that some of the sums of a waiting node have changed, those from the number on, without the journal.
func (o *linearOrder) change(v int32, from int, sums []float64) {
	if int(v) >= len(o.places) {
		return // it is new, and in the journal
	}
	at := &o.places[v]
	at.stirred = true
	if at.fresh > 0 {
		o.blocks[(at.fresh-1)/blockSize].stirred = true
	} else if p := o.pileOf(v); p != nil {
		b := &p.branches[at.leaf]
		if b.stirUp(from, sums) {
			o.stirred = append(o.stirred, stirred{p, at.leaf})
		}
	}
}

// sweep goes through the branches of all piles over and over, as far as is paid for: nodes that do not wait any more go,
// leaves that no search has come upon are joined, and piles of none are given up.
func (o *linearOrder) sweep() {
	for ; o.credit > 0; o.credit-- {
		o.next %= len(o.live)
		p := o.live[o.next]
		if p.swept--; p.swept >= 0 {
			o.credit -= o.sweepBranch(p, int32(p.swept)) // #nosec G115 -- fewer than nodes, which have numbers of 32 bits
			continue
		}
		p.swept = len(p.branches)
		if p.isEmpty() && p.group != anyGroup {
			last := len(o.live) - 1
			o.live[o.next], o.live[last] = o.live[last], nil
			o.live = o.live[:last]
			o.own[p.group] = nil
		} else {
			o.next++
		}
	}
}

// sweepBranch returns how many cells it has looked at.
func (o *linearOrder) sweepBranch(p *pile, at int32) (cells int) {
	b := &p.branches[at]
	if b.inner == 0 {
		cells = len(b.cells)
		o.tidy(p, at)
		return cells
	}
	looked := b.looked
	b.looked = false
	lower, upper := &p.branches[b.inner], &p.branches[b.inner+1]
	if cells = len(lower.cells) + len(upper.cells); looked || lower.inner != 0 || upper.inner != 0 || cells > mostSize/2 {
		return 0
	}
	o.tidy(p, b.inner)
	o.tidy(p, b.inner+1)
	p.join(at)
	o.locate(p, at)
	return cells
}

// best is the node of a ready group with the greatest value of the function, the smallest number of several. It looks at
// the bounds of every pile, and into those only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	o.catchUp()
	m := maximum{of: newFunction(c), ready: ready, value: math.Inf(-1), node: math.MaxInt32}
	block, most := o.likelyBlock(&m.of)
	o.bounds = o.bounds[:0]
	likely := 0
	for i, p := range o.live {
		o.bounds = append(o.bounds, p.root().bound(&m.of, math.Inf(-1)))
		if o.bounds[i] > o.bounds[likely] {
			likely = i
		}
	}
	freshFirst := most >= o.bounds[likely]
	if freshFirst {
		o.searchFresh(&m, block)
	}
	for i := range o.bounds {
		i = startingWith(likely, i)
		if p := o.live[i]; m.beats(o.bounds[i], p.root().first) && (p.group == anyGroup || ready(p.group)) {
			o.search(p, 0, &m)
		}
	}
	if !freshFirst {
		o.searchFresh(&m, block)
	}
	return m.node, m.node != math.MaxInt32
}

// likelyBlock bounds the values in the blocks, and is the one with the greatest bound.
func (o *linearOrder) likelyBlock(f *function) (likely int, most float64) {
	most = math.Inf(-1)
	for i := range o.blocks {
		b := &o.blocks[i]
		if b.most = math.Inf(1); !b.stirred { // else the box does not hold what has changed
			b.most = b.bound(f, math.Inf(-1))
		}
		if b.most > most {
			likely, most = i, b.most
		}
	}
	return likely, most
}

// searchFresh looks for better nodes among the fresh ones, block by block, the likely one first.
func (o *linearOrder) searchFresh(m *maximum, likely int) {
	for i := range o.blocks {
		i = startingWith(likely, i)
		if b := &o.blocks[i]; m.beats(b.most, b.first) {
			o.searchBlock(b, o.fresh[i*blockSize:min((i+1)*blockSize, len(o.fresh))], m)
		}
	}
}

// searchBlock looks for better nodes among the cells of a block.
func (o *linearOrder) searchBlock(b *block, cells []cell, m *maximum) {
	peak := math.Inf(-1)
	for i := range cells {
		c := &cells[i]
		if c.node == gone {
			continue
		}
		if b.stirred && o.places[c.node].stirred {
			o.take(c)
			b.add(&c.features, c.node)
		}
		value := linear(m.of.c[:m.of.n], &c.features)
		if m.beats(value, c.node) {
			if !o.graph.waits(c.node) {
				o.places[c.node].fresh = 0
				c.node = gone
				continue // its value does not count any more
			}
			if m.ready(o.graph.Group(c.node)) {
				m.value, m.node = value, c.node
			}
		}
		peak = max(peak, value)
	}
	b.stirred, b.peak, b.under = false, peak, m.of
}

// startingWith changes places of the likely index, which rules out most of the others when it comes first, and 0.
func startingWith(likely, i int) int {
	switch i {
	case 0:
		return likely
	case likely:
		return 0
	}
	return i
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
func (o *linearOrder) search(p *pile, at int32, m *maximum) (peak float64) {
	if b := &p.branches[at]; b.inner == 0 && len(b.cells) > leafSize {
		if o.tidy(p, at); len(b.cells) > leafSize {
			o.halve(p, at)
		}
	}
	if near := p.branches[at].inner; near == 0 {
		peak = o.searchCells(p, at, m)
	} else {
		far := near + 1
		bound, farBound := p.branches[near].bound(&m.of, m.value), p.branches[far].bound(&m.of, m.value)
		if farBound > bound {
			near, far, bound, farBound = far, near, farBound, bound
		}
		peak = max(o.searchWithin(p, near, bound, m), o.searchWithin(p, far, farBound, m))
	}
	b := &p.branches[at]
	b.peak, b.under, b.looked = peak, m.of, true
	return peak
}

// searchWithin searches a branch whose bound is known, unless that rules it out.
func (o *linearOrder) searchWithin(p *pile, at int32, bound float64, m *maximum) (peak float64) {
	if !m.beats(bound, p.branches[at].first) {
		return bound
	}
	return o.search(p, at, m)
}

// searchCells looks for better nodes among the cells of a leaf, and returns a bound of their values. Nodes of groups that
// are not ready do not stay among those of others where they would be the best.
func (o *linearOrder) searchCells(p *pile, at int32, m *maximum) (peak float64) {
	o.refresh(p, at)
	peak = math.Inf(-1)
	cells := p.branches[at].cells
	for i := range cells {
		c := &cells[i]
		if c.node == gone {
			continue
		}
		value := linear(m.of.c[:m.of.n], &c.features)
		if m.beats(value, c.node) {
			if o.places[c.node].fresh > 0 {
				continue
			}
			if !o.graph.waits(c.node) {
				c.node = gone
				continue
			}
			if group := o.graph.Group(c.node); p.group == anyGroup && !m.ready(group) {
				o.enter(o.ownPile(group), *c) // its cell here is gone
				continue
			}
			m.value, m.node = value, c.node
		}
		peak = max(peak, value)
	}
	return peak
}

// ownPile is the pile of a group, a new one where it has none.
func (o *linearOrder) ownPile(group int32) *pile {
	o.own = grown(o.own, group, nil)
	if o.own[group] == nil {
		o.own[group] = newPile(group)
		o.live = append(o.live, o.own[group])
	}
	return o.own[group]
}
