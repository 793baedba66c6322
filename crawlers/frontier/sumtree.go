package frontier

// sumTree is a complete binary tree of the numbers of things that have a mass. It picks one with probability proportional
// to its mass, and changes or removes any, in O(log n).
//
// Invariant: sums[i] is the mass of the thing at i and of all below it. Sums are always computed anew from the two sums
// below, never adjusted by differences, so that errors do not pile up.
type sumTree struct {
	numbers []int32
	own     []mass // of each thing
	sums    []mass
	weigh   func(number int32) mass
	at      *places
}

func (t *sumTree) len() int { return len(t.numbers) }

func (t *sumTree) push(number int32) {
	at := len(t.numbers)
	t.numbers = append(t.numbers, number)
	t.own = append(t.own, t.weigh(number))
	t.sums = append(t.sums, mass{})
	t.at.put(number, at)
	t.sumUp(at)
}

// fix brings the sums up to date after the mass of a thing has changed.
func (t *sumTree) fix(number int32) {
	at := int((*t.at)[number])
	t.own[at] = t.weigh(number)
	t.sumUp(at)
}

func (t *sumTree) sumUp(at int) {
	for {
		t.add(at)
		if at == 0 {
			return
		}
		at = (at - 1) / 2
	}
}

// add makes one sum of what is below it.
func (t *sumTree) add(at int) {
	t.sums[at] = t.own[at].plus(t.sum(2*at + 1)).plus(t.sum(2*at + 2))
}

// refresh takes up a change of the mass of a thing, and leaves the sums as they are.
func (t *sumTree) refresh(number int32) { t.own[(*t.at)[number]] = t.weigh(number) }

// rebuild brings all sums up to date after any things were refreshed, in O(n).
func (t *sumTree) rebuild() {
	for at := len(t.numbers) - 1; at >= 0; at-- {
		t.add(at)
	}
}

func (t *sumTree) remove(number int32) {
	at, last := int((*t.at)[number]), len(t.numbers)-1
	moved, own := t.numbers[last], t.own[last]
	t.numbers, t.own, t.sums = t.numbers[:last], t.own[:last], t.sums[:last]
	if last > 0 {
		t.sumUp((last - 1) / 2)
	}
	if at < last {
		t.numbers[at], t.own[at] = moved, own
		t.at.put(moved, at)
		t.sumUp(at)
	}
}

// sum is the mass at and below an index; nothing beyond the end.
func (t *sumTree) sum(at int) mass {
	if at >= len(t.sums) {
		return mass{}
	}
	return t.sums[at]
}

// pick returns the number of the thing at the share r, 0 ≤ r < 1, of the total mass; false when there is no mass.
func (t *sumTree) pick(r float64) (number int32, ok bool) {
	if t.sum(0).frac == 0 {
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
