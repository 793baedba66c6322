package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// keys is what the window does with keys, wherever they are typed.
type keys struct {
	shortcut func(fyne.Shortcut)
	escape   func()
}

// entry is a text entry that hands the window's shortcuts and Escape on; Fyne's own swallows them.
type entry struct {
	widget.Entry
	keys keys
}

func newEntry(k keys) *entry {
	e := &entry{keys: k}
	e.ExtendBaseWidget(e)
	return e
}

// TypedShortcut implements fyne.Shortcutable.
func (e *entry) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*desktop.CustomShortcut); ok {
		e.keys.shortcut(s)
		return
	}
	e.Entry.TypedShortcut(s)
}

// TypedKey implements fyne.Focusable.
func (e *entry) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape {
		e.keys.escape()
		return
	}
	e.Entry.TypedKey(k)
}
