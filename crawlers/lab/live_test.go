package lab

import "testing"

// Points at 10, 20 and 30 pages. Of two crawls one has ended early, at 10 pages with recall 0.2; the other is at 20 with
// 0.6: at 20 the mean is 0.4 and the error √(0.08/2) = 0.2.
func TestLiveCurves(t *testing.T) {
	spec := Spec{Pages: 30, Measure: MeasureSpec{Every: 10}, Contestants: []Contestant{{Family: "best-first"}}}
	l := NewLive(spec)
	for _, e := range []Event{
		{Topic: "a", Run: 1, Pages: 10, Recall: 0.2}, {Topic: "a", Run: 1, Pages: 10, Recall: 0.2, Ended: true},
		{Topic: "b", Run: 1, Pages: 10, Recall: 0.4}, {Topic: "b", Run: 1, Pages: 20, Recall: 0.6},
		{Topic: "c", Run: 1, Ended: true}, // it failed
		{Topic: "b", Run: 1, Others: true, Pages: 10, Recall: 1},
	} {
		l.Take(e)
	}
	c := l.Curves()[0]
	if c.Metric != "target-recall" || c.Contestant != "best-first" || len(c.X) != 3 || c.N != 2 ||
		!near(float64(c.Mean[0]), 0.3, 1e-12) || !near(float64(c.Mean[1]), 0.4, 1e-12) || !near(float64(c.Error[1]), 0.2, 1e-12) || c.Mean[2] != 0.2 {
		t.Errorf("%+v", c)
	}
}

// When all crawls have ended, the live curve of recall is that of the results; also when the crawls were there before.
func TestLiveCurvesEndAsTheResults(t *testing.T) {
	spec := villageSpec(t)
	out := t.TempDir()
	for range 2 {
		l := NewLive(spec)
		r := run(t, t.Context(), spec, Options{Out: out, Observe: l.Take})
		for _, live := range l.Curves()[:len(spec.Contestants)] {
			want := r.Curve("target-recall", live.Contestant)
			for i := range want.Mean {
				if len(live.Mean) != len(want.Mean) || !near(float64(live.Mean[i]), float64(want.Mean[i]), 1e-9) || !near(float64(live.Error[i]), float64(want.Error[i]), 1e-9) {
					t.Fatalf("%s: live %v, results %v", live.Contestant, live, want)
				}
			}
		}
	}
}
