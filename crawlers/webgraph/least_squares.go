package webgraph

import "math"

// leastSquares is linear regression with an intercept, trained one example after another: the coefficients c that make
// Σ (y − c·(1,x))² + λ·|c|² least over all examples so far, that is ridge regression with λ = 1e-3, the intercept being
// held back like the others.
//
// It keeps the triangular R and the z of the QR factors of the examples on top of √λ·I, into which Givens rotations turn
// each new example in O(n²) steps. That gives what recursive least squares by Sherman–Morrison gives, started from I/λ,
// but with half the loss of digits: the features are nearly collinear.
type leastSquares struct {
	n        int // coefficients, the intercept included
	r        [coefficients][coefficients]float64
	z        [coefficients]float64
	solved   bool
	solution [coefficients]float64
}

const (
	coefficients = 8 // at most: the intercept, four first-level and three second-level features
	ridgeLambda  = 1e-3
)

func newLeastSquares(features int) *leastSquares {
	s := &leastSquares{n: features + 1}
	for i := range s.n {
		s.r[i][i] = math.Sqrt(ridgeLambda)
	}
	return s
}

// train adds an example.
func (s *leastSquares) train(x []float64, y float64) {
	row := example(x)
	for i := range s.n {
		if row[i] == 0 {
			continue
		}
		length := math.Sqrt(s.r[i][i]*s.r[i][i] + row[i]*row[i])
		cos, sin := s.r[i][i]/length, row[i]/length
		for j := i; j < s.n; j++ {
			s.r[i][j], row[j] = cos*s.r[i][j]+sin*row[j], cos*row[j]-sin*s.r[i][j]
		}
		s.z[i], y = cos*s.z[i]+sin*y, cos*y-sin*s.z[i]
	}
	s.solved = false
}

func example(x []float64) (row [coefficients]float64) {
	row[0] = 1
	copy(row[1:], x)
	return row
}

// correct changes the y of an example that was trained by so much: R stays, and z grows by w where Rᵀw = change·(1,x).
func (s *leastSquares) correct(x []float64, change float64) {
	row := example(x)
	var w [coefficients]float64
	for i := range s.n {
		sum := change * row[i]
		for j := range i {
			sum -= s.r[j][i] * w[j]
		}
		w[i] = sum / s.r[i][i]
		s.z[i] += w[i]
	}
	s.solved = false
}

// solve gives the coefficients, the intercept first.
func (s *leastSquares) solve() []float64 {
	for i := s.n - 1; i >= 0 && !s.solved; i-- {
		sum := s.z[i]
		for j := i + 1; j < s.n; j++ {
			sum -= s.r[i][j] * s.solution[j]
		}
		s.solution[i] = sum / s.r[i][i]
	}
	s.solved = true
	return s.solution[:s.n]
}
