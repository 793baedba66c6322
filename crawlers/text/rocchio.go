package text

import (
	"cmp"
	"math"
	"slices"
)

// Rocchio's weights of the query, of the pages judged good and of those judged bad: the standard ones.
const (
	alphaQuery = 1
	betaGood   = 0.75
	gammaBad   = 0.15
)

// newTerms is how many terms at most the judged pages add to a query. Some twenty serve best (Harman, Relevance feedback
// revisited, SIGIR 1992): of more, most are words that any page has, and each costs a look at every page.
const newTerms = 20

// QueryOf is the query of keywords, each once.
func QueryOf(keywords []Keyword) Query {
	q := Query{keywords: keywords, vectors: make([]Vector, len(languages))}
	for i, l := range languages {
		var terms []string
		for _, k := range keywords {
			if term := k.In(l.code); term != "" {
				terms = append(terms, term)
			}
		}
		q.vectors[i] = NewVector(terms)
	}
	return q
}

// Feedback is what pages that a user has judged say about the terms looked for: the part of Rocchio's formula that does
// not depend on the query,
//
//	β/|good| · Σ_{d good} d/‖d‖ − γ/|bad| · Σ_{d bad} d/‖d‖,  β = 0.75, γ = 0.15.
//
// It is immutable. The zero Feedback says nothing.
type Feedback struct {
	weights map[string]float64
	best    []string // terms of positive weight, the heaviest first
}

// NewFeedback learns from the vectors of pages. Empty ones count as pages without words.
func NewFeedback(good, bad []Vector) Feedback {
	f := Feedback{weights: map[string]float64{}}
	f.add(good, betaGood)
	f.add(bad, -gammaBad)
	for term, weight := range f.weights {
		if weight > 0 {
			f.best = append(f.best, term)
		}
	}
	slices.SortFunc(f.best, func(a, b string) int {
		return cmp.Or(cmp.Compare(f.weights[b], f.weights[a]), cmp.Compare(a, b))
	})
	return f
}

// add adds the mean of the pages' vectors, each of length 1, times a factor.
func (f *Feedback) add(pages []Vector, factor float64) {
	for _, p := range pages {
		for term, n := range p.All() {
			f.weights[term] += factor / float64(len(pages)) * float64(n) / math.Sqrt(p.SumSquares())
		}
	}
}

// Profile is a query whose terms have real weights, in every language. It is immutable.
type Profile struct {
	vectors []profile // by language number
}

// profile is a Profile in one language.
type profile struct {
	terms   []string
	weights map[string]float64 // all above 0
	squares float64            // Σ weight²
}

// NewProfile is the query as feedback changes it (Rocchio): α·q/‖q‖ plus what the feedback says, α = 1. Of the terms that
// are not the query's the heaviest 20 are taken; negative weights are dropped. A judged page's terms are taken as they
// stand on it, whatever its language: the query's own are stemmed in the language of the page they are compared with.
// Without feedback the weights are the query's frequencies.
func NewProfile(q Query, f Feedback) *Profile {
	p := &Profile{vectors: make([]profile, len(q.vectors))}
	for i, v := range q.vectors {
		p.vectors[i] = newProfile(v, f)
	}
	return p
}

func newProfile(q Vector, f Feedback) profile {
	p := profile{weights: map[string]float64{}}
	unit := 1.0
	if len(f.weights) > 0 {
		unit = alphaQuery / math.Sqrt(q.SumSquares())
	}
	for term, n := range q.All() {
		p.set(term, unit*float64(n)+f.weights[term])
	}
	added := 0
	for _, term := range f.best {
		if added == newTerms {
			break
		}
		if q.Freq(term) == 0 {
			p.set(term, f.weights[term])
			added++
		}
	}
	return p
}

func (p *profile) set(term string, weight float64) {
	if weight > 0 {
		p.terms = append(p.terms, term)
		p.weights[term] = weight
		p.squares += weight * weight
	}
}

// Similarity is sim(q,p) = Σ w_k·f_kp / √(Σ w_k² · Σ f_kp²), 0…1: Cosine with real weights for the query's frequencies.
// The language is the page's. Without feedback it is exactly the Cosine of the query's Vector. It may be called
// concurrently.
func (p *Profile) Similarity(lang string, page Vector) float64 {
	q := p.in(lang)
	return cosine(q.product(page), q.squares, page.SumSquares())
}

// product is Σ w_k·f_kp.
func (p *profile) product(page Vector) float64 {
	dot := 0.0
	if len(p.terms) <= fewTerms {
		for i, n := range page.Freqs(p.terms) {
			dot += p.weights[p.terms[i]] * float64(n)
		}
		return dot
	}
	page.sift(sieveOf(p.terms), func(term string, n int) { dot += p.weights[term] * float64(n) })
	return dot
}

// On is the profile as far as its terms stand on a page: what short pieces of that page are compared with.
func (p *Profile) On(lang string, page Vector) Excerpt {
	q := p.in(lang)
	e := Excerpt{squares: q.squares}
	page.sift(sieveOf(q.terms), func(term string, _ int) {
		if weight := q.weights[term]; weight > 0 {
			e.terms = append(e.terms, term)
			e.weights = append(e.weights, weight)
		}
	})
	return e
}

// Excerpt is a profile's terms that stand on one page. It is immutable.
type Excerpt struct {
	terms   []string
	weights []float64
	squares float64 // Σ weight² over all terms of the profile
}

// Similarity is the profile's Similarity to a short piece of the page: an anchor, a link's context. Few of the profile's
// terms are on one page, so that each word is best compared with these in turn; most pieces have none.
func (e Excerpt) Similarity(words []string) float64 {
	dot := 0.0
	for i, term := range e.terms {
		for _, word := range words {
			if word == term {
				dot += e.weights[i]
			}
		}
	}
	if dot == 0 {
		return 0
	}
	return cosine(dot, e.squares, sumSquares(words))
}

// sumSquares is Σ f² of a few words: as many as there are pairs of the same word, each word with itself among them.
func sumSquares(words []string) float64 {
	pairs := len(words)
	for i, a := range words {
		for _, b := range words[:i] {
			if a == b {
				pairs += 2
			}
		}
	}
	return float64(pairs)
}

// Weight is the weight of a term in a language; 0 for what is not looked for.
func (p *Profile) Weight(lang, term string) float64 { return p.in(lang).weights[term] }

func (p *Profile) in(lang string) *profile {
	if len(p.vectors) == 0 {
		return &profile{}
	}
	return &p.vectors[languageOf(lang).number]
}
