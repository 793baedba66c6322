package papers

import (
	"fmt"
	"math"

	"orbweaver/crawlers/lab"
)

// significant is the probability below which a difference counts.
const significant = 0.05

// tested is a finding with what came out.
type tested struct {
	Finding
	better, worse lab.Number // means
	test          lab.PairedTest
	found         bool // there are pairs to test
}

// examine compares the two contestants of a finding. P is that of a two-tailed paired t-test, because a finding may come out
// either way: a direction that is chosen after the values have been seen halves P for nothing.
func examine(o outcome, f Finding) (*tested, error) {
	worseAt := f.At
	if f.WorseAt > 0 {
		worseAt = f.WorseAt
	}
	better, a, err := o.at(f.Metric, f.Better, f.At)
	if err != nil {
		return nil, fmt.Errorf("the finding %q: %w", f.Published, err)
	}
	worse, b, err := o.at(f.Metric, f.Worse, worseAt)
	if err != nil {
		return nil, fmt.Errorf("the finding %q: %w", f.Published, err)
	}
	t := &tested{Finding: f, better: better, worse: worse}
	if a, b = pairs(a, b); len(a) > 1 {
		t.test, t.found = lab.TestPairs(a, b, o.lower(f.Metric)), true
		t.test.P = 2 * min(t.test.P, 1-t.test.P)
	}
	return t, nil
}

// pairs are the values of which there are both.
func pairs(a, b []float64) (left, right []float64) {
	for i := range min(len(a), len(b)) {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			left, right = append(left, a[i]), append(right, b[i])
		}
	}
	return left, right
}

// correct corrects P for all findings that are tested on the same crawls.
func correct(all []*tested) {
	var tests []*lab.PairedTest
	for _, t := range all {
		if t.found {
			tests = append(tests, &t.test)
		}
	}
	lab.Holm(tests)
}

// verdict says how a finding compares with what came out.
func (t *tested) verdict() string {
	differ := t.found && float64(t.test.Holm) < significant
	switch {
	case !t.found:
		return "not tested"
	case t.NotBetter && t.test.Mean < 0:
		return "agrees"
	case (t.Alike || t.NotBetter) && differ:
		return "**differs**"
	case t.Alike || t.NotBetter:
		return "agrees"
	case !differ:
		return "not shown"
	case t.test.Mean < 0:
		return "**contradicts**"
	}
	return "agrees"
}

// here is what came out, in a few words.
func (t *tested) here() string {
	a, b := shown(t.Better), shown(t.Worse)
	if t.WorseAt > 0 {
		a, b = fmt.Sprintf("%s at %v", a, t.At), fmt.Sprintf("%s at %v", b, t.WorseAt)
	}
	return fmt.Sprintf("%s %s, %s %s", a, short(t.better), b, short(t.worse))
}

// p is the corrected probability as papers write it.
func (t *tested) p() string {
	p := float64(t.test.Holm)
	switch {
	case !t.found || math.IsNaN(p):
		return "–"
	case p < 0.001:
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// effect is Cohen's d of the pairs.
func (t *tested) effect() string {
	if !t.found {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(t.test.Effect))
}
