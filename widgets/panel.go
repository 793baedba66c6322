package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Panel is a rounded surface with its content on it: the sheets that the window is made of.
type Panel struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

// NewPanel puts content on a panel.
func NewPanel(content fyne.CanvasObject) *Panel {
	p := &Panel{content: content}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	r := &panelRenderer{panel: p, ground: canvas.NewRectangle(nil)}
	r.apply()
	return r
}

type panelRenderer struct {
	panel  *Panel
	ground *canvas.Rectangle
}

const (
	panelRadius  = 10
	panelPadding = 10
)

func (r *panelRenderer) apply() {
	th, variant := r.panel.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	r.ground.FillColor = th.Color(ColorSurface, variant)
	r.ground.StrokeColor = th.Color(theme.ColorNameSeparator, variant)
	r.ground.StrokeWidth = 1
	r.ground.CornerRadius = panelRadius
}

// Layout implements fyne.WidgetRenderer.
func (r *panelRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.panel.content.Move(fyne.NewPos(panelPadding, panelPadding))
	r.panel.content.Resize(size.SubtractWidthHeight(2*panelPadding, 2*panelPadding))
}

// MinSize implements fyne.WidgetRenderer.
func (r *panelRenderer) MinSize() fyne.Size {
	return r.panel.content.MinSize().AddWidthHeight(2*panelPadding, 2*panelPadding)
}

// Refresh implements fyne.WidgetRenderer.
func (r *panelRenderer) Refresh() {
	r.apply()
	r.ground.Refresh()
	r.Layout(r.panel.Size())
}

// Objects implements fyne.WidgetRenderer.
func (r *panelRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.panel.content}
}

// Destroy implements fyne.WidgetRenderer.
func (r *panelRenderer) Destroy() {}
