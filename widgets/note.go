package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Note is small text of a few sentences, wrapped to its width: an explanation, a hint, what is wrong. It grows with what
// it says; a line feed begins a new line.
type Note struct {
	widget.BaseWidget
	ColorName fyne.ThemeColorName // "" = muted
	SizeName  fyne.ThemeSizeName  // "" = caption
	Style     fyne.TextStyle
	Align     fyne.TextAlign

	// LinesChanged is called when the note has come to need another height, by its text or its width, where it has any. Fyne
	// gives it that height by itself, but for notes that change in the same frame as others elsewhere. May be nil.
	LinesChanged func()

	text string
}

// NewNote returns muted text.
func NewNote(text string) *Note {
	n := &Note{text: text}
	n.ExtendBaseWidget(n)
	return n
}

// NewHint returns a centred note, for the middle of what is empty.
func NewHint(text string) *Note {
	n := NewNote(text)
	n.Align = fyne.TextAlignCenter
	return n
}

// Text is what the note says.
func (n *Note) Text() string { return n.text }

// SetText changes what the note says; the same text again costs nothing.
func (n *Note) SetText(text string) {
	if n.text != text {
		n.text = text
		n.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (n *Note) CreateRenderer() fyne.WidgetRenderer { return &noteRenderer{note: n} }

type noteRenderer struct {
	note    *Note
	font    *advances
	text    string  // what lines were broken from
	width   float32 // and for which width
	stale   bool    // they must be broken anew in any case
	lines   []*canvas.Text
	objects []fyne.CanvasObject
}

// wrap breaks the text for a width and makes the lines look as they should.
func (r *noteRenderer) wrap(width float32) {
	n := r.note
	name, color := n.SizeName, n.ColorName
	if name == "" {
		name = theme.SizeNameCaptionText
	}
	if color == "" {
		color = ColorMuted
	}
	size := n.Theme().Size(name)
	if r.font == nil || r.font.size != size || r.font.style != n.Style {
		r.font, r.stale = newAdvances(size, n.Style), true
	}
	if r.stale || r.text != n.text || r.width != width {
		r.text, r.width, r.stale = n.text, width, false
		r.lines, r.objects = nil, nil
		for paragraph := range strings.SplitSeq(n.text, "\n") {
			lines := wrap([]Paragraph{{Text: paragraph}}, max(width, 40), r.font, r.font)
			if len(lines) == 0 && n.text != "" {
				lines = []textLine{{}} // between two paragraphs
			}
			for _, line := range lines {
				r.lines = append(r.lines, canvas.NewText(line.text, nil))
				r.objects = append(r.objects, r.lines[len(r.lines)-1])
			}
		}
	}
	for _, line := range r.lines {
		line.TextSize, line.TextStyle, line.Alignment = size, n.Style, n.Align
		line.Color = n.Theme().Color(color, fyne.CurrentApp().Settings().ThemeVariant())
	}
}

// Layout implements fyne.WidgetRenderer.
func (r *noteRenderer) Layout(size fyne.Size) {
	before := len(r.lines)
	r.wrap(size.Width)
	if len(r.lines) != before && size.Width > 0 && r.note.LinesChanged != nil {
		r.note.LinesChanged()
	}
	y := float32(0)
	for _, line := range r.lines {
		height := line.MinSize().Height
		put(line, 0, y, size.Width, height)
		y += height
	}
}

// unbroken is wider than any note.
const unbroken = 1 << 20

// MinSize implements fyne.WidgetRenderer: the height that the text needs at the width it has. Before it has any it asks
// for one line only: a guess that is too high would make the window grow.
func (r *noteRenderer) MinSize() fyne.Size {
	width := r.note.Size().Width
	if width <= 0 {
		width = unbroken
	}
	r.wrap(width)
	height := float32(0)
	for _, line := range r.lines {
		height += line.MinSize().Height
	}
	return fyne.NewSize(40, height)
}

// Refresh implements fyne.WidgetRenderer.
func (r *noteRenderer) Refresh() {
	r.stale = true
	r.Layout(r.note.Size())
	canvas.Refresh(r.note)
}

// Objects implements fyne.WidgetRenderer.
func (r *noteRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *noteRenderer) Destroy() {}
