package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// arrange is a layout made of two functions, for widgets that place their few parts by hand.
type arrange struct {
	least func() fyne.Size
	place func(size fyne.Size)
}

// MinSize implements fyne.Layout.
func (a arrange) MinSize([]fyne.CanvasObject) fyne.Size { return a.least() }

// Layout implements fyne.Layout.
func (a arrange) Layout(_ []fyne.CanvasObject, size fyne.Size) { a.place(size) }

// arranged returns the renderer of a widget that shows parts, placed by the two functions.
func arranged(least func() fyne.Size, place func(size fyne.Size), parts ...fyne.CanvasObject) fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Layout: arrange{least, place}, Objects: parts})
}

// put gives an object its place.
func put(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}
