package engine

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// prose is so many words that are not the same for two seeds.
func prose(seed, words int) []string {
	list := make([]string, words)
	for i := range list {
		list[i] = fmt.Sprintf("w%d", fold(uint64(seed*1_000_003+i))%5000)
	}
	return list
}

func TestFingerprints(t *testing.T) {
	one := prose(1, 300)
	changed := slices.Clone(one)
	changed[150] = "other"
	print := fingerprintOf(&page.Page{Words: text.WordsOf(one)})
	if other := fingerprintOf(&page.Page{Words: text.WordsOf(changed)}); !print.isLike(&other) {
		t.Error("one word of 300 makes another page")
	}
	if other := fingerprintOf(&page.Page{Words: text.WordsOf(prose(2, 300))}); print.isLike(&other) || bits.OnesCount64(print.simhash^other.simhash) <= 2*twinDistance {
		t.Error("another text is taken for the same")
	}
	if got := fingerprintOf(&page.Page{Words: text.WordsOf(one[:twinWords-1])}); got.simhash != 0 {
		t.Errorf("a page too short has the fingerprint %v", got)
	}
	long, longer := prose(5, 2000), prose(5, 2300)
	a, b, c := fingerprintOf(&page.Page{Words: text.WordsOf(long)}), fingerprintOf(&page.Page{Words: text.WordsOf(long[:1900])}), fingerprintOf(&page.Page{Words: text.WordsOf(longer)})
	if !a.isLike(&b) || a.isLike(&c) {
		t.Error("of a page that begins in the same way one a twentieth shorter is the same, and one an eighth longer is not")
	}
	dated := append([]string{"2024", "5", "17"}, one...)
	if other := fingerprintOf(&page.Page{Words: text.WordsOf(dated)}); !other.isLike(&print) || other.simhash != print.simhash {
		t.Error("a date makes another page")
	}
}

// The hash of a word is the same whichever way it is reached: sessions of earlier versions are replayed with it.
func TestHash(t *testing.T) {
	word := strings.Repeat("é-wxyzαβ", 4)
	for n := range len(word) {
		words := text.WordsOf([]string{word[:n]})
		if start, length := words.Start(0); length <= len(start) && hashOfShort(start, length) != hash(word[:n]) {
			t.Errorf("%q: %x, want %x", word[:n], hashOfShort(start, length), hash(word[:n]))
		}
	}
	if got, want := hash("abcdefghi"), uint64(0x49f397582d8bc4cd); got != want {
		t.Errorf("hash of nine letters: %#x, want %#x", got, want)
	}
}

// A site's pages share a menu of 300 words and have texts of their own of 60: none of 2,000 is taken for another, whether
// the menu is made of links or not.
func TestPagesWithOneMenuAreNotTwins(t *testing.T) {
	menu := prose(1, 300)
	for _, links := range [][]page.Link{nil, {{Start: 0, End: len(menu)}}} {
		tw := newTwins()
		for i := range 2000 {
			p := &page.Page{Words: text.WordsOf(append(slices.Clone(menu), prose(i+2, 60)...)), Links: links}
			if twin := tw.add(uint64(i+1), "a.org", fmt.Sprintf("http://a.org/%d", i), fingerprintOf(p)); twin != 0 {
				t.Errorf("%d links: page %d is taken for page %d", len(links), i+1, twin)
			}
		}
	}
}

// Reference: the bits counted one by one.
func TestMajority(t *testing.T) {
	for n := range 50 {
		var counts tallies
		var each [64]int
		for i := range n {
			x := fold(uint64(n*100 + i))
			counts.add(x)
			for bit := range each {
				each[bit] += int(x >> bit & 1)
			}
		}
		want := uint64(0)
		for bit, count := range each {
			if 2*count > n {
				want |= 1 << bit
			}
		}
		if got := counts.majority(); got != want {
			t.Errorf("%d numbers: %x, want %x", n, got, want)
		}
	}
}

// Simhashes that differ in up to six bits are found, wherever the bits are.
func TestTwinsAreFound(t *testing.T) {
	const print = 0x0123456789abcdef
	for _, c := range []struct {
		other uint64
		want  uint64
	}{
		{print, 7},
		{print ^ 1, 7},
		{print ^ 1<<63 ^ 1<<40 ^ 1<<30 ^ 1<<20 ^ 1<<10 ^ 1, 7},
		{print ^ 1<<63 ^ 1<<50 ^ 1<<40 ^ 1<<30 ^ 1<<20 ^ 1<<10 ^ 1, 0},
		{print ^ 0x3f, 7},
		{print ^ 0x7f, 0},
		{0, 0},
	} {
		tw := newTwins()
		tw.add(7, "a.org", "http://a.org/", fingerprint{simhash: print})
		if got := tw.add(8, "a.org", "http://a.org/x", fingerprint{simhash: c.other}); got != c.want {
			t.Errorf("%x: twin of %d, want %d", c.other, got, c.want)
		}
	}
}

func TestPatterns(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.org/":                                  "a.org",
		"http://a.org/2024/05/17/title-of-it":            "a.org/0/0/0/title-of-it",
		"http://a.org/calendar?month=5&year=2024":        "a.org/calendar?month?year",
		"http://a.org/shop;jsessionid=12AB/x":            "a.org/shop/jsessionid/x",
		"http://a.org/s(ab12cd34ef)/item12":              "a.org/0/item0",
		"http://a.org/p1a2?c3=d":                         "a.org/p0a0?c0",
		"http://a.org/3f2504e0-4f89-41d3-9a0c/view?a&b=": "a.org/0/view?a?b",
	} {
		if got := pattern("a.org", url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// daily is a site with 40 days of the same text, and one article among them.
func daily() *web {
	w := &web{pages: map[string]string{}}
	var links []string
	for i := range 40 {
		day := fmt.Sprintf("/day?d=%d", i)
		links = append(links, day)
		w.pages["http://a.test"+day] = linked(fmt.Sprint(i)+" "+strings.Join(prose(1, 3000), " "), fmt.Sprintf("/month/%d", i))
		w.pages[fmt.Sprintf("http://a.test/month/%d", i)] = linked("month")
	}
	w.pages["http://a.test/article?d=1"] = linked(strings.Join(prose(3, 300), " "))
	w.pages["http://a.test/"] = linked("start", append(links, "/article?d=1")...)
	return w
}

// The first day is new, ten more are its twins, and the rest of the pattern is refused; other addresses are not. Only
// the first day's link is followed.
func TestTwinsAreATrap(t *testing.T) {
	tr := newTrial(t, daily(), sequential(), "http://a.test/")
	res := tr.run()
	if res.Pages != 1+1+twinsOfPattern+1+1 || res.Failures[string(fetch.KindTrap)] != 40-1-twinsOfPattern {
		t.Errorf("%d pages, %v", res.Pages, res.Failures)
	}
	if kinds := tr.kinds(); kinds["http://a.test/article?d=1"] != crawlers.KindOK || kinds["http://a.test/month/0"] != crawlers.KindOK || kinds["http://a.test/day?d=39"] != "trap" {
		t.Errorf("%v", kinds)
	}
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok && e.Pick.URL == "http://a.test/day?d=5" && (e.Twin != 2 || e.Links != 0) {
			t.Errorf("the sixth day is twin of %d, with %d links; want 2, 0", e.Twin, e.Links)
		}
	}
	s := sequential()
	s.FollowTwins = true
	if res := newTrial(t, daily(), s, "http://a.test/").run(); res.Pages != 82 || res.Failed != 0 {
		t.Errorf("with leave: %d pages, %v", res.Pages, res.Failures)
	}
}

// A crawl that was interrupted among twins goes on as if it had not been.
func TestTwinsAreRestored(t *testing.T) {
	whole := newTrial(t, daily(), sequential(), "http://a.test/")
	whole.run()
	for _, pages := range []int{1, 3, 9, 12} {
		s := sequential()
		s.Pages = pages
		tr := newTrial(t, daily(), s, "http://a.test/")
		tr.run()
		c := tr.crawl()
		if err := c.SetBudget(0, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := tr.history(), whole.history(); !slices.Equal(got, want) {
			t.Errorf("interrupted after %d pages: %d attempts, want %d", pages, len(got), len(want))
		}
	}
}

func BenchmarkFingerprint(b *testing.B) {
	p := &page.Page{Words: text.WordsOf(prose(1, 2000))}
	for b.Loop() {
		fingerprintOf(p)
	}
}

// One more page of a crawl of 4,000 that are all different.
func BenchmarkTwins(b *testing.B) {
	tw := newTwins()
	of := func(i int) fingerprint { return fingerprint{simhash: fold(uint64(i)), words: 300} }
	for i := range 4000 {
		tw.add(uint64(i+1), "a.org", "http://a.org/wiki/Mars.html", of(i))
	}
	i := 4000
	for b.Loop() {
		print := of(i)
		tw.find(&print)
		i++
	}
}
