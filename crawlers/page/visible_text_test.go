package page

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Reference: the pieces put together, each run of what is no letter as one space, byte by byte.
func TestAppendText(t *testing.T) {
	piece := rapid.StringOfN(rapid.SampledFrom([]rune{'a', 'b', '!', ' ', ' ', '\n', '\t', 0x1F, 0x7F, 'é', '語'}), 0, 40, -1)
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(piece, 1, 4).Draw(t, "pieces")
		p := NewParser(Options{})
		for _, s := range pieces {
			p.appendText([]byte(s))
		}
		var want []byte
		for _, c := range []byte(strings.Join(pieces, "")) {
			switch {
			case c > ' ':
				want = append(want, c)
			case len(want) > 0 && want[len(want)-1] != ' ':
				want = append(want, ' ')
			}
		}
		if got := string(p.text); got != string(want) {
			t.Fatalf("%q: %q, want %q", pieces, got, want)
		}
	})
}
