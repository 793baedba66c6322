package classify

import "orbweaver/crawlers/text"

// contextWords is the Options.MostWords of layer classifiers.
const contextWords = 30

// LayerClassifier guesses the layer of a context graph that a page belongs to. It is immutable and may be used
// concurrently.
type LayerClassifier struct {
	bayes     *Snapshot
	priors    []float64
	threshold float64
}

// Layer is the number of a layer, or of Other, and how probable it is.
type Layer struct {
	Number      int
	Probability float64 // Pr(layer|page), 0…1
}

// Classifier is the graph as it is now. A page whose most probable layer is less probable than the threshold, 0…1,
// belongs to Other, as does one without any word of the vocabulary.
func (g *ContextGraph) Classifier(threshold float64) *LayerClassifier {
	priors := make([]float64, len(g.counts.Documents))
	for layer, documents := range g.counts.Documents {
		if documents > 0 { // a layer without pages says nothing
			priors[layer] = 1
		}
	}
	return &LayerClassifier{NewBayesOf(g.counts, Options{MostWords: contextWords}).Snapshot(), priors, threshold}
}

// Classify returns the most probable layer of a page, of equals the one nearer to layer 0. The layers have equal priors
// ([PSM04] §3.4); so has Other, when it has been told of pages.
func (c *LayerClassifier) Classify(page text.Vector) Layer {
	other := len(c.priors) - 1
	if !c.bayes.knows(page) {
		return Layer{Number: other}
	}
	best := Layer{}
	for number, p := range c.bayes.Posteriors(page, c.priors) {
		if p > best.Probability {
			best = Layer{number, p}
		}
	}
	if best.Probability < c.threshold {
		best.Number = other
	}
	return best
}

// knows says whether any class has seen a term of the document.
func (s *Snapshot) knows(document text.Vector) bool {
	for term := range document.All() {
		if _, known := s.gains[term]; known {
			return true
		}
	}
	return false
}
