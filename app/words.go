package app

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"

	"orbweaver/widgets"
)

// count writes a whole number as people of the user's language do.
func count(n int) string { return widgets.Count(n) }

// pages is "1 page", "2,048 pages".
func pages(n int) string {
	return lang.XN("pages", "{{.N}} pages", n, map[string]any{"N": count(n)})
}

// hitCount is "1 hit", "2,048 hits".
func hitCount(n int) string {
	return lang.XN("hits", "{{.N}} hits", n, map[string]any{"N": count(n)})
}

// clock writes a span of time as a clock does: 0:41, 12:03, 1:02:03.
func clock(d time.Duration) string {
	s := int(d.Round(time.Second) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// day is a moment of the user's own time, to the minute.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04")
}

// size writes a number of bytes in KB or MB.
func size(bytes int) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1000_000:
		return fmt.Sprintf("%d KB", (bytes+500)/1000)
	default:
		return widgets.Decimal(float64(bytes)/1e6, 1) + " MB"
	}
}

// joined puts the parts that are not empty side by side.
func joined(parts ...string) string {
	kept := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " · ")
}

// title is a page's title, made fit to show.
func title(s string) string { return widgets.Clean(s, 160) }

// capital is a text that begins with a capital letter, as headings do.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToTitle(r)) + s[size:]
}
