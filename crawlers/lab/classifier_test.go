package lab

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/text"
)

// handTaught has learnt the topic's pages 0, "a a b", and 1, "a c", and the others 2, "b b c", and 3, "c d".
func handTaught() (c *classifier, pages []bag) {
	pages = []bag{
		{terms: []int32{0, 1}, counts: []int32{2, 1}},
		{terms: []int32{0, 2}, counts: []int32{1, 1}},
		{terms: []int32{1, 2}, counts: []int32{2, 1}},
		{terms: []int32{2, 3}, counts: []int32{1, 1}},
	}
	return taught(pages, 2, 4), pages
}

// taught has learnt pages, the first of which are the topic's.
func taught(pages []bag, members, terms int) *classifier {
	all := newWordCounts(terms)
	c := &classifier{corpus: &all, topic: newWordCounts(terms), members: map[int]bool{}}
	for v, p := range pages {
		all.add(p.terms, p.counts)
		if v < members {
			c.members[v] = true
			c.topic.add(p.terms, p.counts)
		}
	}
	return c
}

// With s = 0.1.
//
//	Page 0, left out of the topic, which then has a, c: 2 words; the others have b b c c d: 5; |V| = 4.
//	a: 2 · ln(1.1/0.1) = 4.795791; b: ln(0.1/2.1) = −3.044522; 3 words: 3 · ln(5.4/2.4) = 2.432791; in all 4.184059,
//	so 1/(1+e^−4.184059) = 0.984993.
//	Page 3, left out of the others, which then have b b c: 3; the topic has a a a b c: 5; nobody else has d, so |V| = 3.
//	c: ln(1.1/1.1) = 0; 1 word: ln(3.3/5.3) = −0.473784; so 0.383721.
//	A page that is not listed, a 19 times and c 101 times: the topic has a a a b c, the others b b c c d.
//	a: 19 · ln(3.1/0.1) = 65.245757; c: 101 · ln(1.1/2.1) = −65.309346; words: 120 · ln(5.4/5.4) = 0; −0.063589 in all, which
//	counts as for 60 words: −0.031795, so 0.492052.
func TestClassifierByHand(t *testing.T) {
	c, pages := handTaught()
	for name, test := range map[string]struct {
		page   bag
		number int
		want   float64
	}{
		"of the topic":        {pages[0], 0, 0.984993},
		"of the others":       {pages[3], 3, 0.383721},
		"not listed":          {bag{terms: []int32{0, 2}, counts: []int32{19, 101}}, -1, 0.492052},
		"without words":       {bag{}, 2, 0},
		"without known words": {bag{terms: []int32{7}, counts: []int32{3}}, -1, 0},
	} {
		if got := c.score(test.page, test.number); !near(got, test.want, 1e-6) {
			t.Errorf("%s: %.6f, want %.6f", name, got, test.want)
		}
	}
}

// The oracle is the classifier of package classify when it has forgotten the page.
func TestClassifierAgainstClassify(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	rapid.Check(t, func(t *rapid.T) {
		var pages []bag
		var vectors []text.Vector
		for range rapid.IntRange(1, 6).Draw(t, "pages") {
			var words []string
			var page bag
			for _, term := range rapid.SliceOfNDistinct(rapid.Int32Range(0, 5), 0, 6, rapid.ID).Draw(t, "terms") {
				n := rapid.Int32Range(1, 40).Draw(t, "count")
				page.terms, page.counts = append(page.terms, term), append(page.counts, n)
				for range n {
					words = append(words, names[term])
				}
			}
			pages, vectors = append(pages, page), append(vectors, text.NewVector(words))
		}
		members := rapid.IntRange(0, len(pages)).Draw(t, "members")
		class := func(v int) int {
			if v < members {
				return 1
			}
			return 0
		}
		c := taught(pages, members, len(names))
		bayes := classify.NewBayes(2, classify.Options{Smoothing: classifierSmoothing, MostWords: classifierWords})
		for v, document := range vectors {
			bayes.Add(class(v), document, 1)
		}
		for v, document := range vectors {
			bayes.Remove(class(v), document, 1)
			want := bayes.Snapshot().Posteriors(document, nil)[1]
			bayes.Add(class(v), document, 1)
			got := c.score(pages[v], v)
			if unknown := got == 0 && want == 0.5; !unknown && math.Abs(got-want) > 1e-9 {
				t.Errorf("page %d: %v; classify says %v", v, got, want)
			}
		}
	})
}
