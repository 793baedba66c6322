package widgets

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// Paragraph is one block of a page's readable text.
type Paragraph struct {
	Text    string // cleaned
	Heading bool
	Marks   []Mark // keywords in it, in order
}

// Mark is a range of bytes of a paragraph's text.
type Mark struct{ Start, End int }

// textLine is one line of the reader: a piece of a paragraph that fits its width.
type textLine struct {
	text    string
	heading bool
	marks   []Mark
}

// wrap breaks paragraphs into lines no wider than width, at spaces where it can, with an empty line between paragraphs.
// It takes time in proportion to the text, whatever that is made of.
func wrap(paragraphs []Paragraph, width float32, body, heading *advances) []textLine {
	var lines []textLine
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, textLine{})
		}
		font := body
		if p.Heading {
			font = heading
		}
		marks := p.Marks
		for start := 0; start < len(p.Text); {
			end, next := font.breakAt(p.Text, start, width)
			line := textLine{text: p.Text[start:end], heading: p.Heading}
			for len(marks) > 0 && marks[0].Start < end {
				m := marks[0]
				line.marks = append(line.marks, Mark{max(m.Start, start) - start, min(m.End, end) - start})
				if m.End > end {
					break // it goes on in the next line
				}
				marks = marks[1:]
			}
			lines = append(lines, line)
			start = next
		}
	}
	return lines
}

// advances knows how wide the letters of one font are, so that wrapping a long text need not measure it: the sum over
// the letters is what the line takes, kerning apart.
type advances struct {
	size  float32
	style fyne.TextStyle
	ascii [utf8.RuneSelf]float32
	other map[rune]float32
}

func newAdvances(size float32, style fyne.TextStyle) *advances {
	return &advances{size: size, style: style, other: map[rune]float32{}}
}

// measure takes the width of a letter between others, where it is what it is in a text.
func (a *advances) measure(r rune) float32 {
	const n = 8
	return fyne.MeasureText(strings.Repeat(string(r), n), a.size, a.style).Width / n
}

func (a *advances) of(r rune) float32 {
	if r < utf8.RuneSelf {
		if a.ascii[r] == 0 {
			a.ascii[r] = a.measure(r)
		}
		return a.ascii[r]
	}
	w, ok := a.other[r]
	if !ok {
		w = a.measure(r)
		a.other[r] = w
	}
	return w
}

// breakAt finds the end of the line that begins at start, and where the next one begins. A word wider than the line is
// broken; at least one letter is taken, however narrow the line.
func (a *advances) breakAt(text string, start int, width float32) (end, next int) {
	x := float32(0)
	space, wide := -1, -1 // the last place to break: at a space, or between letters of a script without spaces
	for i, r := range text[start:] {
		at := start + i
		if r == ' ' {
			space = at
		} else if at > start && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			wide = at
		}
		x += a.of(r)
		if x <= width || r == ' ' {
			continue
		}
		switch {
		case space > start && space > wide:
			return space, space + 1
		case wide > start:
			return len(strings.TrimRight(text[:wide], " ")), wide
		case at > start:
			return at, at
		}
	}
	return len(text), len(text)
}
