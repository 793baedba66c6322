// Command orbweaver is the desktop program: it opens one window and needs no flag.
package main

import (
	"fyne.io/fyne/v2/app"
	_ "fyne.io/fyne/v2/lang"
	_ "fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

func main() {
	a := app.New()
	w := a.NewWindow("Orbweaver")
	w.SetContent(widget.NewLabel(""))
	w.ShowAndRun()
}
