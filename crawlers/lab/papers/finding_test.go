package papers

import (
	"math"
	"testing"

	"orbweaver/crawlers/lab"
)

// given is an outcome whose values are written down.
type given map[string][]float64

func (given) panel(Panel) (lab.Panel, error)                 { return lab.Panel{}, nil }
func (given) cell(table, row, column string) (string, error) { return "", nil }
func (given) lower(metric string) bool                       { return metric == "cost" }
func (g given) at(_, name string, _ float64) (lab.Number, []float64, error) {
	mean, _ := lab.Mean(g[name])
	return mean, g[name], nil
}

// Five pairs with differences 1, 2, 3, 4, 5: mean 3, s = √2.5, t = 3/(s/√5) = √18 = 4.243 with 4 degrees of freedom, two-tailed
// p = 0.0132 (t-tables: 0.02 at 3.747, 0.01 at 4.604). Of two such findings Holm's correction doubles the smaller p. Differences
// 1, 2, 0, 1, 0: mean 0.8, s = √0.7, t = 0.8/(s/√5) = 2.138, one-tailed p = 0.0497 (0.05 at 2.132), which is not enough when
// either way would have been told.
func TestFindings(t *testing.T) {
	o := given{"a": {2, 3, 4, 5, 6}, "b": {1, 1, 1, 1, 1}, "c": {2, 0, 2, 0, 1}, "d": {2, 3, 1, 2, 1}, "one": {1}, "gap": {2, math.NaN(), 3, 4, 5, 6}, "b6": {1, 1, 1, 1, 1, 1}}
	for _, c := range []struct {
		Finding
		want string
		p    float64 // before correction
	}{
		{Finding{Better: "a", Worse: "b"}, "agrees", 0.0132},
		{Finding{Better: "b", Worse: "a"}, "**contradicts**", 0.0132},
		{Finding{Better: "b", Worse: "a", Metric: "cost"}, "agrees", 0.0132},
		{Finding{Better: "a", Worse: "b", Alike: true}, "**differs**", 0.0132},
		{Finding{Better: "c", Worse: "b"}, "not shown", 1},
		{Finding{Better: "c", Worse: "b", Alike: true}, "agrees", 1},
		{Finding{Better: "c", Worse: "b", NotBetter: true}, "agrees", 1},
		{Finding{Better: "a", Worse: "b", NotBetter: true}, "**differs**", 0.0132},
		{Finding{Better: "b", Worse: "a", NotBetter: true}, "agrees", 0.0132}, // it is worse
		{Finding{Better: "b", Worse: "a", Alike: true}, "**differs**", 0.0132},
		{Finding{Better: "d", Worse: "b"}, "not shown", 0.0993},
		{Finding{Better: "gap", Worse: "b6"}, "agrees", 0.0132}, // the pair with a gap does not count
		{Finding{Better: "one", Worse: "one"}, "not tested", math.NaN()},
	} {
		first, err := examine(o, c.Finding)
		if err != nil {
			t.Fatal(err)
		}
		if first.found && math.Abs(float64(first.test.P)-c.p) > 0.0001 {
			t.Errorf("%+v: p = %v, want %v", c.Finding, first.test.P, c.p)
		}
		second := *first
		correct([]*tested{first, &second})
		if first.found && math.Abs(float64(first.test.Holm)-min(1, 2*c.p)) > 0.0002 {
			t.Errorf("%+v: corrected %v, want %v", c.Finding, first.test.Holm, 2*c.p)
		}
		if got := first.verdict(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.Finding, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Best-First, 256": "Best-First/256", "oracle": "oracle", "fl-ne": "fl-ne", "oracle:batch=8": "batches of 8", "oracle:q=0:zeta=0": "random",
		"oracle:q=0.2:zeta=0.8": "q = 0.2, ζ = 0.8", "mab-var": "mab-var-0.2-200", "mab-var:epsilon=0.1:reset=1000": "mab-var-0.1-1000",
	} {
		if got := shown(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
}
