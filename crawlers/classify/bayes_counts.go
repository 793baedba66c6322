package classify

import (
	"errors"
	"fmt"
	"math"
)

// Counts is what a Bayes classifier has learnt, in the form in which it is kept in files.
type Counts struct {
	Documents []float64            `json:"documents"` // by class: the sum of the weights of its documents
	Terms     map[string][]float64 `json:"terms"`     // by class: n(t,c)
}

// NewCounts returns counts of that many classes that have learnt nothing.
func NewCounts(classes int) Counts {
	return Counts{Documents: make([]float64, classes), Terms: map[string][]float64{}}
}

// Counts is a copy of what the classifier has learnt.
func (b *Bayes) Counts() Counts {
	c := NewCounts(len(b.words))
	for class, n := range b.documents {
		c.Documents[class] = n.float()
	}
	for term, tallies := range b.terms {
		row := make([]float64, len(b.words))
		for _, t := range *tallies {
			row[t.class] = t.n.float()
		}
		c.Terms[term] = row
	}
	return c
}

// NewBayesOf returns a classifier that has learnt the counts, which must have passed Check.
func NewBayesOf(c Counts, o Options) *Bayes {
	b := NewBayes(len(c.Documents), o)
	for class, n := range c.Documents {
		b.documents[class] = toFixed(n)
	}
	for term, row := range c.Terms {
		var tallies []tally
		for class, n := range row {
			if n := toFixed(n); n != 0 {
				tallies = append(tallies, tally{class, n})
				b.words[class] += n
			}
		}
		if len(tallies) > 0 {
			b.terms[term] = &tallies
		}
	}
	return b
}

// mostCount bounds the counts of a file, and their sum over a class, so that with what a crawl adds to them they stay
// within fixed, which ends at 2^43.
const mostCount = 1e12

// Check says what is wrong with counts that were read from a file and should be of that many classes.
func (c Counts) Check(classes int) error {
	if len(c.Documents) != classes {
		return fmt.Errorf("documents are counted for %d classes; there are %d", len(c.Documents), classes)
	}
	if err := checkCounts(c.Documents); err != nil {
		return fmt.Errorf("documents: %w", err)
	}
	words := make([]float64, classes)
	for term, row := range c.Terms {
		if term == "" {
			return errors.New("one of the terms is empty")
		}
		if len(row) != classes {
			return fmt.Errorf("the term %q is counted for %d classes; there are %d", term, len(row), classes)
		}
		if err := checkCounts(row); err != nil {
			return fmt.Errorf("the term %q: %w", term, err)
		}
		for class, n := range row {
			words[class] += n
		}
	}
	if err := checkCounts(words); err != nil {
		return fmt.Errorf("all terms together: %w", err)
	}
	return nil
}

func checkCounts(counts []float64) error {
	for class, n := range counts {
		if math.IsNaN(n) || n < 0 || n > mostCount {
			return fmt.Errorf("the count %v of class %d is none: counts are 0 to %v", n, class, mostCount)
		}
	}
	return nil
}
