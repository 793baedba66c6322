package webgraph

import (
	"math"
)

// features is the most that a regression has; those not used are 0.
const features = coefficients - 1

// point is a node's features, or the sums that they are f of.
type point [features]float64

// smooth makes features of sums.
func (p *point) smooth() {
	for k, x := range p {
		if x != 0 {
			p[k] = smooth(x)
		}
	}
}

// linear is the value of a linear function, the intercept first among its coefficients, at a point. The conversions keep
// products from being fused with sums, so that it is the same everywhere and never falls while a term rises.
func linear(c []float64, p *point) float64 {
	sum := c[0]
	for k, weight := range c[1:] {
		sum += float64(weight * p[k])
	}
	return sum
}

// within is more than or equal to the value of the function at every point within bounds.
func within(c []float64, low, high *point) float64 {
	sum := c[0]
	for k, weight := range c[1:] {
		if weight >= 0 {
			sum += float64(weight * high[k])
		} else {
			sum += float64(weight * low[k])
		}
	}
	return sum
}

// function is a linear function, for boxes to keep.
type function struct {
	c     [coefficients]float64
	n     int     // of these that it has
	error float64 // more than rounding can change its value, at any features
}

func newFunction(c []float64) function {
	const mostFeature = 710 // f of the greatest number there is
	size := 0.0
	for _, weight := range c {
		size += math.Abs(weight)
	}
	f := function{n: len(c), error: 1e-14 * mostFeature * size}
	copy(f.c[:], c)
	return f
}

// box is what is known of some nodes without looking at each: bounds of their features, and the greatest value that a linear
// function had at them when somebody looked at them last. Both may be more than they need.
type box struct {
	peak      float64  // no node has a greater value of the function under
	under     function // of no coefficients where nobody has looked yet
	low, high point    // bounds of the features
	first     int32    // no node has a smaller number
	used      int32    // of the features; the others are 0
}

// nothing is the box of no nodes, which have so many features.
func nothing(used int32) box {
	b := box{first: math.MaxInt32, used: used}
	for k := range used {
		b.low[k], b.high[k] = math.Inf(1), math.Inf(-1)
	}
	return b
}

// add makes the box hold a node.
func (b *box) add(p *point, node int32) {
	b.first = min(b.first, node)
	b.widen(p, p)
	if b.under.n > 0 {
		b.peak = max(b.peak, linear(b.under.c[:b.under.n], p))
	}
}

// hold makes the box hold what lies within bounds.
func (b *box) hold(low, high *point) {
	b.widen(low, high)
	if b.under.n > 0 {
		b.peak = max(b.peak, within(b.under.c[:b.under.n], low, high))
	}
}

// widen makes the bounds hold others.
func (b *box) widen(low, high *point) {
	for k := range b.used {
		if low[k] < b.low[k] {
			b.low[k] = low[k]
		}
		if high[k] > b.high[k] {
			b.high[k] = high[k]
		}
	}
}

// bound is more than or equal to the value of the function at every node of the box: the peak and the most by which the
// function has risen since, or what the bounds of the features allow, which is not looked at where the former is below a
// value that decides. The former is mostly less by far, as a function that is learnt changes slowly.
func (b *box) bound(f *function, decides float64) float64 {
	switch {
	case b.first == math.MaxInt32:
		return math.Inf(-1)
	case b.under.n == 0:
		return within(f.c[:f.n], &b.low, &b.high)
	}
	risen := f.c[0] - b.under.c[0]
	for k, weight := range f.c[1:f.n] {
		change := weight - b.under.c[k+1]
		risen += max(change*b.low[k], change*b.high[k])
	}
	most := b.peak + risen + f.error + b.under.error
	if most < decides {
		return most
	}
	return min(most, within(f.c[:f.n], &b.low, &b.high))
}
