package text

import (
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// maxDictionary is how many words make the dictionary forget those that were not asked for since it last did.
const maxDictionary = 1 << 17

// Dictionary remembers the terms of words for several Analyzers, so that those of one crawl do not each stem what
// another has stemmed. It is bounded, some 20 MB at the most, and safe for concurrent use.
type Dictionary struct {
	mu         sync.Mutex
	young, old map[string]string // number of the language and word in lower case → its term
}

// NewDictionary returns a Dictionary that knows no word yet.
func NewDictionary() *Dictionary { return &Dictionary{young: map[string]string{}} }

// term is the term of the word that follows the number of its language in key; "" for a stop word. Words are compared
// in Unicode's composed form.
func (d *Dictionary) term(key string, l *language) string {
	if term, known := d.look(key); known {
		return term
	}
	word := key[1:]
	term := l.term(norm.NFC.String(word))
	if strings.HasPrefix(word, term) {
		term = word[:len(term)] // most terms are beginnings of their words, whose memory is kept anyway
	} else {
		term = strings.Clone(term) // stems are often parts of longer strings
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keep(key, term)
	return term
}

func (d *Dictionary) look(key string) (term string, known bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if term, known = d.young[key]; known {
		return term, true
	}
	if term, known = d.old[key]; known {
		d.keep(key, term)
	}
	return term, known
}

// keep remembers a term; d.mu is held.
func (d *Dictionary) keep(key, term string) {
	if len(d.young) >= maxDictionary {
		d.old, d.young = d.young, map[string]string{}
	}
	d.young[key] = term
}
