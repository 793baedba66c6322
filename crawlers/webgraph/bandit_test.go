package webgraph

import (
	"math"
	"math/rand/v2"
	"testing"
)

func testBandit(strategy string, epsilon float64, reset int) *bandit {
	return newBandit(strategy, 3, Options{Epsilon: epsilon, Reset: reset, Rand: rand.New(rand.NewPCG(1, 1))})
}

// play makes a step, in which arm i pays rewards[i].
func play(b *bandit, rewards [3]float64) int {
	p := b.choose()
	b.reward(&p, rewards[p.arm])
	return int(p.arm)
}

// script is a generator of which every draw is written down.
type script struct{ draws []uint64 }

func (s *script) Uint64() uint64 {
	draw := s.draws[0]
	s.draws = s.draws[1:]
	return draw
}

// chance is the draw of which Float64 makes x: it divides the lower 53 bits by 2⁵³.
func chance(x float64) uint64 { return uint64(x * (1 << 53)) }

// drawn is the draw of which IntN(3) makes an arm: it multiplies the upper 32 bits by 3 and divides by 2³². The middle of
// the arm's third, (arm + 1/2)·2³²/3, is not near where draws are thrown away so that all numbers are alike.
func drawn(arm int) uint64 { return uint64(2*arm+1) << 32 / 6 << 32 }

// scriptedStep is a step as it must be: what is drawn for it, which arm it has, in which period, and what the arm pays.
type scriptedStep struct {
	draws  []uint64
	arm    int
	reward float64
	period int32
}

func best(arm int, reward float64, period int32) scriptedStep {
	return scriptedStep{nil, arm, reward, period}
}

func explores(arm int, reward float64, period int32) scriptedStep {
	return scriptedStep{[]uint64{drawn(arm)}, arm, reward, period}
}

// lucky is a step of mab-e that does not explore, unlucky one that does.
func lucky(x float64, arm int, reward float64) scriptedStep {
	return scriptedStep{[]uint64{chance(x)}, arm, reward, 0}
}

func unlucky(x float64, arm int, reward float64) scriptedStep {
	return scriptedStep{[]uint64{chance(x), drawn(arm)}, arm, reward, 0}
}

// The choice of every step, by hand. Beside each step are the means after it, of arms 0, 1 and 2.
func TestBanditsByHand(t *testing.T) {
	for _, test := range []struct {
		name     string
		strategy string
		epsilon  float64
		reset    int
		steps    []scriptedStep
	}{
		{"without exploration", "mab-e", 0, 1, []scriptedStep{
			lucky(0, 0, 0.25),   // 1/4, 0, 0, after all were 0: the first of equals
			lucky(0.5, 0, -0.5), // −1/8, 0, 0
			lucky(0.9, 1, 0.5),  // −1/8, 1/2, 0
			lucky(0, 1, -1),     // −1/8, −1/4, 0
			lucky(0, 2, -0.5),   // −1/8, −1/4, −1/2
			lucky(0, 0, 0),
		}},
		{"a draw of 0.25 is not below ε = 0.25", "mab-e", 0.25, 1, []scriptedStep{
			lucky(0.9, 0, 0.25),    // 1/4, 0, 0
			unlucky(0.1, 2, 0.5),   // 1/4, 0, 1/2
			lucky(0.25, 2, 0),      // 1/4, 0, 1/4
			lucky(0.5, 0, 0),       // 1/8, 0, 1/4
			unlucky(0.24, 1, 0.75), // 1/8, 3/4, 1/4
			lucky(0.7, 1, 0),       // 1/8, 3/8, 1/4
			lucky(0.99, 1, 0),      // 1/8, 1/4, 1/4
			lucky(0.4, 1, 0),       // 1/8, 3/16, 1/4
			lucky(0.4, 2, 1),       // 1/8, 3/16, 1/2
			unlucky(0, 0, 1),       // 5/12, 3/16, 1/2
			lucky(0.31, 2, 0),      // 5/12, 3/16, 3/8
			lucky(0.31, 0, 0),
		}},
		{"⌊0.4 · 10⌋ = 4 steps explore, and none after the tenth", "mab-e-first", 0.4, 10, []scriptedStep{
			explores(1, 0.5, 0),   // 0, 1/2, 0
			explores(1, 0, 0),     // 0, 1/4, 0
			explores(0, 0.125, 0), // 1/8, 1/4, 0
			explores(2, 0.5, 0),   // 1/8, 1/4, 1/2
			best(2, 0, 0),         // 1/8, 1/4, 1/4
			best(1, 1, 0),         // 1/8, 1/2, 1/4
			best(1, -1, 0),        // 1/8, 1/8, 1/4
			best(2, 0, 0),         // 1/8, 1/8, 1/6
			best(2, -0.5, 0),      // 1/8, 1/8, 0
			best(0, 0, 0),         // 1/16, 1/8, 0
			best(1, 0, 0),         // 1/16, 1/10, 0
			best(1, 0, 0),
		}},
		{"h = 4, 4, 8, 4, 8, the first half of which explores", "mab-var", 0.5, 4, []scriptedStep{
			explores(2, 0.5, 0),  // 0, 0, 1/2
			explores(0, 0.25, 0), // 1/4, 0, 1/2: arm 2, p = 0
			best(2, 0, 0),        // 1/4, 0, 1/4
			best(0, 0, 0),

			explores(2, 0.25, 1), // 0, 0, 1/4
			explores(1, 0, 1),    // 0, 0, 1/4: arm 2 again, p = 1
			best(2, -0.5, 1),     // 0, 0, −1/8
			best(0, 0, 1),

			explores(0, 0, 2),     // 0, 0, 0
			explores(1, 0, 2),     // 0, 0, 0
			explores(2, 0.125, 2), // 0, 0, 1/8
			explores(1, 0.5, 2),   // 0, 1/4, 1/8: arm 1, p = 0
			best(1, -0.5, 2),      // 0, 0, 1/8
			best(2, 0, 2),         // 0, 0, 1/16
			best(2, -0.25, 2),     // 0, 0, −1/24
			best(0, 0, 2),

			explores(1, 1, 3), // 0, 1, 0
			explores(2, 0, 3), // 0, 1, 0: arm 1 again, p = 1
			best(1, 0, 3),     // 0, 1/2, 0
			best(1, 0, 3),

			explores(2, 1, 4), explores(2, 1, 4), explores(2, 1, 4), explores(1, 0, 4), // 0, 0, 1: arm 2, p = 0
			best(2, 0, 4), best(2, 0, 4), best(2, 0, 4), best(2, 0, 4),

			explores(0, 0, 5),
		}},
		{"all steps explore, and p is judged by all of a period: h = 2, 2, 4, 6, 2", "mab-var", 1, 2, []scriptedStep{
			explores(1, 1, 0), explores(0, 0, 0), // arm 1, p = 0
			explores(2, 0, 1), explores(1, 1, 1), // arm 1 again, p = 1
			explores(1, 1, 2), explores(2, 0, 2), explores(2, 0, 2), explores(1, 0, 2), // and again, p = 2
			explores(1, 0, 3), explores(2, 1, 3), explores(1, 0, 3), explores(1, 0, 3), explores(0, 0, 3), explores(2, 1, 3), // arm 2, p = 0
			explores(2, 1, 4), explores(2, 1, 4), // arm 2 again, p = 1
			explores(0, 0, 5), explores(0, 0, 5), explores(0, 0, 5), explores(0, 0, 5), // arm 0, p = 0
			explores(1, 0, 6), explores(1, 0, 6),
			explores(0, 0, 7),
		}},
		{"no step explores, so that p stays 0 and h = 2", "mab-var", 0, 2, []scriptedStep{
			best(0, 1, 0), best(0, 1, 0), best(0, 1, 1), best(0, 1, 1), best(0, -1, 2), best(1, 1, 2), best(0, 1, 3), best(0, 1, 3), best(0, 1, 4),
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var draws script
			for _, step := range test.steps {
				draws.draws = append(draws.draws, step.draws...)
			}
			b := testBandit(test.strategy, test.epsilon, test.reset)
			b.random = rand.New(&draws)
			left := len(draws.draws)
			for i, step := range test.steps {
				p := b.choose()
				left -= len(step.draws)
				if int(p.arm) != step.arm || p.period != step.period || len(draws.draws) != left {
					t.Fatalf("step %d: arm %d of period %d, %d draws left; want arm %d of period %d, %d draws (sums %v, counts %v)",
						i+1, p.arm, p.period, len(draws.draws), step.arm, step.period, left, b.sums, b.counts)
				}
				b.reward(&p, step.reward)
			}
		})
	}
}

// ε is the share of steps that explore, not the other way round as the paper's sentence has it: with three arms and
// ε = 0.3 the best one is chosen in 0.7 + 0.1 of the steps.
func TestEpsilonGreedy(t *testing.T) {
	b := testBandit("mab-e", 0.3, 1)
	const steps = 20_000
	best := 0
	for range steps {
		if play(b, [3]float64{0.1, 0.9, 0.5}) == 1 {
			best++
		}
	}
	if got := float64(best) / steps; math.Abs(got-0.8) > 0.015 { // 5σ
		t.Errorf("the best arm was chosen in %.3f of the steps; want 0.8", got)
	}
}

// The periods of both settings that [GMS14] publishes, var-0.1-1000 and var-0.2-200, and of one that is no round number in
// binary. Arms 1, 1, 1, 2, 2 and 2 win the explorations, after which p = 0, 1, 2, 0, 1 and 2. A period has h = r·(p+1)
// steps with the p of the period before, of which the first ⌊εh⌋ explore.
func TestResets(t *testing.T) {
	winners, repeats := []int{1, 1, 1, 2, 2, 2}, []int{0, 1, 2, 0, 1, 2}
	for _, test := range []struct {
		name        string
		epsilon     float64
		reset       int
		lengths     []int
		exploration []int
	}{
		{"var-0.1-1000", 0.1, 1000, []int{1000, 1000, 2000, 3000, 1000, 2000}, []int{100, 100, 200, 300, 100, 200}},
		{"var-0.2-200", 0.2, 200, []int{200, 200, 400, 600, 200, 400}, []int{40, 40, 80, 120, 40, 80}},
		{"0.29 · 100 is 29, not 28.999…", 0.29, 100, []int{100, 100, 200, 300, 100, 200}, []int{29, 29, 58, 87, 29, 58}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := testBandit("mab-var", test.epsilon, test.reset)
			var draws script
			b.random = rand.New(&draws)
			for period, winner := range winners {
				rewards := [3]float64{0.125, 0.25, 0.25}
				rewards[winner] = 0.75
				for step := range test.exploration[period] {
					draws.draws = append(draws.draws, drawn((step+1)%3))
				}
				for step := range test.lengths[period] {
					want := winner
					if step < test.exploration[period] {
						want = (step + 1) % 3
					}
					if arm := play(b, rewards); arm != want || b.period != int32(period) || b.step != step+1 {
						t.Fatalf("period %d, step %d: arm %d in period %d, step %d; want arm %d", period, step+1, arm, b.period, b.step, want)
					}
				}
				if b.repeat != repeats[period] || len(draws.draws) > 0 {
					t.Fatalf("period %d: p = %d, %d draws not used; want %d and none", period, b.repeat, len(draws.draws), repeats[period])
				}
			}
		})
	}
}

// A reward for a decision of an earlier period does not count, nor does a second one, and a correction changes what was
// paid: 0.5 and 0.7 for arm 0, the second corrected to 0.1, makes a mean of 0.3.
func TestRewardsThatComeLate(t *testing.T) {
	b := testBandit("mab-var", 0, 3)
	early, second, late := b.choose(), b.choose(), b.choose()
	b.reward(&early, 0.5)
	b.reward(&early, 0.5)
	b.reward(&second, 0.7)
	b.correct(second, -0.6)
	if b.counts[0] != 2 || math.Abs(b.sums[0]-0.6) > 1e-15 {
		t.Fatalf("arm 0 has %v in %d steps; want 0.6 in 2", b.sums[0], b.counts[0])
	}
	b.correct(late, 1) // not paid yet
	b.choose()         // the next period
	b.reward(&late, 1)
	b.correct(late, -1)
	b.correct(second, -1)
	if b.counts[0] != 0 || b.sums[0] != 0 {
		t.Errorf("arm 0 has %v in %d steps of a new period", b.sums[0], b.counts[0])
	}
}
