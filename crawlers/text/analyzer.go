package text

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxToken = 128     // bytes of a word that count; the rest of a longer run is passed over
	maxWords = 1 << 19 // words of a text that count
	maxCache = 1 << 16 // words remembered for one language
)

// Analyzer turns texts into terms and counts them. It is not safe for concurrent use: each worker has its own.
//
// It works on one text at a time: Begin, Add for each piece, then Words, Offsets and Vector.
type Analyzer struct {
	caches  []*cache // by language number
	cache   *cache   // of the text at hand
	text    int32    // number of the text at hand, so that counts need no clearing
	words   []string
	offsets []int32
	touched []*counter // the distinct terms of the text, in order of first occurrence
	token   []byte
}

// cache remembers what became of the words of a language.
type cache struct {
	language *language
	tokens   map[string]*counter // word in lower case → its term; nil = stop word
	terms    map[string]*counter
}

// counter counts one term in the text at hand.
type counter struct {
	term  string
	hash  uint64
	text  int32
	count int32
}

// NewAnalyzer returns an Analyzer that knows no word yet.
func NewAnalyzer() *Analyzer { return &Analyzer{caches: make([]*cache, len(languages))} }

// Begin starts a new text in a language, given by its ISO 639-1 code; "" when it is not known. What the methods have
// returned for the last text stays valid, but for Offsets.
func (a *Analyzer) Begin(lang string) {
	l := languageOf(lang)
	c := a.caches[l.number]
	if c == nil || len(c.tokens) > maxCache {
		c = &cache{language: l, tokens: map[string]*counter{}, terms: map[string]*counter{}}
		a.caches[l.number] = c
	}
	a.cache = c
	a.text++
	a.words = make([]string, 0, max(64, len(a.words)))
	a.offsets = a.offsets[:0]
	a.touched = a.touched[:0]
}

// Add reads a piece of the text, which words do not reach across. Offsets are counted from at, in bytes.
func (a *Analyzer) Add(piece string, at int) {
	start := -1 // of the word being read
	wide := false
	for i := 0; i < len(piece); {
		c := piece[i]
		if c < utf8.RuneSelf {
			if lower := wordBytes[c]; lower != 0 {
				if wide { // letters that are terms in pairs do not go on into others
					start, wide = a.end(start, at, wide), false
				}
				if start < 0 {
					start = i
				}
				a.token = append(a.token, lower)
			} else {
				start, wide = a.end(start, at, wide), false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(piece[i:])
		switch {
		case isWide(r):
			if start >= 0 && !wide {
				start = a.end(start, at, wide)
			}
			if start < 0 {
				start, wide = i, true
			}
			a.token = utf8.AppendRune(a.token, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && start >= 0:
			if wide && !unicode.IsMark(r) {
				start, wide = a.end(start, at, wide), false
			}
			if start < 0 {
				start = i
			}
			a.token = utf8.AppendRune(a.token, unicode.ToLower(r))
		default:
			start, wide = a.end(start, at, wide), false
		}
		i += size
	}
	a.end(start, at, wide)
}

// wordBytes maps the ASCII letters and digits to their lower case, other bytes to 0.
var wordBytes = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		if unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) {
			table[c] = byte(unicode.ToLower(rune(c)))
		}
	}
	return table
}()

// isWide says whether a letter is of a script written without spaces between words.
func isWide(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// end takes the word that was read, if there is one. It returns -1, the start of no word.
func (a *Analyzer) end(start, at int, wide bool) int {
	if start < 0 {
		return -1
	}
	if wide {
		a.takePairs(at + start)
	} else {
		a.take(a.token, at+start)
	}
	a.token = a.token[:0]
	return -1
}

// takePairs takes each two neighbours of the letters that were read, or the only one.
func (a *Analyzer) takePairs(at int) {
	_, first := utf8.DecodeRune(a.token)
	if first == len(a.token) {
		a.take(a.token, at)
		return
	}
	for from := 0; ; {
		_, first := utf8.DecodeRune(a.token[from:])
		if from+first == len(a.token) {
			return
		}
		_, second := utf8.DecodeRune(a.token[from+first:])
		a.take(a.token[from:from+first+second], at+from)
		from += first
	}
}

// take counts a word in lower case.
func (a *Analyzer) take(word []byte, at int) {
	if len(a.words) >= maxWords {
		return
	}
	if len(word) > maxToken {
		word = word[:maxToken]
		for !utf8.Valid(word) {
			word = word[:len(word)-1]
		}
	}
	c, known := a.cache.tokens[string(word)]
	if !known {
		c = a.cache.learn(string(word))
	}
	if c == nil {
		return
	}
	if c.text != a.text {
		c.text, c.count = a.text, 0
		a.touched = append(a.touched, c)
	}
	c.count++
	a.words = append(a.words, c.term)
	a.offsets = append(a.offsets, int32(at))
}

// learn finds out what becomes of a word and remembers it.
func (c *cache) learn(word string) *counter {
	term := c.language.term(norm.NFC.String(word))
	if term == "" {
		c.tokens[word] = nil
		return nil
	}
	t := c.terms[term]
	if t == nil {
		term = strings.Clone(term)
		t = &counter{term: term, hash: maphash.String(hashSeed, term)}
		c.terms[term] = t
	}
	c.tokens[word] = t
	return t
}

// Words are the terms of the text so far, in order.
func (a *Analyzer) Words() []string { return a.words }

// Offsets are the places at which the Words begin, in bytes as told to Add. They are valid until the next Begin.
func (a *Analyzer) Offsets() []int32 { return a.offsets }

// Vector holds the terms of the text so far with their frequencies.
func (a *Analyzer) Vector() Vector {
	v := Vector{terms: make([]string, len(a.touched)), counts: make([]int32, len(a.touched))}
	hashes := make([]uint64, len(a.touched))
	for i, c := range a.touched {
		v.terms[i], v.counts[i], hashes[i] = c.term, c.count, c.hash
	}
	return v.finish(hashes)
}
