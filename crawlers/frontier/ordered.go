package frontier

import "slices"

// ordered is a pool from which links leave in the order of worth: hosts are in the order of their best links.
type ordered[V any] struct {
	pool[V]
	queues  []queue // by host
	byBest  heap    // the hosts
	inOrder places
}

// queue is the line of one host. Most links that go are dropped from its end: they are left in it, and looked over when
// they come to its head or are too many. A link whose rank has changed is in it a second time.
//
// Invariant: the first key is that of a link which waits.
type queue struct {
	heap
	waiting int32 // links
	repeats bool  // keys may be there twice that are those of links: a rank may have come back to what it was
}

func (o *ordered[V]) init(limit int) {
	o.byBest = heap{at: &o.inOrder}
	o.pool.init(limit, o)
}

// enter implements lines.
func (o *ordered[V]) enter(number int32) {
	host := o.links.at(number).host
	o.queues = grown(o.queues, host)
	q := &o.queues[host]
	q.waiting++
	q.repeats = q.repeats || o.links.at(number).arrival < o.arrivals // it has come back
	q.push(o.keyOf(number))
	if q.waiting == 1 {
		o.byBest.push(q.keys[0].of(host))
	} else if q.keys[0].number() == number {
		o.byBest.fix(q.keys[0].of(host))
	}
}

// leave implements lines.
func (o *ordered[V]) leave(number int32) {
	host := o.links.at(number).host
	q := &o.queues[host]
	q.waiting--
	if q.waiting == 0 {
		*q = queue{heap: heap{keys: q.keys[:0]}}
		o.byBest.remove(host)
		o.forgetHost(host)
	} else if q.keys[0].number() == number || q.isLong() {
		o.settle(host)
	}
}

// change implements lines.
func (o *ordered[V]) change(number int32, before float64) {
	l := o.links.at(number)
	q := &o.queues[l.host]
	q.repeats = q.repeats || l.rank < before
	q.push(o.keyOf(number))
	o.settle(l.host)
}

// isLong says whether most keys are no link's.
func (q *queue) isLong() bool { return q.len() > 2*int(q.waiting)+arity }

// settle restores the invariant of a host's queue, and the order of the hosts.
func (o *ordered[V]) settle(host int32) {
	q := &o.queues[host]
	if q.isLong() {
		o.tidy(host)
	}
	for !o.isOf(host, q.keys[0]) {
		q.removeAt(0)
	}
	o.byBest.fix(q.keys[0].of(host))
}

// isOf says whether a key in the queue of a host is that of a link as it is now.
func (o *ordered[V]) isOf(host int32, k key) bool {
	l := o.links.at(k.number())
	return l.arrival == k.arrival() && l.rank == k.rank && l.host == host
}

// tidy takes the keys out of the queue of a host that are no link's.
func (o *ordered[V]) tidy(host int32) {
	q := &o.queues[host]
	q.keys = slices.DeleteFunc(q.keys, func(k key) bool { return !o.isOf(host, k) })
	if q.repeats {
		slices.SortFunc(q.keys, key.compare)
		q.keys, q.repeats = slices.Compact(q.keys), false
	}
	q.heap.rebuild()
}

// rebuild implements lines.
func (o *ordered[V]) rebuild() {
	for _, host := range o.hosts {
		q := &o.queues[host]
		*q = queue{heap: heap{keys: q.keys[:0]}, waiting: q.waiting}
	}
	for number := range o.numbers() {
		q := &o.queues[o.links.at(number).host]
		q.keys = append(q.keys, o.keyOf(number))
	}
	for _, host := range o.hosts {
		q := &o.queues[host]
		q.heap.rebuild()
		o.byBest.refresh(q.keys[0].of(host))
	}
	o.byBest.rebuild()
}

// Take removes the first link in order whose host is ready, and returns it; false when there is none.
func (o *ordered[V]) Take(ready func(host string) bool) (Item[V], bool) {
	host, ok := o.byBest.first(func(number int32) bool { return ready(*o.names.at(number)) })
	if !ok {
		return Item[V]{}, false
	}
	return o.take(o.queues[host].keys[0].number()), true
}
