package webgraph

import (
	"cmp"
	"math"
	"slices"
)

// pile is the nodes of a group for a linearOrder, in blocks that lie side by side, with boxes of the blocks, boxes of blocks
// of these, and so on, up to one of all. Nodes with like features should lie together, so that a search has to look into few
// blocks. New nodes come to the end, though, and so does a node whose features change, where the cell that it had is gone.
// So whenever a box is full, the cells in it are sorted. A node that leaves stays until a search would find it the best, or
// the pile is swept.
type pile struct {
	cells  []cell
	levels [][]box // of blocks of cells; of blocks of the boxes before; the last of one block at most
	all    box
	stirs  []stir // by block of cells; those of the last may be missing
}

// cell is a node with its features.
type cell struct {
	features point
	node     int32 // gone where it has left
}

const (
	blockSize = 32 // cells in a block, but for the last
	fanOut    = 16 // boxes in a block, but for the last
)

// block is one of the blocks of that size.
func block[E any](all []E, size, at int) []E { return all[at*size : min(len(all), (at+1)*size)] }

// add puts a node at the end. The cells from the index on that it returns are to be sorted then.
func (p *pile) add(v int32, features *point) (unsorted int) {
	at := len(p.cells)
	if at == 0 {
		p.all = nothing()
	}
	p.cells = append(p.cells, cell{*features, v})
	p.box(at)
	p.hold(at, features, features, v)
	unsorted = len(p.cells)
	for size := blockSize * fanOut; len(p.cells)%size == 0; size *= fanOut {
		unsorted = len(p.cells) - size
	}
	return unsorted
}

// box gives boxes to the blocks from a cell on that have none.
func (p *pile) box(from int) {
	for level := 0; ; level++ {
		if level == len(p.levels) {
			p.levels = append(p.levels, nil)
		}
		boxes := p.levels[level]
		if level == 0 {
			from = min((from+blockSize-1)/blockSize, len(boxes))
			for at := from; at*blockSize < len(p.cells); at++ {
				boxes = append(boxes[:at], boxOf(block(p.cells, blockSize, at)))
			}
		} else {
			from = min((from+fanOut-1)/fanOut, len(boxes))
			for at := from; at*fanOut < len(p.levels[level-1]); at++ {
				boxes = append(boxes[:at], union(block(p.levels[level-1], fanOut, at)))
			}
		}
		if p.levels[level] = boxes; len(boxes) <= fanOut {
			p.levels = p.levels[:level+1]
			return
		}
	}
}

// boxOf is the box of cells.
func boxOf(cells []cell) box {
	b := nothing()
	for i := range cells {
		if c := &cells[i]; c.node != gone {
			b.hold(&c.features, &c.features, c.node)
		}
	}
	return b
}

// union is a box that holds what others do.
func union(boxes []box) box {
	all := nothing()
	for i := range boxes {
		all.hold(&boxes[i].low, &boxes[i].high, boxes[i].first)
	}
	return all
}

// hold makes the boxes around a cell hold what lies within bounds.
func (p *pile) hold(at int, low, high *point, first int32) {
	at /= blockSize
	for _, boxes := range p.levels {
		boxes[at].hold(low, high, first)
		at /= fanOut
	}
	p.all.hold(low, high, first)
}

// stir is what has changed in a block of cells since its features were taken: where a step changes the sums of thousands of
// nodes, a few comparisons for each are all that is done, and some logarithms for each block. The features are taken when
// a search looks into the block, which for most is never.
type stir struct {
	changed       uint32 // as bits, the indexes of the cells
	least, most   point  // bounds of their sums
	fallen, risen uint8  // as bits, the features of which these have yet to widen those of the boxes
}

// stir is told that sums of the node of a cell have changed, those from the number on. It says whether the block's boxes
// have to be told, by settle.
func (p *pile) stir(at, from int, sums []float64) (unsettled bool) {
	for len(p.stirs) <= at/blockSize {
		p.stirs = append(p.stirs, stir{})
	}
	s := &p.stirs[at/blockSize]
	if s.changed == 0 {
		s.least, s.most = nothing().low, nothing().high
	}
	s.changed |= 1 << (at % blockSize)
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

// settle makes the boxes around a block of cells hold what has changed in it. As f rises, bounds of features are f of
// those of sums.
func (p *pile) settle(at int) {
	if at >= len(p.stirs) || p.stirs[at].fallen|p.stirs[at].risen == 0 { // it has been sorted since
		return
	}
	s, b := &p.stirs[at], &p.levels[0][at]
	low, high := b.low, b.high
	for k := range low {
		if s.fallen>>k&1 != 0 {
			low[k] = min(low[k], smooth(s.least[k]))
		}
		if s.risen>>k&1 != 0 {
			high[k] = max(high[k], smooth(s.most[k]))
		}
	}
	s.fallen, s.risen = 0, 0
	p.hold(at*blockSize, &low, &high, b.first)
}

// sort sorts the cells from the first of a block on.
func (p *pile) sort(from int) {
	arrange(p.cells[from:])
	p.stirs = p.stirs[:min(from/blockSize, len(p.stirs))]
	size := blockSize
	for level, boxes := range p.levels {
		p.levels[level] = boxes[:min((from+size-1)/size, len(boxes))]
		size *= fanOut
	}
	p.box(from)
	if from == 0 {
		p.all = union(p.levels[len(p.levels)-1])
	}
}

// arrange brings cells with like features together, and those with the same into the order of their numbers.
func arrange(cells []cell) {
	axis, low, high := widestAxis(cells)
	switch {
	case low == high:
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.node, b.node) })
	case len(cells) > blockSize:
		lower := partition(cells, axis, low, high)
		arrange(cells[:lower])
		arrange(cells[lower:])
	}
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

// partition puts the cells below the mean in a feature before the others, and returns their number. There are both, between
// whatever bounds rounding puts the mean.
func partition(cells []cell, axis int, low, high float64) (lower int) {
	sum := 0.0
	for i := range cells {
		sum += cells[i].features[axis]
	}
	cut := min(max(sum/float64(len(cells)), math.Nextafter(low, high)), high)
	for i := range cells {
		if cells[i].features[axis] < cut {
			cells[i], cells[lower] = cells[lower], cells[i]
			lower++
		}
	}
	return lower
}
