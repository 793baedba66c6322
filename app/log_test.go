package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"orbweaver/storage/session"
)

// What happens is written to a file beside the sessions, as much of it as the user wants; the choice is remembered.
func TestTheWindowWritesALog(t *testing.T) {
	dir := t.TempDir()
	lib, err := session.OpenLibrary(dir)
	if err != nil {
		t.Fatal(err)
	}
	log := newJournal(dir, "")
	lib.LogTo(log.Logger)
	a := newApp(test.NewTempApp(t), savedSessions{lib}, log, func(f func()) { f() })
	web, err := a.sample.load()
	if err != nil {
		t.Fatal(err)
	}
	a.form.budget.SetText("5")
	a.trySample(web.Topics()[0])
	a.logMenu().ChildMenu.Items[3].Action() // every page too
	a.form.budget.SetText("8")
	test.Tap(a.form.start)
	if err := a.end(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "log", "orbweaver.log"))
	if err != nil {
		t.Fatal(err)
	}
	first, second, _ := strings.Cut(string(text), "sitting ended")
	if !strings.Contains(first, "sitting begins") || strings.Contains(first, `"msg":"page"`) || strings.Count(second, `"msg":"page"`) != 3 {
		t.Errorf("the log is\n%s", text)
	}
	if got := a.fyne.Preferences().String(prefLogLevel); got != slog.LevelDebug.String() {
		t.Errorf("the level is remembered as %q", got)
	}
	if newJournal(filepath.Join(dir, "log", "orbweaver.log"), "").err == nil {
		t.Error("a folder that can not be is not noticed")
	}
}
