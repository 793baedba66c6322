package storage

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is how many bytes of a session's label its ID shows.
const maxSlug = 32

// newID makes an ID of the time and a few words: "20261121-143012-solar-energy". IDs sort by time and are safe as file
// names everywhere: lower-case ASCII letters, digits and hyphens.
func newID(created time.Time, label string) string {
	id := created.UTC().Format("20060102-150405")
	if s := slug(label); s != "" {
		id += "-" + s
	}
	return id
}

// slug keeps of a text what may stand in a file name. Letters lose their accents; words of other scripts are left out.
func slug(label string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(label)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r < 0x300 || r > 0x36f: // anything but the accent of the letter before
			gap = true
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	return strings.Trim(b.String()[:min(b.Len(), maxSlug)], "-")
}
