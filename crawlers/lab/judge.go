package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"orbweaver/crawlers"
	"orbweaver/crawlers/text"
)

// judge judges all crawls and writes the results. A task for which a contestant has no crawl is left out for all: the
// tests compare pairs.
func (e *Experiment) judge(ctx context.Context, trials [][]trial, failures []Omission) (*Results, error) {
	words, err := e.countWords(ctx)
	if err != nil {
		return nil, err
	}
	all := evidence{words, e.popularity(trials)}
	judged := make([][]map[string][]float64, len(e.tasks)) // by task, then contestant: curves by metric; nil = left out
	left := make([]string, len(e.tasks))
	errs := make([]error, len(e.tasks))
	if err := inParallel(ctx, e.options.Cores, len(e.tasks), func(i int) {
		for c, t := range trials[i] {
			if t.first == nil || e.spec.Task.Disjoint && t.second == nil {
				left[i] = fmt.Sprintf("it is compared for none, because the crawl of %s failed", e.entrants[c].Label)
				return
			}
		}
		judged[i], errs[i] = e.judgeTask(ctx, e.tasks[i], trials[i], all)
	}); err != nil {
		return nil, err
	}
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	out := slices.Concat(e.omissions, failures)
	for i, why := range left {
		if why != "" {
			out = append(out, Omission{taskName(e.tasks[i].Topic, e.tasks[i].Run), why})
		}
	}
	if !slices.ContainsFunc(judged, func(t []map[string][]float64) bool { return t != nil }) {
		return nil, fmt.Errorf("no topic is left to compare: %s", reasons(out))
	}
	return e.results(judged, trials, out), nil
}

// evidence is what the judges know of the whole corpus and of all crawls together.
type evidence struct {
	words   *wordCounts
	popular popularity
}

// judgeTask works out the curves of all contestants for one task.
func (e *Experiment) judgeTask(ctx context.Context, task Task, trials []trial, all evidence) ([]map[string][]float64, error) {
	topic := e.topic(task.Topic)
	query := crawlers.NewTopic(topic.Keywords)
	crawls := make([]*Crawl, len(trials))
	meanMax := 0.0
	for i, t := range trials {
		crawls[i] = t.first
		meanMax += float64(t.first.Cost[len(t.first.Cost)-1]) / float64(len(trials))
	}
	p, err := newPool(ctx, e.library, query, crawls)
	if err != nil {
		return nil, err
	}
	b, err := e.bench(ctx, p, topic, task, len(query.Query.Keywords()), all)
	if err != nil {
		return nil, err
	}
	curves := make([]map[string][]float64, len(trials))
	for i, t := range trials {
		r := b.record(t)
		r.meanMaxNs = meanMax
		curves[i] = map[string][]float64{}
		for _, m := range Metrics() {
			if m.curve != nil {
				curves[i][m.Name] = m.curve(r)
			}
		}
	}
	return curves, nil
}

// bench is what all crawls for one task are judged by.
type bench struct {
	spec       Spec
	pool       *pool
	targets    map[string]bool
	similarity []float64 // by place in the pool
	toSeeds    []float64
	classifier []float64
	keywords   int
	rankings   map[string]ranking
}

func (e *Experiment) bench(ctx context.Context, p *pool, topic Topic, task Task, keywords int, all evidence) (*bench, error) {
	b := &bench{spec: e.spec, pool: p, targets: setOf(task.Targets), keywords: keywords}
	description, err := e.description(ctx, topic)
	if err != nil {
		return nil, err
	}
	dots, cosines := p.compare(p.profileOf(description))
	b.similarity = cosines
	var terms, counts []int32
	for _, url := range task.Seeds {
		if d, err := e.library.page(ctx, url); err == nil {
			terms, counts = append(terms, d.terms...), append(counts, d.counts...)
		}
	}
	_, b.toSeeds = p.compare(p.profile(terms, counts))
	numbers := e.web.numbersOf(p.urls)
	classifier := e.newClassifier(ctx, all.words, topic)
	for i, v := range numbers {
		b.classifier = append(b.classifier, classifier.score(p.pages[i], v))
	}
	b.rankings = p.rankings(dots, numbers, all.popular, e.web.authority(numbers))
	return b, ctx.Err()
}

// rankings are the pool's pages in order of their dot product with the description, and of their popularity; numbers are
// theirs in the web.
func (p *pool) rankings(dots []float64, numbers []int, popular popularity, authority []float64) map[string]ranking {
	inLinks, pageRank := make([]float64, len(p.pages)), make([]float64, len(p.pages))
	for i, v := range numbers {
		if v >= 0 {
			inLinks[i], pageRank[i] = popular.inLinks[v], popular.pageRank[v]
		}
	}
	return map[string]ranking{
		bySimilarity: p.rank(falling(dots)),
		byKeywords: p.rank(func(x, y int) int {
			return cmp.Or(cmp.Compare(p.pages[y].keywords, p.pages[x].keywords), cmp.Compare(pageRank[y], pageRank[x]))
		}),
		byInLinks:   p.rank(falling(inLinks)),
		byPageRank:  p.rank(falling(pageRank)),
		byAuthority: p.rank(falling(authority)),
	}
}

// description is the words of a topic's description: those of its file, or the opening texts of its pages.
func (e *Experiment) description(ctx context.Context, topic Topic) ([]string, error) {
	var words []string
	languages := map[string]int{}
	most := ""
	for _, v := range topic.numbers {
		d, err := e.library.page(ctx, e.web.urls[v])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		words = append(words, opening(d.Page)...)
		if languages[d.Lang]++; languages[d.Lang] > languages[most] {
			most = d.Lang
		}
	}
	if topic.Description != "" {
		words = text.Terms(topic.Description, most)
	}
	return words, nil
}

// record puts together what is known of one crawl.
func (b *bench) record(t trial) *record {
	c := t.first
	r := &record{
		points: points(b.spec), top: b.spec.Measure.Top, shares: b.spec.Measure.Shares, budget: b.spec.Pages, last: b.spec.Measure.Last,
		targets: len(b.targets), rankings: b.rankings, cost: c.Cost, misjudged: c.Misjudged, crawled: map[int]bool{}, canonical: c.Canonical,
	}
	for i, url := range c.Canonical {
		place := b.pool.place[url]
		p := judged{
			place: place, similarity: b.similarity[place], query: c.Similarity[i], toSeeds: b.toSeeds[place],
			classifier: b.classifier[place],
		}
		if b.keywords > 0 {
			p.keywords = float64(b.pool.pages[place].keywords) / float64(b.keywords)
		}
		if b.targets[url] || p.similarity >= b.spec.Measure.Threshold {
			p.harvest = 1
		}
		r.pages = append(r.pages, p)
		r.isTarget = append(r.isTarget, b.targets[url] && !r.crawled[place])
		r.crawled[place] = true
	}
	if t.second != nil {
		r.secondURLs = map[string]int{}
		for i, url := range t.second.Canonical {
			r.secondURLs[url] = i + 1
		}
	}
	return r
}

// points are the numbers of pages at which curves have a value.
func points(s Spec) []int {
	var points []int
	for n := s.Measure.Every; n < s.Pages; n += s.Measure.Every {
		points = append(points, n)
	}
	return append(points, s.Pages)
}
