package classify

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers/text"
)

// hypertextOf makes a Hypertext of lines "URL: words → links"; the words around every link are those of its page.
func hypertextOf(lines ...string) *Hypertext {
	h := NewHypertext()
	for _, line := range lines {
		url, rest, _ := strings.Cut(line, ":")
		words, links, _ := strings.Cut(rest, "→")
		p := KnownPage{URL: url, Vector: vector(words)}
		for to := range strings.FieldsSeq(links) {
			p.Links = append(p.Links, KnownLink{URL: to, Words: strings.Fields(words)})
		}
		h.Add(p)
	}
	return h
}

// Two examples, A and B, whose graphs are merged. By hand: c and d link to A, d also to B; A and B link to pages of
// layer 1, and stay in layer 0. e links to c; h links to c and to A, and is in layer 1, the smaller one. f links to e, g
// to f; x has nothing to do with them.
func TestLayersOfTwoExamplesMerge(t *testing.T) {
	h := hypertextOf("A: a → B d", "B: b → d", "c: c → A e", "d: d → A B", "e: e → c", "h: h → c A", "f: f → e", "g: g → f", "x: x → y")
	for layers, want := range map[int]string{
		1: "A B|c d h",
		2: "A B|c d h|e",
		4: "A B|c d h|e|f|g",
		5: "A B|c d h|e|f|g|",
	} {
		got := layersOf(t.Context(), &lenient{Backlinks: h}, []string{"A", "B", "A"}, layers)
		var joined []string
		for _, urls := range got {
			joined = append(joined, strings.Join(urls, " "))
		}
		if strings.Join(joined, "|") != want {
			t.Errorf("%d layers: %q; want %q", layers, strings.Join(joined, "|"), want)
		}
	}
}

// Worked by hand. Of layer 0's six words orb is 1/2, web, silk and the are 1/6 each; of layer 1's three words the is 1/3
// and car 2/3. Of the four pages orb stands in 2, the in 3, the others in one: car 2/3·ln 4 = 0.92, orb 1/2·ln 2 = 0.35,
// silk and web 1/6·ln 4 = 0.23, the (1/6+1/3)·ln(4/3) = 0.14. sea is of neither layer.
func TestVocabularyIsTheBestTermsOfLayers0And1(t *testing.T) {
	layers := [][]text.Vector{{vector("orb orb web"), vector("orb silk the")}, {vector("the car car")}, {vector("the sea")}}
	if got, want := vocabulary(layers), []string{"car", "orb", "silk", "web", "the"}; !slices.Equal(got, want) {
		t.Errorf("vocabulary %v; want %v", got, want)
	}
	many := make([]string, 2*vocabularySize)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	layers[0] = append(layers[0], text.NewVector(many))
	if got := vocabulary(layers); len(got) != vocabularySize || got[0] != "car" {
		t.Errorf("%d terms, first %q; want the best %d", len(got), got[0], vocabularySize)
	}
}

// Worked by hand. Layer 0 has orb twice and web once, layer 1 hub twice and web once; V = 3. By Laplace Pr(orb|0) = 3/6,
// Pr(web|0) = 2/6, Pr(hub|0) = 1/6, and in layer 1 orb and hub change places.
func TestPagesFindTheirLayer(t *testing.T) {
	g := NewContextGraph([][]text.Vector{{vector("orb orb web")}, {vector("hub hub web")}})
	for _, c := range []struct {
		page        string
		threshold   float64
		number      int
		probability float64
	}{
		{"orb", 0.7, 0, 0.75},        // 1/2 against 1/6
		{"orb", 0.8, 2, 0.75},        // too little for layer 0: other
		{"web", 0, 0, 0.5},           // of equals the nearer one
		{"hub hub web", 0.8, 1, 0.9}, // 1/4·1/3 against 1/36·1/3
		{"hub moth", 0.7, 1, 0.75},   // words beyond the vocabulary say nothing
		{"moth", 0, 2, 0},            // no word of the vocabulary: other
		{"", 0, 2, 0},
	} {
		got := g.Classifier(c.threshold).Classify(vector(c.page))
		if got.Number != c.number || math.Abs(got.Probability-c.probability) > 1e-12 {
			t.Errorf("%q over %v: %+v; want layer %d with %v", c.page, c.threshold, got, c.number, c.probability)
		}
	}
}

// A page told to be of no layer makes a class of its own: with orb three times in it Pr(orb|other) = 4/6, against 3/6
// and 1/6 in the layers: 1/2.
func TestPagesOfNoLayer(t *testing.T) {
	g := NewContextGraph([][]text.Vector{{vector("orb orb web")}, {vector("hub hub web")}})
	before := g.Classifier(0)
	g.Add(g.Other(), vector("orb orb orb moth"), 1)
	if got := g.Classifier(0).Classify(vector("orb")); got.Number != g.Other() || math.Abs(got.Probability-0.5) > 1e-12 {
		t.Errorf("%+v; want other with 1/2", got)
	}
	g.Add(g.Other(), vector("orb orb orb moth"), -1)
	if got, want := g.Classifier(0).Classify(vector("orb")), before.Classify(vector("orb")); got != want {
		t.Errorf("after taking it out again: %+v; want %+v", got, want)
	}
}

func TestBuildContextGraph(t *testing.T) {
	h := hypertextOf("A: orb orb web →", "c: hub web → A", "empty: → A", "e: portal → c")
	g, err := BuildContextGraph(t.Context(), h, []string{"A", "gone"}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if g.Layers() != 3 || g.Other() != 4 || !slices.Equal(g.Examples(), []string{"A"}) {
		t.Errorf("%d layers, other is %d, examples %v", g.Layers(), g.Other(), g.Examples())
	}
	if got, want := g.counts.Documents, []float64{1, 1, 1, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("pages by layer %v; want %v: pages without words are left out, an empty layer stays", got, want)
	}
	if got := g.Classifier(0).Classify(vector("web")); got.Number == 3 {
		t.Errorf("%+v: a layer without pages is no answer", got)
	}
	for _, c := range []struct {
		examples []string
		want     string
	}{{[]string{"gone"}, "name pages that the source holds"}, {[]string{"e"}, "take a larger source"}, {nil, "name pages"}} {
		if _, err := BuildContextGraph(t.Context(), h, c.examples, 3); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("examples %v: %v; want it to say %q", c.examples, err, c.want)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := BuildContextGraph(done, h, []string{"A"}, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
}

// faulty is a source that fails for some pages.
type faulty struct {
	*Hypertext
	links, words string // for which
}

var errFaulty = errors.New("no answer")

func (f faulty) InLinks(ctx context.Context, url string, limit int) ([]string, error) {
	if strings.Contains(f.links, url) {
		return nil, errFaulty
	}
	return f.Hypertext.InLinks(ctx, url, limit)
}

func (f faulty) Words(ctx context.Context, url string) (text.Vector, error) {
	if strings.Contains(f.words, url) {
		return text.Vector{}, errFaulty
	}
	return f.Hypertext.Words(ctx, url)
}

// A source that fails for a page, in whatever layer, costs what it would have told of it; when that leaves no graph, the
// error says why the source failed.
func TestFaultsOfTheSource(t *testing.T) {
	h := hypertextOf("A: orb →", "B: web →", "c: hub → A", "d: portal → B", "e: car → c")
	for _, c := range []struct {
		links, words string
		want         []float64 // pages by layer
	}{
		{"", "", []float64{2, 2, 1, 0}},
		{"A", "", []float64{2, 1, 0, 0}}, // c and e are not found
		{"c", "", []float64{2, 2, 0, 0}}, // e is not
		{"", "Ac", []float64{1, 1, 1, 0}},
		{"AB", "", nil},
		{"", "AB", nil},
	} {
		g, err := BuildContextGraph(t.Context(), faulty{h, c.links, c.words}, []string{"A", "B"}, 2)
		switch {
		case c.want == nil && !errors.Is(err, errFaulty):
			t.Errorf("without links of %q, words of %q: error %v; want what the source said", c.links, c.words, err)
		case c.want != nil && err != nil:
			t.Errorf("without links of %q, words of %q: %v", c.links, c.words, err)
		case c.want != nil && !slices.Equal(g.counts.Documents, c.want):
			t.Errorf("without links of %q, words of %q: pages by layer %v; want %v", c.links, c.words, g.counts.Documents, c.want)
		}
	}
}

func TestSpreadTakesEvenDistances(t *testing.T) {
	list := strings.Split("abcdefghij", "")
	if got := strings.Join(spread(list, 4), ""); got != "acfh" { // 0, 10/4, 20/4, 30/4
		t.Errorf("%q", got)
	}
	if got := strings.Join(spread(list, 10), ""); got != "abcdefghij" {
		t.Errorf("%q", got)
	}
}
