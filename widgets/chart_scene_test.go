package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Other curves are painted in the background, one picture at a time, while the last one is shown; of many that come
// meanwhile only the newest is painted. Where the size is another one nobody waits for that.
func TestCurvesArePaintedInTheBackground(t *testing.T) {
	themed(test.NewTempApp(t))
	var work []func() func()
	chart := NewChart("")
	chart.Background = func(f func() func()) { work = append(work, f) }
	test.NewTempWindow(t, chart)
	line := func(height float64) Graph {
		return Graph{X: "x", Y: "y", Curves: []Curve{{Name: "a", X: []float64{0, 10}, Y: []float64{height, 10}}}}
	}
	e := test.WidgetRenderer(chart).(*chartRenderer).easel
	chart.Set(line(1))
	chart.Resize(fyne.NewSize(400, 300))
	work = nil // of the sizes before
	e.underway = false
	first := e.picture(400, 300)

	for height := range 5 {
		chart.Set(line(float64(height)))
	}
	if len(work) != 1 {
		t.Fatalf("%d pictures are being painted, want one at a time", len(work))
	}
	if e.picture(400, 300) != first {
		t.Error("the picture changes before another is painted")
	}
	work[0]()()
	second := e.picture(400, 300)
	if second == first || len(work) != 2 {
		t.Fatalf("another picture: %v; then %d were painted, want one more for the newest of four", second != first, len(work))
	}
	work[1]()()
	if e.painted != e.newest || len(work) != 2 || e.picture(400, 300) == second {
		t.Errorf("scene %d of %d is shown after %d pictures", e.painted, e.newest, len(work))
	}
	chart.Set(line(9))
	chart.Resize(fyne.NewSize(500, 300))
	resized := e.picture(500, 300)
	if resized.Bounds().Dx() != 500 || e.painted != e.newest {
		t.Error("a chart of another size waits for its picture")
	}
	work[2]()() // came too late
	if e.picture(500, 300) != resized {
		t.Error("an old picture takes the place of a newer one")
	}
}
