package frontier

import "slices"

// order is keys from the best to the worst, of which the first and the last can be had at any time, and which are sorted no
// further than somebody has looked at them: a quickheap (Navarro and Paredes, Algorithmica 58, 2010) with two ends. A
// frontier gets many links, of which it gives few and drops most: nearly all that a key costs is to be put at the end of its
// part, and to be taken from the end of another, beside its neighbours in memory.
//
// A key that is wanted no more stays until it comes to an end, unless it is there: whoever looks finds that out. In the mean
// push, first and last cost O(log n), but that a new part at the front moves all parts, which are many where most keys that
// come are better than all before.
//
// Invariant: no key of a part comes before the part's bound, nor any of an earlier part after it. The bound of the first
// part is of no meaning. There is always a part.
type order struct {
	parts  []part
	bounds []key
	count  int
	all    []key // what reset was given last
}

// part is keys that lie between two bounds: sorted, or in any order.
type part struct {
	keys   []key
	sorted bool
}

// short is how many keys are sorted at once, and twice that how many a sorted part gets before it is one in any order again.
const short = 64

func newOrder() order { return order{parts: []part{{sorted: true}}, bounds: make([]key, 1)} }

// len is the number of keys, those included that are wanted no more.
func (o *order) len() int { return o.count }

func (o *order) push(k key) {
	p := &o.parts[o.partOf(k)]
	o.count++
	switch last := len(p.keys) - 1; {
	case !p.sorted || last < 0 || p.keys[last].before(k):
		p.keys = append(p.keys, k)
	case last < 2*short:
		at, _ := slices.BinarySearchFunc(p.keys, k, key.compare)
		p.keys = slices.Insert(p.keys, at, k)
	default:
		p.keys, p.sorted = append(p.keys, k), false
	}
}

// partOf is the number of the part where a key belongs.
func (o *order) partOf(k key) int {
	from, to := 0, len(o.bounds)-1
	for from < to {
		if mid := (from + to + 1) / 2; k.before(o.bounds[mid]) {
			to = mid - 1
		} else {
			from = mid
		}
	}
	return from
}

// first is the best key; false when there is none.
func (o *order) first() (k key, ok bool) {
	for o.count > 0 {
		switch p := &o.parts[0]; {
		case len(p.keys) == 0:
			o.cut(0)
		case !p.sorted:
			o.refine(0)
		default:
			return p.keys[0], true
		}
	}
	return key{}, false
}

// last is the worst key; false when there is none.
func (o *order) last() (k key, ok bool) {
	for o.count > 0 {
		last := len(o.parts) - 1
		switch p := &o.parts[last]; {
		case len(p.keys) == 0:
			o.cut(last)
		case !p.sorted:
			o.refine(last)
		default:
			return p.keys[len(p.keys)-1], true
		}
	}
	return key{}, false
}

// discard is told that a key is wanted no more.
func (o *order) discard(k key) {
	if p := &o.parts[len(o.parts)-1]; p.sorted && len(p.keys) > 0 && p.keys[len(p.keys)-1] == k {
		p.keys = p.keys[:len(p.keys)-1]
		o.count--
	} else if p := &o.parts[0]; p.sorted && len(p.keys) > 0 && p.keys[0] == k {
		p.keys = p.keys[1:]
		o.count--
	}
}

// cut takes a part out that is empty, while other parts are not.
func (o *order) cut(at int) {
	o.parts, o.bounds = slices.Delete(o.parts, at, at+1), slices.Delete(o.bounds, at, at+1)
}

// refine sorts a part that is short, and divides another in two.
func (o *order) refine(at int) {
	p := &o.parts[at]
	bound, before, ok := divide(p.keys)
	if !ok || len(p.keys) <= short {
		sortKeys(p.keys)
		all := len(p.keys)
		p.keys, p.sorted = slices.Compact(p.keys), true // a rank may have come back to what it was, time and again
		o.count -= all - len(p.keys)
		return
	}
	rest := p.keys[before:]
	p.keys = p.keys[:before:before]
	o.parts, o.bounds = slices.Insert(o.parts, at+1, part{keys: rest}), slices.Insert(o.bounds, at+1, bound)
}

// tail appends up to n keys from the end to others, the worst first.
func (o *order) tail(to []key, n int) []key {
	for at := len(o.parts) - 1; at >= 0 && n > 0; at-- {
		for !o.parts[at].sorted {
			parts := len(o.parts)
			o.refine(at)
			at += len(o.parts) - parts // to the later one of two
		}
		keys := o.parts[at].keys
		keys = keys[max(0, len(keys)-n):]
		for _, k := range slices.Backward(keys) {
			to = append(to, k)
		}
		n -= len(keys)
	}
	return to
}

// room is an empty slice for n keys which are then given to reset. Nothing may be asked of the order meanwhile.
func (o *order) room(n int) []key { return slices.Grow(o.all[:0], n) }

// reset makes these keys, in any order, all there are, and keeps them.
func (o *order) reset(keys []key) {
	clear(o.parts) // and what they hold
	*o = order{parts: append(o.parts[:0], part{keys: keys}), bounds: o.bounds[:1], count: len(keys), all: keys}
}
