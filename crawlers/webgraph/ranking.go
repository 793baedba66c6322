package webgraph

// entry is an element of a ranking.
type entry struct {
	key  float64
	node int32 // decides between equal keys
	slot int32 // where the ranking's places say at what index the entry is
}

// ranking is a binary heap: the greatest key first, among equal keys the smallest node, or the greatest where last is
// set. Its places, by slot, hold an entry's index + 1; several rankings may share them as long as no slot is in two.
type ranking struct {
	entries []entry
	last    bool
}

func (r *ranking) before(a, b entry) bool {
	if a.key != b.key {
		return a.key > b.key
	}
	return a.node != b.node && (a.node < b.node) != r.last
}

func (r *ranking) push(places []int32, e entry) {
	r.entries = append(r.entries, e)
	r.up(places, len(r.entries)-1, e)
}

// set replaces the entry at an index by another of the same slot.
func (r *ranking) set(places []int32, at int, e entry) {
	if old := r.entries[at]; r.before(e, old) {
		r.up(places, at, e)
	} else {
		r.down(places, at, e)
	}
}

func (r *ranking) remove(places []int32, at int) {
	places[r.entries[at].slot] = 0
	end := len(r.entries) - 1
	moved := r.entries[end]
	r.entries = r.entries[:end]
	if at < end {
		r.entries[at] = moved
		if at > 0 && r.before(moved, r.entries[(at-1)/2]) {
			r.up(places, at, moved)
		} else {
			r.down(places, at, moved)
		}
	}
}

// up puts an entry at an index, or nearer to the root.
func (r *ranking) up(places []int32, at int, e entry) {
	for at > 0 {
		parent := (at - 1) / 2
		if !r.before(e, r.entries[parent]) {
			break
		}
		r.put(places, at, r.entries[parent])
		at = parent
	}
	r.put(places, at, e)
}

// down puts an entry at an index, or further from the root.
func (r *ranking) down(places []int32, at int, e entry) {
	for {
		child := 2*at + 1
		if child >= len(r.entries) {
			break
		}
		if right := child + 1; right < len(r.entries) && r.before(r.entries[right], r.entries[child]) {
			child = right
		}
		if !r.before(r.entries[child], e) {
			break
		}
		r.put(places, at, r.entries[child])
		at = child
	}
	r.put(places, at, e)
}

func (r *ranking) put(places []int32, at int, e entry) {
	r.entries[at] = e
	places[e.slot] = int32(at + 1)
}
