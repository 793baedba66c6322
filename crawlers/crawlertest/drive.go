package crawlertest

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"pgregory.net/rapid"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// drive crawls with one crawler, checks whatever it answers, and keeps the calls for replay.
type drive struct {
	*rapid.T
	crawler  crawlers.Crawler
	topic    crawlers.Topic
	web      Web
	bound    int
	inFlight []crawlers.Pick
	closed   map[string]bool // URLs that must not be given any more
	visited  []*page.Page
	analyses map[string]analysis // by URL of the pick, as they were when it was given
	calls    []func(c crawlers.Crawler) []crawlers.Pick
	answers  [][]crawlers.Pick
}

// analysis is what an Analyser gave; nil where a crawler is none.
type analysis func(*page.Page) any

// call makes a call and keeps it.
func (d *drive) call(f func(c crawlers.Crawler) []crawlers.Pick) []crawlers.Pick {
	picks := f(d.crawler)
	d.calls = append(d.calls, f)
	d.answers = append(d.answers, slices.Clone(picks))
	d.checkFaces()
	return picks
}

func (d *drive) address() string {
	return fmt.Sprintf("http://%d.example/%d", rapid.IntRange(0, 3).Draw(d.T, "host"), rapid.IntRange(0, 29).Draw(d.T, "page"))
}

// seed starts with up to five URLs, of which some may be dead and some the same.
func (d *drive) seed() {
	var known []string
	for address := range d.web {
		known = append(known, address)
	}
	slices.Sort(known)
	var seeds []page.Link
	for range rapid.IntRange(0, 5).Draw(d.T, "seeds") {
		if len(known) > 0 && rapid.Bool().Draw(d.T, "alive") {
			seeds = append(seeds, Link(rapid.SampledFrom(known).Draw(d.T, "seed")))
		} else {
			seeds = append(seeds, Link(d.address()))
		}
	}
	d.call(func(c crawlers.Crawler) []crawlers.Pick { c.Seed(seeds); return nil })
}

// step does one of the things that may happen to a crawler.
func (d *drive) step() {
	switch rapid.IntRange(0, 10).Draw(d.T, "step") {
	case 0:
		d.stranger()
	case 9:
		d.judgeForAMoment()
	case 10:
		d.judge()
	case 1, 2, 3, 4:
		busy := rapid.SliceOfN(rapid.Bool(), 4, 4).Draw(d.T, "busy")
		d.ask(rapid.IntRange(1, 4).Draw(d.T, "n"), func(host string) bool { return !busy[host[0]-'0'] })
	default:
		if len(d.inFlight) > 0 {
			d.end(rapid.IntRange(0, len(d.inFlight)-1).Draw(d.T, "which"), rapid.IntRange(0, 9).Draw(d.T, "luck") > 0)
		}
	}
}

// ask calls Next. What it gives must be new, of ready hosts, no more than asked for, and missing from the frontier
// afterwards, which must have lost nothing else.
func (d *drive) ask(n int, ready func(string) bool) int {
	before := d.waiting()
	picks := d.call(func(c crawlers.Crawler) []crawlers.Pick {
		picks := c.Next(n, ready)
		for _, p := range picks {
			d.analyses[p.URL] = analysisOf(c, p)
		}
		return picks
	})
	if len(picks) > n {
		d.Fatalf("Next(%d) gave %d picks", n, len(picks))
	}
	given := func(url string) bool {
		return slices.ContainsFunc(picks, func(p crawlers.Pick) bool { return p.URL == url })
	}
	if want, after := slices.DeleteFunc(slices.Clone(before), given), d.waiting(); !slices.Equal(after, want) {
		d.Fatalf("Next gave %+v and made of the frontier %v this: %v", picks, before, after)
	}
	for _, p := range picks {
		switch {
		case d.closed[p.URL]:
			d.Fatalf("%s was given or fetched before", p.URL)
		case p.Host != Link(p.URL).Host || !ready(p.Host):
			d.Fatalf("%s of host %q was given; ready: %v", p.URL, p.Host, ready(p.Host))
		case !isFinite(p) || (p.Parent == "") != (p.Depth == 0) || p.Parent != "" && len(p.Parts) == 0:
			d.Fatalf("pick %+v", p)
		}
		d.closed[p.URL] = true
	}
	d.inFlight = append(d.inFlight, picks...)
	return len(picks)
}

// end ends a pick: with what the Web holds, or by bad luck in failure.
func (d *drive) end(which int, lucky bool) {
	p := d.inFlight[which]
	d.inFlight = slices.Delete(d.inFlight, which, which+1)
	d.answer(p, lucky)
}

func (d *drive) answer(p crawlers.Pick, lucky bool) {
	web := d.web
	if !lucky {
		web = nil
	}
	answer := web[p.URL]
	if answer != nil {
		d.closed[answer.URL] = true
		d.visited = append(d.visited, answer)
	}
	d.call(func(c crawlers.Crawler) []crawlers.Pick {
		if err := end(c, d.topic, p, answer, d.analyses[p.URL]); err != nil {
			d.Fatalf("Visited(%s): %v", p.URL, err)
		}
		return nil
	})
}

// judge judges a page that was visited. It may be judged again, or no longer.
func (d *drive) judge() {
	if len(d.visited) > 0 {
		p := rapid.SampledFrom(d.visited).Draw(d.T, "marked")
		d.mark(p, rapid.SampledFrom([]crawlers.Judgement{crawlers.Good, crawlers.Bad, crawlers.Unmarked}).Draw(d.T, "judgement"))
	}
}

func (d *drive) mark(p *page.Page, j crawlers.Judgement) {
	d.call(func(c crawlers.Crawler) []crawlers.Pick {
		c.(crawlers.Feedback).Mark(crawlers.Mark{Page: p, Judgement: j})
		return nil
	})
}

// judgeForAMoment judges a page and takes that back, which must leave no trace in the scores of the links that wait. A link
// that the page was made to offer better meanwhile is scored by that page since, and is let pass.
func (d *drive) judgeForAMoment() {
	if len(d.visited) == 0 {
		return
	}
	p := rapid.SampledFrom(d.visited).Draw(d.T, "marked")
	d.mark(p, crawlers.Unmarked) // there may be an earlier judgement, or something may be due to be learnt
	before, waiting := d.scores(), d.waiting()
	j := rapid.SampledFrom([]crawlers.Judgement{crawlers.Good, crawlers.Bad}).Draw(d.T, "judgement")
	d.mark(p, j)
	d.mark(p, crawlers.Unmarked)
	if still := d.waiting(); len(still) < d.bound {
		for _, url := range waiting {
			if !slices.Contains(still, url) {
				d.Fatalf("%s was judged %s for a moment: %s does not wait any more", p.URL, j, url)
			}
		}
	}
	after := d.scores()
	for link, score := range before {
		if now, waits := after[link]; waits && math.Abs(now-score) > precision {
			d.Fatalf("%s was judged %s for a moment: %+v had the score %v, and now %v", p.URL, j, link, score, now)
		}
	}
}

// precision is that of scores: some families solve equations in steps.
const precision = 1e-4

// waitingLink is what a link of the frontier is known by.
type waitingLink struct {
	url, parent string
	spider      int
}

// scores are those of the links that wait.
func (d *drive) scores() map[waitingLink]float64 {
	scores := map[waitingLink]float64{}
	for _, p := range d.crawler.(crawlers.Inspector).Best(d.size()) {
		scores[waitingLink{p.URL, p.Parent, p.Spider}] = p.Score
	}
	return scores
}

// isFinite says whether a pick's score and all its parts are numbers.
func isFinite(p crawlers.Pick) bool {
	return !slices.ContainsFunc(append([]crawlers.Part{{Value: p.Score}}, p.Parts...), func(part crawlers.Part) bool {
		return math.IsNaN(part.Value) || math.IsInf(part.Value, 0)
	})
}

// stranger ends a pick that the crawler never gave, as the record of an older version may.
func (d *drive) stranger() {
	p := crawlers.Pick{Link: Link(d.address()), Spider: rapid.IntRange(0, 9).Draw(d.T, "spider")}
	if !d.closed[p.URL] {
		d.closed[p.URL] = true
		d.answer(p, rapid.Bool().Draw(d.T, "lucky"))
	}
}

// finish crawls with all hosts ready until nothing is left. Every URL is given at most once, so this ends.
func (d *drive) finish() {
	for {
		given := d.ask(rapid.IntRange(1, 4).Draw(d.T, "n"), func(string) bool { return true })
		if given == 0 && len(d.inFlight) == 0 {
			break
		}
		for len(d.inFlight) > 0 && (given == 0 || rapid.Bool().Draw(d.T, "end one")) {
			d.end(rapid.IntRange(0, len(d.inFlight)-1).Draw(d.T, "which"), true)
			given = 1
		}
	}
	if left := d.size(); left != 0 {
		d.Fatalf("%d links are left that are never given", left)
	}
}

// replay makes the same calls to a fresh crawler, which must give the same answers.
func (d *drive) replay(fresh crawlers.Crawler) {
	for i, f := range d.calls {
		if got := f(fresh); !reflect.DeepEqual(slices.Clone(got), d.answers[i]) {
			d.Fatalf("replayed call %d gave %+v; first %+v", i+1, got, d.answers[i])
		}
	}
}

// waiting is the URLs of the frontier, sorted; those that several spiders have as often.
func (d *drive) waiting() []string {
	var urls []string
	for _, p := range d.crawler.(crawlers.Inspector).Best(d.size()) {
		urls = append(urls, p.URL)
	}
	slices.Sort(urls)
	return urls
}

func (d *drive) size() int { return d.crawler.(crawlers.Inspector).FrontierSize() }

// checkFaces checks what the crawler shows of itself.
func (d *drive) checkFaces() {
	size := d.size()
	if size > d.bound {
		d.Fatalf("%d links wait; MAX_BUFFER allows %d", size, d.bound)
	}
	best := d.crawler.(crawlers.Inspector).Best(3)
	if len(best) != min(3, size) {
		d.Fatalf("Best(3) gave %d of %d links", len(best), size)
	}
	for i, p := range best {
		if d.closed[p.URL] || !isFinite(p) || i > 0 && p.Score > best[i-1].Score {
			d.Fatalf("Best(3) = %+v; closed: %v", best, d.closed[p.URL])
		}
	}
	population, ok := d.crawler.(crawlers.Population)
	if !ok {
		return
	}
	waiting := 0
	for i, s := range population.Spiders() {
		waiting += s.Frontier
		if s.ID != i+1 || s.Parent >= s.ID || math.IsNaN(s.Energy) || s.MeanScore < 0 || s.MeanScore > 1.0000001 {
			d.Fatalf("spider %d: %+v", i+1, s)
		}
		for _, k := range s.Keywords {
			if math.IsNaN(k.Weight) {
				d.Fatalf("spider %d: %+v", i+1, s)
			}
		}
	}
	if waiting != size {
		d.Fatalf("the spiders have %d links, the frontier %d", waiting, size)
	}
}
