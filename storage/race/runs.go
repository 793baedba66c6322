package race

import (
	"cmp"
	"slices"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
)

// tracks are those of one contestant, one a run.
type tracks []*track

// snapshot is the row and the curves of some metrics, over all runs.
func (of tracks) snapshot(metrics []lab.Metric) (Contestant, []lab.Curve) {
	rows, curves := make([]Contestant, len(of)), make([][]lab.Curve, len(of))
	for i, t := range of {
		rows[i], curves[i] = t.snapshot(metrics, len(of) == 1)
	}
	if len(of) == 1 {
		return rows[0], curves[0]
	}
	together := make([]lab.Curve, len(metrics))
	for m := range metrics {
		var runs []lab.Curve
		for i := range of {
			runs = append(runs, curves[i][m])
		}
		together[m] = mean(runs, rows)
	}
	return sum(rows), together
}

// mean is the curve of several runs: at each point that any of them has reached mean and standard error over those that
// have. A run that came to an end of its own before that keeps what it had then, which may be more than at its last point;
// one that was stopped or failed is left out from there on, since nobody knows where it would have gone.
func mean(runs []lab.Curve, rows []Contestant) lab.Curve {
	longest := slices.MaxFunc(runs, func(a, b lab.Curve) int { return cmp.Compare(len(a.X), len(b.X)) })
	c := lab.Curve{Metric: longest.Metric, Contestant: longest.Contestant, X: longest.X}
	for i := range c.X {
		var values []float64
		for k, run := range runs {
			switch row := rows[k]; {
			case i < len(run.Mean):
				values = append(values, float64(run.Mean[i]))
			case row.Ended && row.Pages > 0 && row.Stop != engine.StopInterrupted && row.Stop != engine.StopError:
				values = append(values, float64(row.values()[c.Metric]))
			}
		}
		m, e := lab.Mean(values)
		c.Mean, c.Error, c.N = append(c.Mean, m), append(c.Error, e), max(c.N, len(values))
	}
	return c
}

// badness orders ends: the greatest is that of a contestant.
var badness = []string{"", engine.StopBudget, engine.StopTime, engine.StopSaturated, engine.StopDeadEnd, engine.StopInterrupted, engine.StopError}

// sum is the row of several runs.
func sum(rows []Contestant) Contestant {
	worst := slices.MaxFunc(rows, func(a, b Contestant) int {
		return cmp.Compare(slices.Index(badness, a.Stop), slices.Index(badness, b.Stop))
	})
	s := Contestant{
		Label: worst.Label, Family: worst.Family, Title: worst.Title, Session: rows[0].Session,
		Ended: !slices.ContainsFunc(rows, func(r Contestant) bool { return !r.Ended }),
	}
	if s.Ended {
		s.Stop, s.Reason, s.Err = worst.Stop, worst.Reason, worst.Err
	}
	var relevance, keywords, harvest, recall, needed []float64
	for _, r := range rows {
		s.Pages, s.Failed, s.Hits, s.Found, s.Targets = s.Pages+r.Pages, s.Failed+r.Failed, s.Hits+r.Hits, s.Found+r.Found, s.Targets+r.Targets
		s.Sessions = append(s.Sessions, r.Sessions...)
		if r.Pages > 0 {
			relevance, keywords = append(relevance, float64(r.Relevance)), append(keywords, float64(r.Keywords))
			harvest, recall = append(harvest, float64(r.Harvest)), append(recall, float64(r.Recall))
		}
		if r.Found > 0 {
			needed = append(needed, float64(r.Needed))
		}
	}
	s.Relevance, _ = lab.Mean(relevance)
	s.Keywords, _ = lab.Mean(keywords)
	s.Harvest, _ = lab.Mean(harvest)
	s.Recall, s.RecallError = lab.Mean(recall)
	if len(needed) > 0 {
		pages, _ := lab.Mean(needed)
		s.Needed = int(pages + 0.5)
	}
	return s
}
