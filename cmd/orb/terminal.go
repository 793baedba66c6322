package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// hostile says whether a character, written by a stranger, could do something to a terminal or to how the text around
// it reads: control characters (which begin escape sequences), and invisible ones that reorder, join or hide.
func hostile(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
}

// clean makes a stranger's text fit for a terminal: what is hostile becomes a space, and bytes that are no UTF-8 a mark.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return '�'
		case hostile(r):
			return ' '
		}
		return r
	}, text)
}

// escapeHostile writes the hostile characters in a line of JSON as \u escapes: it says the same to a program, and
// nothing to a terminal. encoding/json itself leaves all but the lowest control characters as they are.
func escapeHostile(line []byte) []byte {
	if strings.IndexFunc(string(line), hostile) < 0 {
		return line
	}
	var b strings.Builder
	for _, r := range string(line) {
		switch {
		case !hostile(r) || r == utf8.RuneError:
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(b.String())
}

// isTerminal says whether someone watches what is written there.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// clip cuts a text to n characters.
func clip(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}
