package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"orbweaver/crawlers/lab"
)

// ofGraph is the outcome of an experiment on a graph.
type ofGraph struct{ *lab.GraphResults }

// graphMetrics are what panels and findings of graphs can be about.
var graphMetrics = []string{"global-score", "score", "distance", "altered", "correlation", "micros"}

// correlated are the names that stand for a sum over the neighbourhood, plain and smoothed.
func correlated() []string {
	var names []string
	for _, name := range lab.FitColumns() {
		names = append(names, name, logs+name)
	}
	return names
}

// logs is the prefix of sums that are smoothed by log(1+x).
const logs = "log "

// plainRow and logRow are the rows of tables of correlations.
const plainRow, logRow = "plain", "log"

func (o ofGraph) panel(p Panel) (lab.Panel, error) {
	drawn := lab.Panel{Title: p.Title, Axis: "steps", Log: p.Log}
	if p.Metric == "altered" {
		drawn.Axis, drawn.Curves = "ζ", o.altered(p.At)
		return drawn, nil
	}
	names := p.Names
	if len(names) == 0 {
		for _, e := range o.Spec.Estimators {
			names = append(names, e.Label)
		}
	}
	for _, name := range names {
		curve := upTo(o.curve(p, name), p.To)
		if len(curve.X) == 0 {
			return drawn, fmt.Errorf("the panel %q: there is no %s of %s", p.Title, p.Metric, name)
		}
		curve.Contestant = name
		drawn.Curves = append(drawn.Curves, curve)
	}
	return drawn, nil
}

func (o ofGraph) curve(p Panel, name string) lab.Curve {
	curves, keyword := o.Global, "global-score"
	switch p.Metric {
	case "score":
		curves, keyword = o.Scores, p.Keyword
	case "distance":
		for _, f := range o.Followed {
			if f.Keyword == p.Keyword && f.Label == name {
				return curveOf(f)
			}
		}
		return lab.Curve{}
	}
	for _, c := range curves {
		if c.Metric == keyword && c.Contestant == name {
			return c
		}
	}
	return lab.Curve{}
}

func curveOf(f lab.Followed) lab.Curve {
	var c lab.Curve
	for i, step := range f.Steps {
		c.X, c.Mean, c.Error = append(c.X, float64(step)), append(c.Mean, lab.Number(f.Precision[i])), append(c.Error, lab.Number(math.NaN()))
	}
	return c
}

// altered are the scores of altered greedy strategies at a step as multiples of the greedy one's, over ζ, a curve for
// each q ([GMS14] figure 1).
func (o ofGraph) altered(step int) []lab.Curve {
	var curves []lab.Curve
	for i, e := range o.Spec.Estimators {
		at := slices.Index(o.Points, step)
		if !e.Altered || at < 0 {
			continue
		}
		name := fmt.Sprintf("q = %v", e.Q)
		k := slices.IndexFunc(curves, func(c lab.Curve) bool { return c.Contestant == name })
		if k < 0 {
			k = len(curves)
			curves = append(curves, lab.Curve{Contestant: name})
		}
		c := &curves[k]
		c.X, c.Mean, c.Error = append(c.X, e.Zeta), append(c.Mean, o.Global[i].Mean[at]), append(c.Error, lab.Number(math.NaN()))
	}
	return curves
}

func (o ofGraph) at(metric, name string, x float64) (lab.Number, []float64, error) {
	var values []float64
	switch metric {
	case "", "global-score":
		return o.ratios(name, x)
	case "correlation":
		for _, f := range o.Fits {
			of, column := f.Plain, name
			if smoothed, found := strings.CutPrefix(name, logs); found {
				of, column = f.Log, smoothed
			}
			values = append(values, float64(of[column]))
		}
	case "distance":
		values = o.followed(name, func(f lab.Followed) ([]int, []float64) { return f.Steps, f.Precision }, int(x))
	case "micros":
		values = o.followed(name, func(f lab.Followed) ([]int, []float64) { return f.At, f.Micros }, int(x))
	}
	known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(known) == 0 {
		return 0, nil, fmt.Errorf("there is no %s of %s at %v", metric, name, x)
	}
	mean, _ := lab.Mean(known)
	return mean, values, nil
}

// followed is what was measured of an estimator along the oracle's way at a step: a value a keyword, NaN where the way
// ended before.
func (o ofGraph) followed(name string, of func(lab.Followed) (steps []int, values []float64), step int) []float64 {
	var found []float64
	for _, f := range o.Followed {
		if f.Label != name {
			continue
		}
		steps, values := of(f)
		if i := slices.Index(steps, step); i >= 0 {
			found = append(found, values[i])
		} else {
			found = append(found, math.NaN())
		}
	}
	return found
}

// ratios are the scores at a step as multiples of the baseline's, by keyword, and their arithmetic mean: it is what the test
// compares, and may order two estimators otherwise than the geometric one of globalAt.
func (o ofGraph) ratios(name string, x float64) (lab.Number, []float64, error) {
	step := int(x)
	if x == 0 {
		step = o.Points[len(o.Points)-1]
	}
	values := o.Values(name, step)
	if len(values) == 0 {
		return 0, nil, fmt.Errorf("there is no score of %s at %v", name, x)
	}
	mean, _ := lab.Mean(values)
	return mean, values, nil
}

// globalAt is the global score at a step, the geometric mean over keywords.
func (o ofGraph) globalAt(name string, step int) (lab.Number, error) {
	i := slices.Index(o.Points, step)
	k := slices.IndexFunc(o.Global, func(c lab.Curve) bool { return c.Contestant == name })
	if i < 0 || k < 0 {
		return 0, fmt.Errorf("there is no score of %s at %v", name, step)
	}
	return o.Global[k].Mean[i], nil
}

func (o ofGraph) lower(metric string) bool { return metric == "distance" || metric == "micros" }

func (o ofGraph) cell(table, row, column string) (string, error) {
	step, err := strconv.Atoi(column)
	if table != "correlation" && err != nil {
		return "", fmt.Errorf("the table of %s has a column %q, which is no number of steps", table, column)
	}
	switch table {
	case "score":
		mean, err := o.globalAt(row, step)
		return fmt.Sprintf("%.3f", float64(mean)), err
	case "loss":
		mean, err := o.globalAt(row, step)
		return fmt.Sprintf("%.1f", math.Round(float64(1000*(1-mean)))/10+0), err // +0 makes 0 of −0
	case "micros":
		mean, _, err := o.at("micros", row, float64(step))
		if err != nil {
			return "–", nil // a crawl that ended before
		}
		return short(mean), nil
	case "correlation":
		fits := o.MeanFit()
		if len(fits) == 0 {
			return "", fmt.Errorf("the spec does not ask for correlations: write \"fit\": true")
		}
		of := fits[0].Plain
		if row == logRow {
			of = fits[0].Log
		}
		return short(of[column]), nil
	}
	return "", fmt.Errorf("there is no table of %q", table)
}

// short is a number with three significant digits.
func short(n lab.Number) string {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	} else if math.Abs(x) >= 1000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(float64(n), 'g', 3, 64)
}
