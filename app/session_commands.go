package app

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"orbweaver/widgets"
)

// open shows a saved session; run lets it go on. When a crawl runs it asks first.
func (a *App) open(id string, run bool) {
	if a.sitting != nil && a.sitting.crawl.ID() == id {
		if run && a.phase == resting {
			a.resume()
		}
		return
	}
	var then func()
	if run {
		then = a.resume
	}
	load := func() {
		a.load(func(context.Context) (*sitting, error) {
			c, err := a.library.Open(id)
			if err != nil {
				return nil, err
			}
			return newSitting(c)
		}, then)
	}
	a.inPlace(load)
}

// inPlace lets another session take the place of the one that is open. When a crawl runs it asks first.
func (a *App) inPlace(load func()) {
	switch a.phase {
	case busy:
		return
	case running, paused:
		dialog.ShowConfirm(lang.L("Stop this crawl?"), lang.L("A crawl is running. It is stopped and saved before another session is opened, and can be resumed."), func(yes bool) {
			if yes {
				load()
			}
		}, a.window)
	default:
		load()
	}
}

// again crawls once more what a saved session has crawled, in a session of its own. Pages that have not changed since are
// not sent again.
func (a *App) again(r widgets.SessionRow) {
	a.inPlace(func() {
		a.load(func(ctx context.Context) (*sitting, error) {
			earlier, err := a.library.Open(r.ID)
			if err != nil {
				return nil, err
			}
			spec := earlier.Again()
			if err := earlier.Close(); err != nil {
				return nil, err
			}
			return a.create(ctx, spec)
		}, a.run)
	})
}

// rename asks for a session's new name.
func (a *App) rename(r widgets.SessionRow) {
	name := newEntry(keys{a.shortcut, a.escape})
	name.SetText(r.Name)
	d := dialog.NewForm(lang.L("Rename session"), lang.L("Rename"), lang.L("Cancel"), []*widget.FormItem{widget.NewFormItem(lang.L("Name"), name)}, func(yes bool) {
		if yes {
			to := widgets.Clean(name.Text, 200)
			a.change(func() error {
				s := a.shown.Load()
				if s == nil || s.crawl.ID() != r.ID {
					return a.library.Rename(r.ID, to)
				}
				err := s.crawl.Rename(to)
				now := sessionName(s.crawl.Summary())
				a.ui(func() {
					s.name = now
					a.window.SetTitle(a.title())
				})
				return err
			})
		}
	}, a.window)
	name.OnSubmitted = func(string) { d.Submit() }
	d.Resize(fyne.NewSize(420, 150))
	d.Show()
	a.window.Canvas().Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// delete asks, and deletes a session for good.
func (a *App) delete(r widgets.SessionRow) {
	if a.sitting != nil && a.sitting.crawl.ID() == r.ID {
		tell(a.window, lang.L("This session is open"), lang.L("Stop it and press New crawl, or open another session; then it can be deleted."))
		return
	}
	text := lang.X("delete.text", "“{{.Name}}” ({{.Facts}}) and all its saved pages are deleted for good.", map[string]any{"Name": r.Name, "Facts": r.Facts + " · " + r.State})
	d := dialog.NewConfirm(lang.L("Delete session?"), text, func(yes bool) {
		if yes {
			a.change(func() error { return a.library.Delete(r.ID) })
		}
	}, a.window)
	d.SetConfirmText(lang.L("Delete"))
	d.SetConfirmImportance(widget.DangerImportance)
	d.SetDismissText(lang.L("Keep"))
	d.Show()
}

// change does something to the saved sessions in the background and lists them anew.
func (a *App) change(do func() error) {
	a.background(func() {
		err := do()
		a.ui(func() {
			if err != nil {
				a.fail(err)
			}
			a.refreshSessions()
		})
	})
}
