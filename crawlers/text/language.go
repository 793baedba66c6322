package text

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"

	"orbweaver/assets"
)

// language is what is known of one: its stop words and its stemmer. They are made once and never change.
type language struct {
	number int // place in languages
	code   string
	stops  map[string]bool
	stem   func(*snowballstem.Env) bool // nil = none
}

// languages are those with a stop list, by code; the last stands for all others, which are only lower-cased.
var languages = loadLanguages()

// unstemmed stands for all languages of which nothing is known.
var unstemmed = languages[len(languages)-1]

var stemmers = map[string]func(*snowballstem.Env) bool{
	"da": danish.Stem, "de": german.Stem, "en": english.Stem, "es": spanish.Stem, "fi": finnish.Stem, "fr": french.Stem, "hu": hungarian.Stem,
	"it": italian.Stem, "nl": dutch.Stem, "no": norwegian.Stem, "pt": portuguese.Stem, "ru": russian.Stem, "sv": swedish.Stem,
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
	if l.stem == nil || l.code == "en" && isEnglishStem(word) || strings.Trim(word, "0123456789") == "" { // numbers have no endings
		return word
	}
	return l.stemmed(word)
}

func (l *language) stemmed(word string) string {
	env := snowballstem.NewEnv(word)
	l.stem(env)
	return env.Current()
}
