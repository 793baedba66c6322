package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// look is how a curve looks. Colours repeat after seven curves, marks after five and dashes after four, so that two of
// many curves differ in more than their colour, also for people who do not see all colours.
type look struct {
	color  color.NRGBA
	dashes []float32 // lengths drawn and left out in turn; none = a whole line
	mark   mark
}

// mark is the shape that stands on the points of a curve.
type mark int

const (
	disc mark = iota
	square
	triangle
	diamond
	cross
	marks // how many there are
)

// The colours are those of Okabe and Ito (2008), which also people tell apart who do not see red or green; darkened or
// lightened until their contrast to the panels is at least 3 (WCAG 2, §1.4.11).
var (
	curvesLight = []color.NRGBA{rgb(0x0072B2), rgb(0xD55E00), rgb(0x008A63), rgb(0xB8578E), rgb(0xA87400), rgb(0x3D8FC4), rgb(0x1D2530)}
	curvesDark  = []color.NRGBA{rgb(0x4FA8E0), rgb(0xF08A3C), rgb(0x2DC295), rgb(0xE29BC4), rgb(0xF0C04A), rgb(0x9AD4F5), rgb(0xE4E9EE)}
	curveDashes = [][]float32{nil, {9, 4}, {3, 3}, {11, 3, 3, 3}}
)

// lookOf is the look of that number in a light or a dark window.
func lookOf(number int, variant fyne.ThemeVariant) look {
	colors := curvesLight
	if variant == theme.VariantDark {
		colors = curvesDark
	}
	n := max(0, number)
	return look{colors[n%len(colors)], curveDashes[n%len(curveDashes)], mark(n) % marks}
}

// variantOf is whether a theme is light or dark, whatever the system is.
func variantOf(th fyne.Theme) fyne.ThemeVariant {
	if t, ours := th.(Theme); ours && t.Variant != nil {
		return *t.Variant
	}
	return fyne.CurrentApp().Settings().ThemeVariant()
}
