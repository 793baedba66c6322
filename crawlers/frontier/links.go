package frontier

import "iter"

// link is an item that waits. What is looked at whenever something comes in or goes lies in front.
type link[V any] struct {
	url     string
	rank    float64 // what the order is by: the score, or 0 where only arrival counts
	arrival uint64  // from 1; 0 when the link has gone
	key     Key     // of the URL
	host    string
	score   float64
	value   V
}

// links are those that wait, by number.
type links[V any] struct{ slab[link[V]] }

// keyOf is what a link is ordered by.
func (s *links[V]) keyOf(number int32) key {
	l := s.at(number)
	return newKey(l.rank, l.arrival, number)
}

// isOf says whether a key is that of a link as it is now.
func (s *links[V]) isOf(k key) bool { return s.keyOf(k.number()) == k }

// numbers are those of all links, as they lie side by side.
func (s *links[V]) numbers() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for number := range s.things {
			if s.things[number].arrival > 0 && !yield(int32(number)) {
				return
			}
		}
	}
}
