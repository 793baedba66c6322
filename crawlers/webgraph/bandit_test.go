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

// Without exploration, a scripted sequence: all means 0: arm 0, the first of equals. It pays 0.2: mean 0.2, still best.
// It pays 0: mean 0.1; then −0.4: mean −0.2/3 < 0: arm 1, which pays 0.5 and stays, until 0 and −1 make its mean −1/6, below
// that of arm 0, −0.0667, but arm 2 has 0 and is the best.
func TestBestMeanByHand(t *testing.T) {
	b := testBandit("mab-e", 0, 1)
	for i, step := range []struct {
		arm    int
		reward float64
	}{{0, 0.2}, {0, 0}, {0, -0.4}, {1, 0.5}, {1, 0}, {1, -1}, {2, -0.1}, {0, 0}} {
		p := b.choose()
		if int(p.arm) != step.arm {
			t.Fatalf("step %d: arm %d; want %d (sums %v)", i+1, p.arm, step.arm, b.sums)
		}
		b.reward(&p, step.reward)
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

// ε-first with ε = 0.2 and N = 50: 10 steps explore, the others never.
func TestEpsilonFirst(t *testing.T) {
	b := testBandit("mab-e-first", 0.2, 50)
	explored := map[int]bool{}
	for range 10 {
		explored[play(b, [3]float64{0.1, 0.2, 0.9})] = true
	}
	if len(explored) < 2 {
		t.Fatalf("ten steps of exploration tried only %v", explored)
	}
	for step := range 200 {
		if arm := play(b, [3]float64{0.1, 0.2, 0.9}); arm != 2 {
			t.Fatalf("step %d after exploration: arm %d; want 2", step, arm)
		}
	}
}

// Variable reset with ε = 0.5 and r = 20, scripted. Period 1 has 20 steps, of which 10 explore; arm 1 is best: p = 0.
// Period 2 has 20·(0+1) = 20; arm 1 is best again: p = 1. Period 3 has 20·2 = 40, of which 20 explore; arm 1: p = 2. Period 4
// has 60, of which 30 explore; now arm 2 is best: p = 0. Period 5 has 20 again.
func TestVariableReset(t *testing.T) {
	b := testBandit("mab-var", 0.5, 20)
	first, then := [3]float64{0.1, 0.9, 0.2}, [3]float64{0.1, 0.2, 0.9}
	for period, want := range []struct {
		rewards [3]float64
		length  int
		best    int
		repeat  int
	}{{first, 20, 1, 0}, {first, 20, 1, 1}, {first, 40, 1, 2}, {then, 60, 2, 0}, {then, 20, 2, 1}} {
		for step := range want.length {
			arm := play(b, want.rewards)
			if b.period != int32(period) || b.step != step+1 {
				t.Fatalf("period %d, step %d: the bandit is in period %d, step %d", period, step+1, b.period, b.step)
			}
			if step >= want.length/2 && arm != want.best {
				t.Fatalf("period %d, step %d: arm %d; want %d", period, step+1, arm, want.best)
			}
		}
		if b.repeat != want.repeat {
			t.Errorf("period %d: p = %d; want %d", period, b.repeat, want.repeat)
		}
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
