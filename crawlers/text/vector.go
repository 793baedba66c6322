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
	v := Vector{}
	for _, w := range words {
		i, known := places[w]
		if !known {
			i = len(v.terms)
			places[w] = i
			v.terms = append(v.terms, w)
			v.counts = append(v.counts, 0)
		}
		v.counts[i]++
	}
	hashes := make([]uint64, len(v.terms))
	for i, term := range v.terms {
		hashes[i] = maphash.String(hashSeed, term)
	}
	return v.finish(hashes)
}

// finish builds the index of the terms, whose hashes are given, and the sum.
func (v Vector) finish(hashes []uint64) Vector {
	size := 4
	for size < 2*len(v.terms) {
		size *= 2
	}
	v.index = make([]int32, size)
	for i := range v.terms {
		slot := hashes[i] & uint64(size-1)
		for v.index[slot] != 0 {
			slot = (slot + 1) & uint64(size-1)
		}
		v.index[slot] = int32(i + 1)
		v.sum += float64(v.counts[i]) * float64(v.counts[i])
	}
	return v
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
