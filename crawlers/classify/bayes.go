package classify

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"orbweaver/crawlers/text"
)

// Options of a Bayes classifier. The zero value is the textbook's.
type Options struct {
	// Smoothing is what is added to the count of every term in every class, so that a term which a class has not seen
	// does not rule it out. 0 = 1, Laplace's.
	Smoothing float64
	// MostWords lets a document of more known words count as if it had this many: its likelihood is raised to the power
	// MostWords/n. Words of a page are not independent, as naive Bayes takes them to be, and a page has so many that
	// without this every posterior is all but 0 or 1. 0 = no bound.
	MostWords float64
}

// Bayes is a multinomial naive Bayes classifier over term frequencies. With n(t,c) the occurrences of term t in the
// documents of class c, n(c) their sum over all terms, V the terms of all classes and s the smoothing,
//
//	log Pr(d|c) = Σ_{t∈d∩V} f(t,d) · log( (n(t,c) + s) / (n(c) + s·|V|) )
//
// Terms of d that no class has seen say nothing and are left out. Classes are numbered from 0.
//
// Counts are kept in fixed point, so that learning in any order gives the same classifier, and removing a document
// undoes adding it to the bit. A Bayes is not safe for concurrent use; its Snapshots are.
type Bayes struct {
	options   Options
	terms     map[string]*[]tally // by class, rising; no empty tallies
	words     []fixed             // n(c)
	documents []fixed             // sum of the weights of the documents of a class
	snapshot  *Snapshot           // nil when something has changed since
}

// fixed is a count in units of 2^-20, which is exact for whole numbers, and nearly so for weighted ones.
type fixed int64

const unit = 1 << 20

func toFixed(x float64) fixed { return fixed(math.Round(x * unit)) }

func (x fixed) float() float64 { return float64(x) / unit }

// tally is n(t,c) for one class.
type tally struct {
	class int
	n     fixed
}

// NewBayes returns a classifier of that many classes, all without documents.
func NewBayes(classes int, o Options) *Bayes {
	if o.Smoothing <= 0 {
		o.Smoothing = 1
	}
	return &Bayes{options: o, terms: map[string]*[]tally{}, words: make([]fixed, classes), documents: make([]fixed, classes)}
}

// Add learns a document of a class as often as its weight says; weights need not be whole numbers.
func (b *Bayes) Add(class int, document text.Vector, weight float64) {
	b.change(class, document.All(), weight, 1)
}

// Remove undoes an Add with the same arguments.
func (b *Bayes) Remove(class int, document text.Vector, weight float64) {
	b.change(class, document.All(), weight, -1)
}

// change takes a document as terms and how often they stand in it; a term may come again.
func (b *Bayes) change(class int, document iter.Seq2[string, int], weight float64, sign fixed) {
	b.snapshot = nil
	b.documents[class] += sign * toFixed(weight)
	for term, f := range document {
		n := sign * toFixed(weight*float64(f))
		b.words[class] += n
		tallies := b.terms[term]
		if tallies == nil {
			tallies = new([]tally)
			b.terms[strings.Clone(term)] = tallies // the document is not to be kept for its terms
		}
		if *tallies = changed(*tallies, class, n); len(*tallies) == 0 {
			delete(b.terms, term)
		}
	}
}

// changed adds n to the tally of a class, which is dropped when that makes it 0.
func changed(tallies []tally, class int, n fixed) []tally {
	i, seen := slices.BinarySearchFunc(tallies, class, func(t tally, class int) int { return cmp.Compare(t.class, class) })
	if !seen {
		if n == 0 {
			return tallies
		}
		tallies = append(tallies, tally{})
		copy(tallies[i+1:], tallies[i:])
		tallies[i] = tally{class: class}
	}
	tallies[i].n += n
	if tallies[i].n == 0 {
		tallies = append(tallies[:i], tallies[i+1:]...)
	}
	return tallies
}

// Snapshot is the classifier as it is now. While nothing is learnt, it is the same one each time; after a change it
// costs one pass over the terms.
func (b *Bayes) Snapshot() *Snapshot {
	if b.snapshot != nil {
		return b.snapshot
	}
	s := &Snapshot{
		gains: make(map[string][]gain, len(b.terms)), floors: make([]float64, len(b.words)),
		documents: make([]float64, len(b.words)), mostWords: b.options.MostWords,
	}
	for term, tallies := range b.terms {
		gains := make([]gain, len(*tallies))
		for i, t := range *tallies {
			gains[i] = gain{t.class, math.Log1p(t.n.float() / b.options.Smoothing)}
		}
		s.gains[term] = gains
	}
	for class, n := range b.words {
		s.floors[class] = -math.Log(n.float()/b.options.Smoothing + float64(max(1, len(b.terms))))
		s.documents[class] = b.documents[class].float()
	}
	b.snapshot = s
	return s
}

// Snapshot is a Bayes classifier at one moment. It is immutable and may be used concurrently.
//
// It holds log Pr(t|c) in two parts, so that a term costs only the classes which have seen it: the class's floor
// −log(n(c)/s + |V|), which every known term gets, and the gain log(n(t,c)/s + 1).
type Snapshot struct {
	gains     map[string][]gain
	floors    []float64
	documents []float64
	mostWords float64
}

type gain struct {
	class int
	log   float64
}

// Documents is the sum of the weights of a class's documents.
func (s *Snapshot) Documents(class int) float64 { return s.documents[class] }

// LogLikelihoods is log Pr(d|c) for every class, apart from what is the same for all of them, with the Options'
// MostWords. All are 0 for a document without known terms.
func (s *Snapshot) LogLikelihoods(document text.Vector) []float64 {
	return s.logLikelihoods(document.All())
}

// logLikelihoods is LogLikelihoods of a document given as terms and how often they stand in it; a term may come again.
func (s *Snapshot) logLikelihoods(document iter.Seq2[string, int]) []float64 {
	logs := make([]float64, len(s.floors))
	words := 0
	for term, f := range document {
		gains, known := s.gains[term]
		if !known {
			continue
		}
		words += f
		for _, g := range gains {
			logs[g.class] += float64(f) * g.log
		}
	}
	scale := 1.0
	if s.mostWords > 0 && float64(words) > s.mostWords {
		scale = s.mostWords / float64(words)
	}
	for class := range logs {
		logs[class] = scale * (logs[class] + float64(words)*s.floors[class])
	}
	return logs
}

// Posteriors is Pr(c|d) for every class by Bayes' rule; they sum to 1. A class's prior is its share of the priors given;
// nil = equal priors. A class of prior 0 is ruled out; if all are, the result is all zeros.
func (s *Snapshot) Posteriors(document text.Vector, priors []float64) []float64 {
	return posteriors(s.LogLikelihoods(document), priors)
}

// posteriors turns log-likelihoods into posteriors, in place.
func posteriors(logs, priors []float64) []float64 {
	for class := range logs {
		if priors != nil {
			logs[class] += math.Log(priors[class])
		}
	}
	Normalize(logs)
	return logs
}

// Normalize turns logarithms of weights into shares that sum to 1, in place, whatever their size. −Inf is a weight of
// 0; if there is no other, all shares are 0.
func Normalize(logs []float64) {
	highest := math.Inf(-1)
	for _, l := range logs {
		highest = max(highest, l)
	}
	sum := 0.0
	for i, l := range logs {
		if logs[i] = 0; l > math.Inf(-1) {
			logs[i] = math.Exp(l - highest)
		}
		sum += logs[i]
	}
	for i := range logs {
		if sum > 0 {
			logs[i] /= sum
		}
	}
}
