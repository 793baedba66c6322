package widgets

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Line is one line of plain text that ends in an ellipsis where it is too long for its place. It is far cheaper than a
// label, which makes it fit for the rows of lists.
type Line struct {
	widget.BaseWidget
	ColorName fyne.ThemeColorName // "" = foreground
	SizeName  fyne.ThemeSizeName  // "" = normal text
	Style     fyne.TextStyle
	Align     fyne.TextAlign
	Whole     bool // takes the room of its whole text and is never shortened

	text string
}

// NewLine returns a line of normal text.
func NewLine(text string) *Line {
	l := &Line{text: text}
	l.ExtendBaseWidget(l)
	return l
}

// NewCaption returns a line of small, muted text.
func NewCaption(text string) *Line {
	l := NewLine(text)
	l.ColorName, l.SizeName = ColorMuted, theme.SizeNameCaptionText
	return l
}

// NewHeading returns a bold line that names what stands under it.
func NewHeading(text string) *Line {
	l := NewLine(text)
	l.Style.Bold = true
	return l
}

// Text is the whole text, however much of it there is room for.
func (l *Line) Text() string { return l.text }

// SetText changes the text; the same text again costs nothing.
func (l *Line) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// SetColor changes the colour; the same colour again costs nothing.
func (l *Line) SetColor(name fyne.ThemeColorName) {
	if l.ColorName != name {
		l.ColorName = name
		l.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{line: l, shown: canvas.NewText("", nil)}
	r.apply()
	return r
}

func (l *Line) textSize() float32 {
	if l.SizeName == "" {
		return l.Theme().Size(theme.SizeNameText)
	}
	return l.Theme().Size(l.SizeName)
}

type lineRenderer struct {
	line   *Line
	shown  *canvas.Text
	fitted string  // the text that shown was last fitted from
	width  float32 // and the width it was fitted to
}

// apply takes over the line's look and fits its text to the place it has.
func (r *lineRenderer) apply() {
	l := r.line
	name := l.ColorName
	if name == "" {
		name = theme.ColorNameForeground
	}
	r.shown.Color = l.Theme().Color(name, fyne.CurrentApp().Settings().ThemeVariant())
	size := l.textSize()
	width := l.Size().Width
	if r.fitted == l.text && r.width == width && r.shown.TextSize == size && r.shown.TextStyle == l.Style && r.shown.Alignment == l.Align {
		return
	}
	r.fitted, r.width = l.text, width
	r.shown.TextSize, r.shown.TextStyle, r.shown.Alignment = size, l.Style, l.Align
	r.shown.Text = l.text
	if !l.Whole {
		r.shown.Text = shorten(l.text, width, size, l.Style)
	}
}

// Layout implements fyne.WidgetRenderer.
func (r *lineRenderer) Layout(size fyne.Size) {
	r.apply()
	r.shown.Resize(size)
}

// MinSize implements fyne.WidgetRenderer.
func (r *lineRenderer) MinSize() fyne.Size {
	l := r.line
	if l.Whole {
		return fyne.MeasureText(l.text, l.textSize(), l.Style)
	}
	return fyne.NewSize(0, fyne.MeasureText("Ág", l.textSize(), l.Style).Height)
}

// Refresh implements fyne.WidgetRenderer.
func (r *lineRenderer) Refresh() {
	r.apply()
	r.shown.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.shown} }

// Destroy implements fyne.WidgetRenderer.
func (r *lineRenderer) Destroy() {}

// shorten cuts text so that it is no wider than width with an ellipsis at its end. Nothing is left where not even one
// letter has room.
func shorten(text string, width, size float32, style fyne.TextStyle) string {
	if text == "" || fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	if width <= 0 { // containers that are too narrow for their parts give some of them less than nothing
		return ""
	}
	runes := []rune(text)
	runes = runes[:min(len(runes), int(width/size*6)+1)] // no letter worth a search is narrower than a sixth of its height
	cut := func(n int) string { return string(runes[:n]) + "…" }
	n := sort.Search(len(runes), func(n int) bool { return fyne.MeasureText(cut(n+1), size, style).Width > width })
	if n == 0 {
		return ""
	}
	return cut(n)
}
