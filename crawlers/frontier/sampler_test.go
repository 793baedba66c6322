package frontier

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Worked by hand from [MPS04] eq. 6 with β = 5 and μ = 1, 0.5, 0: e^5 = 148.413, e^2.5 = 12.182, e^0 = 1, sum 161.596:
// 0.9184, 0.0754, 0.0062. Without the host of the first: 12.182/13.182 = 0.9241, 0.0759.
func TestSamplerProbabilities(t *testing.T) {
	const draws = 200_000
	for _, c := range []struct {
		name  string
		ready func(string) bool
		want  map[string]float64
	}{
		{"all ready", always, map[string]float64{"a": 0.9184, "b": 0.0754, "c": 0.0062}},
		{"one host busy", func(h string) bool { return h != "A" }, map[string]float64{"b": 0.9241, "c": 0.0759}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := NewSampler[int](10, 5)
			for i, u := range []string{"a", "b", "c"} {
				f.Offer(Item[int]{URL: u, Host: []string{"A", "B", "B"}[i], Score: 1 - 0.5*float64(i)})
			}
			random := rand.New(rand.NewPCG(7, 7))
			count := map[string]float64{}
			for range draws {
				it, _ := f.Take(random, c.ready)
				count[it.URL]++
				f.Offer(it)
			}
			for u, p := range c.want {
				// Four standard deviations of a binomial count.
				if got, slack := count[u]/draws, 4*math.Sqrt(p*(1-p)/draws)+1e-4; math.Abs(got-p) > slack {
					t.Errorf("%s drawn %.4f of the time; want %.4f", u, got, p)
				}
			}
		})
	}
}

// With β·μ beyond what e^x can hold, the order of magnitude alone decides; and links far below the others are still
// there when the others are gone or not ready.
func TestSamplerExtremes(t *testing.T) {
	scores := []float64{1e300, 1e6, 1000, 0, -1000, -1e6, -1e300}
	f := NewSampler[int](10, 5)
	for _, s := range scores {
		f.Offer(Item[int]{URL: fmt.Sprint(s), Host: fmt.Sprint(s), Score: s})
	}
	random := rand.New(rand.NewPCG(1, 1))
	if it, ok := f.Take(random, func(h string) bool { return h == "-1e+300" }); !ok || it.Score != -1e300 {
		t.Fatalf("Take of the lowest alone = %v, %v", it, ok)
	}
	for _, want := range scores[:6] {
		if it, ok := f.Take(random, always); !ok || it.Score != want {
			t.Errorf("Take = %v, %v; want %v", it, ok, want)
		}
	}
	for _, s := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		f := NewSampler[int](10, 0)
		if got := f.Offer(Item[int]{Score: s}); got == math.IsNaN(s) {
			t.Errorf("Offer of score %v = %v", s, got)
		}
		f.Take(random, always) // β·∞ with β = 0 is not a number, and must not hang
	}
}

// After two million changes the sums are what they are when built afresh: errors do not pile up.
func TestSamplerDoesNotDrift(t *testing.T) {
	f := NewSampler[int](64, 5)
	random := rand.New(rand.NewPCG(3, 3))
	for i := range 1_000_000 {
		f.Take(random, always)
		f.Offer(Item[int]{URL: fmt.Sprint(i % 100), Host: "h", Score: 20 * random.Float64()})
	}
	var want float64
	for _, it := range f.Best(f.Len()) {
		want += math.Exp(5 * it.Score)
	}
	m := f.byMass.sum(0)
	if got := math.Ldexp(m.frac, int(m.exp)); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("total mass %v; want %v", got, want)
	}
}

func TestMassAgainstFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(-300, 300).Draw(t, "x"), rapid.Float64Range(-300, 300).Draw(t, "y")
		a, b := exponential(x), exponential(y)
		sum := a.plus(b)
		if got, want := math.Ldexp(sum.frac, int(sum.exp)), math.Exp(x)+math.Exp(y); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("e^%v + e^%v = %v; want %v", x, y, got, want)
		}
		if got, want := a.share(sum), 1/(1+math.Exp(y-x)); math.Abs(got-want) > 1e-13 {
			t.Errorf("share %v; want %v", got, want)
		}
	})
}

// The sums of a tree are those of its elements, whatever was put in, changed and taken out; and pick finds the element
// at every share.
func TestSumTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := map[int32]int{}
		next, at := int32(0), places{}
		tree := &sumTree{weigh: func(number int32) mass { return mass{float64(weights[number]), 0} }, at: &at}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				weights[next] = rapid.IntRange(0, 9).Draw(t, "weight")
				tree.push(next)
				next++
			},
			"fix": func(t *rapid.T) {
				if tree.len() > 0 {
					number := rapid.SampledFrom(tree.numbers).Draw(t, "number")
					weights[number] = rapid.IntRange(0, 9).Draw(t, "weight")
					tree.fix(number)
				}
			},
			"remove": func(t *rapid.T) {
				if tree.len() > 0 {
					tree.remove(rapid.SampledFrom(tree.numbers).Draw(t, "number"))
				}
			},
			"": func(t *rapid.T) {
				total, drawn := 0, map[int32]int{}
				for i, number := range tree.numbers {
					total += weights[number]
					if int(at[number]) != i {
						t.Fatalf("%d is at %d, not at %d", number, i, at[number])
					}
				}
				if got := tree.sum(0).frac; got != float64(total) {
					t.Fatalf("sum %v; want %d", got, total)
				}
				for i := range total {
					number, _ := tree.pick((float64(i) + 0.5) / float64(total))
					drawn[number]++
				}
				for _, number := range tree.numbers {
					if drawn[number] != weights[number] {
						t.Fatalf("%d of weight %d picked %d times", number, weights[number], drawn[number])
					}
				}
				if _, ok := tree.pick(0); ok != (total > 0) {
					t.Fatalf("pick of total %d = %v", total, ok)
				}
			},
		})
	})
}
