package crawlers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
	"orbweaver/crawlers/page"
)

// silkOrCars is a taxonomy whose categories have three words each, their names included.
const silkOrCars = `
Silk *
    | web orb
Cars
    | road wheel
`

// focused starts a focused crawler with a taxonomy; "" = the built-in one.
func focused(t *testing.T, model, keywords string, params map[string]string) crawlers.Crawler {
	t.Helper()
	f, err := crawlers.Lookup("focused")
	if err != nil {
		t.Fatal(err)
	}
	values, err := crawlers.ParseValues(f.Params, params)
	if err != nil {
		t.Fatal(err)
	}
	s := crawlers.Setup{Topic: crawlers.NewTopic(keywords), Params: values, MaxBuffer: 100, Rand: rand.New(rand.NewPCG(1, 0))}
	if model != "" {
		s.Model = []byte(model)
	}
	c, err := f.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Worked by hand. |V| = 6 and s = 0.01, so a term has 1.01/3.06 in its own category, 0.01/3.06 in the other, and 1/6 in
// none. Page a, "orb web": Silk (1.01/3.06)², Cars (0.01/3.06)², none 1/36, so R(a) = 0.797 and Silk is its best leaf.
// Page b, "road web": Silk and Cars both 1.01·0.01/3.06², none 1/36 again, so R(b) = 0.036 and it belongs to none. Both
// foci follow the links of a; those of b are followed by soft focus alone.
func TestSoftAndHardFocus(t *testing.T) {
	pages := web(map[rune]string{'a': "orb web [b]", 'b': "road web [c]", 'c': ""}) // the anchors are no known words
	own, other := 1.01/3.06, 0.01/3.06
	ra := own * own / (own*own + other*other + 1./36)
	rb := own * other / (2*own*other + 1./36)
	for focus, want := range map[string][]float64{"soft": {1, ra, rb}, "hard": {1, ra}} {
		c := focused(t, silkOrCars, "", map[string]string{"focus": focus})
		picks, err := crawlertest.Crawl(c, pages, crawlers.NewTopic(""), links("a"), 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		for _, p := range picks {
			got = append(got, p.Score)
			if p.Parent != "" && !slices.Equal(p.Parts, []crawlers.Part{{Name: "relevance", Value: p.Score}}) {
				t.Errorf("%s: parts %v of score %v", focus, p.Parts, p.Score)
			}
		}
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%s focus: scores %v; want %v", focus, got, want)
		}
		said := c.(crawlers.Selective).LeftOut()
		if hard := focus == "hard"; hard != strings.Contains(said, "not on it: 1 of 2 pages read") || !hard && said != "" {
			t.Errorf("%s focus has left out %q", focus, said)
		}
	}
}

// picked crawls a Web and returns the letters of the pages in order.
func picked(t *testing.T, c crawlers.Crawler, pages crawlertest.Web, seeds string, n int) string {
	t.Helper()
	picks, err := crawlertest.Crawl(c, pages, crawlers.NewTopic(""), links(seeds), n)
	if err != nil {
		t.Fatal(err)
	}
	return letters(picks)
}

// Without a taxonomy the keywords become a category beside the built-in ones: pages that hold them lead.
func TestKeywordsAreACategory(t *testing.T) {
	pages := web(map[rune]string{
		'a': "[b] [c] [d]", 'b': "train locomot station [e]", 'c': "orb weaver web [f]", 'd': "cook flour butter [g]", 'e': "", 'f': "", 'g': "",
	})
	if got := picked(t, focused(t, "", "orb weaver", nil), pages, "a", 9); got != "abcfdeg" && got != "abcfdge" {
		t.Errorf("order %s; want f, found with the keywords, as soon as it is known", got)
	}
}

// The keywords are looked for in the languages that pages come in.
func TestKeywordsInTheLanguageOfPages(t *testing.T) {
	c := focused(t, "", "Universitäten", nil)
	c.Seed(links("a"))
	p := crawlertest.Page(address('a'), "[b](http://b.example/)")
	p.Lang = "de"
	a := c.Next(1, anyHost)[0]
	if err := c.Visited(crawlers.Visit{Pick: a, Page: p}); err != nil {
		t.Fatal(err)
	}
	german := crawlertest.Page(address('b'), "universitat [c](http://c.example/)") // as it is stemmed in German
	german.Lang = "de"
	if err := c.Visited(crawlers.Visit{Pick: c.Next(1, anyHost)[0], Page: german}); err != nil {
		t.Fatal(err)
	}
	if best := c.(crawlers.Inspector).Best(1)[0]; best.Score < 0.9 {
		t.Errorf("the link of the German page has %v; want almost 1", best.Score)
	}
}

// Without keywords the seeds' pages are the examples.
func TestSeedsAreExamples(t *testing.T) {
	pages := web(map[rune]string{'a': "moth silk cocoon [b] [c]", 'b': "train station [d]", 'c': "silk cocoon [e]", 'd': "", 'e': ""})
	if got := picked(t, focused(t, "", "", nil), pages, "a", 9); got != "abced" {
		t.Errorf("order %s; want abced: c is like the seed, b is not", got)
	}
}

// visitAll visits the seeds, and then the pages of all their links.
func visitAll(t *testing.T, c crawlers.Crawler, pages crawlertest.Web, seeds string) {
	t.Helper()
	c.Seed(links(seeds))
	for range 2 {
		for _, p := range c.Next(9, anyHost) {
			visit(t, c, pages, p)
		}
	}
}

// A mark changes the scores of waiting links at once, and taking it back restores them to the bit.
func TestMarksRescoreTheFrontier(t *testing.T) {
	pages := web(map[rune]string{
		'a': "[b] [c]", 'b': "moth cocoon orb [d]", 'c': "orb lorry diesel [e]", 'd': "", 'e': "",
	})
	c := focused(t, "", "orb", nil)
	visitAll(t, c, pages, "a")
	scores := func() map[string]float64 {
		all := map[string]float64{}
		for _, p := range c.(crawlers.Inspector).Best(9) {
			all[p.URL[7:8]] = p.Score
		}
		return all
	}
	mark := func(letter rune, j crawlers.Judgement) {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: pages[address(letter)], Judgement: j})
	}
	before := scores()
	mark('b', crawlers.Good)
	if s := scores(); s["d"] != 1 {
		t.Errorf("after b was marked good its link has %v; want 1", s["d"])
	}
	mark('b', crawlers.Bad)
	mark('c', crawlers.Bad)
	if s := scores(); s["d"] != 0 || s["e"] != 0 {
		t.Errorf("after b and c were marked bad their links have %v; want 0", s)
	}
	mark('c', crawlers.Unmarked)
	mark('b', crawlers.Unmarked)
	if s := scores(); s["d"] != before["d"] || s["e"] != before["e"] {
		t.Errorf("after all marks were taken back: %v; before: %v", s, before)
	}
}

// A good page teaches what others are good: the link of a page like it rises.
func TestMarksTeach(t *testing.T) {
	pages := web(map[rune]string{'a': "[b] [c]", 'b': "moth cocoon [d]", 'c': "cocoon [e]", 'd': "", 'e': ""})
	c := focused(t, "", "orb", nil)
	visitAll(t, c, pages, "a")
	link := func() float64 {
		best := c.(crawlers.Inspector).Best(9)
		return best[slices.IndexFunc(best, func(p crawlers.Pick) bool { return p.URL == address('e') })].Score
	}
	before := link()
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: pages[address('b')], Judgement: crawlers.Good})
	if after := link(); after <= before {
		t.Errorf("the link of a page like the good one has %v; before %v", after, before)
	}
}

// With hard focus, the links that were left of a page are followed when it is marked good, and those that wait are left
// when theirs is marked bad.
func TestMarksOpenAndCloseHardFocus(t *testing.T) {
	pages := web(map[rune]string{'a': "orb web [b] [c]", 'b': "road wheel [d]", 'c': "", 'd': ""})
	c := focused(t, silkOrCars, "", map[string]string{"focus": "hard"})
	c.Seed(links("a"))
	for range 2 {
		visit(t, c, pages, c.Next(1, anyHost)[0])
	}
	waiting := func() string { return letters(c.(crawlers.Inspector).Best(9)) }
	if got := waiting(); got != "c" {
		t.Fatalf("%q wait; want c", got)
	}
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: pages[address('b')], Judgement: crawlers.Good})
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: pages[address('a')], Judgement: crawlers.Bad})
	picks := c.(crawlers.Inspector).Best(9)
	if got := letters(picks); got != "d" || picks[0].Depth != 2 || picks[0].Parent != address('b') {
		t.Errorf("%+v wait; want d, two links from the seed", picks)
	}
}

// A model that can not be used says why; one that can may be of any of the three forms.
func TestTaxonomyFiles(t *testing.T) {
	f, err := crawlers.Lookup("focused")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		silkOrCars: "",
		`{"taxonomy": 1, "categories": [{"name": "A", "examples": [{"text": "orb"}]}]}`:         "",
		`<DL><DT><H3>Silk</H3><DL><DT><A HREF="https://silk.example/">Silk moths</A></DL></DL>`: "",
		"Empty": `"Empty" is empty`,
		"{":     "line 1",
	} {
		err := f.Model.Check([]byte(file))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v; want %q", file, err, want)
		}
	}
}

// frontierOf is what waits, best first, as "b 0.25".
func frontierOf(c crawlers.Crawler) string {
	var all []string
	for _, p := range c.(crawlers.Inspector).Best(99) {
		all = append(all, fmt.Sprintf("%s %.9f", letters([]crawlers.Pick{p}), p.Score))
	}
	return strings.Join(all, ", ")
}

func judge(c crawlers.Crawler, p *page.Page, j crawlers.Judgement) {
	c.(crawlers.Feedback).Mark(crawlers.Mark{Page: p, Judgement: j})
}

// Without keywords the seeds are what the topic is known by. A judgement of a seed is a judgement: taken back, the seed is
// an example as before, and so it is when there was none to take back.
func TestMarksOfSeedsLeaveThemExamples(t *testing.T) {
	pages := web(map[rune]string{'a': "moth silk cocoon [b] [c]", 'b': "moth silk [d]", 'c': "silk cocoon [e]", 'd': "", 'e': ""})
	for _, focus := range []string{"soft", "hard"} {
		c := focused(t, "", "", map[string]string{"focus": focus})
		visitAll(t, c, pages, "a")
		a, before := pages[address('a')], frontierOf(c)
		for _, judgements := range [][]crawlers.Judgement{
			{crawlers.Unmarked}, {crawlers.Good, crawlers.Unmarked}, {crawlers.Bad, crawlers.Unmarked}, {crawlers.Good, crawlers.Bad, crawlers.Good, crawlers.Unmarked},
		} {
			for _, j := range judgements {
				judge(c, a, j)
			}
			if after := frontierOf(c); after != before {
				t.Errorf("%s focus: after the marks %v: %s; before: %s", focus, judgements, after, before)
			}
		}
		judge(c, a, crawlers.Good)
		if after := frontierOf(c); after != before {
			t.Errorf("%s focus: after the only seed was marked good: %s; before: %s", focus, after, before)
		}
		judge(c, a, crawlers.Bad)
		if after := frontierOf(c); after == before {
			t.Errorf("%s focus: after the only seed was marked bad still %s", focus, after)
		}
	}
}

// With hard focus links that are left wait for the next judgement: when a mark is taken back they are followed again, with
// the scores of before, and so are links that another good page has as well.
func TestHardFocusComesBackToLinks(t *testing.T) {
	pages := web(map[rune]string{'a': "orb web [x] [y]", 'b': "silk [x]", 'c': "road wheel [z]", 'x': "", 'y': "", 'z': ""})
	for _, every := range []string{"100", "0"} {
		c := focused(t, silkOrCars, "", map[string]string{"focus": "hard", "every": every})
		waiting := func() string { return letters(c.(crawlers.Inspector).Best(9)) }
		c.Seed(links("abc"))
		for _, p := range c.Next(3, anyHost) {
			visit(t, c, pages, p)
		}
		unjudged := frontierOf(c)
		judge(c, pages[address('a')], crawlers.Bad)
		judge(c, pages[address('a')], crawlers.Unmarked)
		if after := frontierOf(c); after != unjudged || unjudged == "" {
			t.Errorf("after a was marked bad and that was taken back: %s; before: %s", after, unjudged)
		}
		judge(c, pages[address('a')], crawlers.Good)
		judge(c, pages[address('b')], crawlers.Good)
		before := frontierOf(c)
		if before != "x 1.000000000, y 1.000000000" {
			t.Fatalf("%s wait; want x and y", before)
		}
		judge(c, pages[address('a')], crawlers.Bad)
		if best := c.(crawlers.Inspector).Best(9); letters(best) != "x" || best[0].Parent != address('b') {
			t.Errorf("after a was marked bad %+v wait; want x, found on b", best)
		}
		judge(c, pages[address('b')], crawlers.Bad)
		if got := waiting(); got != "" || c.(crawlers.Inspector).FrontierSize() != 0 || len(c.Next(9, anyHost)) > 0 {
			t.Errorf("after a and b were marked bad %q wait", got)
		}
		judge(c, pages[address('b')], crawlers.Good)
		judge(c, pages[address('a')], crawlers.Good)
		if after := frontierOf(c); after != before {
			t.Errorf("after they were marked good again: %s; before: %s", after, before)
		}
		judge(c, pages[address('c')], crawlers.Good)
		if got := waiting(); !strings.Contains(got, "z") {
			t.Errorf("after c was marked good %s wait; want z among them", got)
		}
		judge(c, pages[address('c')], crawlers.Unmarked)
		if after := frontierOf(c); after != before {
			t.Errorf("after that mark was taken back: %s; before: %s", after, before)
		}
	}
}
