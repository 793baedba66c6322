package crawlers_test

import (
	"fmt"
	"math"
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
