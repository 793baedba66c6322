package frontier

import "iter"

// link is what is looked at of an item that waits whenever something comes in or goes.
type link struct {
	url     string
	rank    float64 // what the order is by: the score, or 0 where only arrival counts
	arrival uint64  // from 1; 0 when the link has gone
	key     Key     // of the URL
}

// links are those that wait, by number.
type links struct{ slab[link] }

// keyOf is what a link is ordered by.
func (s *links) keyOf(number int32) key {
	l := s.at(number)
	return newKey(l.rank, l.arrival, number)
}

// isOf says whether a key is that of a link as it is now.
func (s *links) isOf(k key) bool { return s.keyOf(k.number()) == k }

// numbers are those of all links, as they lie side by side.
func (s *links) numbers() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for number := range s.things {
			if s.things[number].arrival > 0 && !yield(int32(number)) {
				return
			}
		}
	}
}
