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
	numbers := make(map[string]int, len(words))
	var terms []term
	var all []found
	for _, w := range words {
		n, known := numbers[w]
		if !known {
			n = len(terms)
			numbers[w] = n
			terms = append(terms, newTerm(w))
			all = append(all, found{number: int32(n)}) // #nosec G115 -- terms in memory, fewer than 2³¹
		}
		all[n].count++
	}
	v, _ := newVector(all, termListOf(terms), nil)
	return v
}

// newVector writes a vector of distinct terms down, in a buffer that is returned for the next one.
func newVector(all []found, terms termList, buffer []byte) (Vector, []byte) {
	v, b := Vector{len: len(all)}, buffer[:0]
	for _, f := range all {
		t := terms.at(f.number)
		b = binary.AppendUvarint(b, uint64(len(t.text)))
		if n := len(b); len(t.text) <= len(t.start) {
			b = append(b, t.start[:]...)[:n+len(t.text)]
		} else {
			b = append(b, t.text...)
		}
		b = binary.AppendUvarint(b, uint64(f.count)) // #nosec G115 -- a count, of 1 at least
		v.sum += float64(f.count) * float64(f.count)
	}
	v.terms = string(b)
	return v, b
}

// Freq is the number of occurrences of a term; Freqs is cheaper for several.
func (v Vector) Freq(term string) int {
	var n [1]int
	v.freqs([]string{term}, n[:])
	return n[0]
}

// Freqs are the numbers of occurrences of terms. It costs one look at the vector, a microsecond or two for a page's.
func (v Vector) Freqs(terms []string) []int {
	n := make([]int, len(terms))
	v.freqs(terms, n)
	return n
}

func (v Vector) freqs(terms []string, n []int) {
	v.sift(sieveOf(terms), func(candidate string, count int) {
		for i, term := range terms {
			if term == candidate {
				n[i] = count
			}
		}
	})
}

// sieve says of most terms quickly that they are none of those looked for.
type sieve uint64

func sieveOf(terms []string) (s sieve) {
	for _, term := range terms {
		s |= 1 << mesh(term)
	}
	return s
}

// mesh is where in a sieve a term belongs by its length and its first byte.
func mesh(term string) uint {
	if term == "" {
		return 0
	}
	return (uint(len(term))*11 + uint(term[0])) % 64
}

// sift gives the terms that a sieve lets through, in order of first occurrence.
func (v Vector) sift(s sieve, take func(term string, count int)) {
	for at := 0; at < len(v.terms); {
		n, end := v.number(at)
		count, next := v.number(end + n)
		if term := v.terms[end : end+n]; s>>mesh(term)&1 != 0 {
			take(term, count)
		}
		at = next
	}
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

// fewTerms is up to how many terms are best compared one by one with those that a sieve lets through.
const fewTerms = 16

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
		var terms [fewTerms]string
		var counts, found [fewTerms]int
		i := 0
		for terms[i%fewTerms], counts[i%fewTerms] = range q.All() {
			i++
		}
		p.freqs(terms[:i], found[:i])
		for i := range i {
			dot += float64(counts[i]) * float64(found[i])
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
