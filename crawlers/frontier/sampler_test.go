package frontier

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Worked by hand from [MPS04] eq. 6 with β = 5 and μ = 1, 0.5, 0: e^5 = 148.413, e^2.5 = 12.182, e^0 = 1, sum 161.596:
// 0.9184, 0.0754, 0.0062. Without the host of the first: 12.182/13.182 = 0.9241, 0.0759. A fourth link of 0.5 whose host is
// never ready changes nothing but the way in which the others are drawn.
func TestSamplerProbabilities(t *testing.T) {
	const draws = 200_000
	for _, c := range []struct {
		name  string
		urls  string
		ready func(string) bool
		want  map[string]float64
	}{
		{"all ready", "abc", always, map[string]float64{"a": 0.9184, "b": 0.0754, "c": 0.0062}},
		{"one host busy", "abc", func(h string) bool { return h != "A" }, map[string]float64{"b": 0.9241, "c": 0.0759}},
		{"one more host busy", "abcd", func(h string) bool { return h != "D" }, map[string]float64{"a": 0.9184, "b": 0.0754, "c": 0.0062}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := NewSampler[int](10, 5)
			for i, u := range c.urls {
				f.Offer(Item[int]{URL: string(u), Host: []string{"A", "B", "B", "D"}[i], Score: []float64{1, 0.5, 0, 0.5}[i]})
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

// Urns of each host are there while hosts are busy, and until as many links have been taken since as are left: e^500 makes
// it certain that the busy host is drawn first, and of the 9 links that are left 5 must go.
func TestUrnsOpenWhileHostsAreBusy(t *testing.T) {
	f := NewSampler[int](10, 5)
	for i := range 9 {
		f.Offer(Item[int]{URL: fmt.Sprint(i), Host: "h"})
	}
	f.Offer(Item[int]{URL: "best", Host: "busy", Score: 100})
	random := rand.New(rand.NewPCG(2, 2))
	if it, ok := f.Take(random, func(host string) bool { return host == "h" }); !ok || it.Host != "h" || f.byHost == nil {
		t.Fatalf("Take = %v, %v; open: %v", it, ok, f.byHost != nil)
	}
	for taken := 1; taken <= 9; taken++ {
		if f.Take(random, always); (f.byHost != nil) != (taken < 5) {
			t.Errorf("open: %v, with %d links left", f.byHost != nil, f.Len())
		}
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
	for name, ready := range map[string]func(string) bool{"all ready": always, "one host busy": func(h string) bool { return h != "0" }} {
		f := NewSampler[int](64, 5)
		random := rand.New(rand.NewPCG(3, 3))
		for i := range 1_000_000 {
			f.Take(random, ready)
			f.Offer(Item[int]{URL: fmt.Sprint(i % 100), Host: fmt.Sprint(i % 3), Score: 20 * random.Float64()})
		}
		var want float64
		for _, it := range f.Best(f.Len()) {
			want += math.Ldexp(1, int(math.Floor(5*it.Score/math.Ln2)))
		}
		u := &f.all
		if f.byHost != nil {
			u = &f.byHost.byMass
		}
		got := 0.0
		for _, tier := range u.tiers {
			for _, number := range tier.numbers {
				m := mass{1, tier.exp}
				if f.byHost != nil {
					m = f.byHost.masses[number]
				}
				got += math.Ldexp(m.frac, int(m.exp))
			}
		}
		if got != want {
			t.Errorf("%s: all weigh %v; want %v", name, got, want)
		}
		if err := f.check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMassAgainstFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-300, 300).Draw(t, "x")
		m := exponential(x)
		if got, want := math.Ldexp(m.frac, int(m.exp)), math.Exp(x); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("e^%v = %v; want %v", x, got, want)
		}
		if m.frac < 1 || m.frac >= 2 {
			t.Errorf("e^%v = %v·2^%v", x, m.frac, m.exp)
		}
	})
}

// An urn weighs what its things do, whatever was put in and taken out; and draw finds a thing at every share.
func TestUrn(t *testing.T) {
	const most = 4 // of powers of two
	rapid.Check(t, func(t *rapid.T) {
		exps := map[int32]int64{}
		next := int32(0)
		u := &urn{at: &places{}}
		exp := rapid.Int64Range(0, most)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				exps[next] = exp.Draw(t, "exp")
				u.put(next, exps[next])
				next++
			},
			"remove": func(t *rapid.T) {
				if len(exps) > 0 {
					number := rapid.SampledFrom(slices.Sorted(maps.Keys(exps))).Draw(t, "number")
					u.remove(number, exps[number])
					delete(exps, number)
				}
			},
			"": func(t *rapid.T) {
				if err := u.check(); err != nil {
					t.Fatal(err)
				}
				total, drawn := 0, map[int32]int{}
				for _, exp := range exps {
					total += 1 << exp
				}
				if m := u.mass(); math.Ldexp(m.frac, int(m.exp)) != float64(total) || total > 0 && (m.frac < 1 || m.frac >= 2) {
					t.Fatalf("mass %v; want %d", m, total)
				}
				for i := range total {
					number, _ := u.draw((float64(i) + 0.5) / float64(total))
					drawn[number]++
				}
				for number, exp := range exps {
					if drawn[number] != 1<<exp {
						t.Fatalf("%d of 2^%d drawn %d times", number, exp, drawn[number])
					}
				}
				if _, ok := u.draw(0); ok != (total > 0) {
					t.Fatalf("draw of %d = %v", total, ok)
				}
			},
		})
	})
}

// However light a thing is beside others, it is there when they have gone.
func TestUrnOfExtremes(t *testing.T) {
	exps := []int64{1 << 50, 1 << 40, 0, -100, -300, -1800, -1 << 50}
	u := &urn{at: &places{}}
	for number, exp := range exps {
		u.put(int32(number), exp)
	}
	for want, exp := range exps {
		for _, r := range []float64{0, 0.5, math.Nextafter(1, 0)} {
			if got, ok := u.draw(r); !ok || got != int32(want) {
				t.Errorf("at %v: %d, %v; want %d", r, got, ok, want)
			}
		}
		u.remove(int32(want), exp)
	}
}
