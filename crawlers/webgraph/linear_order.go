package webgraph

import (
	"math"
	"math/bits"
	"slices"
)

// linearOrder finds the waiting node at which a linear function of the features, f of sums, is greatest, among those of the
// groups that are ready. The function may be another one every time: the less it has changed since the time before, the
// fewer nodes are looked at. Whatever it has become, the best is the true one: see box.
//
// Nodes come in, and those move whose first-level sums have changed, when the order is asked: where it is one of several of
// which one is asked, many nodes have left by then.
type linearOrder struct {
	graph   *Graph
	sums    func(v int32) point
	reader  int     // of the journal
	piles   []pile  // by group
	live    []int32 // groups whose pile is not empty; all its nodes may have left until the next sweep
	places  []int32 // by node, index of its cell + 1; 0 where it never came in
	next    int     // index in live of the pile that is swept next
	credit  int     // cells that may be swept: two for each node that has come in, less those that were
	bounds  []float64
	stirred []stirred
}

// stirred is a block of cells that is to be settled.
type stirred struct {
	group int32
	block int
}

func newLinearOrder(g *Graph, sums func(v int32) point) *linearOrder {
	return &linearOrder{graph: g, sums: sums, reader: g.changes.reader()}
}

// catchUp takes in the nodes whose sums have changed, and the new ones.
func (o *linearOrder) catchUp() {
	for _, s := range o.stirred { // first: to sort a block forgets what has been stirred there
		o.piles[s.group].settle(s.block)
	}
	o.stirred = o.stirred[:0]
	for _, v := range o.graph.changes.unread(o.reader) {
		if o.graph.states[v] != waiting {
			continue
		}
		features := smoothed(o.sums(v))
		group := o.graph.Group(v)
		o.places, o.piles = grown(o.places, v, 0), grown(o.piles, group, pile{})
		p := &o.piles[group]
		if len(p.cells) == 0 {
			o.live = append(o.live, group)
		}
		if o.places[v] > 0 {
			p.cells[o.places[v]-1].node = gone
		}
		from := p.add(v, &features)
		o.places[v] = int32(len(p.cells)) // #nosec G115 -- nodes have numbers of 32 bits
		if from < len(p.cells) {
			o.sort(p, from)
		}
		o.credit += 2
	}
	o.sweep()
}

// change is told that some of the sums of a waiting node have changed, those from the number on, without the journal.
func (o *linearOrder) change(v int32, from int, sums []float64) {
	if int(v) >= len(o.places) || o.places[v] == 0 { // it is new, and in the journal
		return
	}
	group, at := o.graph.Group(v), int(o.places[v]-1)
	if o.piles[group].stir(at, from, sums) {
		o.stirred = append(o.stirred, stirred{group, at / blockSize})
	}
}

// sweep sorts piles, one after the other, so that those nodes go that do not wait any more: as much as is paid for.
func (o *linearOrder) sweep() {
	for len(o.live) > 0 {
		o.next %= len(o.live)
		group := o.live[o.next]
		p := &o.piles[group]
		if len(p.cells) > o.credit {
			return
		}
		o.credit -= len(p.cells)
		o.refresh(p, 0, len(p.cells))
		p.cells = slices.DeleteFunc(p.cells, func(c cell) bool { return c.node == gone || !o.graph.waits(c.node) })
		if len(p.cells) > 0 {
			o.sort(p, 0)
			o.next++
			continue
		}
		*p = pile{}
		last := len(o.live) - 1
		o.live[o.next], o.live = o.live[last], o.live[:last]
	}
}

// sort sorts the nodes of a pile from a cell on.
func (o *linearOrder) sort(p *pile, from int) {
	o.refresh(p, from, len(p.cells))
	p.sort(from)
	for i := from; i < len(p.cells); i++ {
		if v := p.cells[i].node; v != gone {
			o.places[v] = int32(i + 1) // #nosec G115 -- nodes have numbers of 32 bits
		}
	}
}

// refresh takes the features of the nodes anew that have changed in the blocks from a cell to another.
func (o *linearOrder) refresh(p *pile, from, to int) {
	for at := from / blockSize; at < len(p.stirs) && at*blockSize < to; at++ {
		cells := block(p.cells, blockSize, at)
		for s := &p.stirs[at]; s.changed != 0; s.changed &= s.changed - 1 {
			if c := &cells[bits.TrailingZeros32(s.changed)]; c.node != gone {
				c.features = smoothed(o.sums(c.node))
			}
		}
	}
}

// best is the node of a ready group with the greatest value of the function, the smallest number of several. It looks at
// the bounds of every group, and into those groups only that can hold the best.
func (o *linearOrder) best(c []float64, ready func(group int32) bool) (v int32, ok bool) {
	o.catchUp()
	m := maximum{of: newFunction(c), value: math.Inf(-1), node: math.MaxInt32}
	o.bounds = o.bounds[:0]
	likely := 0
	for i, group := range o.live {
		o.bounds = append(o.bounds, o.piles[group].all.bound(m.of, math.Inf(-1)))
		if o.bounds[i] > o.bounds[likely] {
			likely = i
		}
	}
	for i := range o.live {
		i = startingWith(likely, i)
		p := &o.piles[o.live[i]]
		if m.beats(o.bounds[i], p.all.first) && ready(o.live[i]) {
			p.all.peak, p.all.under = o.search(p, len(p.levels)-1, 0, &m), m.of
		}
	}
	return m.node, m.node != math.MaxInt32
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
	of    *function
	value float64
	node  int32
}

// beats says whether a node with these, or a box with these bounds, may be better than what was found.
func (m *maximum) beats(value float64, node int32) bool {
	return value > m.value || value == m.value && node < m.node
}

// search looks for better nodes in a block of boxes, and returns a bound of the values in it.
func (o *linearOrder) search(p *pile, level, at int, m *maximum) (peak float64) {
	var bounds [fanOut]float64
	boxes := block(p.levels[level], fanOut, at)
	likely := 0
	for i := range boxes {
		if bounds[i] = boxes[i].bound(m.of, m.value); bounds[i] > bounds[likely] {
			likely = i
		}
	}
	peak = math.Inf(-1)
	for i := range boxes {
		i = startingWith(likely, i)
		b := &boxes[i]
		if m.beats(bounds[i], b.first) {
			if inner := at*fanOut + i; level > 0 {
				bounds[i] = o.search(p, level-1, inner, m)
			} else {
				bounds[i] = o.searchCells(p, inner, m)
			}
			b.peak, b.under = bounds[i], m.of
		}
		peak = max(peak, bounds[i])
	}
	return peak
}

// searchCells looks for better nodes in a block of cells, and returns a bound of their values.
func (o *linearOrder) searchCells(p *pile, at int, m *maximum) (peak float64) {
	o.refresh(p, at*blockSize, (at+1)*blockSize)
	peak = math.Inf(-1)
	cells := block(p.cells, blockSize, at)
	for i := range cells {
		c := &cells[i]
		if c.node == gone {
			continue
		}
		value := linear(m.of.c, &c.features)
		if m.beats(value, c.node) {
			if !o.graph.waits(c.node) {
				c.node = gone
				continue
			}
			m.value, m.node = value, c.node
		}
		peak = max(peak, value)
	}
	return peak
}
