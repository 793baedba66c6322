package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// 500 wide leaves 246 for the first (500 - 250 - 4 of padding), 400 only 146: less than 200, so that it folds.
func TestTheHeadFoldsWhereItIsNarrow(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	_ = a // sizes are those of its theme
	first, second := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	first.SetMinSize(fyne.NewSize(50, 40))
	second.SetMinSize(fyne.NewSize(250, 40))
	objects := []fyne.CanvasObject{first, second}
	changes := 0
	row := &headRow{changed: func() { changes++ }}
	for _, c := range []struct{ width, height, firstWidth, secondX float32 }{
		{500, 40, 246, 250}, {400, 84, 400, 0}, {400, 84, 400, 0}, {500, 40, 246, 250},
	} {
		row.Layout(objects, fyne.NewSize(c.width, c.height))
		if first.Size().Width != c.firstWidth || second.Position().X != c.secondX || row.MinSize(objects).Height != c.height {
			t.Errorf("%v wide: first %v, second at %v, least %v", c.width, first.Size(), second.Position(), row.MinSize(objects))
		}
	}
	if changes != 2 {
		t.Errorf("the height changed %d times, want 2", changes)
	}
}
