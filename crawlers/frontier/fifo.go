package frontier

// FIFO is a frontier that gives the links in the order in which they came. Scores are kept and not looked at.
type FIFO[V any] struct {
	ordered[V]
}

// NewFIFO returns an empty frontier that holds at most limit links.
func NewFIFO[V any](limit int) *FIFO[V] {
	f := &FIFO[V]{}
	f.init(limit)
	return f
}

// Offer puts a link at the end and says whether it did: not when it is there already, nor when the frontier is full, so
// that it takes only as many new links as were removed ([MPS04] §3.1.1).
func (f *FIFO[V]) Offer(it Item[V]) bool { return f.offer(&it, 0) }
