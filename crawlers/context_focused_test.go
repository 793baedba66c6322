package crawlers_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// startWith starts a crawler that is given a model.
func startWith(t *testing.T, family string, maxBuffer int, model string, params map[string]string) crawlers.Crawler {
	t.Helper()
	return startOn(t, family, topic, maxBuffer, model, params)
}

// startOn starts a crawler for a topic, without a model where that is empty.
func startOn(t *testing.T, family string, topic crawlers.Topic, maxBuffer int, model string, params map[string]string) crawlers.Crawler {
	t.Helper()
	f, err := crawlers.Lookup(family)
	if err != nil {
		t.Fatal(err)
	}
	values, err := crawlers.ParseValues(f.Params, params)
	if err != nil {
		t.Fatal(err)
	}
	setup := crawlers.Setup{Topic: topic, Params: values, MaxBuffer: maxBuffer, Rand: rand.New(rand.NewPCG(1, 0))}
	if model != "" {
		setup.Model = []byte(model)
		if err := f.Model.Check(setup.Model); err != nil {
			t.Fatal(err)
		}
	}
	c, err := f.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A context graph of one layer: layer 0 has orb twice and web once, layer 1 hub twice and web once. By Laplace (V = 3)
// Pr(orb|0) = 3/6 and Pr(orb|1) = 1/6, so that a page of the one word orb is of layer 0 with 3/4; hub the other way round.
const orbGraph = `{"format":"orbweaver context graph","version":1,"layers":1,"examples":["http://x.example/"],
	"counts":{"documents":[1,1,0],"terms":{"orb":[2,0,0],"web":[1,1,0],"hub":[0,2,0]}}}`

// The pages by layer and probability, worked by hand; the anchors are not in the vocabulary. a is of layer 1 with 3/4: its
// links have 3/4−1 = −1/4; b has no word that is known: other, 0−2; c is of layer 0 with 3/4; d is as likely of both: of
// layer 0 with 1/2, or, below a threshold of 0.6, of no layer: 1/2−2.
var layeredWeb = web(map[rune]string{'a': "hub [b] [c] [d]", 'b': "moth [e]", 'c': "orb [f] [h]", 'd': "orb hub [g]", 'e': "", 'f': "", 'g': "", 'h': ""})

func TestContextFocusedTakesTheNearestLayerFirst(t *testing.T) {
	for _, c := range []struct {
		maxBuffer int
		threshold string
		want      string
	}{
		{100, "0.4", "abcfhdge"},
		{100, "0.6", "abcfhdge"}, // g has −1.5, which is still before e
		{100, "0.8", "abcdfhge"}, // all pages are of no layer: the links of a and c have 3/4−2, that of d 1/2−2, that of b 0−2
		{2, "0.4", "abcfh"},      // a: no room for d. b: e comes in. c: f takes the free place, and h that of e, the worst of the last queue
	} {
		got := crawled(t, startWith(t, "context-focused", c.maxBuffer, orbGraph, map[string]string{"threshold": c.threshold}), layeredWeb, "a")
		if got != c.want {
			t.Errorf("MAX_BUFFER %d, threshold %s: order %s; want %s", c.maxBuffer, c.threshold, got, c.want)
		}
	}
}

func TestContextFocusedExplainsItsScores(t *testing.T) {
	c := startWith(t, "context-focused", 100, orbGraph, nil)
	c.Seed(links("a"))
	a := c.Next(1, anyHost)[0]
	if a.Score != 1 || a.Parts != nil {
		t.Errorf("seed %+v; want score 1 without parts", a)
	}
	visit(t, c, layeredWeb, a)
	expectParts(t, c.Next(1, anyHost)[0], map[string]float64{"": -0.25, "probability": 0.75, "layer": 1})
}

// With the graph above b is found on a page of layer 1, d on one of layer 0. A mark counts as ten pages: a marked good
// gives layer 0 twenty hubs, marked bad it gives them to no layer. The frontier follows at once, and taking the mark back
// undoes all of it.
func TestContextFocusedFollowsMarks(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "hub hub [x](http://b.example/)",
		"http://c.example/": "orb [x](http://d.example/)",
	})
	c := startWith(t, "context-focused", 100, orbGraph, nil)
	c.Seed(links("ac"))
	for _, p := range c.Next(2, anyHost) {
		visit(t, c, web, p)
	}
	best := func() string { return letters(c.(crawlers.Inspector).Best(2)) }
	mark := func(letter rune, j crawlers.Judgement) {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address(letter)], Judgement: j})
	}
	if best() != "db" {
		t.Fatalf("before: %s; want db", best())
	}
	before := c.(crawlers.Inspector).Best(2)
	mark('a', crawlers.Good) // hub is now a word of layer 0, more than of layer 1
	if p := c.(crawlers.Inspector).Best(2); best() != "bd" || p[0].Parts[1].Value != 0 {
		t.Errorf("hubs are good: %+v; want b first, of layer 0", p)
	}
	mark('a', crawlers.Bad) // and now a word of no layer
	if p := c.(crawlers.Inspector).Best(2); best() != "db" || p[1].Parts[1].Value != 2 {
		t.Errorf("hubs are bad: %+v; want b last, of no layer", p)
	}
	mark('a', crawlers.Unmarked)
	if got := fmt.Sprint(c.(crawlers.Inspector).Best(2)); got != fmt.Sprint(before) {
		t.Errorf("the mark taken back: %s; want %v", got, before)
	}
}

// Without a model. Seven seeds: two portals that lead to hits (x and y), three other pages, a portal, and a page without
// links. When ten pages were visited, x and y, the fifth that is most similar, are layer 0, the portals u and v that link
// to them layer 1, and p, whose words are a portal's, is taken for one of those. The page after, t, brings that with it:
// then the link of p goes before that of n, which was found earlier and is as unlike the topic.
var portalWeb = web(map[rune]string{
	'u': "portal list [x]", 'v': "portal list [y]", 'w': "noise [s]", 'z': "noise [t]", 'n': "noise [k]", 'p': "portal list [q]",
	'x': "orb web", 'y': "orb web", 's': "noise", 't': "noise", 'k': "noise", 'q': "web", 'o': "noise",
})

func TestContextFocusedLearnsFromItsOwnCrawl(t *testing.T) {
	if got := crawled(t, start(t, "best-first", 100, 1, map[string]string{"n": "1"}), portalWeb, "uvwznpo"); got != "uvwznpoxystkq" {
		t.Errorf("best-first: %s", got)
	}
	if got := crawled(t, start(t, "context-focused", 100, 1, map[string]string{"every": "10"}), portalWeb, "uvwznpo"); got != "uvwznpoxystqk" {
		t.Errorf("order %s; want q before k", got)
	}
}

// A mark makes the crawl learn at once: u's page is what to look for, so the link of the page like it goes first.
func TestContextFocusedLearnsFromAMark(t *testing.T) {
	c := start(t, "context-focused", 100, 1, nil)
	c.Seed(links("uvwznp"))
	for _, p := range c.Next(6, anyHost) {
		visit(t, c, portalWeb, p)
	}
	x := c.Next(1, anyHost)[0]
	visit(t, c, portalWeb, x)
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: portalWeb[x.URL], Judgement: crawlers.Good})
	got := letters(c.(crawlers.Inspector).Best(5))
	if got != "yqstk" {
		t.Errorf("the frontier is %s; want the links of portals first", got)
	}
}

// Without keywords only pages marked good are examples. When x is, the portal u that links to it is of layer 1, and so are
// those like it; when it is no longer, nothing is known, as before.
func TestContextFocusedTakesMarksBack(t *testing.T) {
	c := startOn(t, "context-focused", noTopic, 100, "", nil)
	c.Seed(links("uvwznp"))
	for range 7 { // and x
		visitOn(t, c, noTopic, portalWeb, c.Next(1, anyHost)[0])
	}
	for _, step := range []struct {
		judgement crawlers.Judgement
		want      string
	}{{crawlers.Unmarked, "ystkq"}, {crawlers.Good, "yqstk"}, {crawlers.Bad, "ystkq"}, {crawlers.Good, "yqstk"}, {crawlers.Unmarked, "ystkq"}} {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: portalWeb[address('x')], Judgement: step.judgement})
		best := c.(crawlers.Inspector).Best(5)
		if got := letters(best); got != step.want {
			t.Errorf("x judged %s: %s; want %s", step.judgement, got, step.want)
		}
		if _, learnt := parts(best[0])["layer"]; learnt != (step.judgement == crawlers.Good) {
			t.Errorf("x judged %s: %+v", step.judgement, best[0])
		}
	}
}

// A good page that no page is known to link to, the seed v, is an example all the same: its own link comes first, then those
// of the other portals, which share words with it, then those of noise.
func TestContextFocusedLearnsFromASeed(t *testing.T) {
	c := startOn(t, "context-focused", noTopic, 100, "", nil)
	c.Seed(links("uvwznp"))
	for _, p := range c.Next(6, anyHost) {
		visitOn(t, c, noTopic, portalWeb, p)
	}
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: portalWeb[address('v')], Judgement: crawlers.Good})
	if got := letters(c.(crawlers.Inspector).Best(6)); got != "yxqstk" {
		t.Errorf("%s; want y, then the links of portals, then those of noise", got)
	}
}
