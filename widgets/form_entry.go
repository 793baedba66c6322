package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// formEntry is a text entry that leaves Escape to the window, which closes the dialog around it with that; Fyne's own
// swallows it.
type formEntry struct{ widget.Entry }

func newFormEntry() *formEntry {
	e := &formEntry{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *formEntry) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape {
		if window := fyne.CurrentApp().Driver().CanvasForObject(e); window != nil && window.OnTypedKey() != nil {
			window.OnTypedKey()(k)
		}
		return
	}
	e.Entry.TypedKey(k)
}
