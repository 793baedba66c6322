package frontier

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// An order is a sorted slice whose ends alone are looked at. Ranks are few, so that arrivals decide too, and come in runs
// that rise and fall, as they do when pages get better and worse.
func TestOrderAgainstSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOrder()
		var want []key // the best first
		arrival := uint64(0)
		push := func(rank float64) {
			arrival++
			k := newKey(rank, arrival, int32(arrival))
			o.push(k)
			at, _ := slices.BinarySearchFunc(want, k, key.compare)
			want = slices.Insert(want, at, k)
		}
		end := func(k key, ok bool, at int) {
			if ok != (len(want) > 0) || ok && k != want[at] {
				t.Fatalf("%+v, %v at the end; want %+v", k, ok, want)
			}
			if ok {
				o.discard(k)
				want = slices.Delete(want, at, at+1)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				rank, step := rapid.Float64Range(-2, 2).Draw(t, "rank"), rapid.SampledFrom([]float64{-1, 0, 0, 0.01, math.Pi}).Draw(t, "step")
				for i := range rapid.IntRange(1, 400).Draw(t, "keys") {
					push(math.Mod(rank+step*float64(i), 3))
				}
			},
			"first": func(t *rapid.T) {
				for range rapid.IntRange(1, 300).Draw(t, "keys") {
					k, ok := o.first()
					end(k, ok, 0)
				}
			},
			"last": func(t *rapid.T) {
				for range rapid.IntRange(1, 300).Draw(t, "keys") {
					k, ok := o.last()
					end(k, ok, max(0, len(want)-1))
				}
			},
			"tail": func(t *rapid.T) {
				n := rapid.IntRange(0, 300).Draw(t, "keys")
				got := o.tail(nil, n)
				slices.Reverse(got)
				if !slices.Equal(got, want[max(0, len(want)-n):]) {
					t.Fatalf("the last %d keys are %+v", n, got)
				}
			},
			"reset": func(*rapid.T) { o.reset(append(o.room(len(want)), want...)) },
			"": func(t *rapid.T) {
				if err := o.check(); err != nil {
					t.Fatal(err)
				}
				if o.len() != len(want) {
					t.Fatalf("%d keys; want %d", o.len(), len(want))
				}
			},
		})
	})
}

// A key that is wanted no more and lies at no end stays until one comes to it.
func TestOrderKeepsWhatIsDiscardedInTheMiddle(t *testing.T) {
	o := newOrder()
	for i := range 3 {
		o.push(newKey(float64(i), uint64(i+1), int32(i)))
	}
	o.discard(newKey(1, 2, 1))
	if k, _ := o.last(); o.len() != 3 || k.number() != 0 {
		t.Errorf("%d keys, the last %+v", o.len(), k)
	}
	o.discard(newKey(0, 1, 0))
	if k, _ := o.last(); o.len() != 2 || k.number() != 1 {
		t.Errorf("%d keys, the last %+v", o.len(), k)
	}
}

// What is put between keys that are sorted already does not have them sorted again, unless there are many.
func TestOrderStaysSorted(t *testing.T) {
	o := newOrder()
	for i := range 2 * short {
		o.push(newKey(float64(i*7%short), uint64(i+1), int32(i)))
		if !o.parts[0].sorted {
			t.Fatalf("not sorted any more, with %d keys", o.len())
		}
	}
}

// Keys that are all the same, as those of a link that was rescored back and forth, can not be divided; a bound that leaves
// few on one side would be no progress.
func TestDivideNeedsBothSides(t *testing.T) {
	same := slices.Repeat([]key{newKey(1, 1, 1)}, 100)
	if _, before, ok := divide(same); ok {
		t.Errorf("equal keys are divided, with %d before the bound", before)
	}
	// The first, the middle and the last are the three best.
	best := slices.Repeat([]key{newKey(1, 9, 9)}, 100)
	best[0], best[49], best[99] = newKey(2, 1, 1), newKey(3, 2, 2), newKey(4, 3, 3)
	if _, before, ok := divide(best); ok {
		t.Errorf("100 keys are divided, with %d before the bound", before)
	}
}
