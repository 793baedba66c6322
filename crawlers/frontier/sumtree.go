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
	numbers []int32
	own     []mass // of each thing
	sums    []mass
	weigh   func(number int32) mass
	at      *places
}

// anew marks a mass that is to be worked out.
var anew = mass{frac: -1}

func (m mass) isAnew() bool { return m.frac < 0 }

func (t *sumTree) len() int { return len(t.numbers) }

func (t *sumTree) push(number int32) {
	at := len(t.numbers)
	t.numbers, t.own, t.sums = append(t.numbers, number), append(t.own, anew), append(t.sums, mass{})
	t.at.put(number, at)
	t.mark(at)
}

// fix is told that the mass of a thing has changed.
func (t *sumTree) fix(number int32) {
	at := int((*t.at)[number])
	t.own[at] = anew
	t.mark(at)
}

// fixAll is told that any masses have changed.
func (t *sumTree) fixAll() {
	for at := range t.numbers {
		t.own[at], t.sums[at] = anew, anew
	}
}

// mark marks the sums at an index and above, up to one that is marked already.
func (t *sumTree) mark(at int) {
	for !t.sums[at].isAnew() {
		t.sums[at] = anew
		at = max(0, at-1) / 2
	}
}

func (t *sumTree) remove(number int32) {
	at, last := int((*t.at)[number]), len(t.numbers)-1
	moved, own := t.numbers[last], t.own[last]
	t.numbers, t.own, t.sums = t.numbers[:last], t.own[:last], t.sums[:last]
	if last > 0 {
		t.mark((last - 1) / 2)
	}
	if at < last {
		t.numbers[at], t.own[at] = moved, own
		t.at.put(moved, at)
		t.mark(at)
	}
}

// sum is the mass at and below an index, nothing beyond the end.
func (t *sumTree) sum(at int) mass {
	if at >= len(t.sums) {
		return mass{}
	}
	if !t.sums[at].isAnew() {
		return t.sums[at]
	}
	if t.own[at].isAnew() {
		t.own[at] = t.weigh(t.numbers[at])
	}
	t.sums[at] = t.own[at].plus(t.sum(2*at + 1)).plus(t.sum(2*at + 2))
	return t.sums[at]
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
		total, left, right := t.sums[at], 2*at+1, 2*at+2
		toLeft, toRight := t.sum(left).share(total), t.sum(right).share(total)
		hasOwn := t.own[at].frac > 0
		switch { // what rounding leaves over goes to the last that has any mass
		case toLeft > 0 && (r < toLeft || toRight == 0 && !hasOwn):
			at, r = left, r/toLeft
		case toRight > 0 && (r-toLeft < toRight || !hasOwn):
			at, r = right, (r-toLeft)/toRight
		default:
			return t.numbers[at], true
		}
	}
}
