package widgets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from a web page fit to show: control characters, characters that change the writing direction or
// show nothing, and broken UTF-8 are taken out, every run of white space becomes one space, and what is longer than
// limit runes is cut with an ellipsis. A page can then neither forge an address by turning it round nor stretch a row.
func Clean(s string, limit int) string {
	var b strings.Builder
	runes, space := 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = runes > 0
			continue
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			continue
		}
		if space {
			b.WriteByte(' ')
			runes, space = runes+1, false
		}
		if runes >= limit {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
		runes++
	}
	return b.String()
}
