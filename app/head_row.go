package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// headRow lays two objects out in a row, the second as narrow as it may be; where that leaves too little for the first,
// one under the other.
type headRow struct {
	changed func() // the objects have come to stand the other way, and need another height

	folded bool
}

// leastHead is how wide the first object must be in a row with the other, at normal text.
const leastHead = 200

// MinSize implements fyne.Layout.
func (r *headRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	first, second := objects[0].MinSize(), objects[1].MinSize()
	height := max(first.Height, second.Height)
	if r.folded {
		height = first.Height + theme.Padding() + second.Height
	}
	return fyne.NewSize(max(first.Width, second.Width), height)
}

// Layout implements fyne.Layout.
func (r *headRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	first, second := objects[0], objects[1]
	need, gap := second.MinSize(), theme.Padding()
	folded := size.Width-need.Width-gap < leastHead
	if folded {
		first.Resize(fyne.NewSize(size.Width, first.MinSize().Height))
		second.Move(fyne.NewPos(0, first.MinSize().Height+gap))
		second.Resize(fyne.NewSize(size.Width, need.Height))
	} else {
		first.Resize(fyne.NewSize(size.Width-need.Width-gap, size.Height))
		second.Move(fyne.NewPos(size.Width-need.Width, 0))
		second.Resize(fyne.NewSize(need.Width, size.Height))
	}
	first.Move(fyne.NewPos(0, 0))
	if folded != r.folded {
		r.folded = folded
		r.changed()
	}
}
