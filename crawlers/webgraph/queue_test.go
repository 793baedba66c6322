package webgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A queue against a sorted slice: entries of few and of many different keys come, and the first ones go.
func TestQueueEqualsASortedSlice(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		keys := []int{1, 7, 1000, 1_000_000}[seed%4]
		var q queue
		var want []entry
		for step := range 5000 {
			if random.IntN(40) < 26 || step < 2000 {
				e := entry{key: float64(random.IntN(keys)), node: int32(random.IntN(1 + step/2))}
				q.push(e)
				at, _ := slices.BinarySearchFunc(want, e, func(a, b entry) int {
					if a.before(b) {
						return -1
					}
					return 1
				})
				want = slices.Insert(want, at, e)
			} else {
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

// A queue of entries whose keys rise, fall and lose their use, against a look at all of them: the first of use is the first
// entry that has the key that counts, nothing is lost, and nothing of no use is left when that is discarded.
func TestQueueOfRisingKeys(t *testing.T) {
	leftToLie, discarded := 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 2))
		span := []int{3, 50, 1_000_000}[seed%3]
		keys := map[int32]float64{} // of the nodes that wait
		q := queue{touch: func([]entry) {}, current: func(e entry) (entry, bool) {
			key, waits := keys[e.node]
			return entry{key: key, node: e.node}, waits && key >= e.key
		}}
		first := func() (e entry, ok bool) {
			for e, ok = q.first(); ok; e, ok = q.first() {
				if now, isOfUse := q.current(e); isOfUse && now == e {
					break
				}
				q.removeFirst()
			}
			return e, ok
		}
		for step := range 6000 {
			v := int32(random.IntN(1 + step/4))
			was, waits := keys[v]
			switch action := random.IntN(100); {
			case !waits && action < 60:
				keys[v] = float64(random.IntN(span))
				q.push(entry{key: keys[v], node: v})
			case waits && action < 60:
				size := q.size
				keys[v] += float64(1+random.IntN(span)) / 4
				if q.raise(was, entry{key: keys[v], node: v}); q.size == size {
					leftToLie++
				}
			case waits && action < 65:
				keys[v] = keys[v]/2 - 1
				q.lower(entry{key: keys[v], node: v})
			case waits && action < 70:
				delete(keys, v)
			case action == 70:
				size := q.size
				q.discard()
				discarded += size - q.size
				if q.size > len(keys)+2*sortedSize { // those of the sorted part may be in another one as well
					t.Fatalf("seed %d, step %d: %d entries of %d nodes", seed, step, q.size, len(keys))
				}
			case action > 90 || step%1000 < 100:
				e, ok := first()
				want := entry{node: -1}
				for v, key := range keys {
					if candidate := (entry{key: key, node: v}); want.node < 0 || candidate.before(want) {
						want = candidate
					}
				}
				if ok != (want.node >= 0) || ok && e != want {
					t.Fatalf("seed %d, step %d: first is %v, %v; want %v", seed, step, e, ok, want)
				}
				if ok && random.IntN(2) == 0 {
					delete(keys, e.node)
				}
			}
		}
		for range len(keys) {
			e, ok := first()
			if !ok || keys[e.node] != e.key {
				t.Fatalf("seed %d: %v, %v after all steps; %d nodes still wait", seed, e, ok, len(keys))
			}
			delete(keys, e.node)
		}
		if e, ok := first(); ok {
			t.Errorf("seed %d: %v is left", seed, e)
		}
	}
	if leftToLie < 1000 || discarded < 1000 {
		t.Errorf("%d rises left an entry where it was, %d entries were discarded: too few to tell", leftToLie, discarded)
	}
}

// The first entry rises at every step and is asked for, but never leaves: it must not be there more and more often.
func TestQueueOfOneThatRises(t *testing.T) {
	keys := []float64{0, 0, 0}
	q := queue{touch: func([]entry) {}, current: func(e entry) (entry, bool) { return entry{key: keys[e.node], node: e.node}, keys[e.node] >= e.key }}
	for v := range int32(3) {
		q.push(entry{node: v})
	}
	for range 10_000 {
		was := keys[1]
		keys[1]++
		q.raise(was, entry{key: keys[1], node: 1})
		if e, ok := q.first(); !ok || e != (entry{key: keys[1], node: 1}) {
			t.Fatalf("first is %v, %v; want key %v", e, ok, keys[1])
		}
		if q.size > 2*sortedSize {
			t.Fatalf("%d entries of 3 nodes", q.size)
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

// An entry is said to be near only where all entries with its key lie unsorted in the last part.
func TestQueueIsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	near := 0
	for range 200 {
		q := queue{touch: func([]entry) {}, current: func(e entry) (entry, bool) { return e, true }}
		span := 3 + random.IntN(300)
		for v := range int32(1000) {
			q.push(entry{key: float64(random.IntN(span)), node: v})
		}
		q.first()
		for v := range int32(random.IntN(400)) { // when they are many, the last part is not sorted any more
			q.push(entry{key: float64(span) - random.Float64(), node: 1000 + v})
		}
		last := len(q.parts) - 1
		for key := range span {
			if !q.isNear(float64(key)) {
				continue
			}
			near++
			if smallest, greatest := (entry{key: float64(key)}), (entry{key: float64(key), node: math.MaxInt32}); q.parts[last].sorted || q.partOf(smallest) != last || q.partOf(greatest) != last {
				t.Fatalf("an entry with key %d may lie elsewhere: %d parts, the last sorted: %v", key, last+1, q.parts[last].sorted)
			}
		}
	}
	if near < 100 {
		t.Errorf("%d keys were near: too few to tell", near)
	}
}
