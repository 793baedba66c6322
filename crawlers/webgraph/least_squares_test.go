package webgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// batchRidge is the ridge regression of all examples at once, by the QR factors of the examples on top of √λ·I.
func batchRidge(examples [][]float64, ys []float64) []float64 {
	n := len(examples[0]) + 1
	a := mat.NewDense(len(examples)+n, n, nil)
	y := mat.NewDense(len(examples)+n, 1, nil)
	for i, x := range examples {
		a.SetRow(i, append([]float64{1}, x...))
		y.Set(i, 0, ys[i])
	}
	for i := range n {
		a.Set(len(examples)+i, i, math.Sqrt(ridgeLambda))
	}
	var qr mat.QR
	qr.Factorize(a)
	var c mat.Dense
	if err := qr.SolveTo(&c, false, y); err != nil {
		panic(err)
	}
	return mat.Col(nil, 0, &c)
}

// Three points on y = 1 + 2x: x = 0, 1, 2, y = 1, 3, 5. The normal equations with λ on the diagonal are
//
//	(3+λ)·a + 3·b = 9,  3·a + (5+λ)·b = 13
//
// With λ = 0.001: determinant 3.001·5.001 − 9 = 6.008001, a = (9·5.001 − 3·13)/6.008001 = 6.009/6.008001 = 1.000166278,
// b = (3.001·13 − 3·9)/6.008001 = 12.013/6.008001 = 1.999500333.
// When the last y is corrected to 2, the right sides are 6 and 7: a = (30.006 − 21)/6.008001 = 1.498998086,
// b = (21.007 − 18)/6.008001 = 0.500499251.
func TestLeastSquaresOfThreePoints(t *testing.T) {
	s := newLeastSquares(1)
	for x, y := range []float64{1, 3, 5} {
		s.train([]float64{float64(x)}, y)
	}
	expectCoefficients(t, s.solve(), []float64{6.009 / 6.008001, 12.013 / 6.008001})
	s.correct([]float64{2}, -3)
	expectCoefficients(t, s.solve(), []float64{9.006 / 6.008001, 3.007 / 6.008001})
}

func expectCoefficients(t *testing.T, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9*math.Max(1, math.Abs(want[i])) {
			t.Fatalf("coefficients %v; want %v", got, want)
		}
	}
}

// Against gonum, on random data and on data of which one feature is nearly twice another, with and without corrections.
func TestLeastSquaresEqualsBatch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, noise := range []float64{1, 1e-2, 1e-6, 0} {
		s := newLeastSquares(7)
		var examples [][]float64
		var ys []float64
		for i := range 3000 {
			x := make([]float64, 7)
			for k := range x {
				x[k] = 3 * random.Float64()
			}
			x[3] = 2*x[2] + noise*random.NormFloat64()
			y := x[0] - x[2] + random.NormFloat64()
			s.train(x, y)
			examples, ys = append(examples, x), append(ys, y)
			if i%50 == 7 {
				at := random.IntN(len(ys))
				s.correct(examples[at], 1-ys[at])
				ys[at] = 1
			}
			if i%500 == 0 || i == 2999 {
				expectCoefficients(t, s.solve(), batchRidge(examples, ys))
			}
		}
	}
}
