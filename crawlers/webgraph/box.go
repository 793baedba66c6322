package webgraph

import "math"

// features is the most that a regression has; those not used are 0.
const features = coefficients - 1

// point is a node's features, or the sums that they are f of.
type point [features]float64

// smoothed is the features of sums.
func smoothed(sums point) point {
	for k, x := range sums {
		if x != 0 {
			sums[k] = smooth(x)
		}
	}
	return sums
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

// box is what is known of some nodes without looking at each: bounds of their features, and the greatest value that a linear
// function had at them when somebody looked at them last. Both may be more than they need.
type box struct {
	peak      float64   // no node has a greater value of the function under
	under     []float64 // nil where nobody has looked yet
	low, high point     // bounds of the features
	first     int32     // no node has a smaller number
}

// nothing is the box of no nodes.
func nothing() box {
	b := box{first: math.MaxInt32}
	for k := range b.low {
		b.low[k], b.high[k] = math.Inf(1), math.Inf(-1)
	}
	return b
}

// hold makes the box hold what lies within bounds, which are the same where it is a node.
func (b *box) hold(low, high *point, first int32) {
	b.first = min(b.first, first)
	for k := range low {
		if low[k] < b.low[k] {
			b.low[k] = low[k]
		}
		if high[k] > b.high[k] {
			b.high[k] = high[k]
		}
	}
	if b.under != nil {
		b.peak = max(b.peak, within(b.under, low, high))
	}
}

// rounding is more than what rounding can do to a linear function, as a share of the sum of its terms without their signs.
const rounding = 1e-14

// bound is more than or equal to the value of the function at every node of the box: what the bounds of the features allow,
// or the peak and the most by which the function has risen since, if that is less. It is much less for a function that is
// learnt, which changes slowly.
func (b *box) bound(c []float64) float64 {
	if b.first == math.MaxInt32 {
		return math.Inf(-1)
	}
	most := within(c, &b.low, &b.high)
	if b.under == nil {
		return most
	}
	risen, size := c[0]-b.under[0], math.Abs(c[0])+math.Abs(b.under[0])
	for k, weight := range c[1:] {
		before := b.under[k+1]
		if change := weight - before; change >= 0 {
			risen += change * b.high[k]
		} else {
			risen += change * b.low[k]
		}
		size += (math.Abs(weight) + math.Abs(before)) * b.high[k]
	}
	return min(most, b.peak+risen+rounding*size)
}

// widestAxis is the feature in which the nodes differ most, and whether they differ at all.
func (b *box) widestAxis() (axis int, differ bool) {
	for k := range b.low {
		if b.high[k]-b.low[k] > b.high[axis]-b.low[axis] {
			axis = k
		}
	}
	return axis, b.high[axis] > b.low[axis]
}
