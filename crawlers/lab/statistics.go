package lab

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Number is a number that may be missing (NaN) or without bound: both are null in JSON and empty in CSV.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.missing() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

func (n Number) missing() bool { return math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) }

// String is the number with six significant digits; empty when it is missing.
func (n Number) String() string {
	if n.missing() {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'g', 6, 64)
}

// Mean is the mean of values and its standard error, s/√n with the sample's standard deviation s. The error of fewer
// than two values is missing.
func Mean(values []float64) (mean, standardError Number) {
	if len(values) == 0 {
		return Number(math.NaN()), Number(math.NaN())
	}
	m := stat.Mean(values, nil)
	if len(values) < 2 {
		return Number(m), Number(math.NaN())
	}
	return Number(m), Number(stat.StdErr(stat.StdDev(values, nil), float64(len(values))))
}

// PairedTest is a one-tailed paired t-test of the hypothesis that one contestant is better than another.
type PairedTest struct {
	N      int    `json:"n"`      // pairs
	Mean   Number `json:"mean"`   // of the differences, better minus worse: positive speaks for the hypothesis
	T      Number `json:"t"`      // mean / (s/√n), n−1 degrees of freedom
	P      Number `json:"p"`      // probability of a T as great, or greater, if there were no difference
	Effect Number `json:"effect"` // Cohen's d of pairs: mean / s
	Holm   Number `json:"holm"`   // P corrected for all tests of the same metric (Holm 1979)
	Wins   int    `json:"wins"`   // pairs in which it is better
	Ties   int    `json:"ties"`   // in which they are equal
	Losses int    `json:"losses"` // in which it is worse
}

// TestPairs tests whether a is better than b, pair by pair; lower says that less is better. With fewer than two pairs
// there is no T. Where all differences are the same, T is without bound and P is 0, 1 or, without any difference, 0.5.
func TestPairs(a, b []float64, lower bool) PairedTest {
	t := PairedTest{N: len(a)}
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
		if lower {
			differences[i] = b[i] - a[i]
		}
		switch {
		case differences[i] > 0:
			t.Wins++
		case differences[i] < 0:
			t.Losses++
		default:
			t.Ties++
		}
	}
	mean, standardError := Mean(differences)
	t.Mean, t.T, t.P, t.Effect, t.Holm = mean, Number(math.NaN()), Number(math.NaN()), Number(math.NaN()), Number(math.NaN())
	switch {
	case len(a) < 2:
	case standardError == 0:
		t.P = Number(0.5 - 0.5*sign(float64(mean)))
		if mean != 0 {
			t.T, t.Effect = Number(math.Inf(int(sign(float64(mean))))), Number(math.Inf(int(sign(float64(mean)))))
		} else {
			t.T, t.Effect = 0, 0
		}
	default:
		t.T = mean / standardError
		t.Effect = t.T / Number(math.Sqrt(float64(t.N)))
		t.P = Number(distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(t.N - 1)}.Survival(float64(t.T)))
	}
	return t
}

func sign(x float64) float64 { return float64(cmp.Compare(x, 0)) }

// Holm corrects the P of tests that are made together: the k-th smallest of m is multiplied by m−k+1, and none is
// smaller than the one before it or greater than 1 (Holm 1979). Tests without a P are not counted.
func Holm(tests []*PairedTest) {
	made := slices.DeleteFunc(slices.Clone(tests), func(t *PairedTest) bool { return t.P.missing() })
	slices.SortStableFunc(made, func(a, b *PairedTest) int { return cmp.Compare(a.P, b.P) })
	least := 0.0
	for k, t := range made {
		least = max(least, min(1, float64(t.P)*float64(len(made)-k)))
		t.Holm = Number(least)
	}
}
