package lab

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// pool is the pages that all compared crawlers have crawled for one task: the set from which the inverse document
// frequency comes, idf(k) = ln(N / pages that hold k) ([MPS04] §2.5, [PSM02] §4.1).
type pool struct {
	library *library
	urls    []string       // canonical
	place   map[string]int // canonical URL → place in urls
	pages   []bag
	idf     []float64 // by term number; 0 of terms that no page holds
}

// bag is what the judges need of a page.
type bag struct {
	terms    []int32
	counts   []int32
	keywords int // of the topic's keywords, how many stand on the page
}

// newPool pools the pages of crawls. A page that can not be read again has no terms.
func newPool(ctx context.Context, l *library, topic crawlers.Topic, crawls []*Crawl) (*pool, error) {
	p := &pool{library: l, place: map[string]int{}}
	for _, c := range crawls {
		for i, url := range c.Canonical {
			if _, known := p.place[url]; known {
				continue
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p.place[url] = len(p.urls)
			p.urls = append(p.urls, url)
			var b bag
			if d, err := l.page(ctx, c.Pages[i]); err == nil {
				b = bag{d.terms, d.counts, held(topic, d.Page)}
			}
			p.pages = append(p.pages, b)
		}
	}
	p.weigh()
	return p, nil
}

// held is how many of the topic's keywords stand on a page.
func held(topic crawlers.Topic, p *page.Page) (n int) {
	for _, k := range topic.Query.Keywords() {
		if term := k.In(p.Lang); term != "" && p.Vector.Freq(term) > 0 {
			n++
		}
	}
	return n
}

// weigh works out the inverse document frequencies.
func (p *pool) weigh() {
	p.idf = make([]float64, p.library.terms.size())
	for _, b := range p.pages {
		for _, term := range b.terms {
			p.idf[term]++
		}
	}
	for term, pages := range p.idf {
		if pages > 0 {
			p.idf[term] = math.Log(float64(len(p.pages)) / pages)
		}
	}
}

// profile is the weights that pages are compared with: those of a text or of several pages together.
type profile struct {
	weights []float64 // TF-IDF by term number
	norm    float64   // √Σ w²
}

// profile makes a profile of terms and their frequencies.
func (p *pool) profile(terms []int32, counts []int32) profile {
	v := profile{weights: make([]float64, len(p.idf))}
	for i, term := range terms {
		if int(term) < len(p.idf) {
			v.weights[term] += float64(counts[i]) * p.idf[term]
		}
	}
	sum := 0.0
	for _, term := range distinct(terms) {
		if int(term) < len(p.idf) {
			sum += v.weights[term] * v.weights[term]
		}
	}
	v.norm = math.Sqrt(sum)
	return v
}

// distinct are terms in order of first occurrence.
func distinct(terms []int32) []int32 {
	known := make(map[int32]bool, len(terms))
	return slices.DeleteFunc(slices.Clone(terms), func(t int32) bool {
		before := known[t]
		known[t] = true
		return before
	})
}

// profileOf is the profile of words as a judge gives them; terms that no page holds say nothing.
func (p *pool) profileOf(words []string) profile {
	var terms, counts []int32
	for _, word := range words {
		if term, known := p.library.terms.of(word); known {
			terms, counts = append(terms, term), append(counts, 1)
		}
	}
	return p.profile(terms, counts)
}

// compare gives for every page the dot product with the profile over TF-IDF weights, which is what [PSM02] §4.1 ranks
// by, and the cosine of both ([MPS04] eq. 3), 0 where either has no weight.
func (p *pool) compare(v profile) (dots, cosines []float64) {
	dots, cosines = make([]float64, len(p.pages)), make([]float64, len(p.pages))
	for i, b := range p.pages {
		dot, sum := 0.0, 0.0
		for k, term := range b.terms {
			w := float64(b.counts[k]) * p.idf[term]
			dot += w * v.weights[term]
			sum += w * w
		}
		dots[i] = dot
		if norm := math.Sqrt(sum) * v.norm; norm > 0 {
			cosines[i] = min(1, dot/norm)
		}
	}
	return dots, cosines
}

// ranking is pages in order of quality: the best first, equal ones by URL.
type ranking struct {
	order []int     // places in the pool
	ranks []float64 // by place: from 1, equal pages share the mean of theirs
}

// falling compares pages by values of which the greater is the better.
func falling(values []float64) func(a, b int) int {
	return func(a, b int) int { return cmp.Compare(values[b], values[a]) }
}

// rank orders the pages by a comparison of their quality, negative when the first is better.
func (p *pool) rank(compare func(a, b int) int) ranking {
	r := ranking{make([]int, len(p.urls)), make([]float64, len(p.urls))}
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortFunc(r.order, func(a, b int) int { return cmp.Or(compare(a, b), strings.Compare(p.urls[a], p.urls[b])) })
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && compare(r.order[from], r.order[to]) == 0 {
			to++
		}
		for _, i := range r.order[from:to] {
			r.ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return r
}

// openingWords bounds the words of a page's opening text.
const openingWords = 100

// opening is the words of a page's first paragraph: the first line of its text, behind the title, that is a sentence at
// least; else what it says of itself, else how it begins.
func opening(p *page.Page) []string {
	first := true
	for line := range strings.SplitSeq(p.Text, "\n") {
		if !first && len(line) >= 100 {
			return clip(text.Terms(line, p.Lang))
		}
		first = false
	}
	if p.Description != "" {
		return clip(text.Terms(p.Description, p.Lang))
	}
	return p.Words.Slice(0, min(openingWords, p.Words.Len())).Strings()
}

func clip(words []string) []string { return words[:min(openingWords, len(words))] }
