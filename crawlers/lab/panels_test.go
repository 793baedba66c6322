package lab

import (
	"strings"
	"testing"
)

// A contestant has one colour and one place in the legend, however many panels it is in; an axis may be logarithmic.
func TestPanels(t *testing.T) {
	curve := func(name string) Curve {
		return Curve{Contestant: name, X: []float64{0, 10, 1000}, Mean: []Number{0, 1, 2}, Error: []Number{0, 0.1, 0.2}}
	}
	svg, err := DrawPanels([]Panel{
		{Title: "left", Axis: "steps", Curves: []Curve{curve("Ann"), curve("Ben")}},
		{Title: "right", Axis: "steps", Curves: []Curve{curve("Ben"), curve("Cid")}, Log: true},
		{Title: "below", Axis: "steps"},
	}, "svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, once := range []string{">Ann<", ">Ben<", ">Cid<", ">left<", ">right<", ">below<"} {
		if n := strings.Count(string(svg), once); n != 1 {
			t.Errorf("%s stands there %d times", once, n)
		}
	}
	if lines := strings.Count(string(svg), "stroke:#D55E00"); lines != 3 {
		t.Errorf("Ben's colour is used %d times, want it in both panels and the legend", lines)
	}
}
