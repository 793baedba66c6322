package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The attributes that mean something here.
const (
	attrHref = iota
	attrSrc
	attrRel
	attrAlt
	attrLang
	attrName
	attrContent
	attrHTTPEquiv
	attrCount
)

// attributes are those of one tag; the first of a name counts. An absent one is "".
type attributes [attrCount]string

func (a attributes) has(i int) bool { return a[i] != "" }

// attributes reads those of the tag under way.
func (p *Parser) attributes(more bool) (a attributes) {
	for more {
		var key, value []byte
		key, value, more = p.tokens.TagAttr()
		if i := attributeNumber(key); i >= 0 && a[i] == "" {
			a[i] = string(value)
		}
	}
	return a
}

func attributeNumber(key []byte) int {
	switch string(key) {
	case "href":
		return attrHref
	case "src":
		return attrSrc
	case "rel":
		return attrRel
	case "alt":
		return attrAlt
	case "lang", "xml:lang":
		return attrLang
	case "name":
		return attrName
	case "content":
		return attrContent
	case "http-equiv":
		return attrHTTPEquiv
	}
	return -1
}

// hasWord says whether a list of words, parted by spaces or commas, holds one, whatever the case.
func hasWord(list, word string) bool {
	for w := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// shorten collapses white space and cuts to maxTitle bytes. The result shares no memory with s.
func shorten(s string) string {
	if len(s) < maxTitle && isCollapsed(s) { // as the visible text is
		return strings.Clone(s)
	}
	var b strings.Builder
	for w := range strings.FieldsSeq(s) {
		if b.Len()+len(w) >= maxTitle {
			if room := maxTitle - b.Len(); b.Len() == 0 { // one endless word
				for room > 0 && !utf8.RuneStart(w[room]) {
					room--
				}
				b.WriteString(w[:room])
			}
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// isCollapsed says whether a text is ASCII whose only white space is single spaces between words.
func isCollapsed(s string) bool {
	previous := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && previous == ' ' {
			return false
		}
		previous = c
	}
	return previous != ' '
}
