// Package text will be written by its owner; this file fixes what others use.
package text

import (
	"iter"
	"maps"
	"math"
	"strings"
)

// Vector is an immutable vector of raw term frequencies.
type Vector struct {
	freq map[string]int
	sum  float64
}

// NewVector counts the words.
func NewVector(words []string) Vector {
	v := Vector{freq: map[string]int{}}
	for _, w := range words {
		v.freq[w]++
	}
	for _, n := range v.freq {
		v.sum += float64(n * n)
	}
	return v
}

// Freq is the number of occurrences of a term.
func (v Vector) Freq(term string) int { return v.freq[term] }

// Len is the number of distinct terms.
func (v Vector) Len() int { return len(v.freq) }

// SumSquares is Σ f².
func (v Vector) SumSquares() float64 { return v.sum }

// All yields terms and frequencies, in order of first occurrence.
func (v Vector) All() iter.Seq2[string, int] { return maps.All(v.freq) }

// Cosine is sim(q,p), [MPS04] eq. 4.
func Cosine(q, p Vector) float64 {
	if q.sum == 0 || p.sum == 0 {
		return 0
	}
	dot := 0
	for t, n := range q.freq {
		dot += n * p.freq[t]
	}
	return float64(dot) / math.Sqrt(q.sum*p.sum)
}

// Query is a topic's keywords, prepared in every language.
type Query struct {
	keywords []Keyword
}

// NewQuery tokenises the keywords.
func NewQuery(keywords string) Query {
	q := Query{}
	for _, w := range strings.Fields(keywords) {
		q.keywords = append(q.keywords, Keyword{word: w})
	}
	return q
}

// Vector is the query's term vector in a language; it may be called concurrently.
func (q Query) Vector(lang string) Vector {
	words := []string{}
	for _, k := range q.keywords {
		words = append(words, k.In(lang))
	}
	return NewVector(words)
}

// Keywords are the query's words, stop words removed, in the order typed, each once.
func (q Query) Keywords() []Keyword { return q.keywords }

// Keyword is one word to look for, prepared in every language.
type Keyword struct{ word string }

// StemKeyword makes a keyword of a term that is already a stem: it is itself in every language.
func StemKeyword(stem string) Keyword { return Keyword{word: stem} }

// In is the stem of the keyword in a language; "" where it is a stop word there.
func (k Keyword) In(lang string) string { return strings.ToLower(k.word) }

// String is the word as typed (or the stem).
func (k Keyword) String() string { return k.word }
