package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"orbweaver/storage/session"
)

// The window over real sessions: a crawl of the sample web from the form to the reader, reopened from its file by
// another window, and what happens when that file is in use or damaged.
func TestRealSessions(t *testing.T) {
	dir := t.TempDir()
	open := func() *App {
		lib, err := session.OpenLibrary(dir)
		if err != nil {
			t.Fatal(err)
		}
		return newApp(test.NewTempApp(t), savedSessions{lib}, newJournal(dir, ""), func(f func()) { f() })
	}
	end := func(a *App) {
		if err := a.end(); err != nil {
			t.Error(err)
		}
	}

	a := open()
	web, err := a.sample.load()
	if err != nil {
		t.Fatal(err)
	}
	topic := web.Topics()[0]
	a.form.budget.SetText("40")
	a.trySample(topic)
	a.pump.turn(0)
	if stats := a.sitting.crawl.Stats(); stats.Pages != 40 || stats.Hits == 0 || a.phase != resting {
		t.Fatalf("phase %v, stats %+v, message %q", a.phase, stats, top(a))
	}
	best := a.hits.book.shown[0]
	a.openHit(best)
	shown := strings.Join(texts(a.reader.view), "\n")
	if a.reader.view.URL() != best.URL || !strings.Contains(shown, strings.Fields(best.Title)[0]) {
		t.Errorf("the reader shows %q", shown)
	}
	id := a.sitting.crawl.ID()

	other := open()
	other.open(id, false)
	if got := top(other); !strings.Contains(got, "another running copy") {
		t.Errorf("a session in use opens: %q", got)
	}
	end(other)
	end(a)

	a = open()
	a.open(id, false)
	a.pump.turn(0)
	if shown, _ := a.hits.table.Rows(); shown == 0 || a.form.keywords.Text != topic.Keywords {
		t.Errorf("reopened with %d hits and keywords %q", shown, a.form.keywords.Text)
	}
	a.form.budget.SetText("60")
	test.Tap(a.form.start)
	if stats := a.sitting.crawl.Stats(); stats.Pages != 60 {
		t.Errorf("resumed to %d pages, want 60; message %q", stats.Pages, top(a))
	}
	end(a)

	if err := os.Truncate(filepath.Join(dir, id+".orb"), 5000); err != nil {
		t.Fatal(err)
	}
	a = open()
	a.open(id, false)
	if got := top(a); !strings.Contains(got, "damaged") || a.phase != empty {
		t.Errorf("a damaged session: phase %v, message %q", a.phase, got)
	}
	end(a)
}
