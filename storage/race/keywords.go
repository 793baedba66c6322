package race

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

const (
	madeKeywords = 5 // made of pages
	titleWeight  = 3 // how often a word of the title counts
	shortestWord = 3 // runes
)

// wordCounts finds the telling words of pages.
type wordCounts struct {
	pages int
	words map[string]*word // by term
}

// word is one that may become a keyword.
type word struct {
	text  string  // as it was first written, in lower case
	share float64 // of the words of each page, summed up
	pages int     // on which it stands
}

// telling are the words whose mean share of a page's words is greatest, times the share of the pages that they stand on; the
// words of titles count thrice, and one that stands on one of several pages only is left out.
func (w *wordCounts) telling() string {
	var best []*word
	for _, c := range w.words {
		if c.pages > 1 || w.pages == 1 {
			best = append(best, c)
		}
	}
	slices.SortFunc(best, func(a, b *word) int {
		return cmp.Or(cmp.Compare(b.share*float64(b.pages), a.share*float64(a.pages)), strings.Compare(a.text, b.text))
	})
	var keywords []string
	for _, c := range best[:min(madeKeywords, len(best))] {
		keywords = append(keywords, c.text)
	}
	return strings.Join(keywords, " ")
}

// add counts a page.
func (w *wordCounts) add(p *page.Page) {
	if w.words == nil {
		w.words = map[string]*word{}
	}
	w.pages++
	counts, terms, all := map[string]float64{}, map[string]string{}, 0.0
	count := func(s string, n float64) {
		for text := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
			term, known := terms[text]
			if !known {
				term = termOf(text, p.Lang)
				terms[text] = term
			}
			if term == "" {
				continue
			}
			if w.words[term] == nil {
				w.words[term] = &word{text: text}
			}
			counts[term] += n
			all += n
		}
	}
	count(p.Text, 1)
	count(p.Title, titleWeight-1) // it stands in the text once
	for term, n := range counts {
		w.words[term].share += n / all
		w.words[term].pages++
	}
}

// termOf is the term of a word in a language; empty where it is a stop word, or too short.
func termOf(word, lang string) string {
	of := text.Terms(word, lang)
	if len(of) != 1 || utf8.RuneCountInString(word) < shortestWord {
		return ""
	}
	return of[0]
}
