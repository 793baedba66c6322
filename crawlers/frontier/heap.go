package frontier

// heap is a heap whose elements are told their index, so that any of them can be moved or removed in O(log n).
//
// Invariant: no element comes before its parent, the one at a quarter of its index.
type heap[E any] struct {
	items  []E
	before func(a, b E) bool // a total order: which of two leaves first
	placed func(e E, at int) // told after each move of an element
}

// arity is how many children an element has. Four make a heap half as high as two: in a great one each level costs a look
// at memory that is far away, but children are looked at side by side.
const arity = 4

func (h *heap[E]) len() int { return len(h.items) }

func (h *heap[E]) push(e E) {
	h.items = append(h.items, e)
	h.up(len(h.items) - 1)
}

// fix restores the invariant after the element at an index has changed.
func (h *heap[E]) fix(at int) {
	if h.up(at) == at {
		h.down(at)
	}
}

// rebuild restores the invariant after any elements have changed, in O(n).
func (h *heap[E]) rebuild() {
	for at := len(h.items) - 1; at >= 0; at-- {
		h.down(at)
	}
}

func (h *heap[E]) remove(at int) {
	last := len(h.items) - 1
	moved := h.items[last]
	clear(h.items[last:])
	h.items = h.items[:last]
	if at < last {
		h.items[at] = moved
		h.fix(at)
	}
}

// first returns the first element in order that is accepted. It looks at the elements in order and no further than it
// must: with k refused it costs O(k log k).
func (h *heap[E]) first(accept func(E) bool) (e E, ok bool) {
	if len(h.items) == 0 {
		return e, false
	}
	next := heap[int]{ // indexes of elements whose parents were refused
		before: func(i, j int) bool { return h.before(h.items[i], h.items[j]) },
		placed: func(int, int) {},
	}
	for next.push(0); len(next.items) > 0; {
		at := next.items[0]
		if accept(h.items[at]) {
			return h.items[at], true
		}
		next.remove(0)
		for child := arity*at + 1; child <= arity*at+arity && child < len(h.items); child++ {
			next.push(child)
		}
	}
	return e, false
}

// up moves the element towards the root while it comes before its parent, and returns where it ends.
func (h *heap[E]) up(at int) int {
	e := h.items[at]
	for at > 0 {
		parent := (at - 1) / arity
		if !h.before(e, h.items[parent]) {
			break
		}
		h.put(at, h.items[parent])
		at = parent
	}
	h.put(at, e)
	return at
}

func (h *heap[E]) down(at int) {
	e := h.items[at]
	for {
		child := arity*at + 1
		if child >= len(h.items) {
			break
		}
		for other := child + 1; other < min(arity*at+arity+1, len(h.items)); other++ {
			if h.before(h.items[other], h.items[child]) {
				child = other
			}
		}
		if !h.before(h.items[child], e) {
			break
		}
		h.put(at, h.items[child])
		at = child
	}
	h.put(at, e)
}

func (h *heap[E]) put(at int, e E) {
	h.items[at] = e
	h.placed(e, at)
}
