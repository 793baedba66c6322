package crawlers_test

import (
	"math"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// parts are the terms of a score by name, "" standing for the score itself.
func parts(p crawlers.Pick) map[string]float64 {
	all := map[string]float64{"": p.Score}
	for _, part := range p.Parts {
		all[part.Name] = part.Value
	}
	return all
}

func expectParts(t *testing.T, p crawlers.Pick, want map[string]float64) {
	t.Helper()
	got := parts(p)
	for name, x := range want {
		if math.Abs(got[name]-x) > 1e-6 {
			t.Errorf("%s: %q = %v; want %v", p.URL, name, got[name], x)
		}
	}
}

// The chain of [PSM04] eq. 3 and 4 over three generations, worked by hand for the keywords "orb web" and γ = 0.1, β = 0.8,
// δ = 0.5, d = 3.
//
// Page a: terms orb, silk, web, car once, moth twice: sim = 2/√(2·8) = 0.5. It hands down 0.5·0.5 = 0.25 and depth 3.
// Link b: anchor "web": 1/√(2·1) = 0.707107, so context = 1: 0.025 + 0.9·(0.8·0.707107 + 0.2) = 0.714117.
// Link c: anchor "car": 0; within ten words is the whole page: context 0.5: 0.025 + 0.9·0.2·0.5 = 0.115.
// Page c has sim 0: it hands d half of what it inherited, 0.125, and depth 2; no word of d's is a keyword: 0.0125.
// Page d likewise: e inherits 0.0625, depth 1, score 0.00625. Page e: f inherits 0.03125, depth 0, score 0.003125.
// Page f is relevant, but has depth 0: its link is not followed.
func TestSharkChain(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb silk [web](http://b.example/) moth moth [car](http://c.example/)",
		"http://b.example/": "",
		"http://c.example/": "car [moth](http://d.example/)",
		"http://d.example/": "fly [ant](http://e.example/)",
		"http://e.example/": "fly [ant](http://f.example/)",
		"http://f.example/": "orb web [ant](http://g.example/)",
	})
	picks, err := crawlertest.Crawl(start(t, "shark-search", 100, 1, nil), web, topic, links("a"), 100)
	if err != nil || letters(picks) != "abcdef" {
		t.Fatalf("order %s, %v; want abcdef", letters(picks), err)
	}
	for i, want := range []map[string]float64{
		{"": 1},
		{"": 0.714117, "gamma": 0.1, "inherited": 0.25, "beta": 0.8, "anchor": 0.707107, "context": 1, "depth": 3},
		{"": 0.115, "inherited": 0.25, "anchor": 0, "context": 0.5, "depth": 3},
		{"": 0.0125, "inherited": 0.125, "anchor": 0, "context": 0, "depth": 2},
		{"": 0.00625, "inherited": 0.0625, "depth": 1},
		{"": 0.003125, "inherited": 0.03125, "depth": 0},
	} {
		expectParts(t, picks[i], want)
	}
}

// A link found again keeps the better score and the greater depth, whichever comes first. Worked by hand:
//
// Page a: orb, web, car: sim = 2/√6 = 0.816497; p inherits 0.408248. Page p has sim 0: x inherits 0.204124, score 0.020412,
// depth 2. Page q: orb and twelve other terms: sim = 1/√26 = 0.196116; x stands too far from orb for its context: it
// inherits 0.098058, score 0.009806, depth 3.
func TestSharkMerges(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb web [car](http://p.example/)",
		"http://p.example/": "car [car](http://x.example/)",
		"http://q.example/": "orb b c d e f g h i j k l [car](http://x.example/)",
	})
	for _, qFirst := range []bool{true, false} {
		c := start(t, "shark-search", 100, 1, nil)
		c.Seed(links("aq"))
		seeds := c.Next(2, anyHost)
		visit(t, c, web, seeds[0])
		p := c.Next(1, anyHost)[0]
		if qFirst {
			visit(t, c, web, seeds[1])
			visit(t, c, web, p)
		} else {
			visit(t, c, web, p)
			visit(t, c, web, seeds[1])
		}
		x := c.Next(1, anyHost)[0]
		expectParts(t, x, map[string]float64{"": 0.020412, "inherited": 0.204124, "anchor": 0, "context": 0, "depth": 3})
		if x.Parent != "http://p.example/" {
			t.Errorf("q first: %v: x is from %s; want p, whose score it has", qFirst, x.Parent)
		}
	}
}

// Shark_N: with N = 2 the batches are {a}, {b c}, {d} and so on; b and c come in either order.
func TestSharkBatches(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		seen[crawled(t, start(t, "shark-search", 100, seed, map[string]string{"n": "2"}), bestFirstWeb, "a")[:3]] = true
	}
	if !seen["abc"] || !seen["acb"] || len(seen) != 2 {
		t.Errorf("orders %v; want abc and acb", seen)
	}
}
