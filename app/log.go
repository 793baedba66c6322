package app

import (
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"orbweaver/storage/session"
)

// prefLogLevel is how much is written to the log, as package slog names it.
const prefLogLevel = "log.level"

// journal is the window's log: a file that never grows without end, beside the sessions.
type journal struct {
	*slog.Logger
	dir   string
	level slog.LevelVar
	file  *session.LogFile // nil when there is none
	err   error            // why there is none
}

// newJournal opens the log in the folder of sessions. Without one the window works as well; openLogFolder says why there is
// none.
func newJournal(dataDir, level string) *journal {
	j := &journal{Logger: slog.New(slog.DiscardHandler), dir: filepath.Join(dataDir, "log")}
	j.setLevel(level)
	if j.err = os.MkdirAll(j.dir, 0o700); j.err != nil {
		return j
	}
	if j.file, j.err = session.OpenLogFile(filepath.Join(j.dir, "orbweaver.log")); j.err == nil {
		j.Logger = slog.New(slog.NewJSONHandler(j.file, &slog.HandlerOptions{Level: &j.level}))
	}
	return j
}

// setLevel takes a level's name; one that is none stands for info.
func (j *journal) setLevel(name string) {
	var level slog.Level
	if level.UnmarshalText([]byte(name)) != nil {
		level = slog.LevelInfo
	}
	j.level.Set(level)
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}

// logMenu lets the user choose how much is written to the log, and look at it.
func (a *App) logMenu() *fyne.MenuItem {
	level := func(title string, l slog.Level) *fyne.MenuItem {
		i := fyne.NewMenuItem(title, func() {
			a.fyne.Preferences().SetString(prefLogLevel, l.String())
			a.log.setLevel(l.String())
			a.window.SetMainMenu(a.menu())
			a.menuPhase()
		})
		i.Checked = a.log.level.Level() == l
		return i
	}
	menu := fyne.NewMenuItem(lang.L("Log"), nil)
	menu.ChildMenu = fyne.NewMenu("",
		level(lang.L("Errors only"), slog.LevelError), level(lang.L("Errors and warnings"), slog.LevelWarn),
		level(lang.L("What happens"), slog.LevelInfo), level(lang.L("Every page too"), slog.LevelDebug),
		fyne.NewMenuItemSeparator(), item(lang.L("Open log folder"), a.openLogFolder, nil))
	return menu
}

func (a *App) openLogFolder() {
	err := a.log.err
	if err == nil {
		err = a.openFolderOutside(a.log.dir)
	}
	if err != nil {
		a.fail(fmt.Errorf("%s %s: %w", lang.L("The log's folder is"), a.log.dir, err))
	}
}

// openFolderOutside shows a folder in the system's own program for that.
func (a *App) openFolderOutside(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	return a.fyne.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)})
}
