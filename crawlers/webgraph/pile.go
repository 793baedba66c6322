package webgraph

import (
	"cmp"
	"math"
	"slices"
)

// pile is nodes for a linearOrder, in a tree of boxes. Nodes with like features lie together. A box is cut in two only when
// a search has to look into it, or when it holds too many: so boxes are small where the greatest values are, and elsewhere a
// node that comes in costs little.
//
// A node that leaves, or whose features change so that it comes to lie elsewhere, stays until a search would find it the
// best, or the branch is swept.
type pile struct {
	group    int32 // of its nodes, or anyGroup
	branches []branch
	spare    []int32 // pairs of branches of no use
	swept    int     // branches that are to be swept before it is another pile's turn
}

// anyGroup is the group of a pile with nodes of many.
const anyGroup = -1

// branch is a box, and either the two boxes it was cut into or the nodes in it: then it is a leaf.
type branch struct {
	box
	parent int32
	inner  int32   // the first of the two boxes, which lie side by side; 0 in a leaf
	looked bool    // a search has looked into it since it was swept
	axis   int     // the feature by which it was cut, or byNumber
	cut    float64 // what is less went into the first of the two
	cells  []cell
	stir   stir // of the cells
}

// byNumber is the axis by which nodes are divided that have the same features.
const byNumber = features

// cell is a node with its features.
type cell struct {
	features point
	node     int32 // gone where it has left
}

// gone is the node of a cell of no use.
const gone = -1

const (
	leafSize = 32   // cells that a search looks at one by one
	mostSize = 1024 // in a leaf
)

func newPile(group int32) *pile { return &pile{group: group, branches: []branch{{box: nothing()}}} }

// whose says whether it has a group's nodes or everybody's.
func (p *pile) whose() whose {
	if p.group == anyGroup {
		return everybodys
	}
	return itsGroups
}

// root is the box of all nodes.
func (p *pile) root() *branch { return &p.branches[0] }

// isEmpty says whether there are no nodes; there may be none left where it says that there are.
func (p *pile) isEmpty() bool { return p.root().inner == 0 && len(p.root().cells) == 0 }

// leafFor returns the leaf for a node, and makes the boxes around it hold the node.
func (p *pile) leafFor(c *cell) (at int32) {
	for {
		b := &p.branches[at]
		b.add(&c.features, c.node)
		if b.inner == 0 {
			return at
		}
		at = b.inner
		if c.along(b.axis) >= b.cut {
			at++
		}
	}
}

// along is where a cell lies on an axis.
func (c *cell) along(axis int) float64 {
	if axis == byNumber {
		return float64(c.node)
	}
	return c.features[axis]
}

// halve cuts a leaf in two, whose cells are all of use, but for those of fresh nodes, and have the features of now.
func (p *pile) halve(at int32) (lower, upper int32) {
	lower = p.pair()
	upper = lower + 1
	b := &p.branches[at]
	cells := b.cells
	var size int
	b.axis, b.cut, size = divide(cells)
	b.inner, b.cells = lower, nil
	for i, half := range [][]cell{cells[:size], slices.Clone(cells[size:])} {
		inner := boxOf(half)
		inner.peak, inner.under = b.peak, b.under
		p.branches[int(lower)+i] = branch{box: inner, parent: at, cells: half}
	}
	return lower, upper
}

// pair makes room for two branches side by side.
func (p *pile) pair() (at int32) {
	if last := len(p.spare) - 1; last >= 0 {
		at, p.spare = p.spare[last], p.spare[:last]
		return at
	}
	at = int32(len(p.branches)) // #nosec G115 -- fewer than nodes, which have numbers of 32 bits
	p.branches = append(p.branches, branch{}, branch{})
	return at
}

// join makes a leaf of a branch with two leaves, of whose cells the same is true.
func (p *pile) join(at int32) {
	b := &p.branches[at]
	halves := p.branches[b.inner : b.inner+2]
	b.cells = append(halves[0].cells, halves[1].cells...)
	halves[0], halves[1] = branch{box: nothing()}, branch{box: nothing()}
	p.spare = append(p.spare, b.inner)
	b.inner = 0
	b.looked = false
}

// boxOf is the box of cells.
func boxOf(cells []cell) box {
	b := nothing()
	for i := range cells {
		b.add(&cells[i].features, cells[i].node)
	}
	return b
}

// stir is what has changed in a leaf since its features were taken: where a step changes the sums of thousands of nodes, a
// few comparisons for each are all that is done, and some logarithms for each leaf. The features are taken when a search
// looks into the leaf, which for most is never.
type stir struct {
	changed       bool
	least, most   point // bounds of the sums that have changed
	fallen, risen uint8 // as bits, the features of which these have yet to widen those of the boxes
}

// stirUp is told that sums of the node of a cell have changed, those from the number on. It says whether the boxes around it
// have to be told, by settle.
func (b *branch) stirUp(from int, sums []float64) (unsettled bool) {
	s := &b.stir
	if !s.changed {
		*s = stir{changed: true, least: nothing().low, most: nothing().high}
	}
	unsettled = s.fallen|s.risen == 0
	for i, x := range sums {
		k := from + i
		if x < s.least[k] {
			s.least[k] = x
			s.fallen |= 1 << k
		}
		if x > s.most[k] {
			s.most[k] = x
			s.risen |= 1 << k
		}
	}
	return unsettled && s.fallen|s.risen != 0
}

// settle makes the boxes around the cells of a leaf hold what has changed there. As f rises, bounds of features are f of
// those of sums.
func (p *pile) settle(at int32) {
	b := &p.branches[at]
	low, high := b.low, b.high
	for k := range low {
		if b.stir.fallen>>k&1 != 0 {
			low[k] = min(low[k], smooth(b.stir.least[k]))
		}
		if b.stir.risen>>k&1 != 0 {
			high[k] = max(high[k], smooth(b.stir.most[k]))
		}
	}
	b.stir.fallen, b.stir.risen = 0, 0
	for b.hold(&low, &high); at > 0; b.hold(&low, &high) {
		at = b.parent
		b = &p.branches[at]
	}
}

// divide puts those of some cells first that are less than a cut along an axis, and says how many these are: neither none
// nor all.
func divide(cells []cell) (axis int, cut float64, lower int) {
	axis, low, high := widestAxis(cells)
	if low == high {
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.node, b.node) })
		return byNumber, float64(cells[len(cells)/2].node), len(cells) / 2
	}
	cut = middle(cells, axis, low, high)
	for i := range cells {
		if cells[i].features[axis] < cut {
			cells[i], cells[lower] = cells[lower], cells[i]
			lower++
		}
	}
	return axis, cut, lower
}

// widestAxis is the feature in which cells differ most, and its bounds.
func widestAxis(cells []cell) (axis int, low, high float64) {
	least, most := cells[0].features, cells[0].features
	for i := range cells {
		for k, x := range &cells[i].features {
			if x < least[k] {
				least[k] = x
			} else if x > most[k] {
				most[k] = x
			}
		}
	}
	for k := range most {
		if most[k]-least[k] > most[axis]-least[axis] {
			axis = k
		}
	}
	return axis, least[axis], most[axis]
}

// middle is the mean of cells in a feature, or next to it, so that one at least is below and one is not, between whatever
// bounds rounding puts the mean.
func middle(cells []cell, axis int, low, high float64) float64 {
	sum := 0.0
	for i := range cells {
		sum += cells[i].features[axis]
	}
	return min(max(sum/float64(len(cells)), math.Nextafter(low, high)), high)
}
