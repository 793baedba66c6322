package frontier

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
