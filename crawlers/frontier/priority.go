package frontier

// Priority is a frontier that gives the link with the best score first, among equal scores the one that came first.
type Priority[V any] struct {
	ordered[V]
}

// NewPriority returns an empty frontier that holds at most limit links.
func NewPriority[V any](limit int) *Priority[V] {
	return &Priority[V]{newOrdered[V](limit)}
}

// Offer puts a link in and says whether the frontier has changed. A link that is there already keeps the better of the
// two scores, with the value that came with it. In a full frontier the worst link makes room, unless that would be the
// new one. A score that is not a number is refused.
func (f *Priority[V]) Offer(it Item[V]) bool { return f.offer(it, it.Score) }

// Rescore replaces the score and value of a link that is in the frontier, by better or worse ones, and says whether it
// was there.
func (f *Priority[V]) Rescore(it Item[V]) bool { return f.rescore(it) }

// FIFO is a frontier that gives the links in the order in which they came. Scores are kept and not looked at.
type FIFO[V any] struct {
	ordered[V]
}

// NewFIFO returns an empty frontier that holds at most limit links.
func NewFIFO[V any](limit int) *FIFO[V] {
	return &FIFO[V]{newOrdered[V](limit)}
}

// Offer puts a link at the end and says whether it did: not when it is there already, nor when the frontier is full, so
// that it takes only as many new links as were removed ([MPS04] §3.1.1).
func (f *FIFO[V]) Offer(it Item[V]) bool { return f.offer(it, 0) }

// ordered is a pool from which links leave in the order of worth: hosts are in the order of their best links.
type ordered[V any] struct {
	pool[V]
	byBest *heap[*line[V]] // pool.hosts
}

func newOrdered[V any](limit int) ordered[V] {
	byBest := &heap[*line[V]]{
		before: func(a, b *line[V]) bool { return bestOf(a).before(bestOf(b)) },
		placed: func(l *line[V], at int) { l.at = at },
	}
	newLinks := func() container[*entry[V]] {
		return &heap[*entry[V]]{before: (*entry[V]).before, placed: func(e *entry[V], at int) { e.inLine = at }}
	}
	return ordered[V]{newPool(limit, byBest, newLinks), byBest}
}

// bestOf is the link of a host that leaves first.
func bestOf[V any](l *line[V]) *entry[V] { return l.links.(*heap[*entry[V]]).items[0] }

// Take removes the first link in order whose host is ready, and returns it; false when there is none.
func (o *ordered[V]) Take(ready func(host string) bool) (Item[V], bool) {
	l, ok := o.byBest.first(func(l *line[V]) bool { return ready(l.host) })
	if !ok {
		return Item[V]{}, false
	}
	e := bestOf(l)
	o.drop(e)
	return e.Item, true
}
