package webgraph

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// An array against a slice, with runs of every length side by side: shorter and longer than what is left of a block, and
// longer than several. What is there stays where it is.
func TestArrayKeepsRunsTogether(t *testing.T) {
	type run struct {
		from, to int32
		first    *int
	}
	for seed := range uint64(10) {
		random := rand.New(rand.NewPCG(seed, 1))
		var a array[int]
		var runs []run
		for next := 0; next < 20*blockLength; {
			n := random.IntN(300)
			if random.IntN(20) == 0 {
				n = random.IntN(3 * blockLength)
			}
			from, room := a.room(n)
			if len(room) != n {
				t.Fatalf("seed %d: room for %d elements is %d", seed, n, len(room))
			}
			used := n - random.IntN(n+1)/2 // fewer than there was room for
			for i := range int32(used) {
				a.reach(from + i)
				*a.at(from + i) = next
				next++
			}
			if used > 0 {
				runs = append(runs, run{from, from + int32(used), a.at(from)})
			}
		}
		want := 0
		for _, r := range runs {
			if a.at(r.from) != r.first {
				t.Fatalf("seed %d: element %d has moved", seed, r.from)
			}
			for _, got := range a.slice(r.from, r.to) {
				if got != want {
					t.Fatalf("seed %d: %d among those from %d to %d; want %d", seed, got, r.from, r.to, want)
				}
				want++
			}
		}
		if last := runs[len(runs)-1]; int(last.to) != a.length {
			t.Errorf("seed %d: length %d; want %d", seed, a.length, last.to)
		}
	}
	var none array[int]
	if none.reach(3 * blockLength); none.length != 3*blockLength+1 || *none.at(3 * blockLength) != 0 {
		t.Errorf("length %d", none.length)
	}
	if got := none.slice(5, 5); len(got) > 0 {
		t.Errorf("nothing is %v", got)
	}
	if !slices.Equal(none.slice(0, 2), []int{0, 0}) {
		t.Error("what was never set is not 0")
	}
}
