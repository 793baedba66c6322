package webgraph

import (
	"math"
	"slices"
)

// features is the most that a regression has; those not used are 0.
const features = coefficients - 1

// point is a node's features.
type point [features]float64

// linear is the value of a linear function, the intercept first among its coefficients, at a point. The conversions keep
// products from being fused with sums, so that it is the same everywhere and never falls while a term rises.
func linear(c []float64, p *point) float64 {
	sum := c[0]
	for k, weight := range c[1:] {
		sum += float64(weight * p[k])
	}
	return sum
}

// cell is the nodes with the very same features.
type cell struct {
	at    point
	nodes ranking // by number alone
}

// box is a k-d tree of cells in which every box knows bounds of what is in it: the maximum of any linear function is found
// by looking only into boxes whose bounds allow a better one than the best so far.
//
// Bounds may be wider than they need after cells were removed; stale says so, and the next search that looks in tightens
// them. A subtree is built anew when one side of it has grown much heavier than the other.
type box struct {
	low, high    point
	first        int32 // no node in it has a smaller number
	size         int   // cells
	built        int   // their number when it was built
	stale        bool
	dims         int // features in use
	axis         int // with parts: lower has what is below cut on this axis, upper the rest
	cut          float64
	lower, upper *box
	cells        []cell // without parts
}

const (
	leafSize    = 16 // cells in a new box without parts
	maxLeafSize = 32
)

func newBox(dims int) *box {
	b := &box{dims: dims}
	b.reset()
	return b
}

// reset makes the bounds those of nothing.
func (b *box) reset() {
	b.first, b.stale = math.MaxInt32, false
	for k := range b.dims {
		b.low[k], b.high[k] = math.Inf(1), math.Inf(-1)
	}
}

// include widens the bounds.
func (b *box) include(low, high *point, first int32) {
	b.first = min(b.first, first)
	for k := range b.dims {
		if low[k] < b.low[k] {
			b.low[k] = low[k]
		}
		if high[k] > b.high[k] {
			b.high[k] = high[k]
		}
	}
}

// bound is more than or equal to the value of the function at every cell of a box that is not empty.
func (b *box) bound(c []float64) float64 {
	sum := c[0]
	for k, weight := range c[1:] {
		if weight >= 0 {
			sum += float64(weight * b.high[k])
		} else {
			sum += float64(weight * b.low[k])
		}
	}
	return sum
}

func (b *box) part(p *point) *box {
	if p[b.axis] < b.cut {
		return b.lower
	}
	return b.upper
}

// insert puts a node in.
func (b *box) insert(p *point, v int32, places []int32) {
	leaf := b
	for ; leaf.lower != nil; leaf = leaf.part(p) {
		leaf.include(p, p, v)
	}
	leaf.include(p, p, v)
	if c := leaf.find(p); c != nil {
		c.nodes.push(places, entry{node: v, slot: v})
		return
	}
	c := cell{at: *p}
	c.nodes.push(places, entry{node: v, slot: v})
	leaf.cells = append(leaf.cells, c)
	b.added(p)
}

// find is the cell of a box without parts that has these features, nil if there is none.
func (b *box) find(p *point) *cell {
	for i := range b.cells {
		if c := &b.cells[i]; c.at == *p {
			return c
		}
	}
	return nil
}

// added counts a new cell, and builds anew the greatest subtree that has doubled since it was built and become uneven.
// Most cells may be alike on the axis of a part, so that it is uneven however it is built.
func (b *box) added(p *point) {
	for ; b.lower != nil; b = b.part(p) {
		b.size++
		if heavier := max(b.lower.size, b.upper.size); b.size > 2*b.built && heavier > b.size*3/4 {
			b.build(b.collect(make([]cell, 0, b.size)))
			return
		}
	}
	if b.size++; b.size > maxLeafSize {
		b.build(b.cells)
	}
}

func (b *box) collect(all []cell) []cell {
	if b.lower == nil {
		return append(all, b.cells...)
	}
	return b.upper.collect(b.lower.collect(all))
}

// build makes the box anew of all its cells, which it may keep.
func (b *box) build(cells []cell) {
	*b = box{dims: b.dims, size: len(cells), built: len(cells), cells: cells}
	b.tighten()
	if len(cells) <= leafSize {
		return
	}
	for k := range b.dims {
		if b.high[k]-b.low[k] > b.high[b.axis]-b.low[b.axis] {
			b.axis = k
		}
	}
	values := make([]float64, len(cells))
	for i := range cells {
		values[i] = cells[i].at[b.axis]
	}
	slices.Sort(values)
	middle := nearMiddle(values)
	b.cut, b.cells, b.lower, b.upper = values[middle], nil, &box{dims: b.dims}, &box{dims: b.dims}
	lower, upper := make([]cell, 0, middle), make([]cell, 0, len(cells)-middle)
	for _, c := range cells {
		if c.at[b.axis] < b.cut {
			lower = append(lower, c)
		} else {
			upper = append(upper, c)
		}
	}
	b.lower.build(lower)
	b.upper.build(upper)
}

// nearMiddle is where to part values that are in order and not all the same: between different ones, as near to the
// middle as can be.
func nearMiddle(values []float64) int {
	same := func(at int) bool { return values[at-1] == values[at] }
	half := len(values) / 2
	below, above := half, half
	for below > 0 && same(below) {
		below--
	}
	for above < len(values) && same(above) {
		above++
	}
	if below == 0 || above < len(values) && above-half < half-below {
		return above
	}
	return below
}

// remove takes a node with these features out, and its cell when it was the last there.
func (b *box) remove(p *point, v int32, places []int32) {
	leaf := b
	for ; leaf.lower != nil; leaf = leaf.part(p) {
		leaf.stale = true
	}
	leaf.stale = true
	c := leaf.find(p)
	c.nodes.remove(places, int(places[v]-1))
	if len(c.nodes.entries) > 0 {
		return
	}
	last := len(leaf.cells) - 1
	*c = leaf.cells[last]
	leaf.cells[last] = cell{}
	leaf.cells = leaf.cells[:last]
	for ; b != leaf; b = b.part(p) {
		b.size--
	}
	leaf.size--
}

// tighten makes the bounds of a box without parts no wider than they need.
func (b *box) tighten() {
	b.reset()
	for i := range b.cells {
		c := &b.cells[i]
		b.include(&c.at, &c.at, c.nodes.entries[0].node)
	}
}

// maximum is the best of the nodes that a search has seen: of the greatest value the smallest number.
type maximum struct {
	of    []float64 // the function
	value float64
	node  int32
}

// beats says whether a node with these, or a box with these bounds, may be better than what was found.
func (m *maximum) beats(value float64, node int32) bool {
	return value > m.value || value == m.value && node < m.node
}

// search looks for better nodes.
func (b *box) search(m *maximum) {
	if b.lower == nil {
		for i := range b.cells {
			c := &b.cells[i]
			if value, node := linear(m.of, &c.at), c.nodes.entries[0].node; m.beats(value, node) {
				m.value, m.node = value, node
			}
		}
		if b.stale {
			b.tighten()
		}
		return
	}
	near, far := b.lower, b.upper
	if near.size == 0 || far.size > 0 && far.bound(m.of) > near.bound(m.of) {
		near, far = far, near
	}
	for _, part := range [2]*box{near, far} {
		if part.size > 0 && m.beats(part.bound(m.of), part.first) {
			part.search(m)
		}
	}
	if b.stale {
		b.reset()
		for _, part := range [2]*box{b.lower, b.upper} {
			if part.size > 0 {
				b.include(&part.low, &part.high, part.first)
				b.stale = b.stale || part.stale
			}
		}
	}
}
