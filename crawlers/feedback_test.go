package crawlers_test

import (
	"fmt"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// Two seeds, each with one keyword and one link. The tests mark c.
var markedWeb = crawlertest.NewWeb(map[string]string{
	"http://a.example/": "orb [silk](http://b.example/)",
	"http://c.example/": "web [moth](http://d.example/)",
	"http://d.example/": "moth moth [fly](http://e.example/)",
})

// afterBoth has visited both seeds: b and d wait, alike in all things but that b came first.
func afterBoth(t *testing.T, family string, params map[string]string) crawlers.Crawler {
	t.Helper()
	c := start(t, family, 100, 1, params)
	c.Seed(links("ac"))
	for _, p := range c.Next(2, anyHost) {
		visit(t, c, markedWeb, p)
	}
	return c
}

func mark(c crawlers.Crawler, letter rune, j crawlers.Judgement) {
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: markedWeb[address(letter)], Judgement: j})
}

// The profiles, worked by hand with Rocchio's α = 1, β = 0.75, γ = 0.15 for the keywords "orb web", 0.707107 each at length
// 1, and the page c = web, moth, 0.707107 each as well.
//
// c good: orb 0.707107, web 0.707107+0.530330 = 1.237437, moth 0.530330; Σw² = 2.3125. a has 0.707107/√(2.3125·2) =
// 0.328798, c 1.767767/2.150581 = 0.821995. The middle between c and 0, above which a page is relevant, is 0.410998.
//
// c bad: orb 0.707107, web 0.707107−0.106066 = 0.601041, moth dropped; Σw² = 0.86125. a has 0.707107/√(0.86125·2) =
// 0.538772, c 0.457957.
//
// Nothing marked: 1/√(2·2) = 0.5 each.
//
// Shark, c good: a is not relevant, so b inherits nothing; its anchor has no weight, its context is the page a: score
// 0.9·0.2·0.328798 = 0.059184. d inherits 0.5·0.821995 = 0.410998; its anchor has 0.530330/√2.3125 = 0.348743: score
// 0.041100 + 0.9·(0.8·0.348743+0.2) = 0.472195. c bad: b 0.1·0.269386 + 0.9·0.2·0.538772 = 0.123918, d, whose anchor has no
// weight and whose page hands down half of what it inherited itself, nothing, 0.9·0.2·0.457957 = 0.082432. Nothing marked: 0.1·0.25 + 0.9·0.2·0.5 = 0.115.
//
// InfoSpiders, without learning: the keyword of each stands one word before its link: net = σ(0.5·0.5) = 0.562177, half of
// which is 0.281088; to it comes half of the similarity.
//
// Fish: a is not relevant when c is good; c is not when it is judged bad.
var markTable = []struct {
	family string
	params map[string]string
	scores map[crawlers.Judgement][2]float64 // of b and d
}{
	{"best-first", map[string]string{"n": "1"}, map[crawlers.Judgement][2]float64{
		crawlers.Good: {0.328798, 0.821995}, crawlers.Bad: {0.538772, 0.457957}, crawlers.Unmarked: {0.5, 0.5},
	}},
	{"best-first", nil, map[crawlers.Judgement][2]float64{
		crawlers.Good: {0.328798, 0.821995}, crawlers.Bad: {0.538772, 0.457957}, crawlers.Unmarked: {0.5, 0.5},
	}},
	{"shark-search", nil, map[crawlers.Judgement][2]float64{
		crawlers.Good: {0.059184, 0.472195}, crawlers.Bad: {0.123918, 0.082432}, crawlers.Unmarked: {0.115, 0.115},
	}},
	{"fish-search", nil, map[crawlers.Judgement][2]float64{
		crawlers.Good: {0, 1}, crawlers.Bad: {1, 0}, crawlers.Unmarked: {1, 1},
	}},
	{"infospiders", map[string]string{"spider-a-seed": "off", "learning": "off"}, map[crawlers.Judgement][2]float64{
		crawlers.Good: {0.445487, 0.692086}, crawlers.Bad: {0.550474, 0.510067}, crawlers.Unmarked: {0.531088, 0.531088},
	}},
	{"breadth-first", nil, map[crawlers.Judgement][2]float64{crawlers.Good: {}, crawlers.Bad: {}, crawlers.Unmarked: {}}},
}

func TestMarksBringTheFrontierUpToDate(t *testing.T) {
	for _, c := range markTable {
		t.Run(fmt.Sprint(c.family, c.params), func(t *testing.T) {
			crawler := afterBoth(t, c.family, c.params)
			for _, j := range []crawlers.Judgement{crawlers.Good, crawlers.Bad, crawlers.Unmarked, crawlers.Good} {
				mark(crawler, 'c', j)
				best := crawler.(crawlers.Inspector).Best(9)
				if len(best) != 2 {
					t.Fatalf("%d links wait; want b and d", len(best))
				}
				for _, p := range best {
					want := c.scores[j][0]
					if p.URL == address('d') {
						want = c.scores[j][1]
					}
					expectParts(t, p, map[string]float64{"": want})
				}
				if t.Failed() {
					t.Fatalf("after judging c %s", j)
				}
			}
		})
	}
}

// Fish and Shark give up on a way that stays off the topic, and go on when the page where they did is judged good. With d =
// 1 Fish has no depth left for the links of a; Shark has 0 for b, whose links are not followed.
func TestGoodPageIsFollowedAfterAll(t *testing.T) {
	web := web(map[rune]string{'a': "moth [b]", 'b': "moth [c]", 'c': ""})
	for family, last := range map[string]rune{"fish-search": 'a', "shark-search": 'b'} {
		c := start(t, family, 100, 1, map[string]string{"depth": "1"})
		crawled(t, c, web, "a")
		for _, j := range []crawlers.Judgement{crawlers.Bad, crawlers.Unmarked, crawlers.Good} {
			if left := c.(crawlers.Inspector).FrontierSize(); left != 0 {
				t.Fatalf("%s, before %s is judged %s: %d links wait", family, string(last), j, left)
			}
			c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address(last)], Judgement: j})
		}
		picks := c.Next(2, anyHost)
		if letters(picks) != string(last+1) || picks[0].Depth != int(last-'a')+1 {
			t.Fatalf("%s: %+v; want the link of %s", family, picks, string(last))
		}
		expectParts(t, picks[0], map[string]float64{"depth": 1})
	}
}

// A page judged good is never off the topic, also when another is so much nearer to the good ones that it lies under the
// middle: Fish follows its links first, and what Shark's inherit is half its similarity.
func TestGoodPageIsRelevantBesideABetterOne(t *testing.T) {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/": "orb orb orb orb orb orb web web web web web web",
		"http://b.example/": "b c d e f g h i j k l m n o p q r s t u v w [car](http://x.example/)",
	})
	for _, family := range []string{"fish-search", "shark-search"} {
		c := start(t, family, 100, 1, nil)
		c.Seed(links("ab"))
		for _, p := range c.Next(2, anyHost) {
			visit(t, c, web, p)
		}
		for _, letter := range "ba" {
			c.(crawlers.Feedback).Mark(crawlers.Mark{Page: web[address(letter)], Judgement: crawlers.Good})
			x := parts(c.(crawlers.Inspector).Best(1)[0])
			if family == "fish-search" && x["relevant"] != 1 || family == "shark-search" && x["inherited"] == 0 {
				t.Errorf("%s, %s judged good: %v", family, string(letter), x)
			}
		}
	}
}

// A page that was asked for before a mark and answers after it is compared with the profile of now, with or without an
// analysis of then: d = moth moth fly has 2·0.530330/√(2.3125·5) = 0.311925, and so has its link e.
func TestAnalysisOfBeforeAMark(t *testing.T) {
	for _, before := range []crawlers.Judgement{crawlers.Unmarked, crawlers.Bad} {
		c := afterBoth(t, "best-first", map[string]string{"n": "1"})
		c.Next(1, anyHost)
		v := crawlers.Visit{Pick: c.Next(1, anyHost)[0], Page: markedWeb[address('d')]}
		mark(c, 'c', before)
		v.Analysis = c.(crawlers.Analyser).Analyse(v.Pick)(v.Page)
		mark(c, 'c', crawlers.Good)
		if err := c.Visited(v); err != nil {
			t.Fatal(err)
		}
		expectParts(t, c.Next(1, anyHost)[0], map[string]float64{"": 0.311925})
	}
}

// A batch was chosen by the old scores: what of it has not been given competes again. Here the batch is {b d}, one of which
// is under way when c is judged; of e, which has come since, and the other the better goes first, though they were no batch.
func TestMarkBreaksUpTheBatch(t *testing.T) {
	c := start(t, "best-first", 3, 1, map[string]string{"n": "2"})
	c.Seed(links("ac"))
	for _, p := range c.Next(2, anyHost) {
		visit(t, c, markedWeb, p)
	}
	given := c.Next(1, anyHost)[0]
	mark(c, 'c', crawlers.Good)
	if got := c.(crawlers.Inspector).FrontierSize(); got != 1 {
		t.Fatalf("%d links wait; want the other of the batch", got)
	}
	if picks := c.Next(1, anyHost); len(picks) > 0 {
		t.Errorf("%s was given before %s had ended", letters(picks), given.URL)
	}
	c.Failed(given, errGone)
	if picks := c.Next(1, anyHost); len(picks) != 1 || picks[0].URL == given.URL {
		t.Errorf("given: %+v", picks)
	}
}

// InfoSpiders: a child looks for what its parent does, marks included; and the mark changes the page a spider sits on.
func TestMarksOfTheWholePopulation(t *testing.T) {
	c := start(t, "infospiders", 100, 1, map[string]string{"spider-a-seed": "off", "theta": "0"})
	c.Seed(links("ac"))
	for _, p := range c.Next(2, anyHost) {
		visit(t, c, markedWeb, p)
	}
	mark(c, 'c', crawlers.Good)
	before := c.(crawlers.Population).Spiders()
	if len(before) < 2 {
		t.Fatalf("population %+v; want a birth a page", before)
	}
	d := crawlers.Pick{Link: crawlertest.Link(address('d')), Spider: 1} // of spider 1, whose only keywords are the topic's
	visit(t, c, markedWeb, d)
	if after := c.(crawlers.Population).Spiders(); after[0].Energy != 0 || len(after) != len(before)+1 {
		t.Errorf("population %+v after a page of a marked word alone; want it to feed spider 1 to a birth", after)
	}
}
