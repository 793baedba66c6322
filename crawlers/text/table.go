package text

import "sync/atomic"

// table maps keys to numbers. It has one writer at a time, and any number of readers meanwhile, who wait for nobody:
// nothing is ever taken out, and a reader who misses what was put in just now must ask the writer.
type table struct {
	slots []slot // open addressing; their number is a power of two
	used  int    // the writer's
}

// slot is free while its number is 0; the key is written before the number.
type slot struct {
	key
	number atomic.Int32 // that of the key, plus 1
}

const emptyTable = 64 // slots

func newTable(slots int) *table { return &table{slots: make([]slot, slots)} }

// get is the number of a key, -1 if the table has none, and its slot, or the free one where it belongs.
func (t *table) get(k key) (number int32, s *slot) {
	mask := uint64(len(t.slots) - 1) // #nosec G115 -- a table is not empty
	for at := k.hash() & mask; ; at = (at + 1) & mask {
		s = &t.slots[at]
		if n := s.number.Load(); n == 0 || s.key == k {
			return n - 1, s
		}
	}
}

// first is the slot of a key, unless another key's is in its place.
func (t *table) first(k key) *slot { return &t.slots[k.hash()&uint64(len(t.slots)-1)] } // #nosec G115 -- a table is not empty

// with puts in a key that is not there yet, and returns the table that holds it then: this one or a larger copy.
func (t *table) with(k key, number int32) *table {
	if 2*t.used >= len(t.slots) {
		larger := newTable(2 * len(t.slots))
		for i := range t.slots {
			if s := &t.slots[i]; s.number.Load() != 0 {
				larger.put(s.key, s.number.Load()-1)
			}
		}
		t = larger
	}
	t.put(k, number)
	return t
}

func (t *table) put(k key, number int32) {
	_, s := t.get(k)
	s.key = k
	s.number.Store(number + 1)
	t.used++
}
