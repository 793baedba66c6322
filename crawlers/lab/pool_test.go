package lab

import (
	"cmp"
	"testing"
)

// handMade is a pool of three documents, "a a b", "b c" and "c c c": N = 3; a is in one, b and c are in two each.
// idf(a) = ln 3 = 1.098612, idf(b) = idf(c) = ln 1.5 = 0.405465.
func handMade() *pool {
	l := &library{terms: lexicon{numbers: map[string]int32{"a": 0, "b": 1, "c": 2, "elsewhere": 3}}}
	p := &pool{library: l, urls: []string{"http://x.example/1", "http://x.example/2", "http://x.example/3"}, pages: []bag{
		{terms: []int32{0, 1}, counts: []int32{2, 1}},
		{terms: []int32{1, 2}, counts: []int32{1, 1}},
		{terms: []int32{2}, counts: []int32{3}},
	}}
	p.weigh()
	return p
}

// The description is "a c": weights 1.098612 and 0.405465, norm √(1.206949 + 0.164402) = 1.171047.
//
//	document 1: a 2.197225, b 0.405465: dot 2.413898, norm √(4.827796 + 0.164402) = 2.234323, cosine 0.922567
//	document 2: b 0.405465, c 0.405465: dot 0.164402, norm √(2 · 0.164402) = 0.573414, cosine 0.244830
//	document 3: c 1.216395: dot 0.493206, norm 1.216395, cosine 0.346242
func TestCosineOfThreeDocuments(t *testing.T) {
	p := handMade()
	dots, cosines := p.compare(p.profileOf([]string{"a", "c"}))
	for i, want := range []struct{ dot, cosine float64 }{{2.413898, 0.922567}, {0.164402, 0.244830}, {0.493206, 0.346242}} {
		if !near(dots[i], want.dot, 1e-5) || !near(cosines[i], want.cosine, 1e-5) {
			t.Errorf("document %d: dot %.6f, cosine %.6f; want %+v", i+1, dots[i], cosines[i], want)
		}
	}
}

func TestDescriptionsWithoutWeight(t *testing.T) {
	p := handMade()
	for _, words := range [][]string{nil, {"elsewhere"}, {"never met"}} {
		dots, cosines := p.compare(p.profileOf(words))
		for i := range dots {
			if dots[i] != 0 || cosines[i] != 0 {
				t.Errorf("%v: document %d has dot %v, cosine %v", words, i+1, dots[i], cosines[i])
			}
		}
	}
}

// A term that every page holds has idf ln 1 = 0: it says nothing.
func TestTermsOfAllPages(t *testing.T) {
	p := handMade()
	for i := range p.pages {
		p.pages[i] = bag{terms: []int32{1}, counts: []int32{int32(i + 1)}}
	}
	p.weigh()
	if _, cosines := p.compare(p.profileOf([]string{"b"})); cosines[0] != 0 || cosines[2] != 0 {
		t.Errorf("cosines %v", cosines)
	}
}

// Qualities 1, 3, 1: the second page has rank 1, the others share ranks 2 and 3 and stand in order of their URLs.
func TestRank(t *testing.T) {
	p := handMade()
	quality := []float64{1, 3, 1}
	r := p.rank(func(a, b int) int { return cmp.Compare(quality[b], quality[a]) })
	if r.order[0] != 1 || r.order[1] != 0 || r.order[2] != 2 || r.ranks[0] != 2.5 || r.ranks[1] != 1 || r.ranks[2] != 2.5 {
		t.Errorf("%+v", r)
	}
}
