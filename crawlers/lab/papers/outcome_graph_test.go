package papers

import (
	"math"
	"testing"

	"orbweaver/crawlers/lab"
)

// Of two keywords an estimator has 0.9 and 0.1 of the oracle's score, another 0.4 and 0.4. By hand: the geometric means are
// √0.09 = 0.3 and 0.4, the arithmetic ones 0.5 and 0.4. A finding shows those that its test compares, so that the greater is
// the one that the effect speaks for; a table shows what [GMS14] does.
func TestMeansOfGraphs(t *testing.T) {
	curve := func(keyword, estimator string, mean lab.Number) lab.Curve {
		return lab.Curve{Metric: keyword, Contestant: estimator, X: []float64{100}, Mean: []lab.Number{mean}}
	}
	o := ofGraph{&lab.GraphResults{
		Spec:     lab.GraphSpec{Estimators: []lab.GraphEstimator{{Label: "oracle"}, {Label: "uneven"}, {Label: "even"}}},
		Keywords: []string{"k", "l"}, Points: []int{100},
		Scores: []lab.Curve{
			curve("k", "oracle", 10), curve("k", "uneven", 9), curve("k", "even", 4),
			curve("l", "oracle", 20), curve("l", "uneven", 2), curve("l", "even", 8),
		},
		Global: []lab.Curve{curve("global-score", "oracle", 1), curve("global-score", "uneven", 0.3), curve("global-score", "even", 0.4)},
	}}
	f, err := examine(o, Finding{Better: "uneven", Worse: "even", At: 100})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(f.better)-0.5) > 1e-12 || math.Abs(float64(f.worse)-0.4) > 1e-12 || math.Abs(float64(f.test.Mean)-0.1) > 1e-12 {
		t.Errorf("%+v", f)
	}
	if got, err := o.cell("score", "uneven", "100"); got != "0.300" || err != nil {
		t.Errorf("the table has %s, %v", got, err)
	}
	if _, err := examine(o, Finding{Better: "uneven", Worse: "even", At: 7}); err == nil {
		t.Error("a step that was not measured has a mean")
	}
}
