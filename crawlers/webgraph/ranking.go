package webgraph

// entry is an element of a ranking or of a queue.
type entry struct {
	key  float64
	node int32 // decides between equal keys
	slot int32 // where the ranking's places, if it has any, say at what index the entry is
}

// before says whether an entry goes first: the greater key, of equal keys the smaller node.
func (e entry) before(other entry) bool {
	return e.key > other.key || e.key == other.key && e.node < other.node
}

// ranking is a heap. Its places, by slot, hold an entry's index + 1; without places only the first entry can be removed.
type ranking struct {
	entries []entry
	places  []int32
	placed  bool
}

// arity is how many children an entry has: four lie in a line of the cache, and make a heap half as high as two.
const arity = 4

// at is the index of the entry with a slot; -1 where there is none.
func (r *ranking) at(slot int32) int {
	if int(slot) >= len(r.places) {
		return -1
	}
	return int(r.places[slot]) - 1
}

func (r *ranking) push(e entry) {
	if r.placed {
		r.places = grown(r.places, e.slot, 0)
	}
	r.entries = append(r.entries, e)
	r.up(len(r.entries)-1, e)
}

// set replaces the entry at an index by another of the same slot.
func (r *ranking) set(at int, e entry) {
	if old := r.entries[at]; e.before(old) {
		r.up(at, e)
	} else {
		r.down(at, e)
	}
}

func (r *ranking) remove(at int) {
	if r.placed {
		r.places[r.entries[at].slot] = 0
	}
	end := len(r.entries) - 1
	moved := r.entries[end]
	r.entries = r.entries[:end]
	if at < end {
		r.entries[at] = moved
		if at > 0 && moved.before(r.entries[(at-1)/arity]) {
			r.up(at, moved)
		} else {
			r.down(at, moved)
		}
	}
}

// up puts an entry at an index, or nearer to the root.
func (r *ranking) up(at int, e entry) {
	for at > 0 {
		parent := (at - 1) / arity
		if !e.before(r.entries[parent]) {
			break
		}
		r.put(at, r.entries[parent])
		at = parent
	}
	r.put(at, e)
}

// down puts an entry at an index, or further from the root.
func (r *ranking) down(at int, e entry) {
	for {
		first := arity*at + 1
		if first >= len(r.entries) {
			break
		}
		child := first
		for other := first + 1; other < min(first+arity, len(r.entries)); other++ {
			if r.entries[other].before(r.entries[child]) {
				child = other
			}
		}
		if !r.entries[child].before(e) {
			break
		}
		r.put(at, r.entries[child])
		at = child
	}
	r.put(at, e)
}

func (r *ranking) put(at int, e entry) {
	r.entries[at] = e
	if r.placed {
		r.places[e.slot] = int32(at + 1) // #nosec G115 -- a place among nodes, which have numbers of 32 bits
	}
}
