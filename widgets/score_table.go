package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ScoreRow is a row of a ScoreTable.
type ScoreRow struct {
	ID      string // for the owner's use
	Name    string
	Look    int    // of the curve that belongs to it; the row has a spot in its colour
	Note    string // a line under the name; empty = none
	Problem bool   // the note tells of a problem
	Cells   []string
	Offers  bool // it has the table's button
}

// ScoreTable shows what contestants have come to, one a row, with the values of each under headings. A row may have a
// button.
type ScoreTable struct {
	widget.BaseWidget

	OnAction func(ScoreRow) // the button of that row was pressed

	button  *widget.Button // as those of the rows, to be measured
	columns []string
	rows    []ScoreRow
	widths  []float32 // of the columns
	offers  bool      // any row has a button
	noted   bool      // any row has a note

	name  *Line
	heads []*Line
	list  *List
}

// NewScoreTable returns an empty table whose buttons say action.
func NewScoreTable(action string) *ScoreTable {
	t := &ScoreTable{button: widget.NewButtonWithIcon(action, theme.NavigateNextIcon(), nil), name: NewCaption("")}
	t.list = NewList(func() int { return len(t.rows) },
		func() fyne.CanvasObject { return newScoreLine(t) },
		func(i int, o fyne.CanvasObject) { o.(*scoreLine).show(t.rows[i]) })
	t.list.HideSeparators = true
	t.list.OnSelected = func(i int) { t.list.UnselectAll() }
	t.ExtendBaseWidget(t)
	return t
}

// Set shows these rows under a heading of their names and one for each of their cells.
func (t *ScoreTable) Set(name string, columns []string, rows []ScoreRow) {
	t.name.SetText(name)
	t.columns, t.rows, t.offers, t.noted = columns, rows, false, false
	t.widths = t.widths[:0]
	for i, column := range columns {
		if i == len(t.heads) {
			head := NewCaption("")
			head.Align = fyne.TextAlignTrailing
			t.heads = append(t.heads, head)
		}
		t.heads[i].SetText(column)
		width := fyne.MeasureText(column, t.heads[i].textSize(), t.heads[i].Style).Width
		for _, row := range rows {
			if i < len(row.Cells) {
				width = max(width, fyne.MeasureText(row.Cells[i], t.Theme().Size(theme.SizeNameText), fyne.TextStyle{}).Width)
			}
		}
		t.widths = append(t.widths, width+1)
	}
	for _, row := range rows {
		t.offers = t.offers || row.Offers
		t.noted = t.noted || row.Note != ""
	}
	t.Refresh()
	t.list.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (t *ScoreTable) CreateRenderer() fyne.WidgetRenderer { return &scoreTableRenderer{t} }

type scoreTableRenderer struct{ table *ScoreTable }

const scoreGap = 16 // between two columns

// Layout implements fyne.WidgetRenderer.
func (r *scoreTableRenderer) Layout(size fyne.Size) {
	t := r.table
	height := t.name.MinSize().Height
	x := t.place(size.Width, func(i int, x, width float32) { put(t.heads[i], x, 0, width, height) })
	for i, head := range t.heads {
		show(head, i < len(t.columns))
	}
	put(t.name, 8, 0, max(0, x-8), height)
	put(t.list, 0, height+2, size.Width, max(0, size.Height-height-2))
}

// place calls at with the place of each column in a row of that width, and returns where the first begins.
func (t *ScoreTable) place(width float32, at func(i int, x, width float32)) (first float32) {
	x := width - scoreGap
	if t.offers {
		x -= t.button.MinSize().Width + scoreGap
	}
	for i := len(t.columns) - 1; i >= 0; i-- {
		x -= t.widths[i]
		at(i, x, t.widths[i])
		x -= scoreGap
	}
	return x
}

// MinSize implements fyne.WidgetRenderer.
func (r *scoreTableRenderer) MinSize() fyne.Size { return fyne.NewSize(220, 90) }

// Refresh implements fyne.WidgetRenderer.
func (r *scoreTableRenderer) Refresh() {
	r.Layout(r.table.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *scoreTableRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.table.name, r.table.list}
	for _, head := range r.table.heads {
		objects = append(objects, head)
	}
	return objects
}

// Destroy implements fyne.WidgetRenderer.
func (r *scoreTableRenderer) Destroy() {}

// scoreLine is a row of a ScoreTable on the screen.
type scoreLine struct {
	widget.BaseWidget
	table      *ScoreTable
	row        ScoreRow
	spot       *canvas.Circle
	name, note *Line
	cells      []*Line // the first so many are in use
	button     *widget.Button
}

func newScoreLine(t *ScoreTable) *scoreLine {
	l := &scoreLine{table: t, spot: canvas.NewCircle(nil), name: NewLine(""), note: NewCaption("")}
	l.button = widget.NewButtonWithIcon(t.button.Text, theme.NavigateNextIcon(), func() {
		if t.OnAction != nil {
			t.OnAction(l.row)
		}
	})
	l.button.Importance = widget.LowImportance
	l.button.IconPlacement = widget.ButtonIconTrailingText
	l.ExtendBaseWidget(l)
	return l
}

func (l *scoreLine) show(row ScoreRow) {
	l.row = row
	l.spot.FillColor = lookOf(row.Look, variantOf(l.Theme())).color
	l.name.SetText(row.Name)
	l.note.SetText(row.Note)
	color := ColorMuted
	if row.Problem {
		color = theme.ColorNameError
	}
	l.note.SetColor(color)
	for i, text := range row.Cells {
		if i == len(l.cells) {
			cell := NewLine("")
			cell.Align = fyne.TextAlignTrailing
			l.cells = append(l.cells, cell)
		}
		l.cells[i].SetText(text)
	}
	for i, cell := range l.cells {
		show(cell, i < len(row.Cells) && i < len(l.table.columns))
	}
	show(l.button, row.Offers)
	l.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *scoreLine) CreateRenderer() fyne.WidgetRenderer { return &scoreLineRenderer{l} }

type scoreLineRenderer struct{ line *scoreLine }

// Layout implements fyne.WidgetRenderer.
func (r *scoreLineRenderer) Layout(size fyne.Size) {
	const spot, left = 9, 8
	l, t := r.line, r.line.table
	name, note := l.name.MinSize().Height, l.note.MinSize().Height
	x := t.place(size.Width, func(i int, x, width float32) {
		if i < len(l.cells) {
			put(l.cells[i], x, (size.Height-name)/2, width, name)
		}
	})
	top := (size.Height - name) / 2
	if l.row.Note != "" {
		top = (size.Height - name - note) / 2
	}
	put(l.spot, left, top+(name-spot)/2, spot, spot)
	text := float32(2*left + spot)
	put(l.name, text, top, max(0, x-text), name)
	put(l.note, text, top+name, max(0, x-text), note)
	button := t.button.MinSize()
	put(l.button, size.Width-button.Width-scoreGap, (size.Height-button.Height)/2, button.Width, button.Height)
}

// MinSize implements fyne.WidgetRenderer.
func (r *scoreLineRenderer) MinSize() fyne.Size {
	l := r.line
	height := l.name.MinSize().Height
	if l.table.noted {
		height += l.note.MinSize().Height
	}
	if l.table.offers {
		height = max(height, l.table.button.MinSize().Height)
	}
	return fyne.NewSize(200, height+2*rowMargin)
}

// Refresh implements fyne.WidgetRenderer.
func (r *scoreLineRenderer) Refresh() {
	r.Layout(r.line.Size())
	r.line.spot.Refresh()
	canvas.Refresh(r.line)
}

// Objects implements fyne.WidgetRenderer.
func (r *scoreLineRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.line.spot, r.line.name, r.line.note, r.line.button}
	for _, cell := range r.line.cells {
		objects = append(objects, cell)
	}
	return objects
}

// Destroy implements fyne.WidgetRenderer.
func (r *scoreLineRenderer) Destroy() {}
