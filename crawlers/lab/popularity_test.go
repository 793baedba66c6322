package lab

import (
	"math"
	"slices"
	"testing"

	"orbweaver/crawlers"
)

// squareOfPages is an experiment on a → b, c; b → c; d → a, c, with all four crawled: a, b and c for the topic "fruit",
// whose keywords are "apples pears", and d for another one.
func squareOfPages(t *testing.T) (e *Experiment, trials [][]trial) {
	t.Helper()
	dir := write(t, map[string]string{
		"web/a.html": `apples pears <a href="b.html"></a> <a href="c.html"></a>`, "web/b.html": `apples <a href="c.html"></a>`,
		"web/c.html": `pears`, "web/d.html": `<a href="a.html"></a> <a href="c.html"></a>`,
		"topics.json": `{"topics": [{"name": "fruit", "keywords": "apples pears", "pages": ["c"]}]}`,
	})
	e = open(t, Spec{
		Corpus: CorpusSpec{Kind: "folder", Path: "web"}, Topics: TopicsSpec{File: "topics.json", MinPages: 1}, Task: TaskSpec{Distance: 1},
		Contestants: []Contestant{{Family: "breadth-first"}},
	}, Options{Out: t.TempDir(), Dir: dir})
	urls := func(names ...string) []string {
		for i, name := range names {
			names[i] = "http://corpus.example/" + name + ".html"
		}
		return names
	}
	crawl := func(names ...string) trial {
		return trial{first: &Crawl{Pages: urls(slices.Clone(names)...), Canonical: urls(slices.Clone(names)...)}}
	}
	return e, [][]trial{{crawl("a", "b"), crawl("c", "b")}, {crawl("d"), {}}}
}

// Links: to a of d; to b of a; to c of a, b and d. PageRank with γ = 0.8, c without links handing on to all four:
//
//	d = 0.2 + 0.2·c
//	a = 0.2 + 0.4·d + 0.2·c                 = 0.28 + 0.28·c
//	b = 0.2 + 0.4·a + 0.2·c                 = 0.312 + 0.312·c
//	c = 4 − a − b − d = 3.208 − 0.792·c, so that c = 3.208/1.792 = 1.790179
func TestPopularityByHand(t *testing.T) {
	e, trials := squareOfPages(t)
	got := e.popularity(trials)
	for name, want := range map[string]struct{ inLinks, pageRank float64 }{"a": {1, 0.781250}, "b": {1, 0.870536}, "c": {3, 1.790179}, "d": {0, 0.558036}} {
		v := e.web.number["http://corpus.example/"+name+".html"]
		if got.inLinks[v] != want.inLinks || !near(got.pageRank[v], want.pageRank, 1e-6) {
			t.Errorf("%s: %v in-links, PageRank %.6f; want %+v", name, got.inLinks[v], got.pageRank[v], want)
		}
	}
}

// HITS in the pool a, b, c: authority(b) = hub(a), authority(c) = hub(a) + hub(b); hub(a) = authority(b) + authority(c),
// hub(b) = authority(c). Put together, each pass makes hub(a) into 2·hub(a) + hub(b) and hub(b) into hub(a) + hub(b): they
// come to be as φ to 1, the golden section, and so do c's authority, φ+1, and b's, φ: 0.618034 and 0.381966. What d, which
// is not in the pool, says of a does not count.
func TestAuthorityByHand(t *testing.T) {
	e, _ := squareOfPages(t)
	pool := e.web.numbersOf([]string{"http://corpus.example/a.html", "http://corpus.example/b.html", "http://corpus.example/c.html", "http://elsewhere.example/"})
	for i, want := range []float64{0, 0.381966, 0.618034, 0} {
		if got := e.web.authority(pool)[i]; !near(got, want, 1e-5) {
			t.Errorf("page %d: %.6f, want %.6f", i, got, want)
		}
	}
}

// The pool in the order in which it was crawled is a, "apples pears", b, "apples", and c, "pears", which is the description
// too: each term is on two of three pages, so that weights are frequencies times the same. To c the cosine of a is 1/√2, and
// a and c share ranks 1 and 2 by dot product. The seeds a and b are "apples apples pears" together: the cosines are 3/√10 of
// a, 2/√5 of b and 1/√5 of c. By keywords a has two, and of b and c with one each c the
// greater PageRank; a and b have as many in-links and share ranks 2 and 3.
func TestImportanceByHand(t *testing.T) {
	e, trials := squareOfPages(t)
	words, err := e.countWords(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	query := crawlers.NewTopic("apples pears")
	p, err := newPool(t.Context(), e.library, query, []*Crawl{trials[0][0].first, trials[0][1].first})
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Seeds: trials[0][0].first.Pages}
	b, err := e.bench(t.Context(), p, e.topics[0], task, 2, evidence{words, e.popularity(trials)})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		keywords            int
		similarity, toSeeds float64
	}{{2, 1 / math.Sqrt2, 3 / math.Sqrt(10)}, {1, 0, 2 / math.Sqrt(5)}, {1, 1, 1 / math.Sqrt(5)}} {
		if got := p.pages[i].keywords; got != want.keywords || !near(b.similarity[i], want.similarity, 1e-12) || !near(b.toSeeds[i], want.toSeeds, 1e-12) {
			t.Errorf("page %d: %d keywords, similarity %v to the description and %v to the seeds; want %+v", i, got, b.similarity[i], b.toSeeds[i], want)
		}
	}
	for name, want := range map[string][]float64{
		bySimilarity: {1.5, 3, 1.5}, byKeywords: {1, 3, 2}, byInLinks: {2.5, 2.5, 1}, byPageRank: {3, 2, 1}, byAuthority: {3, 2, 1},
	} {
		if got := b.rankings[name].ranks; !slices.Equal(got, want) {
			t.Errorf("%s: ranks %v, want %v", name, got, want)
		}
	}
}
