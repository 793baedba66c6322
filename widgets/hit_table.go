package widgets

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// HitTable shows hits in rows under headings that sort. It only draws: whoever owns it hands over the hits sorted and
// filtered, as a slice that is not changed afterwards, so that a hundred thousand of them cost no more than a hundred.
//
// Rows never move under the pointer: while it is over the rows, or while the user has scrolled down, a new state is held
// back and a button over the last of them says how much there is to come. A click on it, or taking the pointer away from rows
// that stand at the top, shows it.
type HitTable struct {
	widget.BaseWidget

	// OnOpen is called when the user chooses a hit.
	OnOpen func(*Hit)
	// OnSort is called when the user wants another order; the owner answers with Replace.
	OnSort func(column HitColumn, descending bool)

	rows   []*Hit // what is on the screen
	held   []*Hit // what will be, once the rows may move; nil = nothing new
	chosen string // URL of the selected hit
	inside bool   // the pointer is over the rows

	column     HitColumn
	descending bool
	spiders    bool // hits have a spider

	header *hitHeader
	list   *hitList
	watch  *pointerWatch
	news   *newsButton
	hint   *fyne.Container // what is shown when there are no rows
}

// NewHitTable returns an empty table, sorted by score, that shows hint while it has no rows.
func NewHitTable(hint fyne.CanvasObject) *HitTable {
	t := &HitTable{column: ByScore, descending: true, hint: container.NewStack(hint)}
	t.header = newHitHeader(t)
	t.header.show(t.column, t.descending)
	t.list = newHitList(t)
	t.watch = newPointerWatch(t)
	t.news = newNewsButton(t)
	t.ExtendBaseWidget(t)
	return t
}

// Update hands over a newer state in the same order. It is shown at once unless rows would move under the user's hand.
func (t *HitTable) Update(rows []*Hit) {
	if t.mayMove() || slices.Equal(rows, t.rows) {
		t.set(rows)
		return
	}
	t.held = rows
	t.tellNews()
}

// Judge puts a judgement on the row of that URL, if it is shown: at once, since no row moves. The owner's next rows have
// it too.
func (t *HitTable) Judge(url string, j Judgement) {
	i := slices.IndexFunc(t.rows, func(h *Hit) bool { return h.URL == url })
	if i < 0 {
		return
	}
	judged := *t.rows[i]
	judged.Judgement = j
	t.rows = slices.Clone(t.rows)
	t.rows[i] = &judged
	t.list.Refresh()
}

// Replace hands over rows of another order or filter, which the user has asked for: they are shown at once, from the top.
func (t *HitTable) Replace(rows []*Hit) {
	t.list.ScrollToOffset(0)
	t.set(rows)
}

func (t *HitTable) set(rows []*Hit) {
	t.held, t.rows = nil, rows
	t.spiders = slices.ContainsFunc(rows[:min(len(rows), 100)], func(h *Hit) bool { return h.Spider > 0 })
	t.tellNews()
	t.Refresh()
}

// SetHint changes what is shown while there are no rows.
func (t *HitTable) SetHint(hint fyne.CanvasObject) {
	t.hint.Objects = []fyne.CanvasObject{hint}
	t.hint.Refresh()
}

// Choose marks the row of that URL as the selected one, without opening it; "" marks none.
func (t *HitTable) Choose(url string) {
	t.chosen = url
	t.list.Refresh()
}

// Rows is how many rows are shown, and how many more are held back.
func (t *HitTable) Rows() (shown, held int) { return len(t.rows), t.news.count }

// mayMove reports whether new rows may take their places now.
func (t *HitTable) mayMove() bool {
	return len(t.rows) == 0 || !t.inside && t.list.GetScrollOffset() < 1
}

// settle shows what was held back if the reason has gone.
func (t *HitTable) settle() {
	if t.held != nil && t.mayMove() {
		t.set(t.held)
	}
}

// release shows what was held back, from the top.
func (t *HitTable) release() {
	if t.held != nil {
		t.Replace(t.held)
	}
}

func (t *HitTable) tellNews() {
	t.news.count = max(0, len(t.held)-len(t.rows))
	if t.news.count == 0 {
		t.news.Hide()
		return
	}
	t.news.SetText(lang.XN("hits.new", "{{.N}} new hits: show", t.news.count, map[string]any{"N": Count(t.news.count)}))
	t.news.Show()
	t.place(t.Size())
}

// sortBy asks the owner for another order: that column's own, or the other way round if it is sorted by already.
func (t *HitTable) sortBy(c HitColumn) {
	descending := c.falls()
	if c == t.column {
		descending = !t.descending
	}
	t.column, t.descending = c, descending
	t.header.show(c, descending)
	if t.OnSort != nil {
		t.OnSort(c, descending)
	}
}

// open chooses the row and tells the owner.
func (t *HitTable) open(row int) {
	if row < 0 || row >= len(t.rows) {
		return
	}
	t.chosen = t.rows[row].URL
	t.list.Refresh()
	if t.OnOpen != nil {
		t.OnOpen(t.rows[row])
	}
}

// chosenRow is the row of the selected hit, -1 when it is not among the rows.
func (t *HitTable) chosenRow() int {
	if t.chosen == "" {
		return -1
	}
	return slices.IndexFunc(t.rows, func(h *Hit) bool { return h.URL == t.chosen })
}

// CreateRenderer implements fyne.Widget.
func (t *HitTable) CreateRenderer() fyne.WidgetRenderer {
	return &hitTableRenderer{table: t}
}

// place lays the parts out: headings, under them the rows, and over these what watches the pointer and the news.
func (t *HitTable) place(size fyne.Size) {
	top := t.header.MinSize().Height
	below := max(0, size.Height-top)
	put(t.header, 0, 0, size.Width, top)
	put(t.list, 0, top, size.Width, below)
	put(t.watch, 0, top, size.Width, below)
	put(t.hint, 0, top, size.Width, below)
	news := t.news.MinSize()
	put(t.news, (size.Width-news.Width)/2, size.Height-news.Height-8, news.Width, news.Height)
}

type hitTableRenderer struct{ table *HitTable }

// Layout implements fyne.WidgetRenderer.
func (r *hitTableRenderer) Layout(size fyne.Size) { r.table.place(size) }

// MinSize implements fyne.WidgetRenderer.
func (r *hitTableRenderer) MinSize() fyne.Size {
	return fyne.NewSize(220, r.table.header.MinSize().Height+120)
}

// Refresh implements fyne.WidgetRenderer.
func (r *hitTableRenderer) Refresh() {
	t := r.table
	if len(t.rows) == 0 {
		t.hint.Show()
	} else {
		t.hint.Hide()
	}
	t.header.Refresh()
	t.list.Refresh()
	t.watch.follow()
}

// Objects implements fyne.WidgetRenderer.
func (r *hitTableRenderer) Objects() []fyne.CanvasObject {
	t := r.table
	return []fyne.CanvasObject{t.header, t.watch.mark, t.list, t.watch, t.hint, t.news}
}

// Destroy implements fyne.WidgetRenderer.
func (r *hitTableRenderer) Destroy() {}

// hitList is the virtualised list of rows. It keeps no selection or focus mark of its own, since rows change places.
type hitList struct {
	widget.List
	table *HitTable
	model *hitRow // a row that is only measured
}

func newHitList(t *HitTable) *hitList {
	l := &hitList{table: t, model: newHitRow(t)}
	l.HideSeparators = true
	l.Length = func() int { return len(t.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newHitRow(t) }
	l.UpdateItem = func(row int, o fyne.CanvasObject) {
		h := t.rows[row]
		o.(*hitRow).show(h, h.URL == t.chosen, time.Now())
	}
	l.OnSelected = func(row int) {
		l.UnselectAll()
		t.open(row)
	}
	l.ExtendBaseWidget(l)
	return l
}

// rowPitch is the distance from one row to the next.
func (l *hitList) rowPitch() float32 {
	return l.model.least().Height + l.Theme().Size(theme.SizeNamePadding)
}

// FocusGained implements fyne.Focusable. The selected row shows where the keyboard is.
func (l *hitList) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (l *hitList) FocusLost() {}

// TypedKey opens the row that a key leads to.
func (l *hitList) TypedKey(e *fyne.KeyEvent) {
	t := l.table
	page := max(1, int(l.Size().Height/l.rowPitch())-1)
	row := t.chosenRow()
	switch e.Name {
	case fyne.KeyDown:
		row++
	case fyne.KeyUp:
		row = max(row, 1) - 1
	case fyne.KeyPageDown:
		row += page
	case fyne.KeyPageUp:
		row -= page
	case fyne.KeyHome:
		row = 0
	case fyne.KeyEnd:
		row = len(t.rows) - 1
	default:
		escaped(l, e)
		return
	}
	row = min(max(row, 0), len(t.rows)-1)
	l.ScrollTo(row)
	t.watch.follow()
	t.open(row)
}
