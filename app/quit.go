package app

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// quit closes the window. A crawl that runs is stopped and saved first, and offered again at the next start.
func (a *App) quit() {
	if a.closing {
		return
	}
	a.closing = true
	a.keepSize()
	if a.phase == empty {
		a.keepForm()
	}
	s := a.sitting
	if s == nil {
		a.leave()
		return
	}
	wait := dialog.NewCustomWithoutButtons(lang.L("Saving…"), container.NewPadded(widget.NewProgressBarInfinite()), a.window)
	wait.Show()
	a.background(func() {
		err := s.close()
		a.ui(func() {
			wait.Hide()
			if err == nil {
				a.leave()
				return
			}
			d := dialog.NewConfirm(lang.L("Not everything could be saved"), explain(err)+"\n\n"+lang.L("Quit all the same?"), func(yes bool) {
				a.closing = false
				if yes {
					a.leave()
				}
			}, a.window)
			d.Show()
		})
	})
}

// leave closes the window for good. What is open has been closed, as far as that was possible.
func (a *App) leave() {
	a.sitting = nil
	a.cancel()
	a.window.Close()
}

// offerToGoOn asks once, at the start, whether to go on with a crawl that the window's end or a crash has interrupted.
func (a *App) offerToGoOn(all []session.Summary) {
	if a.asked {
		return
	}
	a.asked = true
	wanted := a.fyne.Preferences().String(prefGoOn)
	for _, s := range all { // the newest first
		if s.Problem != "" || s.ID != wanted && s.State != "interrupted" {
			continue
		}
		note := widgets.NewNote(lang.X("goon.text", "“{{.Name}}” was not finished when the window was closed: {{.Pages}} of {{.Budget}} so far. Everything is saved. Go on with it?",
			map[string]any{"Name": sessionName(s), "Pages": pages(s.Pages), "Budget": count(s.Budget)}))
		note.ColorName, note.SizeName = "foreground", "text"
		d := dialog.NewCustomConfirm(lang.L("Go on?"), lang.L("Go on"), lang.L("Not now"), container.NewPadded(note), func(yes bool) {
			a.fyne.Preferences().SetString(prefGoOn, "")
			if yes {
				a.open(s.ID, true)
			}
		}, a.window)
		d.Resize(fyne.NewSize(440, 200))
		d.Show()
		return
	}
}

// refreshSessions reads the list of sessions anew.
func (a *App) refreshSessions() {
	open := ""
	if a.sitting != nil {
		open = a.sitting.crawl.ID()
	}
	a.listed++
	listing := a.listed
	a.background(func() {
		all, err := a.library.List()
		rows := make([]widgets.SessionRow, len(all))
		for i, s := range all {
			rows[i] = sessionRow(s, open)
		}
		a.ui(func() {
			if listing < a.newest { // a newer list has come before
				return
			}
			a.newest = listing
			if err != nil {
				a.fail(fmt.Errorf("%s: %w", lang.L("The sessions could not be listed"), err))
				return
			}
			a.sessions.Set(rows)
			a.lab.offer(all, open)
			a.tabs.Items[1].Text = lang.L("Sessions") + " " + count(len(rows))
			a.tabs.Refresh()
			a.offerToGoOn(all)
		})
	})
}
