package widgets

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

// grid is a font in which every letter of ASCII is one unit wide and every other letter two, so that expected breaks can
// be counted by hand.
func grid() *advances {
	a := newAdvances(10, fyne.TextStyle{})
	for i := range a.ascii {
		a.ascii[i] = 1
	}
	for _, r := range "äöü珊瑚礁的魚" {
		a.other[r] = 2
	}
	return a
}

func TestWrap(t *testing.T) {
	for _, tc := range []struct {
		text  string
		width float32
		want  string // lines joined by |
	}{
		{"", 5, ""},
		{"coral", 5, "coral"},
		{"a coral reef", 7, "a coral|reef"},
		{"a coral reef", 8, "a coral|reef"},
		{"anemone", 3, "ane|mon|e"},
		{"a anemone", 3, "a|ane|mon|e"},
		{"äöü", 4, "äö|ü"},
		{"珊瑚礁 的魚", 4, "珊瑚|礁|的魚"},
		{"ab", 0, "a|b"},
	} {
		lines := wrap([]Paragraph{{Text: tc.text}}, tc.width, grid(), grid())
		var got []string
		for _, l := range lines {
			got = append(got, l.text)
		}
		if s := strings.Join(got, "|"); s != tc.want {
			t.Errorf("wrap(%q, %v) = %q, want %q", tc.text, tc.width, s, tc.want)
		}
	}
}

func TestWrapSplitsMarks(t *testing.T) {
	// "coral r" and "eef": the mark on "reef" begins in one line and ends in the next.
	lines := wrap([]Paragraph{{Text: "coralreef", Marks: []Mark{{0, 2}, {5, 9}}}}, 7, grid(), grid())
	if len(lines) != 2 || !slices.Equal(lines[0].marks, []Mark{{0, 2}, {5, 7}}) || !slices.Equal(lines[1].marks, []Mark{{0, 2}}) {
		t.Errorf("lines %+v", lines)
	}
}

func TestWrapKeepsTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Clean(rapid.StringOfN(rapid.RuneFrom([]rune("ab äü珊瑚")), 0, 60, -1).Draw(t, "text"), 1000)
		width := rapid.Float32Range(2, 20).Draw(t, "width")
		font := grid()
		var kept strings.Builder
		for _, l := range wrap([]Paragraph{{Text: text}}, width, font, font) {
			kept.WriteString(l.text)
			taken := float32(0)
			for _, r := range l.text {
				taken += font.of(r)
			}
			if taken > width {
				t.Errorf("line %q takes %v of %v", l.text, taken, width)
			}
		}
		if got, want := kept.String(), strings.ReplaceAll(text, " ", ""); strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("kept %q of %q", got, text)
		}
	})
}

func TestAdvancesAgreeWithTheFont(t *testing.T) {
	themed(test.NewTempApp(t))
	font := newAdvances(13, fyne.TextStyle{})
	const text = "Reefs cover less than one percent of the ocean floor, and a quarter of all sea animals live in them."
	sum := float32(0)
	for _, r := range text {
		sum += font.of(r)
	}
	if real := fyne.MeasureText(text, 13, fyne.TextStyle{}).Width; sum < real*0.98 || sum > real*1.02 {
		t.Errorf("the letters add up to %v, the text takes %v", sum, real)
	}
}

func BenchmarkWrapPage(b *testing.B) {
	themed(test.NewApp())
	page := []Paragraph{{Text: strings.Repeat("A reef is built by coral polyps over thousands of years. ", 1800)}} // 100 KB
	font := newAdvances(13, fyne.TextStyle{})
	for b.Loop() {
		wrap(page, 400, font, font)
	}
}
