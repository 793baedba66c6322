package frontier

// Expect looks ahead: n links are about to be offered or asked for, one after another. It returns their keys, until the next
// call; those of links that a full frontier refuses are 0.
//
// Nothing is decided by it. What is known of a URL lies anywhere in many megabytes, and so does what has to be cleared away
// behind a link that is dropped; each look there is a wait. Looks that do not depend on each other wait together, if little
// else stands between them: so all links take each step before one takes the next.
func (p *pool[V]) Expect(n int, link func(i int) (url string, score float64)) []Key {
	p.keys, p.guesses, p.worse, p.gone = p.keys[:0], p.guesses[:0], p.worse[:0], p.gone[:0]
	admitted := 0
	for i := range n {
		k := Key(0)
		if url, score := link(i); p.admits(score) {
			k = KeyOf(url)
			admitted++
		}
		p.keys = append(p.keys, k)
	}
	if p.Len() >= p.limit {
		p.worse = p.order.tail(p.worse, admitted)
	}
	for _, k := range p.worse {
		p.gone = append(p.gone, p.links.at(k.number()).key)
	}
	for _, k := range p.keys {
		if k != 0 {
			p.guesses = append(p.guesses, p.known.Guess(k))
		}
	}
	for _, k := range p.worse {
		p.looked += len(p.rests[k.number()].host)
	}
	for _, k := range p.gone {
		p.looked += int(p.known.Guess(k))
	}
	for _, number := range p.guesses {
		if number >= 0 {
			p.looked += len(p.url(number))
		}
	}
	for _, number := range p.guesses {
		if number >= 0 && p.url(number) != "" {
			p.looked += int(p.url(number)[0])
		}
	}
	return p.keys
}

// ahead is what Expect needs.
type ahead struct {
	keys    []Key
	guesses []int32 // numbers that URLs have, most probably; -1 = none
	worse   []key   // of the links that will be dropped, if all that are admitted come in
	gone    []Key   // of their URLs
	looked  int     // of no meaning: what is looked at must be made use of
}
