package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestNoteGrowsWithWhatItSays(t *testing.T) {
	themed(test.NewTempApp(t))
	note := NewNote("Reefs cover less than one percent of the ocean floor.")
	line := note.MinSize().Height
	note.Resize(fyne.NewSize(120, line))
	if wrapped := note.MinSize().Height; wrapped < 2*line {
		t.Errorf("in a narrow place it asks for %v, in none for %v", wrapped, line)
	}
	note.SetText("Reefs\n\nKelp")
	if got := len(test.WidgetRenderer(note).Objects()); got != 3 {
		t.Errorf("%d lines are drawn, want 3, of which one is empty", got)
	}
}

// It says when another width gives it more or fewer lines, and only then.
func TestNoteSaysThatItIsRewrapped(t *testing.T) {
	themed(test.NewTempApp(t))
	note := NewNote("Reefs cover less than one percent of the ocean floor.")
	said := 0
	note.Rewrapped = func() { said++ }
	for _, tc := range []struct {
		width float32
		want  int
	}{{900, 1}, {901, 0}, {200, 1}, {201, 0}, {900, 1}} { // at first it has no lines
		said = 0
		if note.Resize(fyne.NewSize(tc.width, 40)); said != tc.want {
			t.Errorf("%v wide it says so %d times, with %d lines; want %d", tc.width, said, len(test.WidgetRenderer(note).Objects()), tc.want)
		}
	}
}
