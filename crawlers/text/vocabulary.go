package text

import (
	"hash/maphash"
	"maps"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxVocabulary is how many words are remembered, over all languages: some 8 MB. A text adds its own before that is
// looked at. A quarter of it makes an encyclopaedia's pages cost half as much again.
const maxVocabulary = 1 << 16

// vocabulary remembers what became of the words of earlier texts: most of a page's words are known from the pages
// before it, and stemming costs far more than finding. It stays bounded by forgetting the words of the fewest texts,
// which only costs time.
type vocabulary struct {
	words map[string]*counter // number of the language and word in lower case → its term
	terms map[string]*counter
	text  int32 // number of the text at hand, so that counts need no clearing
}

// counter counts one term in the text at hand.
type counter struct {
	term  string // "" for stop words
	hash  uint64
	text  int32 // the last text it was seen in, whose count this is
	count int32
	texts int32 // how many it was seen in, halved whenever words are forgotten
}

func newVocabulary() vocabulary {
	return vocabulary{words: map[string]*counter{}, terms: map[string]*counter{}}
}

// nextText begins a new text: all counts are 0. Words are forgotten only here, so that no term has two counters in one
// text.
func (v *vocabulary) nextText() {
	v.text++
	if len(v.words) <= maxVocabulary {
		return
	}
	for least := int32(2); len(v.words) > maxVocabulary/2; least *= 2 {
		rare := func(_ string, c *counter) bool { return c.texts < least }
		maps.DeleteFunc(v.words, rare)
		maps.DeleteFunc(v.terms, rare)
	}
	for _, c := range v.terms {
		c.texts /= 2
	}
}

// find is the counter of a word, which follows the number of its language in key.
func (v *vocabulary) find(key []byte, l *language) *counter {
	c := v.words[string(key)]
	if c == nil {
		c = v.learn(string(key), l)
	}
	if c.text != v.text {
		c.text, c.count = v.text, 0
		c.texts++
	}
	return c
}

// learn finds out what becomes of a word and remembers it. Words are compared in Unicode's composed form.
func (v *vocabulary) learn(key string, l *language) *counter {
	term := l.term(norm.NFC.String(key[1:]))
	c := v.terms[term]
	if c == nil {
		term = strings.Clone(term) // stems are often parts of longer strings
		c = &counter{term: term, hash: maphash.String(hashSeed, term)}
		v.terms[term] = c
	}
	v.words[key] = c
	return c
}
