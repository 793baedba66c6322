package frontier

import "math/rand/v2"

// Sampler is a frontier that gives a link λ with probability e^{β·score(λ)} / Σ e^{β·score(λ')}, the sum being over the
// links of ready hosts ([MPS04] eq. 6). When it is full, the lowest scores go.
type Sampler[V any] struct {
	pool[V]
	byMass sumTree // pool.order
}

// NewSampler returns an empty frontier that holds at most limit links. The greater beta, the greedier the choice; 0
// makes all links equally probable.
func NewSampler[V any](limit int, beta float64) *Sampler[V] {
	f := &Sampler[V]{}
	f.byMass = sumTree{at: &f.inOrder, weigh: func(number int32) mass {
		if f.lines.at(number).passed {
			return mass{}
		}
		return f.drawn(number).sums[0]
	}}
	weigh := func(number int32) mass { return exponential(beta * f.links.at(number).rank) }
	f.pool.init(limit, &f.byMass, func() container { return &sumTree{weigh: weigh, at: &f.inLine} })
	return f
}

// drawn is what a host's links are drawn from.
func (f *Sampler[V]) drawn(host int32) *sumTree { return f.lines.at(host).links.(*sumTree) }

// Offer puts a link in and says whether the frontier has changed, by the rules of Priority.Offer.
func (f *Sampler[V]) Offer(it Item[V]) bool { return f.offer(it, it.Score) }

// Admits says whether a link of that score could change the frontier: it need not be offered where not.
func (f *Sampler[V]) Admits(score float64) bool { return f.admits(score) }

// Rescore replaces the score and value of a link that is in the frontier, by better or worse ones, and says whether it
// was there.
func (f *Sampler[V]) Rescore(it Item[V]) bool { return f.rescore(it) }

// RescoreAll replaces the score and value of every link by those of the item that rescored returns for it, in O(n); where
// that score is not a number, the link stays as it is. Among equal scores the turns stay.
func (f *Sampler[V]) RescoreAll(rescored func(Item[V]) Item[V]) { f.rescoreAll(rescored) }

// Take draws a link of a ready host, removes and returns it; false when there is none.
//
// A host is drawn first, with the mass of all its links. One that is not ready is passed over and another drawn from
// the rest, which gives every link of the ready hosts its due share.
func (f *Sampler[V]) Take(random *rand.Rand, ready func(host string) bool) (Item[V], bool) {
	var passed []int32
	defer func() {
		for _, host := range passed {
			f.lines.at(host).passed = false
			f.byMass.fix(host)
		}
	}()
	for {
		host, ok := f.byMass.pick(random.Float64())
		if !ok {
			return Item[V]{}, false
		}
		if l := f.lines.at(host); !ready(l.host) {
			l.passed = true
			f.byMass.fix(host)
			passed = append(passed, host)
			continue
		}
		number, _ := f.drawn(host).pick(random.Float64())
		return f.drop(number), true
	}
}
