package widgets

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// someCurves are curves like those of an experiment, of so many points.
func someCurves(curves, points int) Graph {
	g := Graph{X: "pages crawled", Y: "Target recall"}
	for c := range curves {
		curve := Curve{Name: []string{"breadth-first", "best-first", "infospiders", "shark-search"}[c%4], Look: c}
		for i := range points {
			x := float64(i+1) / float64(points)
			curve.X = append(curve.X, 1000*x)
			curve.Y = append(curve.Y, math.Pow(x, 1+float64(c)/3)*(1-0.12*float64(c%5)))
			curve.Spread = append(curve.Spread, 0.06*x)
		}
		g.Curves = append(g.Curves, curve)
	}
	return g
}

func TestChartPictures(t *testing.T) {
	draw(t, "chart", fyne.NewSize(560, 340), func() fyne.CanvasObject {
		chart := NewChart("nothing")
		chart.Set(someCurves(4, 50))
		return chart
	})
	draw(t, "chart_values", fyne.NewSize(400, 260), func() fyne.CanvasObject {
		chart := NewChart("nothing")
		g := someCurves(3, 50)
		g.Curves[1].X, g.Curves[1].Y = g.Curves[1].X[:20], g.Curves[1].Y[:20] // still under way
		chart.Set(g)
		chart.Resize(fyne.NewSize(380, 240))
		test.WidgetRenderer(chart).Layout(chart.Size())
		chart.Tapped(&fyne.PointEvent{Position: fyne.NewPos(130, 60)})
		return chart
	})
}

func TestScoreTablePictures(t *testing.T) {
	draw(t, "scores", fyne.NewSize(560, 190), func() fyne.CanvasObject {
		table := NewScoreTable("Browse its pages")
		table.Set("Contestant", []string{"Pages", "Target recall"}, []ScoreRow{
			{Name: "Best-First", Look: 0, Cells: []string{"1,000", "0.412 ± 0.031"}, Note: "its budget of pages is used up", Offers: true},
			{Name: "InfoSpiders", Look: 1, Cells: []string{"320", "0.3"}, Note: "the disk is full", Problem: true},
			{Name: "Breadth-First", Look: 2, Cells: []string{"1,000", "0.1"}, Offers: true},
		})
		return table
	})
}

func chartTexts(c *Chart) string {
	var all []string
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *canvas.Text:
			all = append(all, o.Text)
		case fyne.Widget:
			if o.Visible() {
				for _, child := range test.WidgetRenderer(o).Objects() {
					walk(child)
				}
			}
		}
	}
	walk(c)
	return strings.Join(all, "\n")
}

func TestChartTellsValues(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	chart := NewChart("Nothing has been measured yet.")
	window := test.NewTempWindow(t, chart)
	window.Resize(fyne.NewSize(600, 400))
	if got := chartTexts(chart); !strings.Contains(got, "Nothing has been measured yet.") {
		t.Errorf("an empty chart says %q", got)
	}
	chart.MouseIn(&desktop.MouseEvent{}) // there is nothing to tell
	if chart.readout.Visible() {
		t.Error("an empty chart tells values")
	}
	chart.Set(Graph{X: "pages crawled", Y: "Recall", Curves: []Curve{
		{Name: "long", Look: 0, X: []float64{100, 200, 300}, Y: []float64{0.1, 0.2, 0.25}, Spread: []float64{0.01, 0.02, math.NaN()}},
		{Name: "short", Look: 1, X: []float64{100, 200}, Y: []float64{0.3, 0.4}},
		{Name: "none", Look: 2},
	}})
	for _, c := range []struct {
		x          float64
		want, hide []string
	}{
		{190, []string{"pages crawled 200", "long", "0.200 ± 0.020", "short", "0.400"}, []string{"0.100 ± 0.010"}},
		{290, []string{"pages crawled 300", "0.250"}, []string{"± NaN", "0.200 ± 0.020"}},
	} {
		chart.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: chart.frame.place(c.x, 0)}})
		got := chartTexts(chart)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("at %v it says %q, without %q", c.x, got, want)
			}
		}
		for _, hide := range c.hide {
			if strings.Contains(got, hide) {
				t.Errorf("at %v it says %q", c.x, hide)
			}
		}
	}
	chart.MouseOut()
	if chart.readout.Visible() {
		t.Error("the values stay when the pointer has gone")
	}
}

// Distances of 1, 2 or 5 times a power of ten, worked out by hand.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		s      stretch
		wanted int
		want   string
	}{
		{stretch{0, 1000}, 5, "0 200 400 600 800 1,000"},
		{stretch{0, 1}, 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{stretch{0, 0.037}, 4, "0.00 0.01 0.02 0.03"},
		{stretch{-0.5, 0.5}, 2, "-0.5 0.0 0.5"},
		{stretch{0, 7}, 3, "0 5"},
		{stretch{0, 1}, 0, "0 1"},
	} {
		at := ticks(c.s, c.wanted)
		var texts []string
		for _, v := range at {
			texts = append(texts, tickText(v, at))
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("%v: %s, want %s", c.s, got, c.want)
		}
	}
}

func TestCurvesAreThinned(t *testing.T) {
	c := Curve{Name: "c", X: make([]float64, 1001), Y: make([]float64, 1001)}
	for i := range c.X {
		c.X[i] = float64(i)
	}
	c.Y[997], c.Y[500] = math.Inf(1), math.NaN()
	thin := c.thinned()
	if len(thin.X) > curvePoints || thin.X[len(thin.X)-1] != 1000 || slices.Contains(thin.X, 997) {
		t.Errorf("%d points, the last %v", len(thin.X), thin.X[len(thin.X)-1])
	}
}

// Lines must be seen against the panel: WCAG 2 §1.4.11 asks for a contrast of 3.
func TestCurvesAreSeen(t *testing.T) {
	for variant, colors := range map[fyne.ThemeVariant]palette{theme.VariantLight: light, theme.VariantDark: dark} {
		for i := range len(curvesLight) {
			if c := contrast(lookOf(i, variant).color, colors[ColorSurface]); c < 3 {
				t.Errorf("curve %d, variant %d: contrast %.2f", i, variant, c)
			}
		}
	}
	looks := map[string]bool{}
	for i := range 20 {
		l := lookOf(i, theme.VariantDark)
		looks[fmt.Sprint(l)] = true
	}
	if len(looks) != 20 {
		t.Errorf("20 curves have %d looks", len(looks))
	}
}

// contrast is that of WCAG 2 between two colours.
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		linear := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Ten curves of 100 points with bands, on half of a large screen.
func BenchmarkChartPaint(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(Theme{})
	chart := NewChart("")
	test.NewTempWindow(b, chart).Resize(fyne.NewSize(1300, 600))
	chart.Set(someCurves(10, 100))
	r := test.WidgetRenderer(chart).(*chartRenderer)
	for b.Loop() {
		r.easel.scene.paint(r.easel.shown, 1300, 600)
	}
}
