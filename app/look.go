package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"orbweaver/widgets"
)

// Names of the user's preferences. They only spare typing: whatever matters is in the sessions.
const (
	prefWidth     = "window.width"
	prefHeight    = "window.height"
	prefLook      = "look"       // lookSystem, lookLight or lookDark
	prefText      = "text.scale" // factor on text sizes
	prefKeywords  = "form.keywords"
	prefSeeds     = "form.seeds"
	prefFamily    = "form.family"
	prefPages     = "form.pages"
	prefFile      = "form.file."       // and a family's name: what its file is called
	prefFilePath  = "form.file.path."  // and a family's name: where it is
	prefFileMarks = "form.file.marks." // and a family's name: the categories marked good in it
	prefGoOn      = "go.on"            // the session that was running when the window was last seen
)

const (
	lookSystem = "system"
	lookLight  = "light"
	lookDark   = "dark"
)

// applyLook sets the theme that the user's preferences ask for.
func (a *App) applyLook() {
	prefs := a.fyne.Preferences()
	look := widgets.Theme{TextScale: float32(prefs.FloatWithFallback(prefText, 1))}
	light, dark := fyne.ThemeVariant(theme.VariantLight), fyne.ThemeVariant(theme.VariantDark)
	switch prefs.String(prefLook) {
	case lookLight:
		look.Variant = &light
	case lookDark:
		look.Variant = &dark
	}
	a.fyne.Settings().SetTheme(look)
}

// savedSize is the size that the window had last time.
func (a *App) savedSize() fyne.Size {
	prefs := a.fyne.Preferences()
	width := prefs.FloatWithFallback(prefWidth, 1280)
	height := prefs.FloatWithFallback(prefHeight, 800)
	return fyne.NewSize(float32(max(width, 640)), float32(max(height, 480)))
}

// keepForm and keepSize remember what the user would else have to do again.
func (a *App) keepForm() {
	prefs := a.fyne.Preferences()
	prefs.SetString(prefKeywords, a.form.keywords.Text)
	prefs.SetString(prefSeeds, a.form.seeds.Text)
	prefs.SetString(prefFamily, a.form.chosenFamily().Name)
	prefs.SetString(prefPages, a.form.budget.Text)
	a.keepFiles()
}

func (a *App) keepSize() {
	size := a.window.Canvas().Size()
	a.fyne.Preferences().SetFloat(prefWidth, float64(size.Width))
	a.fyne.Preferences().SetFloat(prefHeight, float64(size.Height))
}

// restoreForm fills the form as it was left, at first with the family to begin with.
func (a *App) restoreForm() {
	prefs := a.fyne.Preferences()
	a.form.keywords.SetText(prefs.String(prefKeywords))
	a.form.seeds.SetText(prefs.String(prefSeeds))
	a.restorePages()
	a.form.family.SetSelectedIndex(0)
	a.form.chooseFamily(prefs.StringWithFallback(prefFamily, "infospiders"))
	a.restoreFiles()
}

func (a *App) restorePages() {
	a.form.budget.SetText(a.fyne.Preferences().StringWithFallback(prefPages, "500"))
}
