package frontier

// sumTree is a complete binary tree of the numbers of things that have a mass. It picks one with probability proportional
// to its mass, and changes or removes any, in O(log n).
//
// Masses and sums are worked out when something is picked, and not before: between two picks many things come and go.
// Until then those that a change makes wrong are marked.
//
// Invariant: a sum that is not marked is the mass of the thing there and of all below it, and nothing below it is marked.
// Sums are always computed anew from the two sums below, never adjusted by differences, so that errors do not pile up.
type sumTree struct {
	nodes []node
	weigh func(number int32) mass
	at    *places
}

// node is a thing, its mass, and the sum of that and of all masses below.
type node struct {
	number             int32
	weighAnew, sumAnew bool // marks
	own, sum           mass
}

func (t *sumTree) len() int { return len(t.nodes) }

func (t *sumTree) push(number int32) {
	t.nodes = append(t.nodes, node{number: number, weighAnew: true})
	t.at.put(number, len(t.nodes)-1)
	t.mark(len(t.nodes) - 1)
}

// fix is told that the mass of a thing has changed.
func (t *sumTree) fix(number int32) {
	at := int((*t.at)[number])
	t.nodes[at].weighAnew = true
	t.mark(at)
}

// fixAll is told that any masses have changed.
func (t *sumTree) fixAll() {
	for at := range t.nodes {
		t.nodes[at].weighAnew, t.nodes[at].sumAnew = true, true
	}
}

// mark marks the sums at an index and above, up to one that is marked already.
func (t *sumTree) mark(at int) {
	for !t.nodes[at].sumAnew {
		t.nodes[at].sumAnew = true
		at = max(0, at-1) / 2
	}
}

func (t *sumTree) remove(number int32) {
	at, last := int((*t.at)[number]), len(t.nodes)-1
	moved := t.nodes[last]
	t.nodes = t.nodes[:last]
	if last > 0 {
		t.mark((last - 1) / 2)
	}
	if at < last {
		here := &t.nodes[at]
		here.number, here.own, here.weighAnew = moved.number, moved.own, moved.weighAnew
		t.at.put(moved.number, at)
		t.mark(at)
	}
}

// sum is the mass at and below an index, nothing beyond the end.
func (t *sumTree) sum(at int) mass {
	if at >= len(t.nodes) {
		return mass{}
	}
	n := &t.nodes[at]
	if n.weighAnew {
		n.own, n.weighAnew = t.weigh(n.number), false
	}
	if n.sumAnew {
		n.sum, n.sumAnew = n.own.plus(t.sum(2*at+1)).plus(t.sum(2*at+2)), false
	}
	return n.sum
}

// total is the mass of all.
func (t *sumTree) total() mass { return t.sum(0) }

// pick returns the number of the thing at the share r, 0 ≤ r < 1, of the total mass; false when there is no mass.
func (t *sumTree) pick(r float64) (number int32, ok bool) {
	if t.total().frac == 0 {
		return 0, false
	}
	at := 0
	for {
		here, left, right := &t.nodes[at], 2*at+1, 2*at+2
		toLeft, toRight := t.sum(left).share(here.sum), t.sum(right).share(here.sum)
		hasOwn := here.own.frac > 0
		switch { // what rounding leaves over goes to the last that has any mass
		case toLeft > 0 && (r < toLeft || toRight == 0 && !hasOwn):
			at, r = left, r/toLeft
		case toRight > 0 && (r-toLeft < toRight || !hasOwn):
			at, r = right, (r-toLeft)/toRight
		default:
			return here.number, true
		}
	}
}
