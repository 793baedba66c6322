package webgraph

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A queue against a sorted slice: entries of few and of many different keys come, the first ones go, and now and then all of
// a kind are discarded.
func TestQueueEqualsASortedSlice(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		keys := []int{1, 7, 1000, 1_000_000}[seed%4]
		var q queue
		var want []entry
		for step := range 5000 {
			switch action := random.IntN(40); {
			case action == 0:
				kind := int32(random.IntN(4))
				useless := func(e entry) bool { return e.node%4 == kind }
				q.discard(useless)
				want = slices.DeleteFunc(want, useless)
			case action < 26 || step < 2000:
				e := entry{key: float64(random.IntN(keys)), node: int32(random.IntN(1 + step/2))}
				q.push(e)
				at, _ := slices.BinarySearchFunc(want, e, func(a, b entry) int {
					if a.before(b) {
						return -1
					}
					return 1
				})
				want = slices.Insert(want, at, e)
			default:
				got, ok := q.first()
				if ok != (len(want) > 0) || ok && got != want[0] {
					t.Fatalf("seed %d, step %d: first is %v, %v; want the first of %d", seed, step, got, ok, len(want))
				}
				if ok {
					q.removeFirst()
					want = want[1:]
				}
			}
			if q.size != len(want) {
				t.Fatalf("seed %d, step %d: %d entries; want %d", seed, step, q.size, len(want))
			}
		}
	}
}

// Entries that are all the same cannot be parted, and need not be.
func TestQueueOfTheSame(t *testing.T) {
	var q queue
	e := entry{key: 1, node: 1}
	for range 1000 {
		q.push(e)
	}
	for range 1000 {
		if got, ok := q.first(); !ok || got != e {
			t.Fatalf("first is %v, %v", got, ok)
		}
		q.removeFirst()
	}
	if _, ok := q.first(); ok {
		t.Error("an empty queue has a first entry")
	}
}

// Entries that are all the same can not be parted, and are sorted at once, however many.
func TestQueueOfEqualEntries(t *testing.T) {
	var q queue
	for range 100_000 {
		q.push(entry{key: 1, node: 7})
	}
	q.push(entry{key: 2, node: 8})
	if e, ok := q.first(); !ok || e.node != 8 {
		t.Errorf("first %+v, %v", e, ok)
	}
}
