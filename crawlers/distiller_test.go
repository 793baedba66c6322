package crawlers_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// Page a links to b and c, which are visited, and to y and z, which wait. After three pages a is the only hub, so its
// first waiting link gets 1 + 1 on top of R(a); there is a place for one link of a hub, as 3/4 is less than one.
// On a single host there are no hubs.
func TestDistillerPutsLinksOfHubsFirst(t *testing.T) {
	for hosts, address := range map[string]string{"hosts of their own": "http://%s.example/", "one host": "http://one.example/%s"} {
		at := func(name string) string { return fmt.Sprintf(address, name) }
		link := func(name string) string { return " [" + name + "](" + at(name) + ")" }
		pages := crawlertest.NewWeb(map[string]string{
			at("a"): "orb web" + link("b") + link("c") + link("y") + link("z"), at("b"): "orb web", at("c"): "orb road", at("y"): "", at("z"): "",
		})
		c := focused(t, silkOrCars, "", map[string]string{"every": "3"})
		picks, err := crawlertest.Crawl(c, pages, crawlers.NewTopic(""), crawlertest.Links(at("a")), 4)
		if err != nil {
			t.Fatal(err)
		}
		y := picks[3]
		if y.URL != at("y") || y.Depth != 1 || y.Parent != at("a") {
			t.Fatalf("%s: fourth pick %+v; want y, found on a", hosts, y)
		}
		if hosts == "one host" {
			if len(y.Parts) != 1 {
				t.Errorf("%s: parts %v; want no hub", hosts, y.Parts)
			}
			continue
		}
		if len(y.Parts) != 2 || y.Parts[1] != (crawlers.Part{Name: "hub", Value: 2}) || math.Abs(y.Score-y.Parts[0].Value-2) > 1e-12 {
			t.Errorf("%s: score %v of parts %v; want relevance + hub = relevance + 2", hosts, y.Score, y.Parts)
		}
		if z := c.(crawlers.Inspector).Best(1)[0]; z.URL != at("z") || len(z.Parts) != 1 {
			t.Errorf("%s: the next is %+v; want z, for which no place was left", hosts, z)
		}
	}
}

// With hard focus the links of a hub are followed, though the hub h is not on the topic: it links to the good pages a and b.
// After three more pages k is the better one, and has the only place for the link of a hub. Then h's link x is left, unless
// another page has it that stands good.
func TestHardFocusLeavesLinksOfFormerHubs(t *testing.T) {
	for c, want := range map[string]string{"orb web": "", "orb web [x]": "c"} {
		pages := web(map[rune]string{
			'h': "road wheel [a] [b] [x]", 'a': "orb web [c] [d] [k]", 'b': "orb web", 'c': c, 'd': "orb web", 'k': "orb web [a] [b] [c] [d] [z]", 'x': "", 'z': "",
		})
		crawler := focused(t, silkOrCars, "", map[string]string{"focus": "hard", "every": "3"})
		crawler.Seed(links("hab"))
		for range 2 {
			for _, p := range crawler.Next(3, func(host string) bool { return host != "x.example" }) {
				visit(t, crawler, pages, p)
			}
			best := crawler.(crawlers.Inspector).Best(1)[0]
			if best.Parent == address('h') != (best.URL == address('x')) || len(best.Parts) != 2 {
				t.Fatalf("the best is %+v; want the link of a hub, x or z", best)
			}
		}
		waits := func(p crawlers.Pick) bool { return p.URL == address('x') }
		best := crawler.(crawlers.Inspector).Best(9)
		switch i := slices.IndexFunc(best, waits); {
		case want == "" && i >= 0:
			t.Errorf("%+v waits", best[i])
		case want != "" && (i < 0 || best[i].Parent != address('c') || len(best[i].Parts) != 1):
			t.Errorf("%+v wait; want x as a link of c, of no hub", best)
		}
	}
}

// A mark of a hub's page takes the first places from its links, and taking it back returns them.
func TestMarksOfHubs(t *testing.T) {
	pages := web(map[rune]string{'a': "orb web [b] [c] [y]", 'b': "orb web [y]", 'c': "orb road", 'y': ""})
	for _, focus := range []string{"soft", "hard"} {
		c := focused(t, silkOrCars, "", map[string]string{"focus": focus, "every": "3"})
		c.Seed(links("abc"))
		for _, p := range c.Next(3, anyHost) {
			visit(t, c, pages, p)
		}
		before := frontierOf(c)
		if before != "y 2.796766383" {
			t.Fatalf("%s wait; want y with 2 more than R(a)", before)
		}
		judge(c, pages[address('a')], crawlers.Bad)
		if after := frontierOf(c); after == before {
			t.Errorf("%s focus: after a was marked bad still %s", focus, after)
		}
		judge(c, pages[address('a')], crawlers.Unmarked)
		if after := frontierOf(c); after != before {
			t.Errorf("%s focus: after the mark was taken back: %s; before: %s", focus, after, before)
		}
	}
}

// BenchmarkDistil is the distiller's periodic step at a full frontier, the pages on 50 hosts: what a page costs when it is
// the one after which hubs are looked for. BenchmarkDecide gives the median page, which is none of these.
func BenchmarkDistil(b *testing.B) {
	f, err := crawlers.Lookup("focused")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{2048, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			t := newTreadmill(f, size)
			t.start(b)
			var took time.Duration
			for b.Loop() {
				slowest := time.Duration(0)
				for range 100 { // one of them is
					deciding, _ := t.visit(b)
					slowest = max(slowest, deciding)
				}
				took += slowest
			}
			b.ReportMetric(float64(took.Microseconds())/float64(b.N), "µs/step")
			b.ReportMetric(0, "ns/op")
		})
	}
}
