package fetch

import (
	"bytes"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// detectedBytes is how much of a page its character set is guessed from.
const detectedBytes = 32 << 10

// detect guesses the character set of a page that does not name it; nil is UTF-8, which is also the answer for ASCII.
// The same bytes always give the same answer.
func detect(page []byte) encoding.Encoding {
	escapes := bytes.Contains(page, []byte("\x1b$")) || bytes.Contains(page, []byte("\x1b("))
	if isUTF8(page) && !escapes {
		return nil
	}
	first := bytes.IndexFunc(page, func(r rune) bool { return r >= utf8.RuneSelf })
	start := max(0, first-1024)
	sample := page[start:min(len(page), start+detectedBytes)]
	guesses, err := chardet.NewHtmlDetector().DetectAll(sample)
	if err == nil {
		if set := best(guesses); set != nil {
			return set
		}
	}
	if escapes && isUTF8(page) {
		return nil
	}
	return charmap.Windows1252
}

// best is the guess of the greatest confidence that the Web's list of character sets knows.
func best(guesses []chardet.Result) encoding.Encoding {
	var chosen encoding.Encoding
	var chosenName string
	confidence := 0
	for _, g := range guesses {
		if g.Charset == "GB-18030" {
			g.Charset = "gb18030"
		}
		set, name := charset.Lookup(g.Charset)
		if set == nil || name == utf8Name || name == "replacement" {
			continue
		}
		// Guesses of one confidence come in any order: the name decides.
		if g.Confidence > confidence || g.Confidence == confidence && name < chosenName {
			chosen, chosenName, confidence = set, name, g.Confidence
		}
	}
	return chosen
}

// isUTF8 says whether a page is UTF-8, but for a character that was cut in two at its end.
func isUTF8(page []byte) bool {
	for cut := range min(utf8.UTFMax, len(page)+1) {
		if utf8.Valid(page[:len(page)-cut]) {
			return cut == 0 || !utf8.FullRune(page[len(page)-cut:])
		}
	}
	return false
}
