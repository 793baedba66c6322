package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Bar is a thin rounded bar filled from From to To, both shares of its length (0…1): a score, a weight, progress.
type Bar struct {
	widget.BaseWidget
	Height float32 // 0 = 4

	from, to float64
	color    fyne.ThemeColorName
}

// NewBar returns an empty bar.
func NewBar() *Bar {
	b := &Bar{color: theme.ColorNamePrimary}
	b.ExtendBaseWidget(b)
	return b
}

// Set changes what is filled, and its colour; the same again costs nothing.
func (b *Bar) Set(from, to float64, color fyne.ThemeColorName) {
	from, to = min(max(from, 0), 1), min(max(to, 0), 1)
	if b.from == from && b.to == to && b.color == color {
		return
	}
	b.from, b.to, b.color = from, to, color
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, track: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil)}
	r.apply()
	return r
}

type barRenderer struct {
	bar         *Bar
	track, fill *canvas.Rectangle
}

func (r *barRenderer) apply() {
	th, variant := r.bar.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	r.track.FillColor = th.Color(ColorTrack, variant)
	r.fill.FillColor = th.Color(r.bar.color, variant)
}

// Layout implements fyne.WidgetRenderer.
func (r *barRenderer) Layout(size fyne.Size) {
	h := r.MinSize().Height
	y := (size.Height - h) / 2
	r.track.CornerRadius, r.fill.CornerRadius = h/2, h/2
	r.track.Move(fyne.NewPos(0, y))
	r.track.Resize(fyne.NewSize(size.Width, h))
	r.fill.Move(fyne.NewPos(size.Width*float32(r.bar.from), y))
	r.fill.Resize(fyne.NewSize(size.Width*float32(r.bar.to-r.bar.from), h))
}

// MinSize implements fyne.WidgetRenderer.
func (r *barRenderer) MinSize() fyne.Size {
	if r.bar.Height > 0 {
		return fyne.NewSize(r.bar.Height, r.bar.Height)
	}
	return fyne.NewSize(4, 4)
}

// Refresh implements fyne.WidgetRenderer.
func (r *barRenderer) Refresh() {
	r.apply()
	r.Layout(r.bar.Size())
	r.track.Refresh()
	r.fill.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *barRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.track, r.fill} }

// Destroy implements fyne.WidgetRenderer.
func (r *barRenderer) Destroy() {}
