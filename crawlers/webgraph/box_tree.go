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

// box is a tree of nodes by their features, in which every box knows bounds of what is in it: the maximum of any linear
// function is found by looking only into boxes whose bounds allow a better one than the best so far.
//
// A node whose sums change finds its new place before the next search, unless much of its leaf, a box without parts, has
// changed as well: then all stay and the bounds of the leaf are widened; their features are taken anew, and a better place
// found for those that need one, when a search looks into the leaf, which for most leaves is never. So a step that moves
// thousands of nodes costs a few comparisons for each, and some logarithms for each leaf. A node that does not wait any more
// goes when a search looks into its leaf, when its leaf is built anew, or when the order is swept.
//
// Invariant: once linearOrder.settle has been called after the last change, the bounds of a box hold all nodes in it. They
// may be wider than they need; loose says so, and the next search that looks in tightens them. A subtree is built anew
// when one side of it has grown much heavier than the other.
type box struct {
	dims         int       // features in use
	low, high    point     // bounds of the features
	first        int32     // no node in it has a smaller number
	peak         float64   // no node in it has a greater value of the function under
	under        []float64 // that a search had which looked into the box last; nil where there was none
	size         int       // nodes
	built        int       // their number when it was built
	loose        bool
	axis         int // with parts: lower has what is below the cut on this axis, upper the rest
	cut          float64
	parent       *box
	lower, upper *box
	*leaf        // without parts
}

// leaf is the nodes of a box without parts.
type leaf struct {
	nodes         []int32
	points        []point // features of the nodes, as they were
	changed       uint64  // as bits, the indexes of nodes whose sums have changed since
	least, most   point   // bounds of the sums of nodes that have changed since the box was tightened
	fallen, risen uint8   // as bits, the features of which these have yet to widen those of the box
	pending       bool    // settle has to see to it
}

const (
	leafSize    = 16 // nodes in a new box without parts
	maxLeafSize = 32
	fewChanged  = 2 // nodes in a leaf that are better moved than the leaf widened
)

// byNumber is the axis of a cut between nodes with the same features.
const byNumber = features

// along is a node's coordinate on an axis.
func along(axis int, p *point, v int32) float64 {
	if axis == byNumber {
		return float64(v)
	}
	return p[axis]
}

// part is the part of a box in which a node belongs.
func (b *box) part(p *point, v int32) *box {
	if along(b.axis, p, v) < b.cut {
		return b.lower
	}
	return b.upper
}

// place is the leaf in which a node belongs.
func (b *box) place(p *point, v int32) *box {
	for b.lower != nil {
		b = b.part(p, v)
	}
	return b
}

// reset makes the bounds those of nothing.
func (b *box) reset() {
	b.first, b.loose = math.MaxInt32, false
	for k := range b.dims {
		b.low[k], b.high[k] = math.Inf(1), math.Inf(-1)
	}
}

// tighten makes the bounds of a leaf no wider than they need.
func (b *box) tighten() {
	b.reset()
	for i, v := range b.nodes {
		b.include(&b.points[i], &b.points[i], v)
	}
	for k := range b.dims {
		b.least[k], b.most[k] = math.Inf(1), math.Inf(-1)
	}
	b.fallen, b.risen = 0, 0
}

// tightenAround makes the bounds of a box with parts no wider than those of its parts need.
func (b *box) tightenAround() {
	b.reset()
	for _, part := range [2]*box{b.lower, b.upper} {
		if part.size > 0 {
			b.include(&part.low, &part.high, part.first)
			b.loose = b.loose || part.loose
		}
	}
}

// include widens the bounds, and says whether they were too narrow.
func (b *box) include(low, high *point, first int32) (widened bool) {
	if first < b.first {
		b.first, widened = first, true
	}
	for k := range b.dims {
		if low[k] < b.low[k] {
			b.low[k], widened = low[k], true
		}
		if high[k] > b.high[k] {
			b.high[k], widened = high[k], true
		}
	}
	return widened
}

// hold makes the bounds of the box and of all around it hold what these bounds do.
func (b *box) hold(low, high *point, first int32) {
	for widened := true; b != nil; b = b.parent {
		widened = widened && b.include(low, high, first)
		b.raise(low, high)
	}
}

// raise lets the peak hold what these bounds do.
func (b *box) raise(low, high *point) {
	if b.under != nil {
		b.peak = max(b.peak, within(b.under, low, high))
	}
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

// bound is more than or equal to the value of the function at every node of a box that is not empty: what the bounds of
// the features allow, or the peak under an earlier function and the most that the function has risen since, if that is
// less. It mostly is much less, as a function that is learnt changes slowly.
func (b *box) bound(c []float64) float64 {
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

// rounding is more than what rounding can do to a linear function, as a share of the sum of its terms without their signs.
const rounding = 1e-14

// change is told that sums of the node at an index of a leaf have changed, those from the number on.
func (b *box) change(at int32, from int, sums []float64) {
	b.changed |= 1 << at
	for i, x := range sums {
		k := from + i
		if x < b.least[k] {
			b.least[k] = x
			b.fallen |= 1 << k
		}
		if x > b.most[k] {
			b.most[k] = x
			b.risen |= 1 << k
		}
	}
}

// widen makes the bounds of a leaf and of all around it hold what has changed. As f rises, bounds of features are f of
// those of sums.
func (b *box) widen() {
	for k := range b.dims {
		if b.fallen>>k&1 != 0 {
			b.low[k] = min(b.low[k], smooth(b.least[k]))
		}
		if b.risen>>k&1 != 0 {
			b.high[k] = max(b.high[k], smooth(b.most[k]))
		}
	}
	b.fallen, b.risen = 0, 0
	b.raise(&b.low, &b.high)
	b.parent.hold(&b.low, &b.high, b.first)
}

// widestAxis is the axis on which to cut a box with tight bounds.
func (b *box) widestAxis() int {
	axis := 0
	for k := range b.dims {
		if b.high[k]-b.low[k] > b.high[axis]-b.low[axis] {
			axis = k
		}
	}
	if b.high[axis] == b.low[axis] {
		return byNumber
	}
	return axis
}

// cutAt is where to part nodes on an axis, on which they are not all the same: at their mean, as far as that is above the
// least.
func cutAt(axis int, nodes []int32, points []point) float64 {
	least, sum := math.Inf(1), 0.0
	for i, v := range nodes {
		x := along(axis, &points[i], v)
		least, sum = min(least, x), sum+x
	}
	return max(sum/float64(len(nodes)), math.Nextafter(least, math.Inf(1)))
}

// cutInTwo puts the nodes below a cut before the others, and returns their number.
func cutInTwo(axis int, cut float64, nodes []int32, points []point) (lower int) {
	for i, v := range nodes {
		if along(axis, &points[i], v) < cut {
			nodes[i], nodes[lower] = nodes[lower], nodes[i]
			points[i], points[lower] = points[lower], points[i]
			lower++
		}
	}
	return lower
}

// newLeaf is a leaf of nodes and their features, which it copies: it has room for more.
func newLeaf(nodes []int32, points []point) *leaf {
	return &leaf{
		nodes:  append(make([]int32, 0, maxLeafSize+1), nodes...),
		points: append(make([]point, 0, maxLeafSize+1), points...),
	}
}
