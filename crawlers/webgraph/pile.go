package webgraph

import (
	"cmp"
	"math"
	"slices"
)

// pile is nodes for a linearOrder, in a tree of boxes that is built once. Nodes with like features lie together.
//
// A node that leaves, or has come to be in another pile, stays until a search would find it the best, or the pile is merged with
// others. The cells themselves do not change where others may read them: see merged.
type pile struct {
	branches   []branch // the root first; none where there are no cells
	cells      []cell   // of all leaves, side by side
	departures []departure
}

// branch is a box, and either the two boxes it was cut into or the nodes in it: then it is a leaf.
type branch struct {
	box
	parent int32
	inner  int32  // the first of the two boxes, which lie side by side; 0 in a leaf
	gone   uint32 // as bits, the cells of no use
	cells  []cell // of a leaf
	stir   *stir  // of the cells; nil where nothing has ever changed
}

// cell is a node with its features.
type cell struct {
	features point
	node     int32
	version  uint32 // it is of no use unless this is the latest of its node: see linearOrder
}

// departure says that cells of a node with versions before this one are of no use.
type departure struct {
	node    int32
	version uint32
}

const leafSize = 32 // the most cells of a leaf, which a search looks at one by one; a bit each of branch.gone

// newPile makes a pile of cells, whose order is changed, with so many features.
func newPile(used int32, cells []cell, departures []departure) *pile {
	p := &pile{cells: cells, departures: departures}
	if len(cells) == 0 {
		return p
	}
	p.branches = append(make([]branch, 0, len(cells)/6+1), branch{box: boxOf(used, cells), cells: cells})
	for at := 0; at < len(p.branches); at++ {
		if b := &p.branches[at]; len(b.cells) > leafSize {
			size := b.divide()
			lower, upper := b.cells[:size], b.cells[size:]
			b.inner, b.cells = int32(len(p.branches)), nil // #nosec G115 -- fewer than nodes, which have numbers of 32 bits
			for _, half := range [][]cell{lower, upper} {
				p.branches = append(p.branches, branch{box: boxOf(used, half), parent: int32(at), cells: half}) // #nosec G115 -- as above
			}
		}
	}
	return p
}

// size is how much there is to merge.
func (p *pile) size() int { return len(p.cells) + len(p.departures) }

// boxOf is the box of cells.
func boxOf(used int32, cells []cell) box {
	b := nothing(used)
	for i := range cells {
		b.add(&cells[i].features, cells[i].node)
	}
	return b
}

// divide puts those of the cells first that are less than a cut along an axis, and says how many these are: neither none
// nor all.
func (b *branch) divide() (lower int) {
	cells, axis := b.cells, int32(0)
	for k := range b.used {
		if b.high[k]-b.low[k] > b.high[axis]-b.low[axis] {
			axis = k
		}
	}
	if b.low[axis] == b.high[axis] {
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.node, b.node) })
		return len(cells) / 2
	}
	cut := middle(cells, axis, b.low[axis], b.high[axis])
	for i := range cells {
		if cells[i].features[axis] < cut {
			cells[i], cells[lower] = cells[lower], cells[i]
			lower++
		}
	}
	return lower
}

// middle is the mean of cells in a feature, or next to it, so that one at least is below and one is not, between whatever
// bounds rounding puts the mean.
func middle(cells []cell, axis int32, low, high float64) float64 {
	sum := 0.0
	for i := range cells {
		sum += cells[i].features[axis]
	}
	return min(max(sum/float64(len(cells)), math.Nextafter(low, high)), high)
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
	if b.stir == nil {
		b.stir = new(stir)
	}
	s := b.stir
	if !s.changed {
		none := nothing(b.used)
		*s = stir{changed: true, least: none.low, most: none.high}
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
	for k := range b.used {
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
