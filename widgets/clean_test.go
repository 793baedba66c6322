package widgets

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestClean(t *testing.T) {
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"  coral \t\n reef ", 20, "coral reef"},
		{"moc.live\u202Eelgoog", 20, "moc.liveelgoog"}, // right-to-left override
		{"a\x00b\x1b[31mc\u200bd", 20, "ab[31mcd"},
		{"\xff\xfeok", 20, "ok"},
		{"coral reef", 5, "coral…"},
		{"coral reef", 6, "coral…"},
		{"coral", 5, "coral"},
		{"珊瑚礁", 2, "珊瑚…"},
	} {
		if got := Clean(tc.in, tc.limit); got != tc.want {
			t.Errorf("Clean(%q, %d) = %q, want %q", tc.in, tc.limit, got, tc.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("coral\u202e reef", 4)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = min(max(limit, 0), 1000)
		got := Clean(s, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit+1 {
			t.Errorf("Clean(%q, %d) = %q", s, limit, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("Clean(%q) keeps %U", s, r)
			}
		}
	})
}

func TestShorten(t *testing.T) {
	themed(test.NewTempApp(t))
	style := fyne.TextStyle{}
	width := func(s string) float32 { return fyne.MeasureText(s, 13, style).Width }
	for _, text := range []string{"", "coral", "Kelp forests and the animals in them", strings.Repeat("i", 5000), "珊瑚礁的魚"} {
		for _, room := range []float32{-144, 0, 5, 40, 100, 10000} {
			got := shorten(text, room, 13, style)
			switch {
			case width(text) <= room && got != text:
				t.Errorf("%q has room in %v and becomes %q", text, room, got)
			case got != "" && width(got) > room:
				t.Errorf("shorten(%q, %v) = %q, which takes %v", text, room, got, width(got))
			case got != text && got != "" && !strings.HasPrefix(text, strings.TrimSuffix(got, "…")):
				t.Errorf("shorten(%q, %v) = %q", text, room, got)
			}
		}
	}
}
