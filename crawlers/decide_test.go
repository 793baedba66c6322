package crawlers_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
	"orbweaver/crawlers/page"
)

// BenchmarkDecide is what one page costs the deciding goroutine: one pick, and the visit of a page of 1,500 words with 26
// links (wikispeedia's means), at a full frontier. Parsing such a page costs some 300 µs; deciding is to stay within 5 %
// of it at MAX_BUFFER 2,048 and 10 % at 100,000.
func BenchmarkDecide(b *testing.B) {
	for _, f := range crawlers.Families() {
		for _, size := range []int{2048, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", f.Name, size), func(b *testing.B) { benchmarkDecide(b, f, size) })
		}
	}
}

func benchmarkDecide(b *testing.B, f crawlers.Family, size int) {
	random := rand.New(rand.NewPCG(1, 1))
	hosts := make([]string, 50)
	for i := range hosts {
		hosts[i] = fmt.Sprintf("host%d.example", i)
	}
	link := func(i int) page.Link {
		host := hosts[i%len(hosts)]
		return page.Link{URL: "http://" + host + "/wiki/Article_number_" + strconv.Itoa(i) + ".html", Host: host}
	}
	universe := 30_000 + 2*size
	pages := make([]*page.Page, 64)
	for i := range pages {
		pages[i] = randomPage(random)
	}
	ready := func(string) bool { return true }
	topic := crawlers.NewTopic("orb web spider silk")
	var c crawlers.Crawler
	visited := 0
	visit := func() {
		picks := c.Next(1, ready)
		if len(picks) == 0 {
			b.Fatal("nothing left")
		}
		p := pages[visited%len(pages)]
		p.URL = picks[0].URL
		for i := range p.Links { // costs some 3 µs, which are measured as well
			to := link(random.IntN(universe))
			p.Links[i].URL, p.Links[i].Host = to.URL, to.Host
		}
		if err := c.Visited(crawlers.Visit{Pick: picks[0], Page: p, Score: random.Float64()}); err != nil {
			b.Fatal(err)
		}
		visited++
	}
	b.ReportAllocs()
	for b.Loop() {
		if c == nil || visited == 10_000 { // a fresh crawler with a full frontier
			b.StopTimer()
			c, visited = crawlertest.New(f, topic, size, 1, nil), 0
			c.Seed([]page.Link{link(0), link(1), link(2), link(3)})
			for range 500 + size/20 {
				visit()
			}
			b.StartTimer()
		}
		visit()
	}
}

// randomPage has 1,500 words, of which one in a hundred is a keyword, and 26 links.
func randomPage(random *rand.Rand) *page.Page {
	var words strings.Builder
	for i := range 1500 {
		word := fmt.Sprintf("word%d", random.IntN(600))
		if random.IntN(100) == 0 {
			word = []string{"orb", "web", "spider", "silk"}[random.IntN(4)]
		}
		if i%58 == 0 {
			word = fmt.Sprintf("[%s](http://host.example/)", word)
		}
		words.WriteString(word + " ")
	}
	return crawlertest.Page("", words.String())
}
