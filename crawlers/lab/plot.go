package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// picture is the plot of a metric.
type picture struct {
	metric   Metric
	svg, png []byte
}

const (
	plotWidth  = 21 * vg.Centimeter
	plotHeight = 11 * vg.Centimeter
)

// colours tell contestants apart, also for people who do not see all of them (Okabe and Ito 2008); beyond them, dashes do.
var colours = []color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
	{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
}

var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(3)}, {vg.Points(2), vg.Points(2)}}

// plots draws every metric: a line for each contestant, in a band of ±1 standard error.
func (r *Results) plots() ([]picture, error) {
	var pictures []picture
	for _, m := range Metrics() {
		var curves []Curve
		for _, c := range r.Contestants {
			if curve := r.Curve(m.Name, c.Label); len(curve.X) > 0 {
				curves = append(curves, curve)
			}
		}
		if len(curves) == 0 {
			continue
		}
		p := picture{metric: m}
		for ending, into := range map[string]*[]byte{"svg": &p.svg, "png": &p.png} {
			content, err := render(m.Title, m.Axis, curves, ending)
			if err != nil {
				return nil, fmt.Errorf("drawing %s: %w", m.Title, err)
			}
			*into = content
		}
		pictures = append(pictures, p)
	}
	return pictures, nil
}

// render draws curves, and beside them whose they are, in one of the formats that vg knows.
func render(title, axis string, curves []Curve, format string) ([]byte, error) {
	p, names := newPlot(title, axis), newLegend()
	for i, c := range curves {
		if err := addCurve(p, &names, c, i); err != nil {
			return nil, err
		}
	}
	from0(p)
	canvas, err := draw.NewFormattedCanvas(plotWidth, plotHeight, format)
	if err != nil {
		return nil, err
	}
	whole := draw.New(canvas)
	named := min(names.Rectangle(whole).Size().X+vg.Points(12), plotWidth/2)
	p.Draw(draw.Crop(whole, vg.Points(4), -named, vg.Points(4), -vg.Points(4)))
	names.Draw(draw.Crop(whole, plotWidth-named+vg.Points(8), 0, 0, -vg.Points(28)))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return withFonts(b.Bytes()), err
}

// addCurve draws a curve, and its band where it has one. Points without a value are left out.
func addCurve(p *plot.Plot, names *plot.Legend, c Curve, number int) error {
	var line, upper, lower plotter.XYs
	for i, x := range c.X {
		y, e := float64(c.Mean[i]), float64(c.Error[i])
		if c.Mean[i].missing() {
			continue
		}
		line = append(line, plotter.XY{X: x, Y: y})
		if !math.IsNaN(e) {
			upper, lower = append(upper, plotter.XY{X: x, Y: y + e}), append(plotter.XYs{{X: x, Y: y - e}}, lower...)
		}
	}
	if len(line) == 0 {
		return nil
	}
	shade := colours[number%len(colours)]
	if len(upper) > 1 {
		band, err := plotter.NewPolygon(append(upper, lower...))
		if err != nil {
			return err
		}
		band.Color, band.LineStyle = color.NRGBA{shade.R, shade.G, shade.B, 0x30}, draw.LineStyle{}
		p.Add(band)
	}
	drawn, err := plotter.NewLine(line)
	if err != nil {
		return err
	}
	drawn.LineStyle = draw.LineStyle{Color: shade, Width: vg.Points(1.5), Dashes: dashes[number/len(colours)%len(dashes)]}
	p.Add(drawn)
	names.Add(clipLabel(c.Contestant), drawn)
	return nil
}

// clipLabel shortens a label to what has room beside a plot.
func clipLabel(label string) string {
	const longest = 32
	if runes := []rune(label); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return label
}
