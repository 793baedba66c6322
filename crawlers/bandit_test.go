package crawlers_test

import (
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
	"orbweaver/crawlers/page"
)

// Two seeds a and d that link to b, d also to c. All words of a page are within ten words of its links, so that α is the
// similarity of the page: of a, with orb and car, 1/√(2·2) = 0.5; of d, with web twice, silk, car and fly once,
// 2/√(2·7) = 0.534522.
var banditWeb = crawlertest.NewWeb(map[string]string{
	"http://a.example/": "orb [car](http://b.example/)",
	"http://d.example/": "web web silk [car](http://b.example/) [fly](http://c.example/)",
	"http://b.example/": "car",
	"http://c.example/": "orb web",
})

// banditStart has visited both seeds.
func banditStart(t *testing.T, params map[string]string) crawlers.Crawler {
	t.Helper()
	c := start(t, "bandit", 100, 1, params)
	c.Seed(links("ad"))
	for _, p := range c.Next(2, anyHost) {
		if p.Score != 1 || p.Arm != "" || p.Parts != nil {
			t.Errorf("seed %+v; want score 1 without arm and parts", p)
		}
		visit(t, c, banditWeb, p)
	}
	return c
}

// The sums over the parents, by hand. b: 2, 0.5+0.534522, the same for α, 0.25+0.285714 = 0.535714. c: 1, 0.534522, the same,
// 0.285714. A mark changes β of d to 1 or 0: Σβ·α of b is 0.25+0.534522 = 0.784522, or 0.25; of c 0.534522, or 0.
func TestBanditScores(t *testing.T) {
	c := banditStart(t, map[string]string{"estimator": "fl-ne"})
	for _, step := range []struct {
		judgement crawlers.Judgement
		b, c      float64 // Σβ·α
	}{
		{"", 0.535714, 0.285714}, {crawlers.Good, 0.784522, 0.534522}, {crawlers.Bad, 0.25, 0}, {crawlers.Unmarked, 0.535714, 0.285714},
	} {
		if step.judgement != "" {
			c.(crawlers.Feedback).Mark(crawlers.Mark{Page: banditWeb[address('d')], Judgement: step.judgement})
		}
		best := c.(crawlers.Inspector).Best(10)
		if letters(best) != "bc" {
			t.Fatalf("judged %q: the frontier is %s; want b, c", step.judgement, letters(best))
		}
		expectParts(t, best[0], map[string]float64{"": math.Log1p(step.b), "fl-deg": 2, "fl-e": 1.034522, "fl-ne": step.b})
		expectParts(t, best[1], map[string]float64{"": math.Log1p(step.c), "fl-deg": 1, "fl-e": 0.534522, "fl-ne": step.c})
	}
	b := c.Next(1, anyHost)[0]
	if b.URL != address('b') || b.Arm != "fl-ne" || b.Depth != 1 || b.Parent != address('a') {
		t.Errorf("picked %+v; want b, by fl-ne, found on a", b)
	}
	expectParts(t, b, map[string]float64{"": math.Log1p(0.535714), "fl-n": 1.034522})
}

// A bandit that never explores starts with its first arm. Its pick b has β = 0, as good as what the others have found,
// so that it stays with it.
func TestBanditNamesItsArm(t *testing.T) {
	c := banditStart(t, map[string]string{"estimator": "mab-e", "epsilon": "0"})
	for _, want := range "bc" {
		p := c.Next(1, anyHost)[0]
		if p.URL != address(want) || p.Arm != "fl-deg" {
			t.Errorf("picked %s by %s; want %c by fl-deg", p.URL, p.Arm, want)
		}
		visit(t, c, banditWeb, p)
	}
}

// Only hosts that are ready are picked from, seeds or not.
func TestBanditWaitsForHosts(t *testing.T) {
	c := start(t, "bandit", 100, 1, map[string]string{"estimator": "lr-fl"})
	c.Seed(links("ad"))
	only := func(host string) func(string) bool { return func(h string) bool { return h == host } }
	if got := c.Next(5, only("d.example")); letters(got) != "d" {
		t.Fatalf("picked %s; want d", letters(got))
	} else {
		visit(t, c, banditWeb, got[0])
	}
	if got := c.Next(5, only("c.example")); letters(got) != "c" {
		t.Errorf("picked %s; want c", letters(got))
	}
}

// MAX_BUFFER 1: of the links of d the second is dropped; when it is offered again, by a better page, it comes in, and its
// sums are those of that page alone.
func TestBanditDropsAndTakesBack(t *testing.T) {
	w := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb silk [b](http://b.example/) [c](http://c.example/)",
		"http://b.example/": "orb web [c](http://c.example/)",
		"http://c.example/": "",
	})
	c := start(t, "bandit", 1, 1, map[string]string{"estimator": "fl-n"})
	c.Seed(links("a"))
	visit(t, c, w, c.Next(1, anyHost)[0])
	if got := c.(crawlers.Inspector).Best(10); letters(got) != "b" {
		t.Fatalf("the frontier is %q; want b", letters(got))
	}
	visit(t, c, w, c.Next(1, anyHost)[0])
	back := c.Next(1, anyHost)
	if letters(back) != "c" {
		t.Fatalf("picked %q; want c", letters(back))
	}
	expectParts(t, back[0], map[string]float64{"fl-deg": 1, "fl-n": 2 / math.Sqrt(6)}) // b has orb, web and c
}

func TestBanditHasNoOracle(t *testing.T) {
	f, err := crawlers.Lookup("bandit")
	if err != nil {
		t.Fatal(err)
	}
	if choices := f.Params[0].Choices; slices.Contains(choices, "oracle") || !slices.Contains(choices, "mab-e-first") || len(choices) != 15 {
		t.Errorf("estimators %v; want the fifteen that a crawl can use", choices)
	}
}

// Without epsilon a bandit has the paper's: it draws the arms that it draws with that written out, and others with another.
func TestBanditTakesThePapersEpsilon(t *testing.T) {
	arms := func(params map[string]string) (arms string) {
		c := start(t, "bandit", 100, 7, params)
		many := web(map[rune]string{'a': "orb [1] [2] [3] [4] [5] [6] [7] [8] [9]", 'b': "web [A] [B] [C] [D] [E] [F] [G] [H] [I]"})
		picks, err := crawlertest.Crawl(c, many, topic, links("ab"), 30)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range picks {
			arms += p.Arm + " "
		}
		return arms
	}
	for estimator, epsilon := range map[string]string{"mab-e": "0.1", "mab-e-first": "0.1", "mab-var": "0.2"} {
		with := func(epsilon string) string {
			return arms(map[string]string{"estimator": estimator, "reset": "40", "epsilon": epsilon})
		}
		if with("auto") != with(epsilon) || with("auto") == with("0.9") {
			t.Errorf("%s: the arms are %s; with %s %s", estimator, with("auto"), epsilon, with(epsilon))
		}
	}
}

// A page that the crawler has not given makes room before its own links come: it is not offered again. MAX_BUFFER 1: the
// better page b, which waits, is visited unasked, and must not be dropped for its link c.
func TestBanditForgetsNoPageOfAnother(t *testing.T) {
	w := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "silk [b](http://b.example/)",
		"http://b.example/": "orb web [c](http://c.example/)",
		"http://c.example/": "orb web [b](http://b.example/)",
	})
	c := start(t, "bandit", 1, 1, map[string]string{"estimator": "fl-n"})
	c.Seed(links("a"))
	visit(t, c, w, c.Next(1, anyHost)[0])
	visit(t, c, w, crawlers.Pick{Link: links("b")[0]})
	visit(t, c, w, c.Next(1, anyHost)[0])
	if picks := c.Next(1, anyHost); len(picks) != 0 {
		t.Errorf("%q is offered after it was visited", letters(picks))
	}
}

// Workers that analyse pages side by side do the homework of the bandit on the way. It takes the same links as one to which
// pages come without their analysis.
func TestBanditWithWorkersTakesTheSameLinks(t *testing.T) {
	family, err := crawlers.Lookup("bandit")
	if err != nil {
		t.Fatal(err)
	}
	params := map[string]string{"estimator": "mab-e", "epsilon": "0.5"}
	topic := crawlers.NewTopic("orb web spider silk")
	web := newTreadmill(family, 2000)
	var both [2]crawlers.Crawler
	for i := range both {
		both[i] = crawlertest.New(family, topic, 2000, 1, params)
		both[i].Seed([]page.Link{web.link(0), web.link(1), web.link(2), web.link(3)})
	}
	for round := range 250 {
		picks := both[0].Next(4, anyHost)
		if others := both[1].Next(4, anyHost); !reflect.DeepEqual(picks, others) {
			t.Fatalf("round %d: with workers %v, without %v", round, picks, others)
		}
		visits := make([]crawlers.Visit, len(picks))
		var workers sync.WaitGroup
		for i, pick := range picks {
			p := *web.pages[(round+i)%len(web.pages)]
			p.URL, p.Links = pick.URL, slices.Clone(p.Links)
			for j := range p.Links {
				to := web.link(web.random.IntN(5000))
				p.Links[j].URL, p.Links[j].Host = to.URL, to.Host
			}
			visits[i] = crawlers.Visit{Pick: pick, Page: &p, Score: web.random.Float64()}
			analyse := both[0].(crawlers.Analyser).Analyse(pick)
			workers.Go(func() { visits[i].Analysis = analyse(&p) })
		}
		workers.Wait()
		for _, v := range visits {
			if err := both[0].Visited(v); err != nil {
				t.Fatal(err)
			}
			v.Analysis = nil
			if err := both[1].Visited(v); err != nil {
				t.Fatal(err)
			}
		}
	}
}
