package frontier

import (
	"math"
	"math/rand/v2"
)

// mass is a number frac·2^exp with 1 ≤ frac < 2, or nothing: 0. Its range is that of int64 exponents, so that e^x neither
// overflows nor vanishes for any score, and nothing ever has to be scaled anew.
type mass struct {
	frac float64
	exp  int64
}

// belowTwo is the greatest number below 2.
var belowTwo = math.Nextafter(2, 0)

// exponential returns e^x, and 1 for what is not a number (0·∞). Beyond ±10^15, where x itself is no longer exact, it
// is cut.
func exponential(x float64) mass {
	const limit = 1e15
	if math.IsNaN(x) {
		x = 0
	}
	x = max(-limit, min(x, limit))
	exp := math.Floor(x / math.Ln2)
	return mass{max(1, min(math.Exp(x-exp*math.Ln2), belowTwo)), int64(exp)} // rounding may lead out of it
}

// chance is true with probability frac/2: what was drawn for the 2^(exp+1) that it may weigh at most is kept for what it
// does weigh.
func (m mass) chance(random *rand.Rand) bool { return 2*random.Float64() < m.frac }

// powerOfTwo returns 2^n for n ≤ 0. Below 2^−128 it is 0: as a share, that is less than any draw can tell.
func powerOfTwo(n int64) float64 {
	if n < -128 {
		return 0
	}
	return math.Float64frombits(uint64(n+1023) << 52)
}
