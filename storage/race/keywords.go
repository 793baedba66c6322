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

// keywordsOf are the telling words of pages, best first: those that stand most often on them, every page counting alike,
// and on most of them; words of titles count thrice. A word that stands on one of several pages only is left out.
func keywordsOf(pages []knownPage) string {
	words := map[string]*candidate{} // by term
	for _, p := range pages {
		counts := countWords(p.page)
		total := 0.0
		for _, of := range counts {
			total += of.count
		}
		for term, of := range counts {
			c := words[term]
			if c == nil {
				c = &candidate{word: of.word}
				words[term] = c
			}
			c.share += of.count / total
			c.pages++
		}
	}
	var best []candidate
	for _, c := range words {
		if c.pages > 1 || len(pages) == 1 {
			c.share *= float64(c.pages)
			best = append(best, *c)
		}
	}
	slices.SortFunc(best, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.share, a.share), strings.Compare(a.word, b.word))
	})
	var keywords []string
	for _, c := range best[:min(madeKeywords, len(best))] {
		keywords = append(keywords, c.word)
	}
	return strings.Join(keywords, " ")
}

// candidate is a word that may become a keyword.
type candidate struct {
	word  string // as it was first written, in lower case
	count float64
	share float64
	pages int
}

// countWords counts the words of a page by their terms.
func countWords(p *page.Page) map[string]*candidate {
	counts := map[string]*candidate{}
	terms := map[string]string{}
	add := func(s string, n float64) {
		for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
			term, known := terms[word]
			if !known {
				if of := text.Terms(word, p.Lang); len(of) == 1 && utf8.RuneCountInString(word) >= shortestWord {
					term = of[0]
				}
				terms[word] = term
			}
			if term == "" {
				continue
			}
			if counts[term] == nil {
				counts[term] = &candidate{word: word}
			}
			counts[term].count += n
		}
	}
	add(p.Text, 1)
	add(p.Title, titleWeight-1) // it stands in the text once
	return counts
}
