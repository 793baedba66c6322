package frontier

// slab keeps things by number. The numbers of those that were removed are used again.
type slab[T any] struct {
	things []T
	spare  []int32
}

func (s *slab[T]) at(number int32) *T { return &s.things[number] }

// len is the number of things.
func (s *slab[T]) len() int { return len(s.things) - len(s.spare) }

func (s *slab[T]) add(t T) int32 {
	if last := len(s.spare) - 1; last >= 0 {
		number := s.spare[last]
		s.spare = s.spare[:last]
		s.things[number] = t
		return number
	}
	s.things = append(s.things, t)
	return int32(len(s.things) - 1) // #nosec G115 -- things in memory, fewer than 2³¹
}

// remove forgets a thing, and what it pointed to.
func (s *slab[T]) remove(number int32) {
	var none T
	s.things[number] = none
	s.spare = append(s.spare, number)
}

// grown is a slice that reaches to an index.
func grown[T any](s []T, number int32) []T {
	for int(number) >= len(s) {
		var none T
		s = append(s, none)
	}
	return s
}
