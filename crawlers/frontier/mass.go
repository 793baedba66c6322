package frontier

import "math"

// mass is a number frac·2^exp that is not negative. Its range is that of int64 exponents, so that e^x neither overflows
// nor vanishes for any score, and nothing ever has to be scaled anew.
type mass struct {
	frac float64 // 0, or at least 1
	exp  int64
}

// exponential returns e^x, and 1 for what is not a number (0·∞). Beyond ±10^15, where x itself is no longer exact, it
// is cut.
func exponential(x float64) mass {
	const limit = 1e15
	if math.IsNaN(x) {
		x = 0
	}
	x = max(-limit, min(x, limit))
	exp := math.Floor(x / math.Ln2)
	return mass{max(1, math.Exp(x-exp*math.Ln2)), int64(exp)}
}

// plus returns the sum. What is too small to be seen beside the other is lost from this sum only: the mass it came from
// keeps it.
func (a mass) plus(b mass) mass {
	if a.frac == 0 || b.frac > 0 && b.exp > a.exp {
		a, b = b, a
	}
	if b.frac == 0 {
		return a
	}
	return mass{a.frac + b.frac*powerOfTwo(b.exp-a.exp), a.exp}
}

// share returns a/total, where a is part of the total; 0 if there is none.
func (a mass) share(total mass) float64 {
	if a.frac == 0 {
		return 0
	}
	return a.frac / total.frac * powerOfTwo(a.exp-total.exp)
}

// powerOfTwo returns 2^n for n ≤ 0; 0 below the normal numbers.
func powerOfTwo(n int64) float64 {
	if n < -1022 {
		return 0
	}
	return math.Float64frombits(uint64(n+1023) << 52)
}
