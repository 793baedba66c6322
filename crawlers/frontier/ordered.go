package frontier

// ordered is a pool from which links leave in the order of worth: hosts are in the order of their best links.
type ordered[V any] struct {
	pool[V]
	byBest heap // pool.order
}

func (o *ordered[V]) init(limit int) {
	o.byBest = heap{at: &o.inOrder, keyOf: func(number int32) key {
		best := o.best(number)
		return key{best.rank, best.arrival, number}
	}}
	o.pool.init(limit, &o.byBest, func() container { return &heap{keyOf: o.keyOf, at: &o.inLine} })
}

// best is the key of the link of a host that leaves first.
func (o *ordered[V]) best(host int32) key { return o.lines.at(host).links.(*heap).keys[0] }

// Take removes the first link in order whose host is ready, and returns it; false when there is none.
func (o *ordered[V]) Take(ready func(host string) bool) (Item[V], bool) {
	host, ok := o.byBest.first(func(number int32) bool { return ready(o.lines.at(number).host) })
	if !ok {
		return Item[V]{}, false
	}
	return o.drop(o.best(host).number), true
}
