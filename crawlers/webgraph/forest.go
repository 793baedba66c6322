package webgraph

import "slices"

// forest is the nodes of one group, or of all, for a linearOrder: a log-structured merge tree. What is new is kept in blocks.
// When there are many of these they become a pile, together with the last piles before it as long as these are not larger. So
// piles are few, and a cell is copied a few times until it is in the largest.
type forest struct {
	group      int32 // of its nodes, or anyGroup
	used       int32 // features
	blocks     []block
	piles      []*pile     // the oldest first, which is the largest
	departures []departure // since the last pile
	due        *Homework
	helped     bool     // somebody asks for homework
	spare      [][]cell // of blocks that were
}

// anyGroup is the group of a forest with nodes of many.
const anyGroup = -1

// block is a leaf of fresh nodes, which are in no pile yet.
type block struct {
	branch
	stirred bool // features have changed, of which the box does not know
}

const (
	dueSize         = 8   // blocks that are worth homework
	mostFresh       = 16  // blocks, before they become a pile
	mostFreshHelped = 128 // the same where others are to make it
)

// add puts a cell into a block.
func (f *forest) add(c *cell) {
	last := len(f.blocks) - 1
	if last < 0 || len(f.blocks[last].cells) == leafSize {
		f.blocks = append(f.blocks, block{branch: branch{box: nothing(f.used), cells: f.room()}})
		last++
	}
	b := &f.blocks[last]
	b.cells = append(b.cells, *c)
	b.box.add(&c.features, c.node)
}

// room is for the cells of a block.
func (f *forest) room() []cell {
	last := len(f.spare) - 1
	if last < 0 {
		return make([]cell, 0, leafSize)
	}
	cells := f.spare[last]
	f.spare = f.spare[:last]
	return cells
}

// clear forgets the first blocks, which are in a pile now, and departures, which that knows. Nobody else looks at them any more.
func (f *forest) clear(blocks, departures int) {
	for i := range f.blocks[:blocks] {
		f.spare = append(f.spare, f.blocks[i].cells[:0])
	}
	f.blocks = append(f.blocks[:0], f.blocks[blocks:]...)
	f.departures = append(make([]departure, 0, 2*len(f.departures)), f.departures[departures:]...)
}

// mostFresh is how many blocks there may be.
func (f *forest) mostFresh() int {
	if f.helped {
		return mostFreshHelped
	}
	return mostFresh
}

// size is how many cells there are.
func (f *forest) size() (cells int) {
	for i := range f.blocks {
		cells += len(f.blocks[i].cells)
	}
	for _, p := range f.piles {
		cells += len(p.cells)
	}
	return cells
}

// small are the last piles, those that are to be merged with so many blocks and what has departed.
func (f *forest) small(blocks int) []*pile {
	at, size := len(f.piles), blocks*leafSize+len(f.departures)
	for at > 0 && f.piles[at-1].size() <= size {
		at--
		size += f.piles[at].size()
	}
	return f.piles[at:]
}

// homework is what is due; nil while that is nothing.
func (f *forest) homework() *Homework {
	f.helped = true
	full := len(f.blocks) - 1
	if f.due != nil || full < dueSize {
		return f.due
	}
	fresh := make([][]cell, full)
	for i := range fresh {
		fresh[i] = f.blocks[i].cells
	}
	piles := f.small(full)
	departures := f.departures[:len(f.departures):len(f.departures)]
	used, oldest := f.used, len(piles) == len(f.piles)
	f.due = &Homework{blocks: full, departures: len(departures), piles: len(piles), done: make(chan struct{}), merge: func() *pile {
		return merged(used, fresh, piles, departures, oldest)
	}}
	return f.due
}

// handIn takes what has been made of fresh nodes and piles in their place.
func (f *forest) handIn(h *Homework) {
	if h == nil || h != f.due {
		return
	}
	f.due = nil
	f.piles = append(f.piles[:len(f.piles)-h.piles:len(f.piles)-h.piles], h.result())
	f.clear(h.blocks, h.departures)
}

// merged makes a pile of fresh cells and of piles, the oldest first, without what is of no use. Nothing that it is given is
// changed. Without older piles than these nobody needs to know any more what has departed.
func merged(used int32, fresh [][]cell, piles []*pile, departures []departure, oldest bool) *pile {
	all, size := slices.Clone(fresh), 0
	for _, p := range slices.Backward(piles) {
		all = append(all, p.cells)
		departures = append(departures, p.departures...)
	}
	for _, cells := range all {
		size += len(cells)
	}
	last := all[len(all)-1]                                         // nothing is older, and no node is there twice
	least := make(map[int32]uint32, len(departures)+size-len(last)) // version that is of use, by node
	for _, d := range departures {
		least[d.node] = max(least[d.node], d.version)
	}
	for _, cells := range all[:len(all)-1] {
		for i := range cells {
			c := &cells[i]
			least[c.node] = max(least[c.node], c.version)
		}
	}
	kept := make([]cell, 0, size)
	for _, cells := range all {
		for i := range cells {
			if c := &cells[i]; c.version >= least[c.node] {
				kept = append(kept, *c)
			}
		}
	}
	if oldest {
		departures = nil
	}
	return newPile(used, kept, departures)
}
