package frontier

import "math"

// Expect looks ahead: links with these keys and scores are about to be offered, one after another.
//
// Nothing is decided by it. What is known of a URL lies anywhere in many megabytes, and so does what has to be cleared away
// behind a link that is dropped; each look there is a wait. Looks that do not depend on each other wait together, if little
// else stands between them: so all links take each step before one takes the next.
func (p *pool[V]) Expect(keys []Key, score func(i int) float64) { p.expect(keys, score, false) }

// ExpectAll is Expect where those that are refused are asked for as well.
func (p *pool[V]) ExpectAll(keys []Key, score func(i int) float64) { p.expect(keys, score, true) }

func (p *pool[V]) expect(keys []Key, score func(i int) float64, all bool) {
	p.coming, p.guesses, p.worse, p.gone = p.coming[:0], p.guesses[:0], p.worse[:0], p.gone[:0]
	room, bar := p.limit-p.Len(), math.Inf(-1)
	if room < len(keys) && p.Len() > 0 {
		bar = p.links.at(p.worst().number()).rank
	}
	for i, k := range keys {
		admitted := room > 0 || score(i) > bar
		if admitted {
			room--
		}
		if admitted || all {
			p.coming = append(p.coming, k)
		}
	}
	looked := 0 // of no meaning, but what is looked at must be made use of
	for _, k := range p.coming {
		looked += p.known.Touch(k)
	}
	p.worse = p.order.tail(p.worse, -room)
	for _, k := range p.worse {
		l := p.links.at(k.number())
		looked += int(l.key) + len(l.host)
	}
	for _, k := range p.worse {
		p.gone = append(p.gone, p.links.at(k.number()).key)
	}
	for _, k := range p.gone {
		looked += p.known.Touch(k)
	}
	for _, k := range p.coming {
		if number := p.known.Guess(k); number >= 0 {
			p.guesses = append(p.guesses, number)
		}
	}
	for _, number := range p.guesses {
		looked += len(p.url(number))
	}
	for _, number := range p.guesses {
		if url := p.url(number); url != "" {
			looked += int(url[0])
		}
	}
	p.looked = looked
}

// ahead is what Expect needs.
type ahead struct {
	coming  []Key   // of links that are looked for
	guesses []int32 // numbers that their URLs have, most probably
	worse   []key   // of the links that will be dropped, if all that are admitted come in
	gone    []Key   // of their URLs
	looked  int     // of no meaning
}
