package text

import (
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
	short atomic.Pointer[table] // short words → number of their term; read without the lock
	mu    sync.RWMutex          // guards what follows, and writing
	long  map[string]int32      // the number of its language and a longer word in lower case → number of its term
	stems *table                // short terms, of no language → their number
	terms map[string]int32      // the same of longer ones
	list  termList              // only grows, so that a copy of the slice stays right for what it holds
	len   int                   // of list
}

// noTerm is the number of the term "", which stop words have.
const noTerm = 0

func newLexicon() *lexicon {
	x := &lexicon{long: map[string]int32{}, stems: newTable(emptyTable), terms: map[string]int32{}}
	x.number("") // is noTerm
	x.short.Store(newTable(emptyTable))
	return x
}

// size is the number of words known.
func (x *lexicon) size() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.short.Load().used + len(x.long)
}

// ofShort is the number of the term of a word in lower case of at most shortWord bytes, given as its key.
func (x *lexicon) ofShort(k key, l *language) int32 {
	if n, _ := x.short.Load().get(k); n >= 0 {
		return n
	}
	return x.learnShort(k, l)
}

func (x *lexicon) learnShort(k key, l *language) int32 {
	text := stem(k.word(), l)
	x.mu.Lock()
	defer x.mu.Unlock()
	n := x.number(text)
	short := x.short.Load()
	if known, _ := short.get(k); known < 0 { // another Analyzer may have learnt it meanwhile
		x.short.Store(short.with(k, n))
	}
	return n
}

// ofLong is the number of the term of a word of any length, which follows the number of its language.
func (x *lexicon) ofLong(numbered []byte, l *language) int32 {
	x.mu.RLock()
	n, known := x.long[string(numbered)]
	x.mu.RUnlock()
	if !known {
		n = x.learnLong(string(numbered), l)
	}
	return n
}

func (x *lexicon) learnLong(numbered string, l *language) int32 {
	text := stem(numbered[1:], l)
	x.mu.Lock()
	defer x.mu.Unlock()
	n := x.number(text)
	x.long[numbered] = n
	return n
}

// stem is the term of a word in lower case. Words are compared in Unicode's composed form.
func stem(word string, l *language) string { return l.term(norm.NFC.String(word)) }

// number is that of a term, a new one if the term is new.
func (x *lexicon) number(text string) int32 {
	if len(text) > shortWord {
		n, known := x.terms[text]
		if !known {
			n = x.add(text)
			x.terms[x.list.at(n).text] = n
		}
		return n
	}
	k := keyOf(text)
	n, _ := x.stems.get(k)
	if n < 0 {
		n = x.add(text)
		x.stems = x.stems.with(k, n)
	}
	return n
}

func (x *lexicon) add(text string) int32 {
	number := int32(x.len) // #nosec G115 -- terms in memory, fewer than 2³¹
	x.len++
	if number%termBlock == 0 {
		x.list = append(x.list, make([]term, termBlock))
	}
	*x.list.at(number) = newTerm(strings.Clone(text)) // stems may be parts of longer strings
	return number
}

// all are the terms so far.
func (x *lexicon) all() termList {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.list
}
