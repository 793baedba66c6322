package lab

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// Values of Student's t that are exceeded with a probability, from the tables in textbooks.
func TestStudentsTable(t *testing.T) {
	for _, c := range []struct{ degrees, p, t float64 }{
		{1, 0.05, 6.314}, {1, 0.01, 31.821}, {4, 0.05, 2.132}, {9, 0.05, 1.833}, {9, 0.01, 2.821}, {9, 0.001, 4.297},
		{19, 0.05, 1.729}, {30, 0.025, 2.042}, {60, 0.01, 2.390}, {120, 0.001, 3.160},
	} {
		if p := (distuv.StudentsT{Sigma: 1, Nu: c.degrees}).Survival(c.t); !near(p, c.p, c.p/200) {
			t.Errorf("t = %v with %v degrees of freedom: p = %v, want %v", c.t, c.degrees, p, c.p)
		}
	}
}

// The ten patients of Student (1908): hours of sleep gained by two drugs. Published: mean difference 1.58, t = 4.0621,
// p = 0.002833 on both sides, half of that on one.
func TestPairsOfStudent(t *testing.T) {
	first := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	second := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	got := TestPairs(second, first, false)
	if !near(float64(got.Mean), 1.58, 1e-9) || !near(float64(got.T), 4.0621, 5e-5) || !near(float64(got.P), 0.001416, 5e-7) ||
		!near(float64(got.Effect), 4.0621/math.Sqrt(10), 5e-5) || got.Wins != 9 || got.Ties != 1 || got.Losses != 0 || got.N != 10 {
		t.Errorf("%+v", got)
	}
	if other := TestPairs(first, second, false); !near(float64(other.P), 1-0.001416, 5e-7) || other.Losses != 9 {
		t.Errorf("the other way round: %+v", other)
	}
	if lower := TestPairs(first, second, true); lower.P != got.P || lower.Mean != got.Mean || lower.Wins != 9 {
		t.Errorf("where less is better: %+v", lower)
	}
}

func TestPairsWithoutSpread(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		p    float64
	}{{[]float64{2, 3}, []float64{1, 2}, 0}, {[]float64{1, 2}, []float64{2, 3}, 1}, {[]float64{1, 2}, []float64{1, 2}, 0.5}} {
		if got := TestPairs(c.a, c.b, false); float64(got.P) != c.p {
			t.Errorf("%v against %v: %+v, want p = %v", c.a, c.b, got, c.p)
		}
	}
	if got := TestPairs([]float64{1}, []float64{0}, false); !got.P.missing() || got.Wins != 1 {
		t.Errorf("one pair: %+v", got)
	}
}

// s² of 1, 2, 3, 4 is 5/3, so that the standard error is √(5/3/4) = 0.645497.
func TestMean(t *testing.T) {
	mean, standardError := Mean([]float64{1, 2, 3, 4})
	if mean != 2.5 || !near(float64(standardError), 0.645497, 5e-7) {
		t.Errorf("%v ± %v", mean, standardError)
	}
	if _, standardError := Mean([]float64{1}); !standardError.missing() {
		t.Errorf("the error of one value is %v", standardError)
	}
}

// Sorted: 0.005·4 = 0.02, 0.01·3 = 0.03, 0.03·2 = 0.06, 0.04·1 = 0.04, which must not be less than 0.06.
func TestHolm(t *testing.T) {
	missing := Number(math.NaN())
	tests := []*PairedTest{{P: 0.01}, {P: 0.04}, {P: missing, Holm: missing}, {P: 0.03}, {P: 0.005}}
	Holm(tests)
	for i, want := range []float64{0.03, 0.06, math.NaN(), 0.06, 0.02} {
		if got := float64(tests[i].Holm); !near(got, want, 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("test %d: %v, want %v", i, got, want)
		}
	}
}

func TestNumbersThatAreMissing(t *testing.T) {
	text, err := json.Marshal([]Number{1.5, Number(math.NaN()), Number(math.Inf(1))})
	if err != nil || string(text) != "[1.5,null,null]" {
		t.Errorf("%s, %v", text, err)
	}
	var back []Number
	if err := json.Unmarshal(text, &back); err != nil || back[0] != 1.5 || !back[1].missing() {
		t.Errorf("%v, %v", back, err)
	}
}
