package papers

import (
	"fmt"
	"math"
	"slices"

	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/weburl"
)

// Fact is something that must hold of every experiment of a kind, whatever the papers say.
type Fact struct {
	Experiment string
	What       string
	Evidence   string // in words, for both outcomes
	Holds      bool
}

// sure is the probability below which breadth-first counts as worse than best-first.
const sure = 0.01

// pageFacts checks an experiment on pages.
func pageFacts(r *lab.Results, tasks []lab.Task) ([]Fact, error) {
	seeds, err := seedsApart(tasks)
	if err != nil {
		return nil, err
	}
	return append([]Fact{recallNeverFalls(r), seeds}, breadthBelowBest(r)...), nil
}

// recallNeverFalls looks at the curve of every contestant and topic. Where there is nothing to look at it does not hold.
func recallNeverFalls(r *lab.Results) Fact {
	const metric = "target-recall"
	curves, points, falls := 0, 0, 0
	for _, c := range r.Contestants {
		before := make([]float64, len(r.Topics))
		curves += len(r.Topics)
		for _, x := range r.Curve(metric, c.Label).X {
			now := r.Values(metric, c.Label, x)
			points += len(now)
			for i := range now {
				if now[i] < before[i] {
					falls++
				}
			}
			before = now
		}
	}
	return Fact{What: "recall never falls along a curve", Holds: points > 0 && falls == 0, Evidence: fmt.Sprintf("%d curves, %d points lower than the one before", curves, falls)}
}

// seedsApart looks for seeds among the targets, which recall is counted by.
func seedsApart(tasks []lab.Task) (Fact, error) {
	seeds, counted := 0, 0
	for _, t := range tasks {
		for _, seed := range slices.Concat(t.Seeds, t.Others) {
			canonical, err := weburl.Canonical(seed)
			if err != nil {
				return Fact{}, err
			}
			seeds++
			if slices.Contains(t.Targets, canonical) {
				counted++
			}
		}
	}
	return Fact{What: "seeds are never counted in recall", Holds: seeds > 0 && counted == 0, Evidence: fmt.Sprintf("%d seeds of %d tasks, %d of them targets", seeds, len(tasks), counted)}, nil
}

// breadthBelowBest compares the harvest rates of the two families, with the same buffer.
func breadthBelowBest(r *lab.Results) []Fact {
	const metric = "harvest-rate"
	var facts []Fact
	for _, breadth := range r.Contestants {
		for _, best := range r.Contestants {
			if breadth.Family != "breadth-first" || best.Family != "best-first" || breadth.Buffer != best.Buffer {
				continue
			}
			for _, t := range r.Tests {
				if t.Metric == metric && t.Better == best.Label && t.Worse == breadth.Label {
					facts = append(facts, Fact{
						What: "breadth-first harvests less than best-first (p < 0.01)", Holds: float64(t.P) < sure,
						Evidence: fmt.Sprintf("%s less than %s by %s, p = %.2g", shown(breadth.Label), shown(best.Label), short(t.Mean), float64(t.P)),
					})
				}
			}
		}
	}
	return facts
}

// graphFacts compares estimators with the plain oracle, where it is the baseline. Other strategies of the oracle, which
// know as much, are not looked at: greed is not always best.
func graphFacts(r *lab.GraphResults) []Fact {
	if base := r.Spec.Estimators[0]; base.Estimator != "oracle" || base.Altered || base.Batch > 1 {
		return nil
	}
	highest, whose, at, estimators := math.Inf(-1), "", 0, 0
	for k, c := range r.Global {
		if r.Spec.Estimators[k].Estimator == "oracle" {
			continue
		}
		estimators++
		for i, mean := range c.Mean {
			if float64(mean) > highest {
				highest, whose, at = float64(mean), c.Contestant, r.Points[i]
			}
		}
	}
	if estimators == 0 {
		return nil
	}
	const rounding = 1e-9
	return []Fact{{
		What: "the oracle is at least as good as every estimator", Holds: highest <= 1+rounding && !math.IsInf(highest, 0),
		Evidence: fmt.Sprintf("%d estimators, %d steps; the most of the oracle's global score: %.4g, %s at step %d", estimators, len(r.Points), highest, shown(whose), at),
	}}
}
