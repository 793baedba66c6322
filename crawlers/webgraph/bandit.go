package webgraph

import (
	"math"
	"math/rand/v2"
)

// banditArms are the estimators among which the bandits choose ([GMS14] §8.2).
var banditArms = append(append([]string{}, firstLevelNames...), "lr-fl")

func banditNames() []string { return []string{"mab-e", "mab-e-first", "mab-var"} }

// bandit decides which estimator, an arm, chooses the next node ([GMS14] §7.4). A step is one decision; its reward is
// the β of the node that was chosen, and comes whenever it comes. The best arm is the one with the best mean reward, the
// first of several; arms without rewards have 0.
//
//   - mab-e: the best arm with probability 1−ε, else any, all alike.
//   - mab-e-first: any for the first ⌊εr⌋ steps, then always the best; r is the number of steps that are planned for.
//   - mab-var: mab-e-first over and over, every time for h = r·(p+1) steps after which all means begin anew. p says how
//     often in a row the arm that was best when the ⌊εh⌋ steps of exploration were over was also the best one the time
//     before: 0 at first and whenever it is another one. A new p counts from the next period on. A period in which ⌊εh⌋ is
//     0 explores nothing and says nothing about p.
type bandit struct {
	strategy string
	epsilon  float64
	r        int
	random   *rand.Rand

	sums   []float64 // rewards of the period, by arm
	counts []int
	period int32
	step   int // of the period
	length int // of the period
	repeat int // p
	winner int // the best arm at the end of the last exploration; -1 before the first
}

// pull is a decision of a bandit.
type pull struct {
	arm    int32
	period int32
	status payment
}

// payment says whether a decision was made, and its reward paid.
type payment uint8

const (
	none payment = iota
	due
	paid
)

func newBandit(strategy string, arms int, o Options) *bandit {
	return &bandit{
		strategy: strategy, epsilon: o.Epsilon, r: o.Reset, random: o.Rand,
		sums: make([]float64, arms), counts: make([]int, arms), length: o.Reset, winner: -1,
	}
}

// Epsilon is the ε that [GMS14] takes for a bandit by default: 0.2 for mab-var, which it also has with 0.1 and r = 1000, and
// 0.1 for the others.
func Epsilon(estimator string) float64 {
	if estimator == "mab-var" {
		return 0.2
	}
	return 0.1
}

// choose makes the decision of the next step.
func (b *bandit) choose() pull {
	if b.strategy == "mab-e" {
		if b.random.Float64() < b.epsilon {
			return b.any()
		}
		return b.decide(b.best())
	}
	if b.strategy == "mab-var" {
		b.turn()
	}
	b.step++
	if b.step <= b.exploration() {
		return b.any()
	}
	return b.decide(b.best())
}

func (b *bandit) any() pull { return b.decide(b.random.IntN(len(b.sums))) }

func (b *bandit) decide(arm int) pull { return pull{arm: int32(arm), period: b.period, status: due} } // #nosec G115 -- one of a few arms

// turn ends what ends before the next step of mab-var: the exploration, the period, or with ε = 1 both at once.
func (b *bandit) turn() {
	if b.step > 0 && b.step == b.exploration() {
		b.judge()
	}
	if b.step == b.length {
		b.begin()
	}
}

// exploration is the number of steps of the period that explore.
func (b *bandit) exploration() int {
	return int(b.epsilon*float64(b.length) + 1e-9) // 0.29 · 100 is 29
}

// begin begins the next period: all means are 0 again.
func (b *bandit) begin() {
	clear(b.sums)
	clear(b.counts)
	b.period++
	b.step = 0
	b.length = b.r * (b.repeat + 1)
}

// judge looks at the best arm at the end of an exploration.
func (b *bandit) judge() {
	if best := b.best(); best == b.winner {
		b.repeat++
	} else {
		b.winner, b.repeat = best, 0
	}
}

// best is the arm with the best mean reward.
func (b *bandit) best() int {
	best, most := 0, math.Inf(-1)
	for arm, sum := range b.sums {
		if mean := sum / float64(max(1, b.counts[arm])); mean > most {
			best, most = arm, mean
		}
	}
	return best
}

// reward pays for a decision, once. Rewards for decisions of an earlier period come too late to count.
func (b *bandit) reward(p *pull, reward float64) {
	if p.status != due {
		return
	}
	p.status = paid
	if p.period == b.period {
		b.sums[p.arm] += reward
		b.counts[p.arm]++
	}
}

// correct changes a reward that was paid by so much.
func (b *bandit) correct(p pull, change float64) {
	if p.status == paid && p.period == b.period {
		b.sums[p.arm] += change
	}
}
