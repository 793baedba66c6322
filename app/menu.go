package app

import (
	"fmt"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"orbweaver/widgets"
)

// commands are the menu items whose use depends on the phase.
type commands struct{ start, pause, stop, fresh *fyne.MenuItem }

// menu is the window's menu bar.
func (a *App) menu() *fyne.MainMenu {
	a.commands = commands{
		start: item(lang.L("Start"), a.press(a.start, func(b *board) *widget.Button { return b.start }), key(fyne.KeyReturn)),
		pause: item(lang.L("Pause or continue"), a.press(a.pauseOrContinue, func(b *board) *widget.Button { return b.pause }), key(fyne.KeyP)),
		stop:  item(lang.L("Stop"), a.press(a.stop, func(b *board) *widget.Button { return b.stop }), key(fyne.KeyPeriod)),
		fresh: item(lang.L("New crawl"), a.fresh, key(fyne.KeyN)),
	}
	file := fyne.NewMenu(lang.L("File"), a.commands.fresh, item(lang.L("Open list of seeds…"), a.chooseSeedFile, key(fyne.KeyO)),
		item(lang.L("Sessions"), a.showSessions, key(fyne.KeyL)), fyne.NewMenuItemSeparator(), quitItem(a.quit))
	crawl := fyne.NewMenu(lang.L("Crawl"), a.commands.start, a.commands.pause, a.commands.stop, fyne.NewMenuItemSeparator(),
		item(lang.L("Advanced"), a.toggleDrawer, key(fyne.KeyComma)), item(lang.L("Filter hits"), a.focusFilter, key(fyne.KeyF)),
		item(lang.L("What led nowhere…"), func() { a.showFailures("") }, nil))
	page := fyne.NewMenu(lang.L("Page"), item(lang.L("Good page, or not"), func() { a.reader.view.Judge(widgets.Good) }, key(fyne.KeyG)),
		item(lang.L("Bad page, or not"), func() { a.reader.view.Judge(widgets.Bad) }, key(fyne.KeyB)))
	compare := fyne.NewMenu(lang.L("Laboratory"), item(lang.L("Experiment"), func() { a.lab.enter(experimentTab) }, nil), item(lang.L("Race"), func() { a.lab.enter(raceTab) }, key(fyne.KeyR)),
		item(lang.L("Hold-out check"), func() { a.lab.enter(holdOutTab) }, nil), item(lang.L("What if"), func() { a.lab.enter(whatIfTab) }, nil),
		fyne.NewMenuItemSeparator(), item(lang.L("Back to the crawl"), a.lab.leave, nil))
	view := fyne.NewMenu(lang.L("View"), a.lookItem(lang.L("As the system"), lookSystem), a.lookItem(lang.L("Light"), lookLight), a.lookItem(lang.L("Dark"), lookDark),
		fyne.NewMenuItemSeparator(), a.textItem(lang.L("Small text"), 0.88), a.textItem(lang.L("Normal text"), 1), a.textItem(lang.L("Large text"), 1.2), a.textItem(lang.L("Very large text"), 1.45))
	help := fyne.NewMenu(lang.L("Help"), item(lang.L("Try the sample web"), a.tryFirstSample, nil),
		item(lang.L("Open data folder"), a.openDataFolder, nil), a.logMenu(), fyne.NewMenuItemSeparator(), item(lang.L("About Orbweaver"), a.about, nil))
	return fyne.NewMainMenu(file, crawl, page, compare, view, help)
}

// menuPhase enables the commands that can be used now.
func (a *App) menuPhase() {
	c := a.commands
	start, pause, stop := a.form.start, a.form.pause, a.form.stop
	if b := a.lab.shown(); b != nil {
		start, pause, stop = b.start, b.pause, b.stop
	}
	c.start.Disabled, c.start.Label = start.Disabled(), start.Text
	c.pause.Disabled = pause.Disabled() || pause.Hidden
	c.stop.Disabled = stop.Disabled()
	c.fresh.Disabled = a.phase != resting && a.phase != empty
	a.window.MainMenu().Refresh()
}

// press is a command that is one of the crawl, or presses a button of the laboratory when that is shown.
func (a *App) press(crawl func(), button func(*board) *widget.Button) func() {
	return func() {
		if b := a.lab.shown(); b == nil {
			crawl()
		} else if it := button(b); !it.Disabled() && !it.Hidden {
			it.OnTapped()
		}
	}
}

func item(name string, do func(), shortcut fyne.Shortcut) *fyne.MenuItem {
	i := fyne.NewMenuItem(name, do)
	i.Shortcut = shortcut
	return i
}

func quitItem(do func()) *fyne.MenuItem {
	i := item(lang.L("Quit"), do, key(fyne.KeyQ))
	i.IsQuit = true
	return i
}

// key is a shortcut with Ctrl, or Command on a Mac.
func key(name fyne.KeyName) *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierShortcutDefault}
}

// addShortcuts makes the shortcuts work while nothing or an entry of the form has the focus, and Escape leave an entry.
func (a *App) addShortcuts() {
	for _, menu := range a.window.MainMenu().Items {
		for _, i := range menu.Items {
			if i.Shortcut != nil {
				a.window.Canvas().AddShortcut(i.Shortcut, a.shortcut)
			}
		}
	}
	a.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			a.escape()
		}
	})
}

// shortcut does what the menu has under it.
func (a *App) shortcut(s fyne.Shortcut) {
	for _, menu := range a.window.MainMenu().Items {
		for _, i := range menu.Items {
			if i.Shortcut != nil && i.Shortcut.ShortcutName() == s.ShortcutName() && !i.Disabled {
				i.Action()
			}
		}
	}
}

// escape goes one step back: out of a dialog, out of the drawer, out of the filter.
func (a *App) escape() {
	dialog := a.window.Canvas().Overlays().Top()
	switch {
	case dialog != nil && !a.closing: // what tells of the closing stays
		dialog.Hide()
	case a.lab.open.Load():
		a.lab.leave()
	case a.drawer.view.Visible():
		a.showDrawer(false)
	case a.hits.filter.Text != "":
		a.hits.filter.SetText("")
	default:
		a.window.Canvas().Unfocus()
	}
}

func (a *App) focusFilter() { a.window.Canvas().Focus(a.hits.filter) }

func (a *App) showSessions() { a.tabs.SelectIndex(1) }

func (a *App) lookItem(name, look string) *fyne.MenuItem {
	i := fyne.NewMenuItem(name, func() {
		a.fyne.Preferences().SetString(prefLook, look)
		a.applyLook()
		a.window.SetMainMenu(a.menu())
		a.menuPhase()
	})
	i.Checked = a.fyne.Preferences().StringWithFallback(prefLook, lookSystem) == look
	return i
}

func (a *App) textItem(name string, scale float64) *fyne.MenuItem {
	i := fyne.NewMenuItem(name, func() {
		a.fyne.Preferences().SetFloat(prefText, scale)
		a.applyLook()
		a.window.SetMainMenu(a.menu())
		a.menuPhase()
	})
	i.Checked = a.fyne.Preferences().FloatWithFallback(prefText, 1) == scale
	return i
}

func (a *App) openDataFolder() {
	if err := a.openFolderOutside(a.library.Dir()); err != nil {
		a.fail(fmt.Errorf("%s %s: %w", lang.L("The data folder is"), a.library.Dir(), err))
	}
}

// about says what this program is, which version, and where it keeps what.
func (a *App) about() {
	icon := canvas.NewImageFromResource(Icon())
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSquareSize(96))
	name := widgets.NewHeading("Orbweaver")
	name.SizeName, name.Align = "headingText", fyne.TextAlignCenter
	text := widgets.NewHint(lang.L("Sends spiders into the Web for your topic and shows what they find while they are still looking."))
	text.SizeName = "text"
	facts := widgets.NewHint(lang.X("about.facts", "Version {{.Version}} · {{.Go}} · sessions in {{.Dir}}",
		map[string]any{"Version": a.fyne.Metadata().Version, "Go": runtime.Version(), "Dir": a.library.Dir()}))
	d := dialog.NewCustom(lang.L("About Orbweaver"), lang.L("Close"), container.NewVBox(container.NewCenter(icon), name, text, facts), a.window)
	d.Resize(fyne.NewSize(440, 340))
	d.Show()
}
