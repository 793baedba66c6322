package text

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/unicode/norm"
)

// maxLexicon is how many words make a dictionary begin anew: some 30 MB. The words that matter are learnt again at once.
const maxLexicon = 1 << 18

// Dictionary remembers the terms of words for several Analyzers, so that none stems what another has stemmed. It is
// bounded and safe for concurrent use.
type Dictionary struct {
	current atomic.Pointer[lexicon]
}

// NewDictionary returns a Dictionary that knows no word yet.
func NewDictionary() *Dictionary {
	d := &Dictionary{}
	d.current.Store(newLexicon())
	return d
}

// lexicon is what the dictionary has learnt since it last began anew. An Analyzer keeps to one lexicon for the whole of
// a text.
func (d *Dictionary) lexicon() *lexicon {
	lex := d.current.Load()
	if lex.size() >= maxLexicon {
		d.current.CompareAndSwap(lex, newLexicon()) // another Analyzer may have done it
		lex = d.current.Load()
	}
	return lex
}

// lexicon numbers terms in the order in which they are met, so that those met often are close together in memory.
type lexicon struct {
	mu    sync.RWMutex
	words map[string]int32 // number of the language and word in lower case → number of its term
	terms map[string]int32
	list  []term // by number; only grows, so that a copy of the slice stays right for what it holds
}

// term is a term and its hash, by which vectors find it.
type term struct {
	text string
	hash uint64
}

// noTerm is the number of the term "", which stop words have.
const noTerm = 0

func newLexicon() *lexicon {
	return &lexicon{words: map[string]int32{}, terms: map[string]int32{"": noTerm}, list: make([]term, 1)}
}

func (x *lexicon) size() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.words)
}

// number is the number of the term of the word that follows the number of its language in key.
func (x *lexicon) number(key []byte, l *language) int32 {
	x.mu.RLock()
	n, known := x.words[string(key)]
	x.mu.RUnlock()
	if !known {
		n = x.learn(string(key), l)
	}
	return n
}

// learn finds out what becomes of a word. Words are compared in Unicode's composed form.
func (x *lexicon) learn(key string, l *language) int32 {
	word := key[1:]
	text := l.term(norm.NFC.String(word))
	if strings.HasPrefix(word, text) {
		text = word[:len(text)] // most terms are beginnings of their words, whose memory is kept anyway
	} else {
		text = strings.Clone(text) // stems may be parts of longer strings
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	n, known := x.terms[text]
	if !known {
		n = int32(len(x.list))
		x.list = append(x.list, term{text, maphash.String(hashSeed, text)})
		x.terms[text] = n
	}
	x.words[key] = n
	return n
}

// all are the terms so far, by number.
func (x *lexicon) all() []term {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.list
}
