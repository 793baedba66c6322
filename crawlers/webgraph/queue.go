package webgraph

import (
	"iter"
	"slices"
)

// queue keeps entries in order, but only the first ones: those that nobody has looked for lie unsorted. Most entries are of
// no use any more before their turn comes, so most of the sorting is never done, and what is done goes through memory from
// one end to the other.
//
// Invariant: all entries of a part that are before its cut are in the parts behind it. So the first entry of all is in the
// last part that has any.
type queue struct {
	parts []part
	size  int // entries
}

// part is a part of a queue.
type part struct {
	entries []entry
	sorted  bool  // the first entry at the end
	cut     entry // of all but the last part
}

const (
	sortedSize = 64 // the most entries that are sorted at once
	sampleSize = 16 // entries from which a cut is taken
)

func (q *queue) push(e entry) {
	if len(q.parts) == 0 {
		q.open()
	}
	q.size++
	at := 0
	for at < len(q.parts)-1 && e.before(q.parts[at].cut) {
		at++
	}
	p := &q.parts[at]
	p.entries = append(p.entries, e)
	if p.sorted = p.sorted && len(p.entries) <= 2*sortedSize; p.sorted {
		place(p.entries)
	}
}

// place moves the last of otherwise sorted entries to its place.
func place(entries []entry) {
	at := len(entries) - 1
	e := entries[at]
	for ; at > 0 && entries[at-1].before(e); at-- {
		entries[at] = entries[at-1]
	}
	entries[at] = e
}

// first is the first entry.
func (q *queue) first() (e entry, ok bool) {
	for q.size > 0 {
		p := &q.parts[len(q.parts)-1]
		switch end := len(p.entries); {
		case end == 0:
			q.parts = q.parts[:len(q.parts)-1]
		case p.sorted:
			return p.entries[end-1], true
		case end <= sortedSize:
			for i := range p.entries {
				place(p.entries[:i+1])
			}
			p.sorted = true
		case !q.split():
			p = &q.parts[len(q.parts)-1] // split may have moved the parts
			slices.SortFunc(p.entries, lastFirst)
			p.sorted = true
		}
	}
	return entry{}, false
}

// tail is the first entries of all, n at most, the first of them last. There may be fewer, if the others are not in order yet.
func (q *queue) tail(n int) []entry {
	if _, ok := q.first(); !ok {
		return nil
	}
	entries := q.parts[len(q.parts)-1].entries
	return entries[max(0, len(entries)-max(0, n)):]
}

// lastFirst puts entries into the order of a part.
func lastFirst(a, b entry) int {
	switch {
	case a.before(b):
		return 1
	case b.before(a):
		return -1
	}
	return 0
}

// removeFirst removes the entry that first has given last.
func (q *queue) removeFirst() {
	p := &q.parts[len(q.parts)-1]
	p.entries = p.entries[:len(p.entries)-1]
	q.size--
}

// split takes the first of the last part, about an eighth, into a part of their own. It says whether it could: not where
// nearly all are the same.
func (q *queue) split() bool {
	near := q.open()
	far := &q.parts[len(q.parts)-2]
	sample := make([]entry, 0, sampleSize)
	for i := range sampleSize {
		sample = append(sample, far.entries[i*len(far.entries)/sampleSize])
		place(sample)
	}
	far.cut = sample[sampleSize-1-sampleSize/8]
	rest := far.entries[:0]
	for _, e := range far.entries {
		if e.before(far.cut) {
			near.entries = append(near.entries, e)
		} else {
			rest = append(rest, e)
		}
	}
	far.entries = rest
	if len(near.entries) == 0 {
		q.parts = q.parts[:len(q.parts)-1]
		return false
	}
	return true
}

// open adds a part, in memory that an earlier one has left.
func (q *queue) open() *part {
	at := len(q.parts)
	q.parts = slices.Grow(q.parts, 1)[:at+1]
	p := &q.parts[at]
	p.entries, p.sorted = p.entries[:0], false
	return p
}

// discard removes all entries of no use.
func (q *queue) discard(useless func(entry) bool) {
	q.size = 0
	for i := range q.parts {
		p := &q.parts[i]
		p.entries = slices.DeleteFunc(p.entries, useless)
		q.size += len(p.entries)
	}
}

// all yields the entries in no order of meaning.
func (q *queue) all() iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for i := range q.parts {
			for _, e := range q.parts[i].entries {
				if !yield(e) {
					return
				}
			}
		}
	}
}
