package frontier

// ordered is a pool from which links leave in the order of worth. As long as hosts are ready that order is all it needs.
// When it meets one that is not, it puts the links into queues as well, and keeps them so until as many links have been
// taken as it has without meeting another.
type ordered[V any] struct {
	pool[V]
	queues *queues // nil while all hosts seem to be ready
	smooth int     // links taken since a host was not
}

func (o *ordered[V]) init(limit int) { o.pool.init(limit, o) }

// enter implements lines.
func (o *ordered[V]) enter(number int32) {
	if o.queues != nil {
		o.queues.enter(number, o.links.at(number).host)
	}
}

// leave implements lines.
func (o *ordered[V]) leave(number int32) {
	if o.queues != nil {
		o.queues.leave(number)
	}
}

// change implements lines.
func (o *ordered[V]) change(number int32, before float64) {
	if o.queues != nil {
		o.queues.change(number, o.links.at(number).rank < before)
	}
}

// rebuild implements lines.
func (o *ordered[V]) rebuild() { o.queues = nil }

// Take removes the first link in order whose host is ready, and returns it; false when there is none.
func (o *ordered[V]) Take(ready func(host string) bool) (Item[V], bool) {
	if o.Len() == 0 {
		return Item[V]{}, false
	}
	if o.queues == nil {
		best := o.best().number()
		host := o.links.at(best).host
		if ready(host) {
			return o.take(best), true
		}
		all := ready
		ready = func(other string) bool { return other != host && all(other) } // it need not be asked again
		o.queues = newQueues(&o.links, func(number int32) string { return o.links.at(number).host })
	}
	o.smooth++
	number, ok := o.queues.first(func(host string) bool {
		isReady := ready(host)
		if !isReady {
			o.smooth = 0
		}
		return isReady
	})
	if !ok {
		return Item[V]{}, false
	}
	it := o.take(number)
	if o.smooth > o.Len() {
		o.queues = nil
	}
	return it, true
}
