package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/widgets"
)

// prefData is the data folder that the user has chosen because the usual one could not be used.
const prefData = "data.dir"

// Main shows the window until the user closes it and returns when everything is saved. Where the data folder can not be
// used a smaller window says why and offers to try again or to take another folder.
func Main(fa fyne.App, o Options) error {
	if o.DataDir == "" {
		o.DataDir = fa.Preferences().String(prefData)
	}
	a, err := New(fa, o)
	if err != nil {
		explainStart(fa, o, err, func(opened *App) { a = opened })
	} else {
		a.window.Show()
	}
	fa.Run()
	if a == nil {
		return err
	}
	return a.end()
}

// explainStart shows why the program could not start, until it can. It gives opened the App whose window is then shown.
func explainStart(fa fyne.App, o Options, err error, opened func(*App)) fyne.Window {
	fa.Settings().SetTheme(widgets.Theme{})
	w := fa.NewWindow("Orbweaver")
	heading := widgets.NewHeading(lang.L("Orbweaver can not keep sessions here"))
	heading.SizeName = theme.SizeNameSubHeadingText
	why := widgets.NewNote("")
	why.ColorName, why.SizeName = theme.ColorNameForeground, theme.SizeNameText
	say := func(err error) {
		why.SetText(explain(err) + "\n\n" + lang.L("Orbweaver needs a folder that it may write to. Put right what is wrong with this one, or take another."))
	}
	say(err)
	try := func(dir string) {
		a, err := New(fa, Options{DataDir: dir, Latency: o.Latency})
		if err != nil {
			say(err)
			return
		}
		if dir != o.DataDir {
			fa.Preferences().SetString(prefData, dir)
		}
		opened(a)
		a.window.Show()
		w.Close()
	}
	again := widget.NewButtonWithIcon(lang.L("Try again"), theme.ViewRefreshIcon(), func() { try(o.DataDir) })
	again.Importance = widget.HighImportance
	other := widget.NewButtonWithIcon(lang.L("Take another folder…"), theme.FolderOpenIcon(), func() {
		d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
			if err != nil {
				say(err)
			} else if folder != nil {
				try(folder.Path())
			}
		}, w)
		d.Resize(fileDialogSize) // no larger than the window, whatever that says
		d.Show()
	})
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if top := w.Canvas().Overlays().Top(); e.Name == fyne.KeyEscape && top != nil {
			top.Hide()
		}
	})
	buttons := container.NewHBox(layout.NewSpacer(), other, again)
	w.SetContent(container.NewPadded(widgets.NewPanel(container.NewBorder(heading, buttons, nil, nil, container.NewPadded(why)))))
	w.Resize(fyne.NewSize(720, 420))
	w.Show()
	return w
}
