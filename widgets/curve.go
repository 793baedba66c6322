package widgets

import (
	"math"
	"slices"
	"sort"
)

// Curve is one line of a Chart.
type Curve struct {
	Name   string
	Look   int       // its colour, dashes and marks: any number; the same number always looks the same
	X, Y   []float64 // its points, X ascending; a Y that is NaN is left out
	Spread []float64 // how far the band around the line reaches up and down at each point, such as a standard error; NaN or no Spread = no band
}

// Graph is what a Chart shows.
type Graph struct {
	X, Y   string  // what the axes stand for, with units
	To     float64 // the x-axis reaches at least to here
	Curves []Curve
}

// curvePoints is how many points of a curve are drawn at most: more than that no screen can tell apart.
const curvePoints = 400

// thinned is the curve with no more points than can be told apart, its last one among them, and without those that have
// no value.
func (c Curve) thinned() Curve {
	n := min(len(c.X), len(c.Y))
	step := max(1, (n+curvePoints-1)/curvePoints)
	thin := Curve{Name: c.Name, Look: c.Look}
	for i := range n {
		if (n-1-i)%step != 0 || math.IsNaN(c.Y[i]) || math.IsInf(c.Y[i], 0) {
			continue
		}
		spread := math.NaN()
		if i < len(c.Spread) && !math.IsInf(c.Spread[i], 0) {
			spread = math.Abs(c.Spread[i])
		}
		thin.X, thin.Y, thin.Spread = append(thin.X, c.X[i]), append(thin.Y, c.Y[i]), append(thin.Spread, spread)
	}
	return thin
}

// nearest is the number of the point that lies nearest to x; the curve must have one.
func (c Curve) nearest(x float64) int {
	i, _ := slices.BinarySearch(c.X, x)
	if i == len(c.X) || i > 0 && x-c.X[i-1] < c.X[i]-x {
		i--
	}
	return i
}

// stretch is a part of an axis.
type stretch struct{ from, to float64 }

// take widens the stretch so that it holds v.
func (s *stretch) take(v float64) {
	s.from, s.to = min(s.from, v), max(s.to, v)
}

// bounds are the parts of the axes that a graph needs. Both begin at 0, so that heights can be compared, unless something
// is less; they are never empty.
func (g Graph) bounds() (x, y stretch) {
	x.take(g.To)
	for _, c := range g.Curves {
		for i := range c.X {
			x.take(c.X[i])
			y.take(c.Y[i])
			if spread := c.Spread[i]; !math.IsNaN(spread) {
				y.take(c.Y[i] + spread)
				if c.Y[i] < 0 { // a band may not open what is below 0 where no value can be
					y.take(c.Y[i] - spread)
				}
			}
		}
	}
	if x.to <= x.from {
		x.to = x.from + 1
	}
	if y.to <= y.from {
		y.to = y.from + 1
	}
	return x, y
}

// ticks are round numbers within a stretch, about as many as wanted: their distance is 1, 2 or 5 times a power of ten.
func ticks(s stretch, wanted int) []float64 {
	least := (s.to - s.from) / float64(max(1, wanted))
	power := math.Pow(10, math.Floor(math.Log10(least)))
	steps := []float64{1, 2, 5, 10}
	step := power * steps[sort.SearchFloat64s(steps, least/power*(1-1e-9))]
	var at []float64
	for i := math.Ceil(s.from/step - 1e-9); i*step <= s.to+step*1e-9; i++ {
		at = append(at, i*step+0) // -0 would be written so
	}
	return at
}
