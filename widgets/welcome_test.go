package widgets

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Whatever the size of window and text, nothing of the welcome is wider than its place, no part lies on another, and the
// picture is there only where everything else has room.
func TestWelcomeFitsItsPlace(t *testing.T) {
	for _, tc := range []struct {
		width, height, scale float32
		pictured             bool
	}{
		{430, 340, 1, true}, {430, 220, 1, false}, {430, 220, 1.45, false}, {240, 900, 1.45, true}, {900, 700, 1, true},
	} {
		t.Run(fmt.Sprintf("%v×%v at %v", tc.width, tc.height, tc.scale), func(t *testing.T) {
			test.NewTempApp(t).Settings().SetTheme(Theme{TextScale: tc.scale})
			w := NewWelcome(theme.HomeIcon(), "Schicken Sie Spinnen ins Netz", "Type keywords above, paste a few addresses to start from, and press Start.", "Or try:")
			var tries []fyne.CanvasObject
			for _, name := range []string{"Astronomy", "Beekeeping", "Bread baking", "Castles"} {
				tries = append(tries, widget.NewButton(name, nil))
			}
			test.NewTempWindow(t, w)
			w.Offer(tries)
			w.Resize(fyne.NewSize(tc.width, tc.height))
			if w.icon.Visible() != tc.pictured {
				t.Errorf("the picture is shown: %v", w.icon.Visible())
			}
			bottom := float32(0)
			for i, o := range w.content.Objects {
				if !o.Visible() {
					continue
				}
				at, size := o.Position(), o.Size()
				if at.X < 0 || at.X+size.Width > tc.width+0.5 || at.Y < 0 || at.Y+size.Height > w.scroll.Content.Size().Height+0.5 {
					t.Errorf("part %d lies at %v, %v", i, at, size)
				}
				if i < 4 {
					if at.Y < bottom {
						t.Errorf("part %d begins at %v, on the one before, which ends at %v", i, at.Y, bottom)
					}
					bottom = at.Y + size.Height
				}
			}
		})
	}
}
