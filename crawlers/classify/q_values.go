package classify

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// QValues predicts from the words of a link what following it is worth ([PSM04] §5.2; Rennie & McCallum 1999). The
// worth is the link's Q-value: the discounted sum of the hits along the best path that begins with it. Words are sorted
// into bins of like Q-values by naive Bayes.
//
// With the discount γ, bin 0 holds Q ≥ 1 (the link leads to a hit), bin k holds γ^k ≤ Q < γ^(k−1) (the nearest hit is k
// links further), and the last bin the rest. That a bin tells the distance holds for γ ≤ MostDiscount only.
type QValues struct {
	discount  float64
	bayes     *Bayes
	sums      []fixed     // of the Q-values of the links in each bin
	predictor *QPredictor // the last one
}

// MostDiscount is the greatest γ. With it all the hits there may be behind the first, γ + γ² + …, are worth no more than
// one hit nearer by a link; with a greater one, a link to a page before many hits would be taken for one to a hit.
const MostDiscount = 0.5

// NewQValues returns a QValues that has learnt nothing. The discount is above 0 and at most MostDiscount; bins ≥ 2.
func NewQValues(discount float64, bins int) *QValues {
	return &QValues{discount: discount, bayes: NewBayes(bins, Options{MostWords: linkWords}), sums: make([]fixed, bins)}
}

// linkWords is the Options.MostWords for links.
const linkWords = 10

// Discount is γ.
func (q *QValues) Discount() float64 { return q.discount }

// Bins is the number of bins.
func (q *QValues) Bins() int { return len(q.sums) }

// Links is how many links each bin has learnt from.
func (q *QValues) Links() []int {
	links := make([]int, len(q.sums))
	for bin := range links {
		links[bin] = int(q.bayes.documents[bin].float())
	}
	return links
}

// Bin is the bin of a Q-value.
func (q *QValues) Bin(value float64) int {
	last := len(q.sums) - 1
	least := 1.0
	for bin := range last {
		if value >= least {
			return bin
		}
		least *= q.discount
	}
	return last
}

// Learn learns the Q-value of a link with these words, which counts as often as the weight says.
func (q *QValues) Learn(words []string, value, weight float64) {
	bin := q.Bin(value)
	q.bayes.change(bin, each(words), weight, 1)
	q.sums[bin] += toFixed(value * weight)
}

// Forget undoes a Learn with the same arguments.
func (q *QValues) Forget(words []string, value, weight float64) {
	bin := q.Bin(value)
	q.bayes.change(bin, each(words), weight, -1)
	q.sums[bin] -= toFixed(value * weight)
}

// Predictor is what was learnt so far; nil while no link is worth anything. While nothing is learnt it is the same one each
// time; after a change it costs one pass over the terms.
func (q *QValues) Predictor() *QPredictor {
	if slices.Max(q.sums) == 0 {
		return nil
	}
	snapshot := q.bayes.Snapshot()
	if q.predictor != nil && q.predictor.bayes == snapshot {
		return q.predictor
	}
	p := &QPredictor{bayes: snapshot, priors: make([]float64, len(q.sums)), means: make([]float64, len(q.sums))}
	for bin, sum := range q.sums {
		if links := p.bayes.Documents(bin); links > 0 { // a bin without links says nothing
			p.priors[bin] = 1
			p.means[bin] = sum.float() / links
		}
	}
	q.predictor = p
	return p
}

// QPredictor is a QValues at one moment. It is immutable and may be used concurrently.
type QPredictor struct {
	bayes  *Snapshot
	priors []float64 // weight of the links of each bin
	means  []float64 // of their Q-values
}

// Bins is the number of bins.
func (p *QPredictor) Bins() int { return len(p.means) }

// Expected is the Q-value to be expected of a link with these words, Σ_b Pr(b|words)·mean Q of b, as the terms of that
// sum. All bins that hold links are as probable beforehand: few links lead to hits, and if that counted as well, hardly any
// words would speak for it.
func (p *QPredictor) Expected(words []string) (sum float64, terms []float64) {
	terms = posteriors(p.bayes.logLikelihoods(each(words)), p.priors)
	for bin, mean := range p.means {
		terms[bin] *= mean
		sum += terms[bin]
	}
	return sum, terms
}

// each is words as the terms of a document.
func each(words []string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, w := range words {
			if !yield(w, 1) {
				return
			}
		}
	}
}

// LearnQValues learns from known hypertext: one example a link that leads to a known page. isHit says which pages are
// hits. An error says why nothing can be learnt.
func LearnQValues(h *Hypertext, isHit func(KnownPage) bool, discount float64, bins int) (*QValues, error) {
	q := NewQValues(discount, bins)
	values, hits := h.values(isHit, discount, bins-1)
	links := 0
	for _, p := range h.pages {
		for _, l := range p.Links {
			if to, known := h.places[l.URL]; known {
				q.Learn(l.Words, values[to], 1)
				links++
			}
		}
	}
	if hits == 0 || links == 0 {
		return nil, fmt.Errorf("there is nothing to learn from: %d pages with %d hits and %d links between them", len(h.pages), hits, links)
	}
	return q, nil
}

// values is, for each page, the discounted sum of hits along the best path that begins there, follows at most so many
// links and visits no page twice: a hit is worth 1, one k links further γ^k.
func (h *Hypertext) values(isHit func(KnownPage) bool, discount float64, steps int) (values []float64, hits int) {
	s := pathSearch{discount: discount, out: make([][]int, len(h.pages)), onPath: make([]bool, len(h.pages))}
	reward := make([]float64, len(h.pages))
	for from, p := range h.pages {
		if isHit(p) {
			reward[from] = 1
			hits++
		}
		for _, l := range p.Links {
			if to, known := h.places[l.URL]; known && to != from {
				s.out[from] = append(s.out[from], to)
			}
		}
	}
	s.bounds = [][]float64{reward}
	for range steps {
		s.bounds = append(s.bounds, s.further())
	}
	values = make([]float64, len(h.pages))
	for page := range values {
		s.tries = mostTries
		values[page] = s.best(page, steps)
	}
	return values, hits
}

// pathSearch looks for the best path from a page, best first and no further than it must.
type pathSearch struct {
	discount float64
	out      [][]int     // by page: the pages that it links to
	bounds   [][]float64 // by steps left, by page: the best walk, which may visit a page twice; no path is better
	onPath   []bool
	tries    int // how many pages may still be looked at
}

// mostTries ends the search for a page's best path: it is then the best that was found. Walks are nearly always paths,
// so that it is rarely needed.
const mostTries = 10_000

// further is the bounds for one step more.
func (s *pathSearch) further() []float64 {
	reward, last := s.bounds[0], s.bounds[len(s.bounds)-1]
	next := make([]float64, len(reward))
	for page, out := range s.out {
		most := 0.0
		for _, to := range out {
			most = max(most, last[to])
		}
		next[page] = reward[page] + s.discount*most
	}
	return next
}

// best is the value of the best path from a page with so many steps left.
func (s *pathSearch) best(page, steps int) float64 {
	s.tries--
	reward := s.bounds[0][page]
	if steps == 0 || s.bounds[steps][page] == reward {
		return reward
	}
	s.onPath[page] = true
	defer func() { s.onPath[page] = false }()
	bounds := s.bounds[steps-1]
	found := 0.0
	ceiling := math.Inf(1) // what was looked at already has at least this bound
	for found < ceiling && s.tries > 0 {
		// the next lower bound among the links: few rounds are needed, as there are few different values
		next := 0.0
		for _, to := range s.out[page] {
			if b := bounds[to]; b < ceiling && !s.onPath[to] {
				next = max(next, b)
			}
		}
		if next <= found {
			break
		}
		for _, to := range s.out[page] {
			if bounds[to] == next && !s.onPath[to] && found < next && s.tries > 0 {
				found = max(found, s.best(to, steps-1))
			}
		}
		ceiling = next
	}
	return reward + s.discount*found
}
