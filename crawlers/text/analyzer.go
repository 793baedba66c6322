package text

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	maxToken = 128     // bytes of a word that count; the rest of a longer run is passed over
	maxWords = 1 << 19 // words of a text that count
)

// Analyzer turns texts into terms and counts them. It is not safe for concurrent use: each worker has its own.
//
// It works on one text at a time: Begin, Add for each piece, then Words, Offsets and Vector.
type Analyzer struct {
	vocabulary vocabulary
	language   *language // of the text at hand
	words      []int32   // terms by number
	offsets    []int32
	packing    []byte // scratch of Vector
	word       []byte // being read, if it is not short: the number of its language, then the word in lower case
	batch      batch  // short words read but not counted yet
}

// NewAnalyzer returns an Analyzer of many texts that shares a dictionary with others; nil = it has its own.
func NewAnalyzer(d *Dictionary) *Analyzer {
	if d == nil {
		d = NewDictionary()
	}
	return &Analyzer{vocabulary: vocabulary{dictionary: d}, word: make([]byte, 0, 1+maxToken)}
}

// Begin starts a new text in a language, given by its ISO 639-1 code; "" when it is not known. What Words and Vector
// have returned for the last text stays valid.
func (a *Analyzer) Begin(lang string) { a.begin(languageOf(lang)) }

func (a *Analyzer) begin(l *language) {
	a.language = l
	a.vocabulary.nextText()
	a.words = a.words[:0]
	a.offsets = a.offsets[:0]
}

// Add reads a piece of the text, which words do not reach across. Offsets are counted from at, in bytes.
func (a *Analyzer) Add(piece string, at int) {
	a.add(piece, at)
	a.countBatch()
}

func (a *Analyzer) add(piece string, at int) {
	for i := 0; i < len(piece) && len(a.words) < maxWords; {
		c := piece[i]
		if c < utf8.RuneSelf {
			if lowerASCII[c] == 0 {
				i++
			} else {
				i = a.readWord(piece, i, at)
			}
			continue
		}
		switch r, size := utf8.DecodeRuneInString(piece[i:]); {
		case isWide(r):
			i = a.readPairs(piece, i, at)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			i = a.readWord(piece, i, at)
		default:
			i += size
		}
	}
}

// readWord takes the word that begins at piece[i] and returns its end.
func (a *Analyzer) readWord(piece string, i, at int) int {
	k, n := readShort(piece, i)
	end := i + n
	if n > shortWord || end < len(piece) && piece[end] >= utf8.RuneSelf { // few are
		return a.readAnyWord(piece, i, at)
	}
	a.countShort(k, at+i)
	return end
}

// readAnyWord is readWord for long words and all letters. A combining mark belongs to the letter before it.
func (a *Analyzer) readAnyWord(piece string, i, at int) int {
	start := i
	word := a.word[:1+maxToken]
	word[0] = byte(a.language.number) // #nosec G115 -- one of a few languages
	n := 1
	for i < len(piece) {
		if c := piece[i]; c < utf8.RuneSelf {
			lower := lowerASCII[c]
			if lower == 0 {
				break
			}
			if n < len(word) {
				word[n] = lower
				n++
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(piece[i:])
		if isWide(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		if lower := unicode.ToLower(r); n+utf8.RuneLen(lower) <= len(word) {
			n += utf8.EncodeRune(word[n:], lower)
		}
		i += size
	}
	a.countWord(word[:n], at+start)
	return i
}

// readPairs takes each two neighbours of the wide letters that begin at piece[i], or the only one, and returns their
// end.
func (a *Analyzer) readPairs(piece string, i, at int) int {
	previous := -1 // where the letter before begins
	start := i
	for i < len(piece) {
		r, size := utf8.DecodeRuneInString(piece[i:])
		if !isWide(r) {
			break
		}
		end := i + size
		for end < len(piece) { // the marks that belong to it
			mark, size := utf8.DecodeRuneInString(piece[end:])
			if !unicode.IsMark(mark) || end-i > maxToken/2 {
				break
			}
			end += size
		}
		if previous >= 0 {
			a.countPair(piece[previous:end], at+previous)
		}
		previous, i = i, end
	}
	if previous == start {
		a.countPair(piece[start:i], at+start)
	}
	return i
}

func (a *Analyzer) countPair(pair string, at int) {
	a.countWord(append(append(a.word[:0], byte(a.language.number)), pair...), at) // #nosec G115 -- one of a few languages
}

// countWord takes a word in lower case, which follows the number of its language.
func (a *Analyzer) countWord(numbered []byte, at int) {
	if word := numbered[1:]; len(word) <= shortWord {
		a.countShort(keyOf(word), at)
	} else {
		a.countBatch()
		a.count(a.vocabulary.lexicon.ofLong(numbered, a.language), at)
	}
}

// countShort takes a short word, given by its key without a language.
func (a *Analyzer) countShort(k key, at int) {
	b := &a.batch
	if b.len == len(b.words) {
		a.countBatch()
	}
	b.words[b.len] = waiting{key: k.in(a.language), at: int32(at)} // #nosec G115 -- a place in a text, which is shorter than 2³¹ bytes
	b.len++
}

// countBatch counts the short words read since it was last called.
func (a *Analyzer) countBatch() {
	b := &a.batch
	b.look(a.vocabulary.lexicon, a.language)
	a.vocabulary.fetch(b.words[:b.len])
	for i := range b.words[:b.len] {
		a.count(b.words[i].number, int(b.words[i].at))
	}
	b.len = 0
}

// count takes the term of the word that begins at a place in the text.
func (a *Analyzer) count(number int32, at int) {
	if number == noTerm || len(a.words) >= maxWords {
		return
	}
	a.vocabulary.add(number)
	a.words = append(a.words, number)
	a.offsets = append(a.offsets, int32(at)) // #nosec G115 -- a place in a text, which is shorter than 2³¹ bytes
}

// lowerASCII maps the ASCII letters and digits to their lower case, other bytes to 0.
var lowerASCII = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		if unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) {
			table[c] = byte(unicode.ToLower(rune(c)))
		}
	}
	return table
}()

// isWide says whether a letter is of a script read in pairs: Han, kana and Hangul. The length mark of kana (U+30FC and
// its half-width form) belongs to no script by itself.
func isWide(r rune) bool {
	return r >= 0x1100 && (r == 'ー' || r == 'ｰ' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

// Words are the terms of the text so far: a copy that stays valid.
func (a *Analyzer) Words() Words { return Words{slices.Clone(a.words), a.vocabulary.terms} }

// Len is the number of the Words.
func (a *Analyzer) Len() int { return len(a.words) }

// Offsets are the places at which the Words begin, in bytes as told to Add. They are valid until the next Begin.
func (a *Analyzer) Offsets() []int32 { return a.offsets }

// Vector holds the terms of the text so far with their frequencies.
func (a *Analyzer) Vector() Vector {
	v, buffer := newVector(a.vocabulary.found, a.vocabulary.terms, a.packing)
	a.packing = buffer
	return v
}
