package text

import (
	"encoding/binary"
	"iter"
	"math"
)

// Vector is an immutable vector of raw term frequencies, small enough to be kept for many pages: some 6 KB for a page of
// 3,000 words. The zero Vector is empty. It may be used concurrently.
type Vector struct {
	terms string  // of each the length, the term, the frequency; numbers as uvarints; in order of first occurrence
	len   int     // distinct terms
	sum   float64 // Σ f²
}

// NewVector counts words, each taken as a term.
func NewVector(words []string) Vector {
	places := make(map[string]int, len(words))
	var terms []found
	for _, w := range words {
		i, known := places[w]
		if !known {
			i = len(terms)
			places[w] = i
			terms = append(terms, found{text: w})
		}
		terms[i].count++
	}
	v, _ := newVector(terms, nil)
	return v
}

// newVector writes a vector of distinct terms down, in a buffer that is returned for the next one.
func newVector(terms []found, buffer []byte) (Vector, []byte) {
	v, b := Vector{len: len(terms)}, buffer[:0]
	for _, f := range terms {
		b = binary.AppendUvarint(b, uint64(len(f.text)))
		b = append(b, f.text...)
		b = binary.AppendUvarint(b, uint64(f.count))
		v.sum += float64(f.count) * float64(f.count)
	}
	v.terms = string(b)
	return v, b
}

// Freq is the number of occurrences of a term. It looks at the terms one after the other, a microsecond for a page's.
func (v Vector) Freq(term string) int {
	for at := 0; at < len(v.terms); {
		n, end := v.number(at)
		candidate := v.terms[end : end+n]
		count, next := v.number(end + n)
		if candidate == term {
			return count
		}
		at = next
	}
	return 0
}

// number reads the number at a place, and says where what follows it begins.
func (v Vector) number(at int) (n, next int) {
	if c := v.terms[at]; c < 0x80 { // nearly all
		return int(c), at + 1
	}
	for shift := 0; ; shift += 7 {
		c := v.terms[at]
		at++
		n |= int(c&0x7F) << shift
		if c < 0x80 {
			return n, at
		}
	}
}

// Len is the number of distinct terms.
func (v Vector) Len() int { return v.len }

// SumSquares is Σ f² over the terms.
func (v Vector) SumSquares() float64 { return v.sum }

// All yields the terms with their frequencies, in order of first occurrence. A term that is kept should be cloned: it
// keeps all of the vector in memory.
func (v Vector) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for at := 0; at < len(v.terms); {
			n, end := v.number(at)
			count, next := v.number(end + n)
			if !yield(v.terms[end:end+n], count) {
				return
			}
			at = next
		}
	}
}

// fewTerms is up to how many terms are looked up one by one; for more, one look at all terms of the page is cheaper.
const fewTerms = 8

// Cosine is sim(q,p) = Σ f_kq·f_kp / √(Σ f_kp² · Σ f_kq²) over raw frequencies, 0…1 ([MPS04] eq. 4). It is 0 if either
// vector is empty.
func Cosine(q, p Vector) float64 {
	if q.len > p.len {
		q, p = p, q
	}
	return cosine(product(q, p), q.sum, p.sum)
}

// product is Σ f_kq·f_kp; q is the one of fewer terms.
func product(q, p Vector) float64 {
	dot := 0.0
	if q.len <= fewTerms {
		for term, n := range q.All() {
			dot += float64(n) * float64(p.Freq(term))
		}
		return dot
	}
	weights := make(map[string]int, q.len)
	for term, n := range q.All() {
		weights[term] = n
	}
	for term, n := range p.All() {
		dot += float64(weights[term]) * float64(n)
	}
	return dot
}

// cosine is the similarity of two vectors by their product and their squares.
func cosine(dot, q, p float64) float64 {
	if q == 0 || p == 0 {
		return 0
	}
	return min(1, dot/math.Sqrt(q*p)) // rounding must not make equal vectors more than alike
}
