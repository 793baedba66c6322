package crawlers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// Eq. 7 with T = 0.1: δ = 0.1 moves with probability 1/(1+e^−1) = 0.731059, δ = −0.1 with 0.268941, δ = 0 with 0.5.
func TestMove(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, c := range []struct{ from, to, want float64 }{{0.2, 0.3, 0.731059}, {0.3, 0.2, 0.268941}, {0.3, 0.3, 0.5}} {
		const tries = 20_000
		moved := 0
		for range tries {
			s := &spider{place: place{url: "old", similarity: c.from}}
			if s.move(&page.Page{URL: "new"}, c.to, 0.1, random); s.place.url == "new" {
				moved++
			}
		}
		if got := float64(moved) / tries; math.Abs(got-c.want) > 4*math.Sqrt(0.25/tries) {
			t.Errorf("from %v to %v: moved %.4f of the time; want %.4f", c.from, c.to, got, c.want)
		}
	}
	s := &spider{}
	s.move(&page.Page{URL: "first"}, 0, 1e-9, random)
	if s.place.url != "first" {
		t.Error("the first page did not become the current one")
	}
}

func TestNearness(t *testing.T) {
	words := []string{"orb", "x", "web", "orb", "link", "web", "y", "orb"}
	p := &page.Page{Words: text.WordsOf(words), Window: 2, Vector: text.NewVector(words)}
	l := page.Link{Words: []string{"link", "web"}, Start: 4, End: 5} // a second anchor of the same URL says "web"
	// Window 2: "web orb" before, "web y" after. orb: distance 1 = 1/2; the one at distance 4 is outside. web: distance 2
	// before = 1/3, anchor = 1, distance 1 after = 1/2.
	if got, want := nearness(p, l, []string{"orb", "", "web", "moth"}), []float64{0.5, 0, 1.0/3 + 1 + 0.5, 0}; !slices.Equal(got, want) {
		t.Errorf("inputs %v; want %v", got, want)
	}
	if got := nearness(p, l, []string{"moth"}); got != nil {
		t.Errorf("inputs %v; want none", got)
	}
}

// Weights 0.5 0.5, bias 0, inputs 1 2: o = σ(1.5) = 0.817574; target 0.2, rate 0.5: step = 0.5·(0.2−0.817574)·0.817574·
// 0.182426 = −0.046054; weights 0.453946, 0.407891, bias −0.046054.
func TestPerceptron(t *testing.T) {
	p := newPerceptron(2)
	p.train([]float64{1, 2}, 0.2, 0.5)
	for i, want := range []float64{0.453946, 0.407891} {
		if math.Abs(p.weights[i]-want) > 1e-6 {
			t.Errorf("weight %d = %v; want %v", i, p.weights[i], want)
		}
	}
	if math.Abs(p.bias+0.046054) > 1e-6 {
		t.Errorf("bias %v; want −0.046054", p.bias)
	}
	child := p.extended() // mean (0.453946+0.407891)/2 = 0.430918
	if len(child.weights) != 3 || math.Abs(child.weights[2]-0.430918) > 1e-6 || len(p.weights) != 2 {
		t.Errorf("child %v of %v", child.weights, p.weights)
	}
	if short, long := child.output([]float64{1, 2}), child.output([]float64{1, 2, 0}); short != long {
		t.Errorf("missing input gives %v; a zero %v", short, long)
	}
	if none := newPerceptron(0); none.output(nil) != 0.5 {
		t.Errorf("no inputs give %v; want σ(0)", none.output(nil))
	}
}

// A page of nothing but the keywords has no term to offer: the child is born with its parent's keywords.
func TestBirthWithoutNewTerm(t *testing.T) {
	s := newSpider(1, text.NewQuery("orb web").Keywords(), newPerceptron(2), 2, 5, text.Feedback{})
	s.move(&page.Page{URL: "u", Vector: text.NewVector([]string{"orb", "web"})}, 1, 0.1, nil)
	child := s.bear(2, 7, 5, text.Feedback{})
	if len(child.keywords) != 2 || len(child.net.weights) != 2 || child.frontier.Limit() != 1 || s.frontier.Limit() != 1 {
		t.Errorf("child %+v", child)
	}
	child.net.weights[0] = 9
	if s.net.weights[0] == 9 {
		t.Error("parent and child share their weights")
	}
}
