package frontier

// Expect looks ahead: n links are about to be offered or asked for, one after another. It returns their keys, until the next
// call, and has looked by then at the memory where they will be looked up. What is known of a URL lies anywhere in many
// megabytes, and each look there is a wait; looks that do not depend on each other wait together: so all links take each
// step before one takes the next. Links that a full frontier refuses are not looked up, nor any in a small frontier, where
// it would take longer than the waits: their keys are 0. Nothing is decided by it.
func (p *pool[V]) Expect(n int, link func(i int) (url string, score float64)) []Key {
	p.keys, p.guesses = p.keys[:0], p.guesses[:0]
	isFar := len(p.known.slots) > nearSlots
	for i := range n {
		k := Key(0)
		if isFar {
			if url, score := link(i); p.admits(score) {
				k = KeyOf(url)
				p.guesses = append(p.guesses, p.known.guess(k))
			}
		}
		p.keys = append(p.keys, k)
	}
	for i, number := range p.guesses {
		switch {
		case number >= 0:
			p.looked += len(p.url(number))
		case p.Len() >= p.limit && i < p.Len(): // it will drop one of the worst, which are most probably the first keys
			p.looked += int(p.known.guess(p.links.at(p.worst.keys[i].number()).key))
		}
	}
	for _, number := range p.guesses {
		if number >= 0 && p.url(number) != "" {
			p.looked += int(p.url(number)[0])
		}
	}
	return p.keys
}

// nearSlots is the size of an index up to which looking ahead does not pay: 256 KB.
const nearSlots = 1 << 15

// ahead is what Expect needs.
type ahead struct {
	keys    []Key
	guesses []int32 // numbers that URLs have, most probably; -1 = none
	looked  int     // of no meaning: what is looked at must be made use of
}
