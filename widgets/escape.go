package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Fyne gives keys to what has the focus, and to the window only when nothing has it. Whatever takes the focus when it is
// clicked must therefore leave Escape to the window, which closes the dialog or the pane around it with that: Select,
// Check and List here are Fyne's own but for this.

// escaped hands a key on to the window if it is Escape, and reports whether it was.
func escaped(from fyne.CanvasObject, k *fyne.KeyEvent) bool {
	if k.Name != fyne.KeyEscape {
		return false
	}
	if window := fyne.CurrentApp().Driver().CanvasForObject(from); window != nil && window.OnTypedKey() != nil {
		window.OnTypedKey()(k)
	}
	return true
}

// Select is a choice among texts.
type Select struct{ widget.Select }

// NewSelect returns a choice with nothing chosen.
func NewSelect(options []string, changed func(string)) *Select {
	s := &Select{}
	s.Options, s.OnChanged = options, changed
	s.ExtendBaseWidget(s)
	return s
}

// TypedKey implements fyne.Focusable.
func (s *Select) TypedKey(k *fyne.KeyEvent) {
	if !escaped(s, k) {
		s.Select.TypedKey(k)
	}
}

// Check is a box that is checked or not.
type Check struct{ widget.Check }

// NewCheck returns a box that is not checked.
func NewCheck(label string, changed func(bool)) *Check {
	c := &Check{}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *Check) TypedKey(k *fyne.KeyEvent) {
	if !escaped(c, k) {
		c.Check.TypedKey(k)
	}
}

// List is a virtualised list.
type List struct{ widget.List }

// NewList returns a list of as many rows as length says, which create makes and update fills.
func NewList(length func() int, create func() fyne.CanvasObject, update func(row int, o fyne.CanvasObject)) *List {
	l := &List{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *List) TypedKey(k *fyne.KeyEvent) {
	if !escaped(l, k) {
		l.List.TypedKey(k)
	}
}

// formEntry is a text entry.
type formEntry struct{ widget.Entry }

func newFormEntry() *formEntry {
	e := &formEntry{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *formEntry) TypedKey(k *fyne.KeyEvent) {
	if !escaped(e, k) {
		e.Entry.TypedKey(k)
	}
}
