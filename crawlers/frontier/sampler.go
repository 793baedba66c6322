package frontier

import "math/rand/v2"

// Sampler is a frontier that gives a link λ with probability e^{β·score(λ)} / Σ e^{β·score(λ')}, the sum being over the
// links of ready hosts ([MPS04] eq. 6). When it is full, the lowest scores go.
type Sampler[V any] struct {
	pool[V]
	byMass *sumTree[*line[V]] // pool.hosts
}

// NewSampler returns an empty frontier that holds at most limit links. The greater beta, the greedier the choice; 0
// makes all links equally probable.
func NewSampler[V any](limit int, beta float64) *Sampler[V] {
	byMass := &sumTree[*line[V]]{
		weigh: func(l *line[V]) mass {
			if l.passed {
				return mass{}
			}
			return drawn(l).sums[0]
		},
		placed: func(l *line[V], at int) { l.at = at },
	}
	newLinks := func() container[*entry[V]] {
		return &sumTree[*entry[V]]{
			weigh:  func(e *entry[V]) mass { return exponential(beta * e.rank) },
			placed: func(e *entry[V], at int) { e.inLine = at },
		}
	}
	return &Sampler[V]{newPool(limit, byMass, newLinks), byMass}
}

// drawn is what a host's links are drawn from.
func drawn[V any](l *line[V]) *sumTree[*entry[V]] { return l.links.(*sumTree[*entry[V]]) }

// Offer puts a link in and says whether the frontier has changed, by the rules of Priority.Offer.
func (f *Sampler[V]) Offer(it Item[V]) bool { return f.offer(it, it.Score) }

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
	var passed []*line[V]
	defer func() {
		for _, l := range passed {
			l.passed = false
			f.byMass.fix(l.at)
		}
	}()
	for {
		l, ok := f.byMass.pick(random.Float64())
		if !ok {
			return Item[V]{}, false
		}
		if !ready(l.host) {
			l.passed = true
			f.byMass.fix(l.at)
			passed = append(passed, l)
			continue
		}
		e, _ := drawn(l).pick(random.Float64())
		f.drop(e)
		return e.Item, true
	}
}
