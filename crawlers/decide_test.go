package crawlers_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// BenchmarkDecide is what one page costs the deciding goroutine (ns/op): one pick, and the visit of a page, at a full frontier.
// Each is a page of wikispeedia that has just been parsed, as it is met once in a crawl; only that its links lead anywhere, as
// otherwise no frontier would be full. Beside it stand
//
//	analyse-ns/op   what the family's Analyser costs a worker, in the mean
//	periodic-ns/op  what is done every so many pages, spread over them, in families with the parameter "every": how much
//	                more a page costs in the mean of 500 pages, or as many as a hundredth of the frontier, if these are
//	                more, where each is the median of those that are as far into such a period
//	mean-, p99- and worst-ns/op  of all pages, whatever the machine did meanwhile
//	parse-ns/op     what it costs a worker to parse such a page
//	%-of-parse      deciding as a share of that: at most 5 at MAX_BUFFER 2,048 and 10 at 100,000
//	mean-%-of-parse what all deciding took, as a share of what all parsing took: whatever was done, and the machine did meanwhile
//
// The periodic step is part of %-of-parse, but for PageRank's reckoning and the distiller's search for hubs. All times are
// medians, which tell of the work itself whatever else the machine does meanwhile, but where they are called otherwise.
// What a family does now and then, and not every so many pages, is not part of %-of-parse, but mean-%-of-parse has it all.
func BenchmarkDecide(b *testing.B) {
	for _, f := range crawlers.Families() {
		for _, size := range []int{2048, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", f.Name, size), func(b *testing.B) {
				parse, t := newParsing(b), newTreadmill(f, size)
				t.start(b)
				b.ReportAllocs()
				for b.Loop() {
					t.step(b, parse.next(b))
				}
				deciding, parsing := median(t.deciding), median(parse.took)
				periodic := max(0, mean(phases(t.deciding, t.period))-deciding)
				b.ReportMetric(deciding, "ns/op")
				b.ReportMetric(mean(t.analysing), "analyse-ns/op")
				b.ReportMetric(periodic, "periodic-ns/op")
				b.ReportMetric(mean(t.deciding), "mean-ns/op")
				b.ReportMetric(quantile(t.deciding, 0.99), "p99-ns/op")
				b.ReportMetric(quantile(t.deciding, 1), "worst-ns/op")
				b.ReportMetric(parsing, "parse-ns/op")
				if f.Name == "pagerank" || f.Name == "focused" {
					periodic = 0
				}
				b.ReportMetric(100*(deciding+periodic)/parsing, "%-of-parse")
				b.ReportMetric(100*mean(t.deciding)/mean(parse.took), "mean-%-of-parse")
			})
		}
	}
}

// parsing is what deciding is compared with.
type parsing struct {
	parser *page.Parser
	files  []string
	took   []time.Duration
}

// newParsing parses pages of wikispeedia. Without the corpora there is nothing to compare with: a page made up for this took
// three times as long.
func newParsing(b *testing.B) *parsing {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../shared/corpora"
	}
	files, err := filepath.Glob(filepath.Join(dir, "wikispeedia/wiki/*.html"))
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		b.Skipf("no pages of wikispeedia to compare with in %s", dir)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	return &parsing{parser: page.NewParser(page.Options{Rules: weburl.DefaultRules()}), files: files}
}

// next parses the next page, and keeps the time of that alone. Where there is no further one it begins anew.
func (p *parsing) next(b *testing.B) *page.Page {
	body, err := os.ReadFile(p.files[len(p.took)%len(p.files)])
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	next, err := p.parser.Parse("http://127.0.0.1:8080/wiki/Mars.html", body)
	p.took = append(p.took, time.Since(start))
	if err != nil {
		b.Fatal(err)
	}
	return next
}

// BenchmarkMark is what a judgement of one of the pages visited last costs: a profile learnt, and a full frontier scored
// anew. Bandit and reinforcement learn from pages that they remember, the others from any.
func BenchmarkMark(b *testing.B) {
	for _, f := range crawlers.Families() {
		for _, size := range []int{2048, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", f.Name, size), func(b *testing.B) {
				t := newTreadmill(f, size)
				t.start(b)
				i := 0
				for b.Loop() {
					t.crawler.(crawlers.Feedback).Mark(crawlers.Mark{Page: t.latest[i%2], Judgement: []crawlers.Judgement{crawlers.Good, crawlers.Bad}[i/2%2]})
					i++
				}
			})
		}
	}
}

// treadmill lets a crawler run on pages made beforehand whose links lead anywhere, as long as one likes.
type treadmill struct {
	family  crawlers.Family
	size    int // MAX_BUFFER
	random  *rand.Rand
	hosts   []string
	pages   []*page.Page
	latest  [2]*page.Page // visited
	crawler crawlers.Crawler
	visited int
	period  int // pages in which every periodic step is done once; 1 in families without

	deciding, analysing []time.Duration // a step each
}

func newTreadmill(f crawlers.Family, size int) *treadmill {
	t := &treadmill{family: f, size: size, random: rand.New(rand.NewPCG(1, 1)), period: 1}
	for _, p := range f.Params {
		if p.Name == "every" {
			t.period = max(500, size/100)
		}
	}
	for i := range 50 {
		t.hosts = append(t.hosts, fmt.Sprintf("host%d.example", i))
	}
	for range 64 {
		t.pages = append(t.pages, randomPage(t.random))
	}
	return t
}

func (t *treadmill) link(i int) page.Link {
	host := t.hosts[i%len(t.hosts)]
	return page.Link{URL: "http://" + host + "/wiki/Article_number_" + strconv.Itoa(i) + ".html", Host: host}
}

// start makes a fresh crawler with a full frontier.
func (t *treadmill) start(b *testing.B) {
	t.crawler, t.visited = crawlertest.New(t.family, crawlers.NewTopic("orb web spider silk"), t.size, 1, nil), 0
	t.crawler.Seed([]page.Link{t.link(0), t.link(1), t.link(2), t.link(3)})
	before := 500 + t.size/20
	if t.period > 1 {
		before += 5000 // until families that remember pages remember as many as ever: only then are all periods alike
	}
	for range before {
		t.visit(b)
	}
}

// step visits one page more, and keeps the time of that alone.
func (t *treadmill) step(b *testing.B, p *page.Page) {
	if t.visited == 20_000 {
		b.StopTimer()
		t.start(b)
		b.StartTimer()
	}
	deciding, analysing := t.visitPage(b, p)
	t.deciding, t.analysing = append(t.deciding, deciding), append(t.analysing, analysing)
}

// visit visits one of the pages made beforehand.
func (t *treadmill) visit(b *testing.B) (deciding, analysing time.Duration) {
	return t.visitPage(b, t.pages[t.visited%len(t.pages)])
}

// visitPage visits a page in the place of the next pick's. Its links are to lead anywhere.
func (t *treadmill) visitPage(b *testing.B, like *page.Page) (deciding, analysing time.Duration) {
	start := time.Now()
	picks := t.crawler.Next(1, anyHost)
	deciding = time.Since(start)
	if len(picks) == 0 {
		b.Fatal("nothing left")
	}
	p := *like // a page of its own: its crawler may keep its parts
	p.URL, p.Links = picks[0].URL, slices.Clone(p.Links)
	for i := range p.Links {
		to := t.link(t.random.IntN(30_000 + 2*t.size))
		p.Links[i].URL, p.Links[i].Host = to.URL, to.Host
	}
	v := crawlers.Visit{Pick: picks[0], Page: &p, Score: t.random.Float64()}
	if a, ok := t.crawler.(crawlers.Analyser); ok {
		start = time.Now()
		v.Analysis = a.Analyse(picks[0])(&p)
		analysing = time.Since(start)
	}
	start = time.Now()
	if err := t.crawler.Visited(v); err != nil {
		b.Fatal(err)
	}
	t.latest[t.visited%2] = &p
	t.visited++
	return deciding + time.Since(start), analysing
}

// phases are the medians of the first times of all periods, of the second, and so on: what is done once a period shows in
// one of them, and what else the machine did meanwhile in none.
func phases(took []time.Duration, period int) (all []time.Duration) {
	for phase := range min(period, len(took)) {
		var alike []time.Duration
		for i := phase; i < len(took); i += period {
			alike = append(alike, took[i])
		}
		all = append(all, time.Duration(median(alike)))
	}
	return all
}

// median is in nanoseconds, as are mean and quantile.
func median(took []time.Duration) float64 { return quantile(took, 0.5) }

func mean(took []time.Duration) float64 {
	sum := time.Duration(0)
	for _, t := range took {
		sum += t
	}
	return float64(sum.Nanoseconds()) / float64(max(1, len(took)))
}

// quantile is what that share of the times does not exceed.
func quantile(took []time.Duration, share float64) float64 {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return float64(sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Nanoseconds())
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
