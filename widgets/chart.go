package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Chart draws curves, each with a band around it, between two axes, and names them below. The pointer on it, or a tap,
// tells the values of all curves at that place.
//
// The curves are painted as one picture, anew only when they, the size or the look change.
type Chart struct {
	widget.BaseWidget

	// Background runs work in a goroutine of the owner's, and then what it returns on Fyne's; painting other curves takes a
	// few milliseconds. nil = they are painted at once.
	Background func(work func() (then func()))

	graph Graph
	hint  *Note // shown when there are no curves

	frame   frame // where they are drawn
	readout *readout
	asked   bool    // the values at a place are shown
	at      float32 // that place: x within the chart
}

var (
	_ desktop.Hoverable = (*Chart)(nil)
	_ fyne.Tappable     = (*Chart)(nil)
)

// NewChart returns a chart without curves, which shows hint.
func NewChart(hint string) *Chart {
	c := &Chart{hint: NewHint(hint), readout: newReadout()}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows another graph. Curves without points are left out, but keep their names.
func (c *Chart) Set(g Graph) {
	c.graph = Graph{X: g.X, Y: g.Y, To: g.To, Curves: make([]Curve, len(g.Curves))}
	for i, curve := range g.Curves {
		c.graph.Curves[i] = curve.thinned()
	}
	c.Refresh()
}

// SetHint changes what is said while there are no curves.
func (c *Chart) SetHint(text string) {
	c.hint.SetText(text)
	c.Refresh()
}

// MouseIn implements desktop.Hoverable.
func (c *Chart) MouseIn(e *desktop.MouseEvent) { c.ask(e.Position.X) }

// MouseMoved implements desktop.Hoverable.
func (c *Chart) MouseMoved(e *desktop.MouseEvent) { c.ask(e.Position.X) }

// MouseOut implements desktop.Hoverable.
func (c *Chart) MouseOut() {
	c.asked = false
	c.tell()
}

// Tapped implements fyne.Tappable, for screens without a pointer.
func (c *Chart) Tapped(e *fyne.PointEvent) { c.ask(e.Position.X) }

func (c *Chart) ask(x float32) {
	c.asked, c.at = true, x
	c.tell()
}

// tell shows the values at the place that was asked for, or takes them away.
func (c *Chart) tell() {
	show(c.readout, c.asked && c.readout.set(c.graph, c.frame, c.frame.value(c.at)))
}

// CreateRenderer implements fyne.Widget.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	r := &chartRenderer{chart: c, easel: newEasel(c.Background), x: NewCaption(""), y: NewCaption("")}
	r.x.Align = fyne.TextAlignTrailing
	return r
}

// chartRenderer places what a chart consists of: the picture of grid, curves and marks over the whole of it, and texts.
type chartRenderer struct {
	chart  *Chart
	easel  *easel
	x, y   *Line   // the axes' names
	xTicks []*Line // the first so many are in use
	yTicks []*Line
	names  []*Line // of the curves

	xAt, yAt []float64       // the ticks
	samples  []fyne.Position // left ends of the lines that stand before the names
}

// frame is where curves are drawn: the place of the axes, and what they reach from and to.
type frame struct {
	at   fyne.Position
	size fyne.Size
	x, y stretch
}

// place is where values lie, in units of the window.
func (f frame) place(x, y float64) fyne.Position {
	return fyne.NewPos(
		f.at.X+float32((x-f.x.from)/(f.x.to-f.x.from))*f.size.Width,
		f.at.Y+f.size.Height-float32((y-f.y.from)/(f.y.to-f.y.from))*f.size.Height)
}

// value is the value on the x-axis at a place.
func (f frame) value(x float32) float64 {
	return f.x.from + float64((x-f.at.X)/f.size.Width)*(f.x.to-f.x.from)
}

const (
	chartGap   = 6  // between texts and what they stand beside
	sampleSize = 26 // length of the line before a curve's name
	lineWidth  = 1.8
	markSize   = 3.2
	markEvery  = 64 // between two marks of a curve, at least
)

// MinSize implements fyne.WidgetRenderer.
func (r *chartRenderer) MinSize() fyne.Size { return fyne.NewSize(220, 160) }

// Layout implements fyne.WidgetRenderer.
func (r *chartRenderer) Layout(size fyne.Size) {
	c := r.chart
	r.easel.raster.Resize(size)
	hint := c.hint
	hint.Resize(fyne.NewSize(size.Width, 0)) // wrapping needs the width before the height
	height := hint.MinSize().Height
	put(hint, 0, max(0, (size.Height-height)/2), size.Width, height)
	show(hint, len(c.graph.Curves) == 0)

	line := r.y.MinSize().Height
	below := r.nameCurves(size, line)
	f := frame{at: fyne.NewPos(0, line+chartGap)}
	f.x, f.y = c.graph.bounds()
	f.size.Height = max(20, size.Height-f.at.Y-2*line-chartGap-below)
	r.yAt = ticks(f.y, int(f.size.Height/(2.2*line)))
	width := r.name(&r.yTicks, r.yAt)
	f.at.X = width + chartGap
	f.size.Width = max(20, size.Width-f.at.X-chartGap)
	r.xAt = ticks(f.x, int(f.size.Width/90))
	r.name(&r.xTicks, r.xAt)
	for i, v := range r.yAt {
		put(r.yTicks[i], 0, f.place(0, v).Y-line/2, width, line)
	}
	bottom := f.at.Y + f.size.Height + 2
	for i, v := range r.xAt {
		w := r.xTicks[i].MinSize().Width
		put(r.xTicks[i], min(f.place(v, 0).X-w/2, size.Width-w), bottom, w, line)
	}
	put(r.y, 0, 0, size.Width, line)
	put(r.x, 0, bottom+line, size.Width, line)
	c.frame = f
	r.easel.show(r.scene(size))
	c.readout.Resize(size)
	c.tell()
}

// scene is what is to be painted.
func (r *chartRenderer) scene(size fyne.Size) scene {
	th := r.chart.Theme()
	variant := variantOf(th)
	s := scene{size: size, frame: r.chart.frame, xAt: r.xAt, yAt: r.yAt, samples: slices.Clone(r.samples), curves: r.chart.graph.Curves,
		grid: th.Color(theme.ColorNameSeparator, variant)}
	for _, c := range s.curves {
		s.looks = append(s.looks, lookOf(c.Look, variant))
	}
	return s
}

// name makes texts of the ticks of an axis and returns the width of the widest.
func (r *chartRenderer) name(lines *[]*Line, at []float64) (widest float32) {
	for i, v := range at {
		if i == len(*lines) {
			caption := NewCaption("")
			caption.Whole, caption.Align = true, fyne.TextAlignTrailing
			*lines = append(*lines, caption)
		}
		(*lines)[i].SetText(tickText(v, at))
		widest = max(widest, (*lines)[i].MinSize().Width)
	}
	for i, line := range *lines {
		show(line, i < len(at) && len(r.chart.graph.Curves) > 0)
	}
	return widest
}

// nameCurves writes the curves' names in rows at the bottom and returns the height of these rows.
func (r *chartRenderer) nameCurves(size fyne.Size, line float32) (height float32) {
	curves := r.chart.graph.Curves
	for len(r.names) < len(curves) {
		r.names = append(r.names, NewCaption(""))
		r.names[len(r.names)-1].ColorName = theme.ColorNameForeground
	}
	r.samples = r.samples[:0]
	x, rows := float32(0), 1
	widths := make([]float32, len(curves))
	for i, curve := range curves {
		r.names[i].SetText(curve.Name)
		widths[i] = min(fyne.MeasureText(curve.Name, r.names[i].textSize(), r.names[i].Style).Width+1, size.Width-sampleSize-chartGap)
		all := sampleSize + chartGap + widths[i]
		if x > 0 && x+all > size.Width {
			x, rows = 0, rows+1
		}
		r.samples = append(r.samples, fyne.NewPos(x, float32(rows)))
		x += all + 3*chartGap
	}
	for i, line := range r.names {
		show(line, i < len(curves))
	}
	if len(curves) == 0 {
		return 0
	}
	pitch := line + 4
	height = float32(rows)*pitch + chartGap
	for i := range r.samples {
		y := size.Height - height + chartGap + (r.samples[i].Y-1)*pitch
		put(r.names[i], r.samples[i].X+sampleSize+chartGap, y, widths[i], line)
		r.samples[i].Y = y + line/2
	}
	return height
}

// Refresh implements fyne.WidgetRenderer.
func (r *chartRenderer) Refresh() {
	g := r.chart.graph
	r.x.SetText(g.X)
	r.y.SetText(g.Y)
	show(r.x, len(g.Curves) > 0)
	show(r.y, len(g.Curves) > 0)
	r.Layout(r.chart.Size())
	for _, o := range r.Objects() {
		if o != fyne.CanvasObject(r.easel.raster) { // Layout has seen to it
			o.Refresh()
		}
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *chartRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.easel.raster, r.chart.hint, r.x, r.y}
	for _, lines := range [][]*Line{r.xTicks, r.yTicks, r.names} {
		for _, line := range lines {
			objects = append(objects, line)
		}
	}
	return append(objects, r.chart.readout)
}

// Destroy implements fyne.WidgetRenderer.
func (r *chartRenderer) Destroy() {}
