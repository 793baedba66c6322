package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// pointerWatch lies over the rows of a HitTable and sees the pointer come, move and go. Taps go through it to the rows,
// since it takes none; scrolling it passes on. It also marks the row under the pointer.
type pointerWatch struct {
	widget.BaseWidget
	table *HitTable
	mark  *canvas.Rectangle // under the rows
	y     float32           // of the pointer
}

var (
	_ desktop.Hoverable = (*pointerWatch)(nil)
	_ fyne.Scrollable   = (*pointerWatch)(nil)
)

func newPointerWatch(t *HitTable) *pointerWatch {
	w := &pointerWatch{table: t, mark: canvas.NewRectangle(nil)}
	w.mark.Hide()
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer implements fyne.Widget.
func (w *pointerWatch) CreateRenderer() fyne.WidgetRenderer {
	return arranged(func() fyne.Size { return fyne.Size{} }, func(fyne.Size) {})
}

// MouseIn implements desktop.Hoverable.
func (w *pointerWatch) MouseIn(e *desktop.MouseEvent) {
	w.table.inside = true
	w.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (w *pointerWatch) MouseMoved(e *desktop.MouseEvent) {
	w.y = e.Position.Y
	w.follow()
}

// MouseOut implements desktop.Hoverable. Where the pointer has gone (perhaps to the button that lies over the rows) is
// known only after this event, so the rows wait that long.
func (w *pointerWatch) MouseOut() {
	w.table.inside = false
	w.follow()
	fyne.Do(w.table.settle)
}

// Scrolled implements fyne.Scrollable.
func (w *pointerWatch) Scrolled(e *fyne.ScrollEvent) {
	list := w.table.list
	list.ScrollToOffset(list.GetScrollOffset() - e.Scrolled.DY)
	w.follow()
}

// follow puts the mark on the row under the pointer.
func (w *pointerWatch) follow() {
	list := w.table.list
	pitch, offset := list.rowPitch(), list.GetScrollOffset()
	row := int(math.Floor(float64((w.y + offset) / pitch)))
	if !w.table.inside || row >= len(w.table.rows) {
		w.mark.Hide()
		return
	}
	w.mark.FillColor = w.Theme().Color(theme.ColorNameHover, fyne.CurrentApp().Settings().ThemeVariant())
	w.mark.CornerRadius = w.Theme().Size(theme.SizeNameSelectionRadius)
	top := float32(row)*pitch - offset
	from := max(0, top)
	to := min(w.Size().Height, top+pitch-w.Theme().Size(theme.SizeNamePadding))
	put(w.mark, 0, list.Position().Y+from, w.Size().Width, max(0, to-from))
	w.mark.Show()
	w.mark.Refresh()
}

// newsButton says how many hits are held back. The pointer on it counts as being over the rows: they must not move
// while the user aims at it.
type newsButton struct {
	widget.Button
	table *HitTable
	count int
}

func newNewsButton(t *HitTable) *newsButton {
	b := &newsButton{table: t}
	b.Icon, b.Importance, b.OnTapped = theme.MoveUpIcon(), widget.HighImportance, t.release
	b.ExtendBaseWidget(b)
	b.Hide()
	return b
}

// MouseIn implements desktop.Hoverable.
func (b *newsButton) MouseIn(e *desktop.MouseEvent) {
	b.table.inside = true
	b.Button.MouseIn(e)
}

// MouseOut implements desktop.Hoverable.
func (b *newsButton) MouseOut() {
	b.table.inside = false
	b.Button.MouseOut()
	fyne.Do(b.table.settle)
}
