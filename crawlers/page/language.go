package page

import (
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

// What language detection reads, in bytes: less is a guess, more is time.
const (
	leastSample = 200
	mostSample  = 1000
)

// detect is the ISO 639-1 code of the document's language: what it says itself, or else what its text looks like; ""
// when neither tells.
func (p *Parser) detect(visible string) string {
	for _, tag := range []string{p.lang, p.language} {
		if code := primary(tag); code != "" {
			return code
		}
	}
	if len(visible) < leastSample {
		return ""
	}
	sample := visible[:min(len(visible), mostSample)]
	for !utf8.ValidString(sample) && len(sample) > mostSample-utf8.UTFMax {
		sample = sample[:len(sample)-1]
	}
	if info := whatlanggo.Detect(sample); info.IsReliable() {
		return info.Lang.Iso6391()
	}
	return ""
}

// primary is the first subtag of a language tag (BCP 47), if it is a code of two letters.
func primary(tag string) string {
	tag, _, _ = strings.Cut(tag, ",")
	code, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	code, _, _ = strings.Cut(code, "_")
	if len(code) != 2 || code[0] < 'a' || code[0] > 'z' || code[1] < 'a' || code[1] > 'z' {
		return ""
	}
	return code
}
