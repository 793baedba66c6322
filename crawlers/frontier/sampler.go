package frontier

import "math/rand/v2"

// Sampler is a frontier that gives a link λ with probability e^{β·score(λ)} / Σ e^{β·score(λ')}, the sum being over the
// links of ready hosts ([MPS04] eq. 6). When it is full, the lowest scores go.
type Sampler[V any] struct {
	pool[V]
	beta   float64
	all    urn // the links, while all hosts seem to be ready
	inAll  places
	byHost *urns // else the links are here
	smooth int   // links taken since a host was not ready
}

// NewSampler returns an empty frontier that holds at most limit links. The greater beta, the greedier the choice; 0
// makes all links equally probable.
func NewSampler[V any](limit int, beta float64) *Sampler[V] {
	f := &Sampler[V]{beta: beta}
	f.all.at = &f.inAll
	f.pool.init(limit, f)
	return f
}

// weigh is the mass of a link.
func (f *Sampler[V]) weigh(number int32) mass { return f.massOf(f.links.at(number).rank) }

// massOf is the mass of links of a rank.
func (f *Sampler[V]) massOf(rank float64) mass { return exponential(f.beta * rank) }

// enter implements lines.
func (f *Sampler[V]) enter(number int32) {
	if exp := f.weigh(number).exp; f.byHost != nil {
		f.byHost.enter(number, f.links.at(number).host, exp)
	} else {
		f.all.put(number, exp)
	}
}

// leave implements lines.
func (f *Sampler[V]) leave(number int32) {
	if exp := f.weigh(number).exp; f.byHost != nil {
		f.byHost.leave(number, exp)
	} else {
		f.all.remove(number, exp)
	}
}

// change implements lines.
func (f *Sampler[V]) change(number int32, before float64) {
	switch old, exp := f.massOf(before).exp, f.weigh(number).exp; {
	case old == exp:
	case f.byHost != nil:
		f.byHost.change(number, old, exp)
	default:
		f.all.remove(number, old)
		f.all.put(number, exp)
	}
}

// rebuild implements lines.
func (f *Sampler[V]) rebuild() { f.fill(nil) }

// fill puts all links into urns of their hosts, or into one where these are nil.
func (f *Sampler[V]) fill(byHost *urns) {
	f.byHost, f.smooth, f.all.tiers = byHost, 0, nil
	for number := range f.links.numbers() {
		f.enter(number)
	}
}

// Offer puts a link in and says whether the frontier has changed, by the rules of Priority.Offer.
func (f *Sampler[V]) Offer(it Item[V]) bool { return f.offer(&it, it.Score) }

// Admits says whether a link of that score could change the frontier: it need not be offered where not.
func (f *Sampler[V]) Admits(score float64) bool {
	_, ok := f.admits(score)
	return ok
}

// Rescore replaces the score and value of a link that is in the frontier, by better or worse ones, and says whether it
// has: not when the link is not there, nor for a score that is not a number.
func (f *Sampler[V]) Rescore(it Item[V]) bool { return f.rescore(it) }

// RescoreAll replaces the score of every link by what rescored returns for it, which may change the value too, in O(n);
// where that is not a number, the link keeps its score. Among equal scores the turns stay. The links come in no order.
func (f *Sampler[V]) RescoreAll(rescored func(url string, score float64, value *V) float64) {
	f.rescoreAll(rescored)
}

// Take draws a link of a ready host, removes and returns it; false when there is none.
//
// It draws from all links until it meets a host that is not ready. From then on it draws a host first, until as many links
// have been taken as there are without meeting another.
func (f *Sampler[V]) Take(random *rand.Rand, ready func(host string) bool) (Item[V], bool) {
	if f.Len() == 0 {
		return Item[V]{}, false
	}
	if f.byHost == nil {
		number := f.draw(random)
		host := f.links.at(number).host
		if ready(host) {
			return f.take(number), true
		}
		f.fill(newUrns())
	}
	f.smooth++
	number, ok := f.byHost.draw(random, func(host string) bool {
		isReady := ready(host)
		if !isReady {
			f.smooth = 0
		}
		return isReady
	}, f.weigh)
	if !ok {
		return Item[V]{}, false
	}
	it := f.take(number)
	if f.smooth > f.Len() {
		f.fill(nil)
	}
	return it, true
}

// draw draws a link from all, where there are links.
func (f *Sampler[V]) draw(random *rand.Rand) (number int32) {
	for {
		if number, _ = f.all.draw(random.Float64()); f.weigh(number).chance(random) {
			return number
		}
	}
}
