package text

import (
	"encoding/binary"
	"hash/maphash"
	"maps"
	"math/bits"
)

// maxVocabulary is how many words are remembered, over all languages: some 8 MB. A text adds its own before that is
// looked at. What is forgotten the dictionary mostly still knows.
const maxVocabulary = 1 << 16

// vocabulary remembers what became of the words of earlier texts: most of a page's words are known from the pages
// before it, and stemming costs far more than finding. It stays bounded by forgetting the words of the fewest texts,
// which only costs time.
type vocabulary struct {
	dictionary *Dictionary
	frequent   [1 << frequentBits]frequent
	words      map[string]*counter // number of the language and word in lower case → its term
	terms      map[string]*counter
	text       int32 // number of the text at hand, so that counts need no clearing
}

// counter counts one term in the text at hand.
type counter struct {
	term  string // "" for stop words
	hash  uint64
	text  int32 // the last text it was seen in, whose count this is
	count int32
	texts int32 // how many it was seen in, halved whenever words are forgotten
}

// frequent is a place for one of the last words met that are short enough: most words of a text are found here, in a
// small piece of memory, without the hashing of the map.
type frequent struct {
	low, high uint64 // the word's key, its bytes in order, then zeros
	counter   *counter
}

const (
	frequentBits = 14
	shortKey     = 16 // bytes
)

func newVocabulary(d *Dictionary) vocabulary {
	return vocabulary{dictionary: d, words: map[string]*counter{}, terms: map[string]*counter{}}
}

// nextText begins a new text: all counts are 0. Words are forgotten only here, so that no term has two counters in one
// text.
func (v *vocabulary) nextText() {
	v.text++
	if len(v.words) <= maxVocabulary {
		return
	}
	clear(v.frequent[:])
	for least := int32(2); len(v.words) > maxVocabulary/2; least *= 2 {
		rare := func(_ string, c *counter) bool { return c.texts < least }
		maps.DeleteFunc(v.words, rare)
		maps.DeleteFunc(v.terms, rare)
	}
	for _, c := range v.terms {
		c.texts /= 2
	}
}

// find is the counter of a word, which follows the number of its language in key. The capacity of key must be shortKey
// at least.
func (v *vocabulary) find(key []byte, l *language) *counter {
	var c *counter
	if len(key) <= shortKey {
		low, high := split(key)
		place := &v.frequent[(low^bits.RotateLeft64(high, 31))*0x9E3779B97F4A7C15>>(64-frequentBits)]
		if place.low != low || place.high != high || place.counter == nil {
			*place = frequent{low, high, v.remembered(key, l)}
		}
		c = place.counter
	} else {
		c = v.remembered(key, l)
	}
	if c.text != v.text {
		c.text, c.count = v.text, 0
		c.texts++
	}
	return c
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

func (v *vocabulary) remembered(key []byte, l *language) *counter {
	if c := v.words[string(key)]; c != nil {
		return c
	}
	return v.learn(string(key), l)
}

// learn finds out what becomes of a word and remembers it.
func (v *vocabulary) learn(key string, l *language) *counter {
	term := v.dictionary.term(key, l)
	c := v.terms[term]
	if c == nil {
		c = &counter{term: term, hash: maphash.String(hashSeed, term)}
		v.terms[term] = c
	}
	v.words[key] = c
	return c
}
