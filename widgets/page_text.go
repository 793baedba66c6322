package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// PageText shows readable text of any length with words marked in it. It breaks it into lines itself and draws only
// those on the screen: labels and rich text freeze on long pages.
type PageText struct {
	widget.BaseWidget
	paragraphs    []Paragraph
	lines         []textLine
	wrapped       float32 // the width that lines were broken for
	body, heading *advances
	list          *List
}

// NewPageText returns an empty text.
func NewPageText() *PageText {
	t := &PageText{}
	t.list = NewList(func() int { return len(t.lines) },
		func() fyne.CanvasObject { return newTextRow() },
		func(i int, o fyne.CanvasObject) { o.(*textRow).show(t.lines[i]) })
	t.list.HideSeparators = true
	t.list.OnSelected = func(int) { t.list.UnselectAll() }
	t.ExtendBaseWidget(t)
	return t
}

// Set shows another text from its beginning.
func (t *PageText) Set(paragraphs []Paragraph) {
	t.paragraphs, t.wrapped = paragraphs, 0
	t.wrap()
	t.list.ScrollToOffset(0)
}

// wrap breaks the text for the width it has now, if that has not been done.
func (t *PageText) wrap() {
	size, width := t.Theme().Size(theme.SizeNameText), t.Size().Width-16 // of which the scroll bar takes some
	if width <= 0 {
		return
	}
	if t.body == nil || t.body.size != size {
		t.body = newAdvances(size, fyne.TextStyle{})
		t.heading = newAdvances(size, fyne.TextStyle{Bold: true})
		t.wrapped = 0
	}
	if t.wrapped != width {
		t.wrapped = width
		t.lines = wrap(t.paragraphs, width, t.body, t.heading)
		t.list.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (t *PageText) CreateRenderer() fyne.WidgetRenderer { return &pageTextRenderer{t} }

type pageTextRenderer struct{ text *PageText }

// Layout implements fyne.WidgetRenderer.
func (r *pageTextRenderer) Layout(size fyne.Size) {
	r.text.list.Resize(size)
	r.text.wrap()
}

// MinSize implements fyne.WidgetRenderer.
func (r *pageTextRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 80) }

// Refresh implements fyne.WidgetRenderer.
func (r *pageTextRenderer) Refresh() {
	r.text.wrap()
	r.text.list.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *pageTextRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.text.list}
}

// Destroy implements fyne.WidgetRenderer.
func (r *pageTextRenderer) Destroy() {}

// textRow is one line of text with rectangles behind the words that are marked in it.
type textRow struct {
	widget.BaseWidget
	line  textLine
	text  *canvas.Text
	marks []*canvas.Rectangle
}

func newTextRow() *textRow {
	r := &textRow{text: canvas.NewText("", nil)}
	r.ExtendBaseWidget(r)
	return r
}

func (r *textRow) show(l textLine) {
	r.line = l
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *textRow) CreateRenderer() fyne.WidgetRenderer {
	t := &textRowRenderer{row: r}
	t.Refresh()
	return t
}

type textRowRenderer struct{ row *textRow }

// Layout implements fyne.WidgetRenderer. What is left of a mark is measured here, for the few lines on the screen.
func (t *textRowRenderer) Layout(size fyne.Size) {
	r := t.row
	put(r.text, 0, 0, size.Width, size.Height)
	width := func(s string) float32 { return fyne.MeasureText(s, r.text.TextSize, r.text.TextStyle).Width }
	for i, m := range r.line.marks {
		x := width(r.line.text[:m.Start])
		put(r.marks[i], x-1, 0, width(r.line.text[m.Start:m.End])+2, size.Height)
	}
}

// MinSize implements fyne.WidgetRenderer.
func (t *textRowRenderer) MinSize() fyne.Size {
	th := t.row.Theme()
	return fyne.NewSize(40, fyne.MeasureText("Ág", th.Size(theme.SizeNameText), fyne.TextStyle{}).Height)
}

// Refresh implements fyne.WidgetRenderer.
func (t *textRowRenderer) Refresh() {
	r := t.row
	th, variant := r.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	r.text.Text = r.line.text
	r.text.Color = th.Color(theme.ColorNameForeground, variant)
	r.text.TextSize = th.Size(theme.SizeNameText)
	r.text.TextStyle.Bold = r.line.heading
	for len(r.marks) < len(r.line.marks) {
		r.marks = append(r.marks, canvas.NewRectangle(nil))
	}
	for i, m := range r.marks {
		m.FillColor = th.Color(ColorMark, variant)
		m.CornerRadius = 3
		m.Hidden = i >= len(r.line.marks)
	}
	t.Layout(r.Size())
	canvas.Refresh(r)
}

// Objects implements fyne.WidgetRenderer.
func (t *textRowRenderer) Objects() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, 0, len(t.row.marks)+1)
	for _, m := range t.row.marks {
		objects = append(objects, m)
	}
	return append(objects, t.row.text)
}

// Destroy implements fyne.WidgetRenderer.
func (t *textRowRenderer) Destroy() {}
