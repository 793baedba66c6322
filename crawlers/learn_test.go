package crawlers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
	"orbweaver/crawlers/page"
)

// The engine takes the links of a page that is another's twin away once the page was analysed. Then nothing may be learnt
// from them: the crawl goes on as if the page had never had any.
func TestTwinsTeachNothingOfTheirLinks(t *testing.T) {
	for _, f := range crawlers.Families() {
		t.Run(f.Name, func(t *testing.T) {
			before, after := crawlOfTwins(t, f, true), crawlOfTwins(t, f, false)
			if len(before) < 300 || !slices.Equal(before, after) {
				t.Errorf("%d picks where links were taken away before the analysis are not those %d where they were after it", len(before), len(after))
			}
		})
	}
}

// crawlOfTwins are the URLs picked from a web in which every second page is a twin.
func crawlOfTwins(t *testing.T, f crawlers.Family, early bool) (picked []string) {
	random := rand.New(rand.NewPCG(3, 3))
	var pages []*page.Page
	for range 16 {
		pages = append(pages, randomPage(random))
	}
	link := func(i int) page.Link { return crawlertest.Link(fmt.Sprintf("http://h%d.example/%d", i%7, i)) }
	var params map[string]string
	for _, p := range f.Params {
		if p.Name == "every" {
			params = map[string]string{"every": "20"}
		}
	}
	c := crawlertest.New(f, crawlers.NewTopic("orb web spider silk"), 500, 1, params)
	c.Seed([]page.Link{link(0), link(1)})
	for len(picked) < 400 {
		picks := c.Next(1, anyHost)
		if len(picks) == 0 {
			return picked
		}
		picked = append(picked, picks[0].URL)
		p := *pages[len(picked)%len(pages)]
		p.URL, p.Links = picks[0].URL, slices.Clone(p.Links)
		for i := range p.Links {
			to := link(random.IntN(2000))
			p.Links[i].URL, p.Links[i].Host = to.URL, to.Host
		}
		twin := len(picked)%2 == 0
		if twin && early {
			p.Links = nil
		}
		v := crawlers.Visit{Pick: picks[0], Page: &p, Score: random.Float64()}
		if a, ok := c.(crawlers.Analyser); ok {
			v.Analysis = a.Analyse(picks[0])(&p)
		}
		if twin {
			p.Links = nil
		}
		if err := c.Visited(v); err != nil {
			t.Fatal(err)
		}
	}
	return picked
}

// BenchmarkLearn is what the families that learn from their own crawl need for the step in which they do so: the time of
// the slowest visit of each period, of which the median is given.
func BenchmarkLearn(b *testing.B) {
	for _, name := range []string{"context-focused", "reinforcement"} {
		f, err := crawlers.Lookup(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			t := newTreadmill(f, 2048)
			t.start(b)
			var steps []time.Duration
			for b.Loop() {
				slowest := time.Duration(0)
				for range t.period {
					deciding, _ := t.visit(b)
					slowest = max(slowest, deciding)
				}
				steps = append(steps, slowest)
			}
			slices.Sort(steps)
			b.ReportMetric(median(steps), "ns/op")
		})
	}
}
