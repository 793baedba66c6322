package text

import (
	"encoding/binary"
	"math/bits"
)

// vocabulary is what one Analyzer knows: numbers of terms, and how often each stands in the text at hand.
type vocabulary struct {
	dictionary *Dictionary
	lexicon    *lexicon
	terms      []term // of the lexicon, as far as they were needed
	counts     []count
	text       int32      // number of the text at hand, so that counts need no clearing
	frequent   []frequent // its length is a power of two
	shift      int        // 64 less the logarithm of that length
}

// count counts one term.
type count struct {
	text int32 // the last text it was seen in, whose count this is
	n    int32
}

// frequent is a place for one of the last words met that are short enough: most words of a text are found here, in a
// small piece of memory, without the hashing of a map.
type frequent struct {
	low, high uint64 // the word's key, its bytes in order, then zeros; no key is all zeros
	number    int32  // of its term
}

const (
	manyFrequent = 14 // logarithm of their number for an Analyzer of many texts: 400 KB
	fewFrequent  = 5  // and for one of a short text
	shortKey     = 16 // bytes
)

func newVocabulary(d *Dictionary, logFrequent int) vocabulary {
	return vocabulary{dictionary: d, frequent: make([]frequent, 1<<logFrequent), shift: 64 - logFrequent}
}

// nextText begins a new text: all counts are 0.
func (v *vocabulary) nextText() {
	v.text++
	lexicon := v.dictionary.lexicon()
	if lexicon == v.lexicon && v.text > 0 {
		return
	}
	v.lexicon, v.terms, v.counts, v.text = lexicon, nil, nil, 1
	clear(v.frequent)
}

// find is the number of the term of a word, which follows the number of its language in key. The capacity of key must
// be shortKey at least.
func (v *vocabulary) find(key []byte, l *language) int32 {
	if len(key) > shortKey {
		return v.lexicon.number(key, l)
	}
	low, high := split(key)
	place := &v.frequent[(low^bits.RotateLeft64(high, 31))*0x9E3779B97F4A7C15>>v.shift]
	if place.low != low || place.high != high {
		*place = frequent{low, high, v.lexicon.number(key, l)}
	}
	return place.number
}

// split reads a short key as two numbers. No byte of a key but the first is 0, so that keys of all lengths differ.
func split(key []byte) (low, high uint64) {
	bytes := key[:shortKey]
	low, high = binary.LittleEndian.Uint64(bytes), binary.LittleEndian.Uint64(bytes[8:])
	if n := len(key); n < 8 {
		return low & (1<<(8*n) - 1), 0
	} else if n < shortKey {
		return low, high & (1<<(8*(n-8)) - 1)
	}
	return low, high
}

// add counts a term and says whether it is the first of its kind in the text.
func (v *vocabulary) add(number int32) (first bool) {
	if int(number) >= len(v.counts) {
		v.terms = v.lexicon.all()
		v.counts = append(v.counts, make([]count, len(v.terms)-len(v.counts))...)
	}
	c := &v.counts[number]
	if first = c.text != v.text; first {
		*c = count{text: v.text}
	}
	c.n++
	return first
}
