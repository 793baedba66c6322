package text

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"

	"orbweaver/assets"
)

// language is what is known of one: its stop words and its stemmer. They are made once and never change.
type language struct {
	number int // place in languages
	code   string
	stops  map[string]bool
	stem   func(word string, stemStopWords bool) string // nil = none
}

// languages are those with a stop list, by code; the last stands for all others, which are only lower-cased.
var languages = loadLanguages()

// unstemmed stands for all languages of which nothing is known.
var unstemmed = languages[len(languages)-1]

var stemmers = map[string]func(string, bool) string{
	"en": english.Stem, "es": spanish.Stem, "fr": french.Stem, "hu": hungarian.Stem, "no": norwegian.Stem, "ru": russian.Stem, "sv": swedish.Stem,
}

func loadLanguages() []*language {
	files, err := fs.Glob(assets.StopLists, "stoplists/*.txt")
	if err != nil {
		panic("text: embedded stop lists: " + err.Error()) // the pattern is constant
	}
	slices.Sort(files)
	var all []*language
	for _, file := range files {
		list, err := fs.ReadFile(assets.StopLists, file)
		if err != nil {
			panic("text: embedded stop lists: " + err.Error()) // they are part of the program
		}
		code := strings.TrimSuffix(path.Base(file), ".txt")
		l := &language{number: len(all), code: code, stops: map[string]bool{}, stem: stemmers[code]}
		for word := range strings.FieldsSeq(string(list)) {
			l.stops[word] = true
		}
		all = append(all, l)
	}
	return append(all, &language{number: len(all), code: otherLanguage})
}

// otherLanguage is the code of all languages without a list: words are only lower-cased.
const otherLanguage = "other"

// languageOf finds a language by its ISO 639-1 code. "" (not known) is taken for English, so that the keywords of a
// topic and the pages that do not tell their language agree.
func languageOf(code string) *language {
	switch code {
	case "", "en":
		code = "en"
	case "nb", "nn":
		code = "no"
	}
	for _, l := range languages {
		if l.code == code {
			return l
		}
	}
	return unstemmed
}

// term is the stem of a word in lower case; "" for a stop word.
func (l *language) term(word string) string {
	if l.stops[word] {
		return ""
	}
	if l.stem == nil || strings.Trim(word, "0123456789") == "" { // numbers have no endings
		return word
	}
	return l.stem(word, true)
}
