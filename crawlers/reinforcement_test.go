package crawlers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// Q-values of two bins: links with the word good were worth 1, links with the word dull nothing. By Laplace (V = 2) Pr(good|0)
// = 2/3, Pr(good|1) = 1/3 and so on: a link with the word good is expected to be worth 2/3·1 + 1/3·0, one with dull 1/3, one
// with neither or both 1/2.
const goodValues = `{"format":"orbweaver q-values","version":1,"discount":0.5,"sums":[1,0],
	"counts":{"documents":[1,1],"terms":{"good":[1,0],"dull":[0,1]}}}`

// All words of such a small page are within the ten around every link. b comes before c, and c before d and e.
var wordyWeb = crawlertest.NewWeb(map[string]string{
	"http://a.example/": "[moth](http://c.example/)",
	"http://b.example/": "[good](http://d.example/)",
	"http://c.example/": "[dull](http://e.example/)",
	"http://d.example/": "", "http://e.example/": "",
})

func TestReinforcementExpectsQValues(t *testing.T) {
	c := startWith(t, "reinforcement", 100, goodValues, nil)
	c.Seed(links("ab"))
	for _, p := range c.Next(2, anyHost) {
		if p.Score != 1 || p.Parts != nil {
			t.Errorf("seed %+v; want score 1 without parts", p)
		}
		visit(t, c, wordyWeb, p)
	}
	picks := c.Next(2, anyHost)
	if letters(picks) != "dc" {
		t.Fatalf("%s; want d, whose link says good, before c, which was found first", letters(picks))
	}
	expectParts(t, picks[0], map[string]float64{"": 2. / 3, "hit": 2. / 3, "later or none": 0})
	expectParts(t, picks[1], map[string]float64{"": 0.5, "hit": 0.5, "later or none": 0})
	visit(t, c, wordyWeb, picks[1])
	expectParts(t, c.Next(1, anyHost)[0], map[string]float64{"": 1. / 3, "hit": 1. / 3})
}

// Without a model. Trails lead to hits two links on, roads to moths: of the twelve pages visited, x and y are the
// fifth that is most similar, and hits. So a link with the word silk is worth 1, one with trail 1/2, one with road
// nothing, and r, whose link says trail, goes before l, whose link says road and was found earlier, as soon as the page
// after, e, has brought what was learnt.
var trailWeb = crawlertest.NewWeb(map[string]string{
	"http://u.example/": "[trail](http://a.example/)", "http://v.example/": "[trail](http://b.example/)",
	"http://w.example/": "[road](http://c.example/)", "http://z.example/": "[road](http://d.example/)",
	"http://a.example/": "[silk](http://x.example/)", "http://b.example/": "[silk](http://y.example/)",
	"http://x.example/": "orb web", "http://y.example/": "orb web", "http://c.example/": "moth", "http://d.example/": "moth",
	"http://p.example/": "[road](http://l.example/)", "http://m.example/": "[trail](http://r.example/)", "http://e.example/": "moth",
})

func TestReinforcementLearnsFromItsOwnCrawl(t *testing.T) {
	c := start(t, "reinforcement", 100, 1, map[string]string{"every": "12"})
	c.Seed(links("uvwz"))
	for _, n := range []int{4, 4, 2} { // u v w z, a b c d, x y
		for _, p := range c.Next(n, anyHost) {
			visit(t, c, trailWeb, p)
		}
	}
	visit(t, c, trailWeb, crawlers.Pick{Link: crawlertest.Link(address('p'))})
	visit(t, c, trailWeb, crawlers.Pick{Link: crawlertest.Link(address('m'))}) // the twelfth page
	if got := letters(c.(crawlers.Inspector).Best(2)); got != "lr" {
		t.Errorf("the frontier is %s before anything was learnt; want l, which was found first, before r", got)
	}
	visit(t, c, trailWeb, crawlers.Pick{Link: crawlertest.Link(address('e'))})
	if got := letters(c.(crawlers.Inspector).Best(2)); got != "rl" {
		t.Errorf("the frontier is %s; want r, on a trail, before l, on a road", got)
	}
}

// The same with one page more, so full of links that what was seen so far is taken in before there is a lesson.
func TestReinforcementListensBetweenLessons(t *testing.T) {
	full := crawlertest.Page(address('k'), strings.Repeat("[]("+address('k')+") ", 17_000))
	c := start(t, "reinforcement", 100, 1, map[string]string{"every": "13"})
	c.Seed(links("uvwz"))
	for _, n := range []int{4, 4, 2} {
		for _, p := range c.Next(n, anyHost) {
			visit(t, c, trailWeb, p)
		}
	}
	visit(t, c, crawlertest.Web{full.URL: full}, crawlers.Pick{Link: crawlertest.Link(full.URL)})
	for _, page := range "pme" {
		visit(t, c, trailWeb, crawlers.Pick{Link: crawlertest.Link(address(page))})
	}
	if got := letters(c.(crawlers.Inspector).Best(2)); got != "rl" {
		t.Errorf("the frontier is %s; want r, on a trail, before l, on a road", got)
	}
}

// Marks with the Q-values above: a page that a dull link led to is marked good, which counts as ten; then dull links are
// worth more than good ones. Marked bad, or not at all, they are worth less again.
func TestReinforcementFollowsMarks(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "[dull](http://c.example/)",
		"http://b.example/": "[good](http://d.example/)",
		"http://e.example/": "[dull](http://f.example/)",
		"http://c.example/": "moth",
	})
	c := startWith(t, "reinforcement", 100, goodValues, nil)
	c.Seed(links("abe"))
	for _, p := range c.Next(3, anyHost) {
		visit(t, c, web, p)
	}
	d := c.Next(1, func(host string) bool { return host == "c.example" })[0]
	visit(t, c, web, d)
	best := func() string { return letters(c.(crawlers.Inspector).Best(2)) }
	if best() != "df" {
		t.Fatalf("before: %s; want df", best())
	}
	for _, step := range []struct {
		judgement crawlers.Judgement
		want      string
	}{{crawlers.Good, "fd"}, {crawlers.Bad, "df"}, {crawlers.Good, "fd"}, {crawlers.Unmarked, "df"}} {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web["http://c.example/"], Judgement: step.judgement})
		if best() != step.want {
			t.Errorf("marked %s: %s; want %s", step.judgement, best(), step.want)
		}
	}
}

// By similarity to "orb web" y, found on b, has 2/√6 = 0.816497, and x, found on a, 1/√22 = 0.213201. Nothing is known of
// links that lead to the seed b, so that there is nothing to learn when it is marked, and the order stays.
func TestReinforcementKeepsItsOrderWithoutExamples(t *testing.T) {
	web := web(map[rune]string{'a': "moth moth moth moth orb orb [x]", 'b': "orb web [y]"})
	c := start(t, "reinforcement", 100, 1, nil)
	c.Seed(links("ab"))
	for _, p := range c.Next(2, anyHost) {
		visit(t, c, web, p)
	}
	for _, j := range []crawlers.Judgement{crawlers.Unmarked, crawlers.Good, crawlers.Bad, crawlers.Unmarked} {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address('b')], Judgement: j})
		best := c.(crawlers.Inspector).Best(2)
		expectParts(t, best[0], map[string]float64{"": 2 / math.Sqrt(6), "similarity": 2 / math.Sqrt(6)})
		if letters(best) != "yx" {
			t.Errorf("b judged %s: %s; want yx", j, letters(best))
		}
	}
}

// Without keywords the only hits are those marked, and what they have taught goes with them. A link with the word silk led
// to b, and one with the word road to d. When b is good, y, on whose link silk stands, goes before x, which was found first.
func TestReinforcementForgetsLessonsWithTheirMarks(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "[silk](http://b.example/)", "http://b.example/": "[road](http://x.example/)",
		"http://c.example/": "[road](http://d.example/)", "http://d.example/": "[silk](http://y.example/)",
	})
	c := startOn(t, "reinforcement", noTopic, 100, "", nil)
	c.Seed(links("ac"))
	for range 2 {
		for _, p := range c.Next(2, anyHost) {
			visitOn(t, c, noTopic, web, p)
		}
	}
	for _, step := range []struct {
		judgement crawlers.Judgement
		want      string
	}{{crawlers.Unmarked, "xy"}, {crawlers.Good, "yx"}, {crawlers.Unmarked, "xy"}, {crawlers.Bad, "xy"}} {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address('b')], Judgement: step.judgement})
		if got := letters(c.(crawlers.Inspector).Best(2)); got != step.want {
			t.Errorf("b judged %s: %s; want %s", step.judgement, got, step.want)
		}
	}
}

// A crawl without keywords cannot tell a hit, and so does not take its pages for none: what links with the word good are
// worth by the Q-values that it was given, 2/3, they are worth after 60 pages.
func TestReinforcementDoesNotUnlearnWithoutKeywords(t *testing.T) {
	texts := map[string]string{}
	for i := range 100 {
		texts[fmt.Sprintf("http://p%d.example/", i)] = fmt.Sprintf("[good](http://p%d.example/)", i+1)
	}
	web := crawlertest.NewWeb(texts)
	c := startOn(t, "reinforcement", noTopic, 100, goodValues, map[string]string{"every": "10"})
	c.Seed(crawlertest.Links("http://p0.example/"))
	for range 60 {
		p := c.Next(1, anyHost)[0]
		if p.Parent != "" {
			expectParts(t, p, map[string]float64{"": 2. / 3})
		}
		visitOn(t, c, noTopic, web, p)
	}
}
