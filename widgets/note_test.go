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

// It says when its width or its text gives it more or fewer lines, and only then.
func TestNoteSaysThatItsLinesChanged(t *testing.T) {
	themed(test.NewTempApp(t))
	note := NewNote("Reefs cover less than one percent of the ocean floor.")
	said := 0
	note.LinesChanged = func() { said++ }
	resize := func(width float32) func() { return func() { note.Resize(fyne.NewSize(width, 40)) } }
	for _, tc := range []struct {
		name   string
		change func()
		want   int
	}{
		{"at first", resize(900), 1}, {"a little wider", resize(901), 0}, {"narrow", resize(200), 1}, {"a little less narrow", resize(201), 0},
		{"little to say", func() { note.SetText("Reefs.") }, 1}, {"something else", func() { note.SetText("Kelp.") }, 0},
	} {
		said = 0
		if tc.change(); said != tc.want {
			t.Errorf("%s: it says so %d times, with %d lines; want %d", tc.name, said, len(test.WidgetRenderer(note).Objects()), tc.want)
		}
	}
}

// A note that has never been given a place says nothing, however often it is asked to refresh: who hears it refreshes all.
func TestNoteWithoutAPlaceSaysNothing(t *testing.T) {
	themed(test.NewTempApp(t))
	note := NewNote("Reefs cover less than one percent of the ocean floor.")
	note.LinesChanged = func() { t.Error("it says that its lines have changed") }
	for range 3 {
		note.MinSize()
		note.Refresh()
	}
}
