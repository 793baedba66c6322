package frontier

// sumTree is a complete binary tree of elements that have a mass. It picks one with probability proportional to its
// mass, and changes or removes any, in O(log n).
//
// Invariant: sums[i] is the mass of element i and of all elements below it. Sums are always computed anew from the two
// sums below, never adjusted by differences, so that errors do not pile up.
type sumTree[E any] struct {
	items  []E
	own    []mass // of each element
	sums   []mass
	weigh  func(e E) mass
	placed func(e E, at int) // told after each move of an element
}

func (t *sumTree[E]) len() int { return len(t.items) }

func (t *sumTree[E]) push(e E) {
	at := len(t.items)
	t.items = append(t.items, e)
	t.own = append(t.own, mass{})
	t.sums = append(t.sums, mass{})
	t.placed(e, at)
	t.fix(at)
}

// fix brings the sums up to date after the mass of the element at an index has changed.
func (t *sumTree[E]) fix(at int) {
	t.own[at] = t.weigh(t.items[at])
	t.sumUp(at)
}

func (t *sumTree[E]) sumUp(at int) {
	for {
		t.add(at)
		if at == 0 {
			return
		}
		at = (at - 1) / 2
	}
}

// add makes one sum of what is below it.
func (t *sumTree[E]) add(at int) {
	t.sums[at] = t.own[at].plus(t.sum(2*at + 1)).plus(t.sum(2*at + 2))
}

// rebuild brings all sums up to date after the masses of any elements have changed, in O(n).
func (t *sumTree[E]) rebuild() {
	for at := len(t.items) - 1; at >= 0; at-- {
		t.own[at] = t.weigh(t.items[at])
		t.add(at)
	}
}

func (t *sumTree[E]) remove(at int) {
	last := len(t.items) - 1
	moved, own := t.items[last], t.own[last]
	clear(t.items[last:])
	t.items, t.own, t.sums = t.items[:last], t.own[:last], t.sums[:last]
	if last > 0 {
		t.sumUp((last - 1) / 2)
	}
	if at < last {
		t.items[at], t.own[at] = moved, own
		t.placed(moved, at)
		t.sumUp(at)
	}
}

// sum is the mass at and below an index; nothing beyond the end.
func (t *sumTree[E]) sum(at int) mass {
	if at >= len(t.sums) {
		return mass{}
	}
	return t.sums[at]
}

// pick returns the element at the share r, 0 ≤ r < 1, of the total mass; false when there is no mass.
func (t *sumTree[E]) pick(r float64) (e E, ok bool) {
	if t.sum(0).frac == 0 {
		return e, false
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
			return t.items[at], true
		}
	}
}
