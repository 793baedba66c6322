package classify

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"orbweaver/crawlers/text"
)

// Backlinks knows which pages link to a page, and their words: a saved crawl, a corpus, or a search service. It is used
// from one goroutine. Its errors, apart from those of the context, make a ContextGraph do without that page's links or
// words, in every layer; when no graph comes of what is left, the first of them is the reason given.
type Backlinks interface {
	// InLinks returns up to limit pages that link to the URL, none being no error.
	InLinks(ctx context.Context, url string, limit int) ([]string, error)
	// Words returns the terms of a page.
	Words(ctx context.Context, url string) (text.Vector, error)
}

// ContextGraph is a merged context graph ([PSM04] §3.4; Diligenti et al. 2000): layer 0 is examples of what is looked
// for, layer l+1 the pages that link to layer l. Of the pages it keeps how often each term of its vocabulary stands in
// each layer, by which a page's distance from such examples is guessed.
type ContextGraph struct {
	examples []string // URLs of layer 0 that it was built from
	layers   int      // L: the last layer's number
	counts   Counts   // by layer; the last class, L+1, holds pages that belong to none
}

// The sizes are measured on fifteen topics of Wikispeedia: with 200 words fewer targets are found in the first 250 pages,
// with 1,000 words or 400 pages a layer not enough more to be worth their time.
const (
	mostInLinks    = 20 // of one page (algorithms §5)
	mostLayerPages = 100
	vocabularySize = 500
)

// BuildContextGraph builds the graph of the examples' URLs, up to layer layers ≥ 1. The layers of all examples are
// merged; a page that links to several is in the smallest layer. An error says why there is no graph: the source knows
// none of the examples, or no page that links to them.
func BuildContextGraph(ctx context.Context, source Backlinks, examples []string, layers int) (*ContextGraph, error) {
	known := lenient{Backlinks: source}
	urls := layersOf(ctx, &known, examples, layers)
	pages := make([][]text.Vector, len(urls))
	for l := range urls {
		urls[l], pages[l] = wordsOf(ctx, &known, urls[l])
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("building the context graph: %w", ctx.Err())
	case len(pages[0]) == 0:
		return nil, known.because(fmt.Errorf("none of the %d examples has words that are known: name pages that the source holds", len(examples)))
	case len(pages[1]) == 0:
		return nil, known.because(fmt.Errorf("no page that links to one of the %d examples is known: take a larger source, or other examples", len(examples)))
	}
	g := NewContextGraph(pages)
	g.examples = urls[0]
	return g, nil
}

// lenient is Backlinks whose errors are put aside. When its context is done, it knows nothing any more.
type lenient struct {
	Backlinks
	first error // of all
}

func (k *lenient) note(err error) {
	if k.first == nil {
		k.first = err
	}
}

func (k *lenient) inLinks(ctx context.Context, url string) []string {
	if ctx.Err() != nil {
		return nil
	}
	in, err := k.InLinks(ctx, url, mostInLinks)
	if err != nil {
		k.note(fmt.Errorf("looking for pages that link to %s: %w", url, err))
		return nil
	}
	return in
}

func (k *lenient) words(ctx context.Context, url string) text.Vector {
	if ctx.Err() != nil {
		return text.Vector{}
	}
	words, err := k.Words(ctx, url)
	if err != nil {
		k.note(fmt.Errorf("looking for the words of %s: %w", url, err))
		return text.Vector{}
	}
	return words
}

// because adds to an error what was put aside.
func (k *lenient) because(err error) error {
	if k.first == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", err, k.first)
}

// layersOf are the URLs of each layer.
func layersOf(ctx context.Context, source *lenient, examples []string, layers int) [][]string {
	known := map[string]bool{}
	all := make([][]string, layers+1)
	enter := func(layer int, url string) {
		if !known[url] {
			known[url] = true
			all[layer] = append(all[layer], url)
		}
	}
	for _, url := range examples {
		enter(0, url)
	}
	for l := range layers {
		for _, url := range all[l] {
			for _, from := range source.inLinks(ctx, url) {
				enter(l+1, from)
			}
		}
		all[l+1] = spread(all[l+1], mostLayerPages)
	}
	return all
}

// wordsOf are those of the pages that have words which are known, and the words.
func wordsOf(ctx context.Context, source *lenient, urls []string) (held []string, pages []text.Vector) {
	for _, url := range urls {
		if words := source.words(ctx, url); words.Len() > 0 {
			held, pages = append(held, url), append(pages, words)
		}
	}
	return held, pages
}

// spread takes up to limit items of a list at even distances.
func spread(list []string, limit int) []string {
	if len(list) <= limit {
		return list
	}
	some := make([]string, limit)
	for i := range some {
		some[i] = list[i*len(list)/limit]
	}
	return some
}

// NewContextGraph makes a graph of the pages of each layer, of which there are two at least; layer 0 must not be empty.
func NewContextGraph(layers [][]text.Vector) *ContextGraph {
	g := &ContextGraph{layers: len(layers) - 1, counts: NewCounts(len(layers) + 1)}
	for _, term := range vocabulary(layers) {
		g.counts.Terms[term] = make([]float64, len(layers)+1)
	}
	for l, layer := range layers {
		for _, page := range layer {
			g.Add(l, page, 1)
		}
	}
	return g
}

// vocabulary is the terms with the highest TF-IDF where the pages of layer 0 count as one document, and those of layer 1
// as another, so that pages that lead to the examples are known by their own words: tf is the share that the term has of
// the words of the one and of the other, idf = ln(N/df) over the pages of all layers. Equals go by the alphabet.
func vocabulary(layers [][]text.Vector) []string {
	type term struct {
		text    string
		tf, idf float64
		holders int
	}
	known := map[string]*term{}
	for _, layer := range layers[:2] {
		words := 0
		for _, page := range layer {
			for _, f := range page.All() {
				words += f
			}
		}
		for _, page := range layer {
			for t, f := range page.All() {
				if known[t] == nil {
					known[t] = &term{text: t}
				}
				known[t].tf += float64(f) / float64(words)
			}
		}
	}
	pages := 0
	for _, layer := range layers {
		pages += len(layer)
		for _, page := range layer {
			for t := range page.All() {
				if k := known[t]; k != nil {
					k.holders++
				}
			}
		}
	}
	for _, k := range known {
		k.idf = math.Log(float64(pages) / float64(k.holders))
	}
	best := slices.SortedFunc(maps.Values(known), func(a, b *term) int {
		return cmp.Or(cmp.Compare(b.tf*b.idf, a.tf*a.idf), cmp.Compare(a.text, b.text))
	})
	var terms []string
	for _, k := range best[:min(len(best), vocabularySize)] {
		terms = append(terms, strings.Clone(k.text)) // the page is not to be kept for its term
	}
	return terms
}

// Layers is L, the number of the last layer.
func (g *ContextGraph) Layers() int { return g.layers }

// Other is the number of the class of pages that belong to no layer.
func (g *ContextGraph) Other() int { return g.layers + 1 }

// Examples are the URLs of the pages that layer 0 was built from.
func (g *ContextGraph) Examples() []string { return slices.Clone(g.examples) }

// Add counts a page to a layer, or to Other, as often as the weight says; a negative weight takes it out again. The
// vocabulary stays as it is.
func (g *ContextGraph) Add(layer int, page text.Vector, weight float64) {
	g.counts.Documents[layer] += weight
	for term, f := range page.All() {
		if row := g.counts.Terms[term]; row != nil {
			row[layer] += weight * float64(f)
		}
	}
}

// Pages is how many pages each layer was learnt from.
func (g *ContextGraph) Pages() []int {
	pages := make([]int, g.layers+1)
	for l := range pages {
		pages[l] = int(g.counts.Documents[l])
	}
	return pages
}
