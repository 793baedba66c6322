package text

import "sync"

// Query is what a topic's keywords are in every language. It is immutable.
type Query struct {
	keywords []Keyword
	vectors  []Vector // by language number
}

// Keyword is one word to look for, prepared in every language. It is immutable.
type Keyword struct {
	word  string
	stems []string // by language number; "" = a stop word there; nil = the word itself everywhere
}

// NewQuery prepares keywords as typed. A text without words, or of stop words only, gives a query that nothing is like.
func NewQuery(keywords string) Query {
	q := Query{vectors: make([]Vector, len(languages))}
	for i, l := range languages {
		q.vectors[i] = NewVector(terms(keywords, l))
	}
	unknown := languageOf("")
	known := map[string]bool{"": true}
	for _, word := range terms(keywords, unstemmed) {
		if stem := unknown.term(word); !known[stem] {
			known[stem] = true
			q.keywords = append(q.keywords, newKeyword(word))
		}
	}
	return q
}

func newKeyword(word string) Keyword {
	k := Keyword{word: word, stems: make([]string, len(languages))}
	for i, l := range languages {
		k.stems[i] = l.term(word)
	}
	return k
}

// Terms are the terms of a short text in a language, given by its ISO 639-1 code; "" when it is not known.
func Terms(s, lang string) []string { return terms(s, languageOf(lang)) }

// analyzers are those of short texts: made for each one they would cost more than the text, and learn its words anew.
var analyzers = sync.Pool{New: func() any { return NewAnalyzer(nil) }}

func terms(s string, l *language) []string {
	a := analyzers.Get().(*Analyzer)
	defer analyzers.Put(a)
	a.begin(l)
	a.Add(s, 0)
	return a.Words().Strings()
}

// Vector is the query's term vector in a language, given by its ISO 639-1 code; "" when it is not known.
func (q Query) Vector(lang string) Vector {
	if q.vectors == nil {
		return Vector{}
	}
	return q.vectors[languageOf(lang).number]
}

// Keywords are the query's words in the order typed, without English stop words; of words with the same English stem
// the first.
func (q Query) Keywords() []Keyword { return q.keywords }

// StemKeyword makes a keyword of a term that was found on a page: it is itself in every language.
func StemKeyword(stem string) Keyword { return Keyword{word: stem} }

// In is the keyword's term in a language, given by its ISO 639-1 code; "" where it is a stop word there.
func (k Keyword) In(lang string) string {
	if k.stems == nil {
		return k.word
	}
	return k.stems[languageOf(lang).number]
}

// String is the word as typed, in lower case, or the term it was made of.
func (k Keyword) String() string { return k.word }
