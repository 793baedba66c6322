package widgets

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// readout tells the values of curves at one place: a line over the whole height of a Chart, and a small table beside it.
type readout struct {
	widget.BaseWidget
	rule, ground *canvas.Rectangle
	head         *Line
	rows         []*readoutRow // the first so many are in use
	used         int
	at           fyne.Position // of the rule's upper end
	height       float32       // of the rule
}

// readoutRow is the value of one curve.
type readoutRow struct {
	spot        *canvas.Circle // in the curve's colour
	name, value *Line
}

func newReadout() *readout {
	r := &readout{rule: canvas.NewRectangle(nil), ground: canvas.NewRectangle(nil), head: NewHeading("")}
	r.head.SizeName = theme.SizeNameCaptionText
	r.ExtendBaseWidget(r)
	r.Hide()
	return r
}

// set tells of the curves' values nearest to x, the highest first; it is false when no curve has one.
func (r *readout) set(g Graph, f frame, x float64) bool {
	type found struct {
		Curve
		point int
	}
	var all []found
	near := math.NaN()
	for _, c := range g.Curves {
		if len(c.X) == 0 {
			continue
		}
		i := c.nearest(x)
		all = append(all, found{c, i})
		if !(math.Abs(near-x) <= math.Abs(c.X[i]-x)) {
			near = c.X[i]
		}
	}
	if len(all) == 0 {
		return false
	}
	reach := (f.x.to - f.x.from) * 8 / float64(f.size.Width) // what lies nearer than 8 units is at the same place
	all = slices.DeleteFunc(all, func(v found) bool { return math.Abs(v.X[v.point]-near) > reach })
	slices.SortStableFunc(all, func(a, b found) int {
		return -compareFloats(a.Y[a.point], b.Y[b.point])
	})
	th := r.Theme()
	variant := variantOf(th)
	r.head.SetText(g.X + " " + Number(near))
	for i, v := range all {
		if i == len(r.rows) {
			row := &readoutRow{canvas.NewCircle(nil), NewLine(""), NewLine("")}
			row.name.SizeName, row.value.SizeName = theme.SizeNameCaptionText, theme.SizeNameCaptionText
			row.value.Whole, row.value.Align = true, fyne.TextAlignTrailing
			r.rows = append(r.rows, row)
		}
		row := r.rows[i]
		row.spot.FillColor = lookOf(v.Look, variant).color
		row.name.SetText(v.Name)
		row.value.SetText(PlusMinus(v.Y[v.point], v.Spread[v.point]))
	}
	r.used = len(all)
	r.at, r.height = fyne.NewPos(f.place(near, 0).X, f.at.Y), f.size.Height
	r.rule.FillColor = th.Color(ColorMuted, variant)
	r.ground.FillColor = th.Color(theme.ColorNameOverlayBackground, variant)
	r.ground.StrokeColor, r.ground.StrokeWidth, r.ground.CornerRadius = th.Color(theme.ColorNameSeparator, variant), 1, 6
	r.Refresh()
	return true
}

func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// CreateRenderer implements fyne.Widget.
func (r *readout) CreateRenderer() fyne.WidgetRenderer { return &readoutRenderer{r} }

type readoutRenderer struct{ of *readout }

// Layout implements fyne.WidgetRenderer: the table stands right of the rule, or left of it where there is no room.
func (l *readoutRenderer) Layout(size fyne.Size) {
	const margin, spot = 8, 8
	r := l.of
	line := r.head.MinSize().Height
	names, values := float32(0), float32(0)
	for i, row := range r.rows {
		for _, o := range []fyne.CanvasObject{row.spot, row.name, row.value} {
			show(o, i < r.used)
		}
		if i < r.used {
			names = max(names, min(220, fyne.MeasureText(row.name.Text(), row.name.textSize(), row.name.Style).Width+1))
			values = max(values, row.value.MinSize().Width)
		}
	}
	head := fyne.MeasureText(r.head.Text(), r.head.textSize(), r.head.Style).Width + 1
	width := max(2*margin+head, 4*margin+spot+names+values)
	height := 2*margin + float32(r.used+1)*(line+2)
	x := r.at.X + 10
	if x+width > size.Width {
		x = max(0, r.at.X-10-width)
	}
	y := r.at.Y + max(0, (r.height-height)/3)
	put(r.rule, r.at.X, r.at.Y, 1, r.height)
	put(r.ground, x, y, width, height)
	put(r.head, x+margin, y+margin, width-2*margin, line)
	for i, row := range r.rows[:r.used] {
		top := y + margin + float32(i+1)*(line+2)
		put(row.spot, x+margin, top+(line-spot)/2, spot, spot)
		put(row.name, x+2*margin+spot, top, names, line)
		put(row.value, x+width-margin-values, top, values, line)
	}
}

// MinSize implements fyne.WidgetRenderer.
func (l *readoutRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (l *readoutRenderer) Refresh() {
	l.Layout(l.of.Size())
	for _, o := range l.Objects() {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (l *readoutRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{l.of.rule, l.of.ground, l.of.head}
	for _, row := range l.of.rows {
		objects = append(objects, row.spot, row.name, row.value)
	}
	return objects
}

// Destroy implements fyne.WidgetRenderer.
func (l *readoutRenderer) Destroy() {}

// tickText writes a value of an axis with as many decimals as its neighbours need.
func tickText(v float64, all []float64) string {
	decimals := 0
	if len(all) > 1 {
		decimals = max(0, int(math.Ceil(-math.Log10(all[1]-all[0])-1e-9)))
	}
	return Decimal(v, decimals)
}
