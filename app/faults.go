package app

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"orbweaver/storage"
	"orbweaver/widgets"
)

// fail tells the user of an error: what is wrong, and what to do where that is known.
func (a *App) fail(err error) {
	a.log.Error("told the user", "error", err)
	tell(a.window, lang.L("That did not work"), explain(err))
}

// tell shows a message that the user closes.
func tell(window fyne.Window, heading, message string) {
	note := widgets.NewNote(message)
	note.ColorName, note.SizeName = theme.ColorNameForeground, theme.SizeNameText
	d := dialog.NewCustom(heading, lang.L("Close"), container.NewPadded(note), window)
	d.Resize(fyne.NewSize(460, 220))
	d.Show()
}

// explain turns an error into sentences for the user.
func explain(err error) string {
	message := widgets.Clean(err.Error(), 600)
	advice := ""
	switch {
	case errors.Is(err, storage.ErrInUse):
		advice = lang.L("This session is in use: it is open here, a comparison or a crawl reads it, or another running copy of Orbweaver has it. End that, then try again.")
	case errors.Is(err, storage.ErrDamaged):
		advice = lang.L("The session's file is damaged. Nothing else is harmed; you can keep the file, or delete the session.")
	case errors.Is(err, storage.ErrNewer):
		advice = lang.L("A newer version of Orbweaver has written this session. Update the program to open it.")
	case errors.Is(err, storage.ErrReadOnly):
		advice = lang.L("The data folder can not be written to. Change its permissions, or choose another one with ORBWEAVER_DATA.")
	case errors.Is(err, storage.ErrNoSpace):
		advice = lang.L("The disk is full. Make room, then resume the crawl: everything up to here is saved.")
	}
	if advice == "" {
		return message
	}
	return advice + "\n\n" + message
}

// newFaultNote is a note that says what is wrong with what was typed; it is hidden as long as nothing is.
func newFaultNote() *widgets.Note {
	note := widgets.NewNote("")
	note.ColorName, note.SizeName = theme.ColorNameError, theme.SizeNameText
	note.Hide()
	return note
}
