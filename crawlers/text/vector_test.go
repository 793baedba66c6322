package text

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCosine(t *testing.T) {
	for _, c := range []struct {
		name, q, p string
		want       float64 // by hand from [MPS04] eq. 4
	}{
		{"equal", "web spider", "spider web", 1},
		{"nothing in common", "web", "spider", 0},
		{"raw frequencies", "a b", "a a c", 2 / math.Sqrt(2*5)},   // 1·2 / √((1+1)(4+1))
		{"all terms of the page count", "a", "a b c d", 1.0 / 2},  // 1 / √(1·4)
		{"query words twice", "a a b", "a b", 3 / math.Sqrt(5*2)}, // (2+1) / √((4+1)(1+1))
		{"no query", "", "a", 0},
		{"no page", "a", "", 0},
		{"neither", "", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Cosine(NewVector(strings.Fields(c.q)), NewVector(strings.Fields(c.p))); math.Abs(got-c.want) > 1e-15 {
				t.Errorf("Cosine = %v, want %v", got, c.want)
			}
		})
	}
	if got := Cosine(Vector{}, Vector{}); got != 0 {
		t.Errorf("Cosine of zero Vectors = %v, want 0", got)
	}
}

func TestVectorCounts(t *testing.T) {
	words := rapid.SliceOf(rapid.StringOfN(rapid.RuneFrom([]rune("abcé東")), 0, 3, -1))
	rapid.Check(t, func(t *rapid.T) {
		list := words.Draw(t, "words")
		v := NewVector(list)
		want := map[string]int{}
		var order []string
		squares := 0
		for _, w := range list {
			if want[w]++; want[w] == 1 {
				order = append(order, w)
			}
		}
		for _, n := range want {
			squares += n * n
		}
		got := map[string]int{}
		var terms []string
		for term, n := range v.All() {
			got[term], terms = n, append(terms, term)
		}
		if !maps.Equal(got, want) || !slices.Equal(terms, order) || v.SumSquares() != float64(squares) || v.Len() != len(want) {
			t.Fatalf("%q: %v in order %q, Σf² %v", list, got, terms, v.SumSquares())
		}
		for term, n := range want {
			if v.Freq(term) != n {
				t.Fatalf("%q: Freq(%q) = %d, want %d", list, term, v.Freq(term), n)
			}
		}
		if v.Freq("absent") != 0 {
			t.Fatalf("%q: counts a term that is absent", list)
		}
	})
}

func TestCosineIsASimilarity(t *testing.T) {
	words := rapid.SliceOf(rapid.SampledFrom(strings.Fields("a b c d e f g")))
	rapid.Check(t, func(t *rapid.T) {
		q, p := NewVector(words.Draw(t, "q")), NewVector(words.Draw(t, "p"))
		s := Cosine(q, p)
		if !(s >= 0 && s <= 1) || s != Cosine(p, q) {
			t.Fatalf("sim = %v one way, %v the other", s, Cosine(p, q))
		}
		if q.Len() > 0 && Cosine(q, q) < 1-1e-12 {
			t.Fatalf("sim of a vector with itself = %v", Cosine(q, q))
		}
	})
}
