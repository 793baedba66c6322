package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// The form has the height that its words need, what is said of a family or what is wrong, whatever the width. The test
// driver lays nothing out anew by itself, as the real one does not when objects elsewhere change in the same frame.
func TestTheFormIsAsHighAsItsWordsNeed(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	a.form.chooseFamily("reinforcement")
	for _, fault := range []string{"", strings.Repeat("It is wrong. ", 14)} {
		a.form.say(fault)
		height := map[float32]float32{}
		for _, width := range []float32{1150, 1024, 1280} {
			a.window.Resize(fyne.NewSize(width, 700))
			height[width] = a.form.view.MinSize().Height
			if got := a.form.view.Size().Height; got != height[width] {
				t.Errorf("fault %q: in a window %v wide the form is %v high; want %v", fault, width, got, height[width])
			}
		}
		if height[1280] >= height[1024] {
			t.Errorf("fault %q: wide or narrow, it needs the same height, so this shows nothing", fault)
		}
	}
}
