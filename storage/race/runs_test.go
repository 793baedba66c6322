package race

import (
	"math"
	"testing"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
)

// Three runs of one contestant. By hand, at points 2, 4 and 6: the first has recall 0, ½, 1; the second ended after four
// pages with 0, ½; the third is under way and has 1 at point 2.
//
//	point  values       mean  standard error
//	2      0, 0, 1      1/3   s = √(2·(1/3)²+(2/3)²)/√2 = 1/√3, s/√3 = 1/3
//	4      ½, ½         ½     0
//	6      1, ½ (kept)  ¾     s = √(2·¼²) = √2/4, s/√2 = ¼
func TestRunsByHand(t *testing.T) {
	curve := func(ys ...lab.Number) lab.Curve {
		c := lab.Curve{Metric: MetricRecall, Contestant: "x", Mean: ys}
		for i := range ys {
			c.X = append(c.X, float64(2*i+2))
		}
		return c
	}
	rows := []Contestant{
		{Label: "x", Ended: true, Stop: engine.StopBudget, Reason: "budget", Session: "a", Sessions: []string{"a"}, Pages: 6, Failed: 1, Hits: 3, Found: 2, Targets: 2, Needed: 6, Recall: 1, Harvest: 0.5},
		{Label: "x", Ended: true, Stop: engine.StopDeadEnd, Reason: "dead end", Session: "b", Sessions: []string{"b"}, Pages: 4, Hits: 1, Found: 1, Targets: 2, Needed: 3, Recall: 0.5, Harvest: 0.25},
		{Label: "x", Targets: 2},
	}
	c := mean([]lab.Curve{curve(0, 0.5, 1), curve(0, 0.5), curve(1)}, rows)
	want := []struct{ mean, err lab.Number }{{1. / 3, 1. / 3}, {0.5, 0}, {0.75, 0.25}}
	for i, w := range want {
		if c.X[i] != float64(2*i+2) || !near(c.Mean[i], w.mean) || !near(c.Error[i], w.err) {
			t.Errorf("at %v: %v ± %v, want %v", c.X[i], c.Mean[i], c.Error[i], w)
		}
	}
	if c.N != 3 || c.Contestant != "x" || c.Metric != MetricRecall {
		t.Errorf("%+v", c)
	}
	// What the second run found on its last page, after its last point, counts at point 6: (1+0.8)/2. A run that was stopped
	// tells nothing of what comes after: only the first is left there.
	rows[1].Recall = 0.8
	if c := mean([]lab.Curve{curve(0, 0.5, 1), curve(0, 0.5), curve(1)}, rows); !near(c.Mean[2], 0.9) {
		t.Errorf("the end of a run between two points: %v", c.Mean)
	}
	rows[1].Recall, rows[1].Stop = 0.5, engine.StopInterrupted
	if c := mean([]lab.Curve{curve(0, 0.5, 1), curve(0, 0.5), curve(1)}, rows); !near(c.Mean[2], 1) {
		t.Errorf("a run that was stopped: %v", c.Mean)
	}
	rows[1].Stop = engine.StopDeadEnd
	s := sum(rows)
	if s.Ended || s.Stop != "" || s.Pages != 10 || s.Failed != 1 || s.Hits != 4 || s.Found != 3 || s.Targets != 6 || s.Session != "a" || len(s.Sessions) != 2 {
		t.Errorf("%+v", s)
	}
	// Means over the two runs with pages: recall (1+½)/2 ± ¼; harvest (½+¼)/2; needed (6+3)/2, rounded up.
	if !near(s.Recall, 0.75) || !near(s.RecallError, 0.25) || !near(s.Harvest, 0.375) || s.Needed != 5 {
		t.Errorf("%+v", s)
	}
	rows[2].Ended, rows[2].Stop, rows[2].Reason = true, engine.StopBudget, "budget"
	if s := sum(rows); !s.Ended || s.Stop != engine.StopDeadEnd || s.Reason != "dead end" {
		t.Errorf("%+v", s)
	}
}

// Every run hides other pages; no page is fetched twice over all of them; each has its sessions.
func TestHoldOutInRuns(t *testing.T) {
	w, l := newWeb(t, 100), mustLibrary(t)
	h := w.holdOut(knownGood, "best-first", "breadth-first")
	h.Runs = 3
	r, err := StartHoldOut(t.Context(), l, h)
	s := mustWait(t, r, err)
	if path, n := w.most(); n != 1 {
		t.Errorf("%s was asked for %d times", path, n)
	}
	if s.Run != 3 || s.Runs != 3 {
		t.Errorf("run %d of %d", s.Run, s.Runs)
	}
	for _, c := range s.Contestants {
		if c.Pages != 180 || c.Targets != 9 || len(c.Sessions) != 3 || c.Session != c.Sessions[0] || c.Stop != engine.StopBudget {
			t.Errorf("%+v", c)
		}
		curve := s.Curve(MetricRecall, c.Label)
		if last := len(curve.Mean) - 1; curve.N != 3 || last != 59 || !near(curve.Mean[last], c.Recall) || math.IsNaN(float64(curve.Error[last])) {
			t.Errorf("%+v", curve)
		}
	}
	list, err := l.List()
	if err != nil || len(list) != 6 {
		t.Errorf("%d sessions, %v", len(list), err)
	}
	if err := r.Discard("best-first", "breadth-first"); err != nil {
		t.Fatal(err)
	}
	if list, err := l.List(); err != nil || len(list) != 0 {
		t.Errorf("%d sessions are left, %v", len(list), err)
	}
}
