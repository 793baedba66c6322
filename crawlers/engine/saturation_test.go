package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// found is a page of that score to which a link of that score led.
func found(score, link float64) crawlers.Ended {
	return crawlers.Ended{Kind: crawlers.KindOK, Score: score, Pick: crawlers.Pick{Score: link, Parent: "http://a.example/"}}
}

// waiting are the best links of a frontier.
func waiting(scores ...float64) func() []crawlers.Pick {
	return func() (picks []crawlers.Pick) {
		for _, s := range scores {
			picks = append(picks, crawlers.Pick{Link: page.Link{URL: "http://a.example/x"}, Score: s})
		}
		return picks
	}
}

// K = 2, s = 0.25. By hand: the best two in a row are the 2nd and 3rd, (0.4+0.6)/2 = 0.5, their links scored up to 0.8.
// The last two have (0.2+0.02)/2 = 0.11 < 0.125, their links up to 0.3. So a waiting link promises no better up to
// 0.3 + 0.25·(0.8−0.3) = 0.425.
func TestSaturationByHand(t *testing.T) {
	for _, c := range []struct {
		name    string
		pages   []crawlers.Ended
		waiting []float64
		want    bool
	}{
		{"the example", []crawlers.Ended{found(0.1, 0.9), found(0.4, 0.7), found(0.6, 0.8), found(0.2, 0.3), found(0.02, 0.1)}, []float64{0.42}, true},
		{"a better link waits", []crawlers.Ended{found(0.1, 0.9), found(0.4, 0.7), found(0.6, 0.8), found(0.2, 0.3), found(0.02, 0.1)}, []float64{0.43}, false},
		{"no link waits", []crawlers.Ended{found(0.4, 0.7), found(0.6, 0.8), found(0.2, 0.3), found(0.02, 0.1)}, nil, true},
		{"the last pages are good enough", []crawlers.Ended{found(0.4, 0.7), found(0.6, 0.8), found(0.2, 0.3), found(0.06, 0.1)}, []float64{0}, false},
		{"the window is not full", []crawlers.Ended{found(0.5, 0.5)}, []float64{0}, false},
		{"nothing was ever found", []crawlers.Ended{found(0, 0), found(0, 0), found(0, 0)}, []float64{0}, false},
		{"links that are all the same", []crawlers.Ended{found(0.5, 0), found(0.5, 0), found(0, 0), found(0, 0)}, []float64{0}, true},
		{"scores below zero", []crawlers.Ended{found(0.5, -1), found(0.5, -2), found(0, -5), found(0, -6)}, []float64{-4}, true},     // −5 + 0.25·4
		{"better, below zero", []crawlers.Ended{found(0.5, -1), found(0.5, -2), found(0, -5), found(0, -6)}, []float64{-3.9}, false}, // > −4
		{"links as good were tried in vain", []crawlers.Ended{found(0.5, 0.1), found(0.5, 0.1), found(0, 0.9), found(0, 0.9)}, []float64{0.9}, true},
	} {
		s := newSaturation(Settings{Saturation: 2, SaturationShare: 0.25})
		why := ""
		for _, p := range c.pages {
			s.add(p)
		}
		why = s.reached(waiting(c.waiting...))
		if (why != "") != c.want {
			t.Errorf("%s: %q", c.name, why)
		}
		if again := s.reached(waiting(c.waiting...)); again != "" {
			t.Errorf("%s: asked again without a new page: %q", c.name, again)
		}
	}
}

// A crawl whose best pages were no hits goes on looking.
func TestSaturationNeedsHits(t *testing.T) {
	for _, c := range []struct {
		hit  float64
		want bool
	}{{0.5, true}, {0.51, false}} { // the best two have 0.5 on average
		s := newSaturation(Settings{Saturation: 2, SaturationShare: 0.25, HitScore: c.hit})
		for _, p := range []crawlers.Ended{found(0.4, 0.7), found(0.6, 0.8), found(0.1, 0.3), found(0, 0.1)} {
			s.add(p)
		}
		if why := s.reached(waiting(0.1)); (why != "") != c.want {
			t.Errorf("hits score %v: %q", c.hit, why)
		}
	}
}

// Seeds have no score of the family's, and links of different arms are not compared.
func TestSaturationComparesLikeWithLike(t *testing.T) {
	seed, other := found(0.5, 1000), found(0, 1000)
	seed.Pick.Parent, other.Pick.Arm = "", "opic"
	s := newSaturation(Settings{Saturation: 2, SaturationShare: 0.25})
	for _, p := range []crawlers.Ended{seed, found(0.5, 0.4), found(0, 0.1), other} {
		s.add(p)
	}
	if s.reached(waiting(0.2)) != "" { // 0.1 + 0.25·(0.4−0.1) = 0.175
		t.Error("a link of 0.2 is better than those tried, but the seed or the other arm has hidden that")
	}
	s.add(found(0, 0.1))
	if s.reached(waiting(0.17)) == "" {
		t.Error("a link of 0.17 is not better")
	}
	s.add(found(0, math.Inf(-1)))
	s.add(found(0, math.Inf(-1)))
	if s.reached(waiting(0)) != "" {
		t.Error("there was nothing to compare with")
	}
}

// oasis is a web whose topic is dense around the seed and runs dry: each page links to the next two, the first n of them
// of the topic.
func oasis(n, pages int) *web {
	w := &web{pages: map[string]string{}}
	for i := range pages {
		text := "stone cloud river"
		if i < n {
			text = "spider web silk spider web"
		}
		w.pages[fmt.Sprintf("http://a.example/%d", i)] = linked(text, fmt.Sprintf("http://a.example/%d", i+1), fmt.Sprintf("http://a.example/%d", i+2))
	}
	return w
}

// patient are parameters of families that leave a desert by themselves: with these they cross it.
var patient = map[string]map[string]string{"fish-search": {"depth": "1000"}, "shark-search": {"depth": "1000"}}

func TestCrawlEndsWhenTheTopicRunsDry(t *testing.T) {
	everyFamily(t, func(t *testing.T, name string) {
		s := sequential()
		s.Pages, s.Saturation = 0, 20
		whole := newTrial(t, oasis(60, 400), s, "http://a.example/0")
		whole.family(name, patient[name])
		res := whole.run()
		if res.Stop != StopSaturated || res.Pages < 75 || res.Pages > 200 || !strings.Contains(res.Why, "the last 20 pages") {
			t.Fatalf("%d pages, stop %q (%s)", res.Pages, res.Stop, res.Why)
		}
		rested := whole.log[len(whole.log)-1].(crawlers.Rested)
		if rested.Stop != StopSaturated || rested.Why != res.Why {
			t.Errorf("recorded: %+v", rested)
		}
		for cut := 1; cut < len(whole.log); cut += 1 + cut/4 { // the rule is restored with the crawler
			resumed := newTrial(t, oasis(60, 400), s, "http://a.example/0")
			resumed.family(name, patient[name])
			resumed.log = append(resumed.log, whole.log[:cut]...)
			if again := resumed.run(); again.Stop != StopSaturated || again.Pages != res.Pages || again.Why != res.Why {
				t.Errorf("cut after %d records: %d pages, %s (%s)", cut, again.Pages, again.Stop, again.Why)
			}
			if diff := cmp.Diff(whole.history(), resumed.history()); diff != "" {
				t.Fatalf("cut after %d records:\n%s", cut, diff)
			}
		}
		if more := whole.run(); more.Pages < res.Pages+20 { // whoever wants more gets more
			t.Errorf("resumed, it ended after %d more pages (%s)", more.Pages-res.Pages, more.Stop)
		}
	})
}

func TestCrawlThatKeepsFindingGoesOn(t *testing.T) {
	s := sequential()
	s.Pages, s.Saturation = 200, 20
	tr := newTrial(t, oasis(400, 400), s, "http://a.example/0")
	tr.family("best-first", map[string]string{"n": "1"})
	if res := tr.run(); res.Stop != StopBudget || res.Why != "" {
		t.Errorf("%+v", res)
	}
}
