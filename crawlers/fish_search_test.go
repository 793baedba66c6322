package crawlers_test

import (
	"strings"
	"testing"

	"orbweaver/crawlers"
)

// Pages with a keyword are relevant: a, c, g.
var fishWeb = web(map[rune]string{'a': "orb [b] [c]", 'b': "[d]", 'c': "orb [e]", 'd': "[f]", 'e': "[g]", 'f': "orb", 'g': "web [h]", 'h': ""})

func TestFishOrder(t *testing.T) {
	for _, c := range []struct{ depth, cut, want string }{
		// d = 2. a is relevant: b and c have score 1, depth 2. b is not: d has score 0, depth 1. c is: e goes before d. e is
		// not: g, depth 1, comes after d. d has depth 1: its link f would have 0 and is dropped. g is relevant: h.
		{"2", "0", "abcedgh"},
		{"3", "0", "abcedghf"}, // g waits behind d with depth 2; d's link f has depth 1 and goes behind g, h before it
		{"1", "0", "abce"},     // what is not relevant has no links followed
		// sim(a) = 1/√6 = 0.408 and sim(c) = 1/√4 = 0.5 are under the cut: nothing is relevant; c's link would have depth 0.
		{"2", "0.6", "abc"},
		{"2", "0.5", "abcegh"}, // c just is: e has depth 2 and leads to g, which has 0.5 as well
	} {
		fish := start(t, "fish-search", 100, 1, map[string]string{"depth": c.depth, "cut": c.cut})
		got := crawled(t, fish, fishWeb, "a")
		if said := fish.(crawlers.Selective).LeftOut(); (said == "") != (c.depth == "3") || c.want == "abcedgh" && !strings.HasSuffix(said, "(depth): 1 ended so") {
			t.Errorf("depth %s, cut %s: %q was left out", c.depth, c.cut, said) // with 3, all pages are read; with 2, d's link is not followed
		}
		if got != c.want {
			t.Errorf("depth %s, cut %s: order %s; want %s", c.depth, c.cut, got, c.want)
		}
	}
}

func TestFishExplainsItsScores(t *testing.T) {
	c := start(t, "fish-search", 100, 1, nil)
	c.Seed(links("a"))
	visit(t, c, fishWeb, c.Next(1, anyHost)[0])
	b := c.Next(1, anyHost)[0]
	expectParts(t, b, map[string]float64{"": 1, "relevant": 1, "depth": 3})
	visit(t, c, fishWeb, b)
	c.Next(1, anyHost)
	expectParts(t, c.Next(1, anyHost)[0], map[string]float64{"": 0, "relevant": 0, "depth": 2})
}
