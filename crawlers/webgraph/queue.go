package webgraph

import (
	"iter"
	"slices"
)

// queue keeps entries in order, but only the first ones: those that nobody has looked for lie unsorted. Most entries are of
// no use any more before their turn comes, so most of the sorting is never done, and what is done goes through memory from
// one end to the other. Nor has an entry to be put in again when its key rises, unless it comes to belong elsewhere: the key
// that counts is looked up when the entry is sorted. When its key falls it is put in again at once.
//
// Invariants: all entries of use that are before the cut of their part, by the keys that count, are in the parts behind it
// too. So the first entry of all is in the last part that has any. An entry of use that lies unsorted has a key no greater
// than the one that counts; where it has a greater one, its key fell and it was put in once more.
type queue struct {
	parts   []part
	size    int                         // entries
	current func(e entry) (entry, bool) // what an entry has become, and whether it is of use; nil where all stay as they are
	touch   func(entries []entry)       // looks at what current will look at
	fell    bool                        // keys have fallen: when they rise again, entries may be of use twice
}

// part is a part of a queue.
type part struct {
	entries []entry
	sorted  bool  // the first entry at the end; what is of use has an entry with the key that counts
	cut     entry // of all but the last part
}

const (
	sortedSize = 64 // the most entries that are sorted at once
	sampleSize = 16 // entries from which a cut is taken
)

func (q *queue) push(e entry) { q.add(q.partOf(e), e) }

// lower puts an entry in that is there with a greater key.
func (q *queue) lower(e entry) {
	q.fell = true
	q.push(e)
}

// raise puts an entry in that is there with a lesser key, unless it lies unsorted in the part where it belongs.
func (q *queue) raise(lesser float64, e entry) {
	at := q.partOf(e)
	was := entry{key: lesser, node: e.node}
	if q.parts[at].sorted || at > 0 && !was.before(q.parts[at-1].cut) {
		q.add(at, e)
	}
}

// isNear says whether an entry with a key lies unsorted in the last of several parts.
func (q *queue) isNear(key float64) bool {
	last := len(q.parts) - 1
	return last > 0 && !q.parts[last].sorted && key > q.parts[last-1].cut.key
}

// partOf is the index of the part where an entry belongs. It looks at the last part first, which is where most belong that
// soon count.
func (q *queue) partOf(e entry) (at int) {
	if len(q.parts) == 0 {
		q.open()
	}
	last := len(q.parts) - 1
	if last == 0 || e.before(q.parts[last-1].cut) {
		return last
	}
	for e.before(q.parts[at].cut) {
		at++
	}
	return at
}

func (q *queue) add(at int, e entry) {
	q.size++
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
		last := len(q.parts) - 1
		p := &q.parts[last]
		if p.sorted && len(p.entries) > 0 {
			return p.entries[len(p.entries)-1], true
		}
		q.settle(last)
		switch {
		case len(p.entries) == 0:
			q.parts = q.parts[:last]
		case len(p.entries) <= sortedSize || !q.split():
			q.sort(last)
			q.parts[last].sorted = true
		}
	}
	return entry{}, false
}

// settle gives the entries of a part the keys that count. Those of no use go, and so do those that are in a part behind it.
// Of a sorted part those go that have other keys: they are there once more.
func (q *queue) settle(at int) {
	if q.current == nil {
		return
	}
	p := &q.parts[at]
	q.touch(p.entries)
	isLast, kept := at == len(q.parts)-1, p.entries[:0]
	for _, e := range p.entries {
		now, ok := q.current(e)
		if ok && (now == e || !p.sorted && (isLast || !now.before(p.cut))) {
			kept = append(kept, now)
		}
	}
	q.size -= len(p.entries) - len(kept)
	p.entries = kept
}

// sort sorts a part that is settled, and leaves one of the entries that are the same.
func (q *queue) sort(at int) {
	p := &q.parts[at]
	if len(p.entries) <= sortedSize {
		for i := range p.entries {
			place(p.entries[:i+1])
		}
	} else {
		slices.SortFunc(p.entries, lastFirst)
	}
	if q.current != nil {
		q.size -= len(p.entries)
		p.entries = slices.Compact(p.entries)
		q.size += len(p.entries)
	}
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

// forgetFrom removes all entries but those before a cut, and the parts that hold no others. All have the keys that count.
func (q *queue) forgetFrom(cut entry) {
	q.size = 0
	for at := range q.parts {
		p := &q.parts[at]
		p.entries = slices.DeleteFunc(p.entries, func(e entry) bool { return !e.before(cut) })
		q.size += len(p.entries)
	}
	q.parts = slices.DeleteFunc(q.parts, func(p part) bool { return len(p.entries) == 0 })
}

// discard removes all entries of no use. It does not rely on it that sorted ones with other keys are there once more: in the
// middle of a step that is still to come.
func (q *queue) discard() {
	for at := range q.parts {
		q.parts[at].sorted = false
		if q.settle(at); q.fell {
			q.sort(at)
		}
	}
	q.fell = false
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
