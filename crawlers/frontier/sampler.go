package frontier

import "math/rand/v2"

// Sampler is a frontier that gives a link λ with probability e^{β·score(λ)} / Σ e^{β·score(λ')}, the sum being over the
// links of ready hosts ([MPS04] eq. 6). When it is full, the lowest scores go.
type Sampler[V any] struct {
	pool[V]
	hosts
	beta           float64
	urns           []urn // by host
	touched        int32 // host of the urn that changed last
	byMass         *sumTree
	inUrn, inOrder places
}

// urn is what a host's links are drawn from.
type urn struct {
	*sumTree
	passed bool // not ready: a Take goes on without it
}

// NewSampler returns an empty frontier that holds at most limit links. The greater beta, the greedier the choice; 0
// makes all links equally probable.
func NewSampler[V any](limit int, beta float64) *Sampler[V] {
	f := &Sampler[V]{hosts: newHosts(), beta: beta}
	f.byMass = &sumTree{at: &f.inOrder, weigh: func(host int32) mass {
		if f.urns[host].passed {
			return mass{}
		}
		return f.urns[host].total()
	}}
	f.pool.init(limit, f)
	return f
}

// enter implements lines.
func (f *Sampler[V]) enter(number int32) {
	host := f.hosts.enter(number, f.rests[number].host)
	f.urns = grown(f.urns, host)
	f.touch(host)
	u := &f.urns[host]
	if u.sumTree == nil {
		u.sumTree = &sumTree{weigh: f.weigh, at: &f.inUrn}
	}
	if u.push(number); u.len() == 1 {
		f.byMass.push(host)
	} else {
		f.byMass.fix(host)
	}
}

// leave implements lines.
func (f *Sampler[V]) leave(number int32) {
	host := f.of[number]
	f.touch(host)
	u := &f.urns[host]
	if u.remove(number); u.len() > 0 {
		f.byMass.fix(host)
		return
	}
	f.byMass.remove(host)
	f.forget(host)
}

// change implements lines.
func (f *Sampler[V]) change(number int32, _ float64) {
	host := f.of[number]
	f.touch(host)
	f.urns[host].fix(number)
	f.byMass.fix(host)
}

// touch is told that an urn is about to change. The one that changed before has its sums worked out, while they are at hand
// in the fast part of memory: only a run of changes of one urn waits for its end.
func (f *Sampler[V]) touch(host int32) {
	if f.touched != host && f.urns[f.touched].sumTree != nil {
		f.urns[f.touched].total()
	}
	f.touched = host
}

// rebuild implements lines.
func (f *Sampler[V]) rebuild() {
	for _, host := range f.numbers {
		f.urns[host].fixAll()
	}
	f.byMass.fixAll()
}

// weigh is the mass of a link.
func (f *Sampler[V]) weigh(number int32) mass { return exponential(f.beta * f.links.at(number).rank) }

// Offer puts a link in and says whether the frontier has changed, by the rules of Priority.Offer.
func (f *Sampler[V]) Offer(it Item[V]) bool { return f.offer(&it, it.Score) }

// Admits says whether a link of that score could change the frontier: it need not be offered where not.
func (f *Sampler[V]) Admits(score float64) bool { return f.admits(score) }

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
// A host is drawn first, with the mass of all its links. One that is not ready is passed over and another drawn from
// the rest, which gives every link of the ready hosts its due share.
func (f *Sampler[V]) Take(random *rand.Rand, ready func(host string) bool) (Item[V], bool) {
	var passed []int32
	defer func() {
		for _, host := range passed {
			f.urns[host].passed = false
			f.byMass.fix(host)
		}
	}()
	for {
		host, ok := f.byMass.pick(random.Float64())
		if !ok {
			return Item[V]{}, false
		}
		u := &f.urns[host]
		if !ready(*f.names.at(host)) {
			u.passed = true
			f.byMass.fix(host)
			passed = append(passed, host)
			continue
		}
		number, _ := u.pick(random.Float64())
		return f.take(number), true
	}
}
