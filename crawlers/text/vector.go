package text

import (
	"hash/maphash"
	"iter"
	"math"
)

// Vector is an immutable vector of raw term frequencies. The zero Vector is empty. It may be used concurrently.
type Vector struct {
	terms  []string // distinct, in order of first occurrence
	counts []int32
	index  []int32 // open addressing: place in terms + 1, 0 = free; its length is a power of two
	sum    float64 // Σ f²
}

// hashSeed is one for all vectors of the process. Hashes only find terms: no order depends on them.
var hashSeed = maphash.MakeSeed()

// NewVector counts words, each taken as a term.
func NewVector(words []string) Vector {
	places := make(map[string]int, len(words))
	var terms []string
	var counts []int32
	for _, w := range words {
		i, known := places[w]
		if !known {
			i = len(terms)
			places[w] = i
			terms, counts = append(terms, w), append(counts, 0)
		}
		counts[i]++
	}
	v := allocate(len(terms))
	for i, term := range terms {
		v.set(i, term, maphash.String(hashSeed, term), counts[i])
	}
	return v
}

// allocate makes room for n terms, all of which must then be set.
func allocate(n int) Vector {
	size := 4
	for size < 2*n {
		size *= 2
	}
	numbers := make([]int32, n+size)
	return Vector{terms: make([]string, n), counts: numbers[:n:n], index: numbers[n:]}
}

// set puts a term that is not in the vector yet at a place.
func (v *Vector) set(i int, term string, hash uint64, count int32) {
	v.terms[i], v.counts[i] = term, count
	v.sum += float64(count) * float64(count)
	mask := uint64(len(v.index) - 1)
	slot := hash & mask
	for v.index[slot] != 0 {
		slot = (slot + 1) & mask
	}
	v.index[slot] = int32(i + 1)
}

// Freq is the number of occurrences of a term.
func (v Vector) Freq(term string) int {
	if len(v.index) == 0 {
		return 0
	}
	mask := uint64(len(v.index) - 1)
	for slot := maphash.String(hashSeed, term) & mask; v.index[slot] != 0; slot = (slot + 1) & mask {
		if i := v.index[slot] - 1; v.terms[i] == term {
			return int(v.counts[i])
		}
	}
	return 0
}

// Len is the number of distinct terms.
func (v Vector) Len() int { return len(v.terms) }

// SumSquares is Σ f² over the terms.
func (v Vector) SumSquares() float64 { return v.sum }

// All yields the terms with their frequencies, in order of first occurrence.
func (v Vector) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i, term := range v.terms {
			if !yield(term, int(v.counts[i])) {
				return
			}
		}
	}
}

// Cosine is sim(q,p) = Σ f_kq·f_kp / √(Σ f_kp² · Σ f_kq²) over raw frequencies, 0…1 ([MPS04] eq. 4). It is 0 if either
// vector is empty.
func Cosine(q, p Vector) float64 {
	if q.sum == 0 || p.sum == 0 {
		return 0
	}
	if len(q.terms) > len(p.terms) {
		q, p = p, q
	}
	dot := 0.0
	for i, term := range q.terms {
		dot += float64(q.counts[i]) * float64(p.Freq(term))
	}
	return min(1, dot/math.Sqrt(q.sum*p.sum)) // rounding must not make equal vectors more than alike
}
