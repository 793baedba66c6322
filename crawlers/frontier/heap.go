package frontier

// heap is keys in order: the first can be seen in O(1), added, changed and removed in O(log n). They lie side by side: to
// follow a pointer for each comparison would be most of the cost when there are many.
//
// Invariant: no key comes before its parent, the one at a quarter of its index.
type heap struct {
	keys []key
	at   *places // nil where only the first is changed or removed
}

// places are indexes of things in what they are kept in, by number.
type places []int32

func (p *places) put(number int32, at int) {
	for int(number) >= len(*p) {
		*p = append(*p, 0)
	}
	(*p)[number] = int32(at) // #nosec G115 -- a place among things in memory, fewer than 2³¹
}

// arity is how many children a key has. Four make a heap half as high as two: in a great one each level costs a look at
// memory that is far away, but children are looked at side by side.
const arity = 4

func (h *heap) len() int { return len(h.keys) }

func (h *heap) push(k key) {
	h.keys = append(h.keys, k)
	h.up(len(h.keys) - 1)
}

// fix gives a thing another key.
func (h *heap) fix(k key) {
	if at := int((*h.at)[k.number()]); h.keys[at] != k {
		h.keys[at] = k
		h.settle(at)
	}
}

// rebuild restores the invariant after any keys were changed, in O(n).
func (h *heap) rebuild() {
	for at := (len(h.keys)+arity-2)/arity - 1; at >= 0; at-- { // from the last that has children
		h.down(at)
	}
}

func (h *heap) remove(number int32) { h.removeAt(int((*h.at)[number])) }

func (h *heap) removeAt(at int) {
	last := len(h.keys) - 1
	moved := h.keys[last]
	h.keys = h.keys[:last]
	if at < last {
		h.keys[at] = moved
		h.settle(at)
	}
}

// first returns the number of the first thing in order that is accepted. It looks at them in order and no further than
// it must: with k refused it costs O(k log k).
func (h *heap) first(accept func(number int32) bool) (number int32, ok bool) {
	if len(h.keys) == 0 {
		return 0, false
	}
	if best := h.keys[0].number(); accept(best) {
		return best, true
	}
	next := heap{} // of indexes of keys whose parents were refused
	for at := 0; ; next.removeAt(0) {
		for child := arity*at + 1; child <= arity*at+arity && child < len(h.keys); child++ {
			next.push(h.keys[child].of(int32(child)))
		}
		if next.len() == 0 {
			return 0, false
		}
		at = int(next.keys[0].number())
		if best := h.keys[at].number(); accept(best) {
			return best, true
		}
	}
}

// settle moves the key at an index to where it belongs.
func (h *heap) settle(at int) {
	if h.up(at) == at {
		h.down(at)
	}
}

// up moves the key towards the root while it comes before its parent, and returns where it ends.
func (h *heap) up(at int) int {
	k := h.keys[at]
	for at > 0 {
		parent := (at - 1) / arity
		if !k.before(h.keys[parent]) {
			break
		}
		h.put(at, h.keys[parent])
		at = parent
	}
	h.put(at, k)
	return at
}

func (h *heap) down(at int) {
	k := h.keys[at]
	for {
		first := arity*at + 1
		if first >= len(h.keys) {
			break
		}
		child := first
		for other := first + 1; other < min(first+arity, len(h.keys)); other++ {
			if h.keys[other].before(h.keys[child]) {
				child = other
			}
		}
		if !h.keys[child].before(k) {
			break
		}
		h.put(at, h.keys[child])
		at = child
	}
	h.put(at, k)
}

func (h *heap) put(at int, k key) {
	h.keys[at] = k
	if h.at != nil {
		h.at.put(k.number(), at)
	}
}
