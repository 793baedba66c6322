package frontier

import (
	"iter"
	"slices"
)

// queues are the links of each host in the order of worth, and the hosts in the order of their best links.
type queues struct {
	links ordering
	hosts
	lines   []queue // by host
	byBest  heap    // the hosts
	inOrder places
	newest  uint64 // the latest arrival of a link that has entered
}

// ordering is what links are ordered by.
type ordering interface {
	keyOf(number int32) key
	isOf(k key) bool
	numbers() iter.Seq[int32]
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

// newQueues puts all links into queues.
func newQueues(l ordering, host func(number int32) string) *queues {
	q := &queues{links: l, hosts: newHosts()}
	q.byBest = heap{at: &q.inOrder}
	for number := range l.numbers() {
		at, k := q.hosts.enter(number, host(number)), l.keyOf(number)
		q.lines = grown(q.lines, at)
		line := &q.lines[at]
		line.keys = append(line.keys, k)
		line.waiting++
		q.newest = max(q.newest, k.arrival())
	}
	for at := range q.lines {
		line := &q.lines[at]
		line.heap.rebuild()
		q.byBest.push(line.keys[0].of(int32(at))) // #nosec G115 -- hosts in memory, fewer than 2³¹
	}
	return q
}

// first returns the number of the best link whose host is ready.
func (q *queues) first(ready func(host string) bool) (number int32, ok bool) {
	host, ok := q.byBest.first(func(host int32) bool { return ready(*q.names.at(host)) })
	if !ok {
		return 0, false
	}
	return q.lines[host].keys[0].number(), true
}

func (q *queues) enter(number int32, name string) {
	host := q.hosts.enter(number, name)
	q.lines = grown(q.lines, host)
	line, k := &q.lines[host], q.links.keyOf(number)
	line.waiting++
	line.repeats = line.repeats || k.arrival() <= q.newest // the link has been here before
	q.newest = max(q.newest, k.arrival())
	line.push(k)
	if line.waiting == 1 {
		q.byBest.push(k.of(host))
	} else if line.keys[0] == k {
		q.byBest.fix(k.of(host))
	}
}

func (q *queues) leave(number int32) {
	host := q.of[number]
	line := &q.lines[host]
	line.waiting--
	if line.waiting == 0 {
		*line = queue{heap: heap{keys: line.keys[:0]}}
		q.byBest.remove(host)
		q.forget(host)
	} else if line.keys[0].number() == number || line.isLong() {
		q.settle(host)
	}
}

// change is told that a link has another rank, and whether that is less than before.
func (q *queues) change(number int32, fell bool) {
	host := q.of[number]
	line, k := &q.lines[host], q.links.keyOf(number)
	line.repeats = line.repeats || fell
	line.push(k)
	q.settle(host)
}

// isLong says whether most keys are no link's.
func (q *queue) isLong() bool { return q.len() > 2*int(q.waiting)+arity }

// settle restores the invariant of a host's queue, and the order of the hosts.
func (q *queues) settle(host int32) {
	line := &q.lines[host]
	if line.isLong() {
		q.tidy(host)
	}
	for !q.isIn(host, line.keys[0]) {
		line.removeAt(0)
	}
	q.byBest.fix(line.keys[0].of(host))
}

// isIn says whether a key in the queue of a host is that of a link as it is now.
func (q *queues) isIn(host int32, k key) bool { return q.links.isOf(k) && q.of[k.number()] == host }

// tidy takes the keys out of the queue of a host that are no link's.
func (q *queues) tidy(host int32) {
	line := &q.lines[host]
	line.keys = slices.DeleteFunc(line.keys, func(k key) bool { return !q.isIn(host, k) })
	if line.repeats {
		slices.SortFunc(line.keys, key.compare)
		line.keys, line.repeats = slices.Compact(line.keys), false
	}
	line.heap.rebuild()
}
