package crawlers

import (
	"math"
	"slices"
)

// perceptron predicts the similarity of a page from how near the keywords stand to the link that leads to it: one input
// a keyword, one sigmoid output, no hidden layer ([MPS04] §3.1.5).
type perceptron struct {
	weights []float64
	bias    float64
}

// newPerceptron returns one with weights all 1/inputs and bias 0.
func newPerceptron(inputs int) perceptron {
	return perceptron{weights: slices.Repeat([]float64{1 / float64(inputs)}, inputs)}
}

// output is σ(bias + Σ w·x), 0…1. Inputs that are missing at the end count as 0: they were seen by a parent that had
// fewer keywords.
func (p *perceptron) output(inputs []float64) float64 {
	sum := p.bias
	for i, x := range inputs {
		sum += p.weights[i] * x
	}
	return 1 / (1 + math.Exp(-sum))
}

// train is one epoch of error back-propagation of the squared error for one example: with output o and target t, each
// weight changes by rate·(t−o)·o·(1−o)·x, the bias as if its x were 1.
func (p *perceptron) train(inputs []float64, target, rate float64) {
	o := p.output(inputs)
	step := rate * (target - o) * o * (1 - o)
	for i, x := range inputs {
		p.weights[i] += step * x
	}
	p.bias += step
}

// extended returns a copy with one input more, whose weight is the mean of the others.
func (p *perceptron) extended() perceptron {
	if len(p.weights) == 0 {
		return perceptron{weights: []float64{1}, bias: p.bias}
	}
	sum := 0.0
	for _, w := range p.weights {
		sum += w
	}
	return perceptron{weights: append(slices.Clone(p.weights), sum/float64(len(p.weights))), bias: p.bias}
}
