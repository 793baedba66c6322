package crawlers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// The similarities of the pages to "orb web", by [MPS04] eq. 4: a has the terms orb, b, c, d once each: 1/√(2·4) = 0.354;
// b has orb, web, e: 2/√(2·3) = 0.816; all others 0. A link's score is that of the page on which it stands.
var bestFirstWeb = web(map[rune]string{'a': "orb [b] [c] [d]", 'b': "orb web [e]", 'c': "[f]", 'd': "[g]", 'e': "", 'f': "", 'g': ""})

// N = 1, worked by hand with [MPS04] Fig. 6. After a the frontier is b c d (0.354 each: first in, first out); after b
// it is e (0.816), c, d; after c the link f comes last with 0, and after d so does g.
func TestNaiveBestFirstOrder(t *testing.T) {
	for _, c := range []struct {
		maxBuffer int
		want      string
	}{
		{100, "abecdfg"},
		{2, "abecf"}, // a: d is dropped, the youngest of three equals. c: room for f
		{1, "abe"},   // a: only b has room. b: e. e has no links
	} {
		if got := crawled(t, start(t, "best-first", c.maxBuffer, 1, map[string]string{"n": "1"}), bestFirstWeb, "a"); got != c.want {
			t.Errorf("MAX_BUFFER %d: order %s; want %s", c.maxBuffer, got, c.want)
		}
	}
}

// N = 2, worked by hand with [MPS04] Fig. 16: the batches are {a}, {b c} (d, as good, came later), {e d} (f has 0),
// {f g}. Each may come in either order, and over several seeds of the generator does.
func TestBatchOrder(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(40) {
		order := crawled(t, start(t, "best-first", 100, seed, map[string]string{"n": "2"}), bestFirstWeb, "a")
		seen[order[1:]] = true
		for i, batch := range []string{"a", "bc", "de", "fg"} {
			got := []byte(order[max(0, 2*i-1) : 2*i+1])
			slices.Sort(got)
			if string(got) != batch {
				t.Fatalf("order %s: batch %d is %s; want %s", order, i+1, got, batch)
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("40 seeds gave %d of the 8 orders", len(seen))
	}
}

// A batch ends when all its picks have ended; its members whose hosts are busy wait in it. Only when nothing else of it is
// left do the links of other hosts take the free places.
func TestBatchWaitsForItsMembers(t *testing.T) {
	c := start(t, "best-first", 100, 1, map[string]string{"n": "2"})
	c.Seed(links("ab"))
	only := func(hosts string) func(string) bool {
		return func(host string) bool { return strings.Contains(hosts, host[:1]) }
	}
	expect := func(step string, n int, ready, want string) []crawlers.Pick {
		t.Helper()
		picks := c.Next(n, only(ready))
		if got := letters(picks); got != want {
			t.Fatalf("%s: %q; want %q", step, got, want)
		}
		return picks
	}
	a := expect("b is busy", 4, "acd", "a")[0]
	expect("a has not ended", 4, "acd", "")
	visit(t, c, bestFirstWeb, a)
	third := expect("b is still busy: the place of a is c's, the first of its links", 4, "acd", "c")[0]
	expect("the batch of two is full", 4, "acd", "")
	b := expect("b is ready", 4, "abcd", "b")[0]
	c.Failed(third, errGone)
	expect("b has not ended", 4, "abcd", "")
	c.Failed(b, errGone)
	expect("all have ended: the next batch", 4, "abcd", "d")
}

// A batch full of links of one slow host does not make the links of others wait, however many workers ask.
func TestSlowHostDoesNotHoldABatch(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb [w](http://slow.example/1) [x](http://slow.example/2) [y](http://b.example/) [z](http://c.example/)",
	})
	c := start(t, "best-first", 100, 1, map[string]string{"n": "2"})
	c.Seed(links("a"))
	visit(t, c, web, c.Next(1, anyHost)[0])
	fast := func(host string) bool { return host != "slow.example" }
	b := c.Next(1, fast)
	if got := letters(append(b, c.Next(4, fast)...)); got != "bc" {
		t.Fatalf("while slow.example is not ready: %q; want bc", got)
	}
	if got := letters(c.Next(4, anyHost)); got != "ss" {
		t.Errorf("when it is: %q; want the batch of two", got)
	}
	c.Failed(b[0], errGone)
	if got := c.(crawlers.Inspector).FrontierSize(); got != 0 {
		t.Errorf("%d links are left", got)
	}
}

// With N = 1 several workers need not wait for each other: Next gives the best links of the moment.
func TestNaiveBestFirstSideBySide(t *testing.T) {
	c := start(t, "best-first", 100, 1, map[string]string{"n": "1"})
	c.Seed(links("a"))
	visit(t, c, bestFirstWeb, c.Next(4, anyHost)[0])
	two := c.Next(2, anyHost)
	if letters(two) != "bc" {
		t.Fatalf("Next(2) = %q; want bc", letters(two))
	}
	visit(t, c, bestFirstWeb, two[0])
	if got := letters(c.Next(4, anyHost)); got != "ed" {
		t.Errorf("while c is under way: %q; want ed", got)
	}
}

func TestBestFirstExplainsItsScores(t *testing.T) {
	c := start(t, "best-first", 100, 1, nil)
	c.Seed(links("a"))
	a := c.Next(1, anyHost)[0]
	if a.Score != 1 || a.Parts != nil || a.Depth != 0 {
		t.Errorf("seed %+v; want score 1 without parts", a)
	}
	visit(t, c, bestFirstWeb, a)
	b := c.Next(1, anyHost)[0]
	if len(b.Parts) != 1 || b.Parts[0].Name != "similarity" || math.Abs(b.Score-1/math.Sqrt(8)) > 1e-12 || b.Score != b.Parts[0].Value {
		t.Errorf("pick %+v; want score 1/√8 = similarity", b)
	}
	if b.Depth != 1 || b.Parent != address('a') {
		t.Errorf("pick %+v; want depth 1, parent a", b)
	}
}
