package lab

import (
	"bytes"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panel is one of several plots that are drawn as one picture, as papers have them.
type Panel struct {
	Title  string
	Axis   string // what the curves run over
	Curves []Curve
	Log    bool // the axis is logarithmic; points at 0 or below are left out
}

const (
	panelWidth  = 9 * vg.Centimeter
	panelHeight = 6 * vg.Centimeter
)

// DrawPanels draws panels in rows of two, and beside them whose curves they show: a contestant has the same colour in
// all. The format is one of those that vg knows, such as "svg" and "png".
func DrawPanels(panels []Panel, format string) ([]byte, error) {
	columns := min(2, len(panels))
	rows := (len(panels) + columns - 1) / columns
	width := vg.Length(columns) * panelWidth
	if columns == 1 {
		width *= 1.5
	}
	numbers := map[string]int{} // of the contestants, in the order in which they appear
	names := newLegend()
	grid := make([][]*plot.Plot, rows)
	for i, panel := range panels {
		p, err := drawPanel(panel, numbers, &names)
		if err != nil {
			return nil, err
		}
		grid[i/columns] = append(grid[i/columns], p)
	}
	for len(grid[rows-1]) < columns {
		grid[rows-1] = append(grid[rows-1], nil)
	}
	scratch, err := draw.NewFormattedCanvas(panelWidth, panelHeight, format)
	if err != nil {
		return nil, err
	}
	named := names.Rectangle(draw.New(scratch)).Size().X + vg.Points(14)
	canvas, err := draw.NewFormattedCanvas(width+named, vg.Length(rows)*panelHeight, format)
	if err != nil {
		return nil, err
	}
	whole := draw.New(canvas)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadTop: vg.Points(4), PadBottom: vg.Points(4), PadLeft: vg.Points(4), PadX: vg.Points(10), PadY: vg.Points(10)}
	for i, row := range plot.Align(grid, tiles, draw.Crop(whole, 0, -named, 0, 0)) {
		for j, tile := range row {
			if grid[i][j] != nil {
				grid[i][j].Draw(tile)
			}
		}
	}
	names.Draw(draw.Crop(whole, width+vg.Points(8), 0, 0, -vg.Points(24)))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return withFonts(b.Bytes()), err
}

// drawPanel makes the plot of one panel. Contestants without a number get the next one, and their place in the legend.
func drawPanel(panel Panel, numbers map[string]int, names *plot.Legend) (*plot.Plot, error) {
	p := newPlot(panel.Title, panel.Axis)
	for _, c := range panel.Curves {
		if panel.Log {
			c = c.above(0)
		}
		number, known := numbers[c.Contestant]
		legend := names
		if known {
			aside := newLegend()
			legend = &aside
		} else {
			number = len(numbers)
			numbers[c.Contestant] = number
		}
		if err := addCurve(p, legend, c, number); err != nil {
			return nil, err
		}
	}
	from0(p)
	if panel.Log {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, panel.logTicks()
		p.X.Min, p.X.Max = firstX(panel.Curves), max(p.X.Max, 2*firstX(panel.Curves))
	}
	return p, nil
}

// logTicks are marks at the points of the curves where they are few, else at the powers of ten.
func (panel Panel) logTicks() plot.Ticker {
	const few = 6
	marks := plot.ConstantTicks{}
	for _, c := range panel.Curves {
		if len(c.X) > few {
			return plot.LogTicks{Prec: -1}
		}
		for _, x := range c.above(0).X {
			if mark := (plot.Tick{Value: x, Label: Number(x).String()}); !slices.Contains(marks, mark) {
				marks = append(marks, mark)
			}
		}
	}
	return marks
}

// above is the curve without the points up to x.
func (c Curve) above(x float64) Curve {
	from := slices.IndexFunc(c.X, func(at float64) bool { return at > x })
	if from < 0 {
		from = len(c.X)
	}
	c.X, c.Mean, c.Error = c.X[from:], c.Mean[from:], c.Error[from:]
	return c
}

// firstX is the smallest point above 0 that any curve has; 1 without one.
func firstX(curves []Curve) float64 {
	first := 0.0
	for _, c := range curves {
		if c = c.above(0); len(c.X) > 0 && (first == 0 || c.X[0] < first) {
			first = c.X[0]
		}
	}
	if first == 0 {
		return 1
	}
	return first
}

// newPlot is an empty plot with a grid.
func newPlot(title, axis string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Title.Padding = title, axis, vg.Points(8)
	sans(&p.Title.TextStyle, &p.X.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label)
	p.X.Tick.Marker, p.Y.Tick.Marker = plainTicks{}, plainTicks{}
	p.Add(plotter.NewGrid())
	return p
}

// plainTicks are the default marks, with numbers as short as they can be written.
type plainTicks struct{}

// Ticks implements plot.Ticker.
func (plainTicks) Ticks(low, high float64) []plot.Tick {
	marks := plot.DefaultTicks{}.Ticks(low, high)
	for i, mark := range marks {
		if mark.Label != "" {
			marks[i].Label = Number(mark.Value).String()
		}
	}
	return marks
}

// newLegend is an empty legend.
func newLegend() plot.Legend {
	names := plot.NewLegend()
	names.Padding, names.ThumbnailWidth, names.Left, names.Top = vg.Points(3), vg.Points(20), true, true
	sans(&names.TextStyle)
	return names
}

func sans(styles ...*text.Style) {
	for _, style := range styles {
		style.Font.Variant = "Sans"
	}
}

// from0 lets the axes begin at 0, unless something lies below.
func from0(p *plot.Plot) {
	p.X.Min, p.Y.Min = min(0, p.X.Min), min(0, p.Y.Min)
	if p.Y.Max <= p.Y.Min {
		p.Y.Max = p.Y.Min + 1
	}
}

// withFonts names fonts of the same widths for browsers that have not the one that the text was measured with.
func withFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}
