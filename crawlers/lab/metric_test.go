package lab

import (
	"math"
	"slices"
	"testing"

	"orbweaver/crawlers"
)

// crawlOfFour is a crawl of four pages of a budget of six, judged by hand. Its pages are 3, 0, 2 and 4 of a pool of
// five; the second and the fourth are targets, of four.
func crawlOfFour() *record {
	return &record{
		points: []int{1, 2, 4, 6}, top: []int{1, 2, 5, 9}, shares: []float64{0.25, 0.5, 1}, budget: 6, last: 2, targets: 4,
		isTarget: []bool{false, true, false, true},
		pages: []judged{
			{place: 3, similarity: 0.4, harvest: 1, query: 0.5, keywords: 1, toSeeds: 0.9, classifier: 0.8},
			{place: 0, similarity: 0, harvest: 1, query: 0, keywords: 0, toSeeds: 0.1, classifier: 0.2},
			{place: 2, similarity: 0.2, query: 0.25, keywords: 0.5, toSeeds: 0.2, classifier: 0},
			{place: 4, similarity: 0.1, harvest: 1, query: 0.25, keywords: 0.5, toSeeds: 0.4, classifier: 0.6},
		},
		rankings: map[string]ranking{
			bySimilarity: {order: []int{3, 1, 2, 4, 0}, ranks: []float64{5, 2, 3, 1, 4}},
			byKeywords:   {order: []int{1, 4, 2, 0, 3}, ranks: []float64{4, 1, 3, 5, 2}},
			byInLinks:    {order: []int{0, 1, 3, 2, 4}, ranks: []float64{1.5, 1.5, 4.5, 3, 4.5}},
			byPageRank:   {order: []int{1, 0, 3, 4, 2}, ranks: []float64{2, 1, 5, 3, 4}},
			byAuthority:  {order: []int{4, 3, 1, 2, 0}, ranks: []float64{5, 3, 4, 2, 1}},
		},
		crawled:    map[int]bool{3: true, 0: true, 2: true, 4: true},
		meanMaxNs:  200,
		cost:       []int64{50, 100, 150, 300},
		canonical:  []string{"a", "b", "c", "d"},
		secondURLs: map[string]int{"b": 1, "x": 2, "a": 3, "y": 4, "z": 5, "d": 6},
	}
}

func TestMetricsByHand(t *testing.T) {
	for name, want := range map[string][]float64{
		"target-recall":        {0, 1. / 4, 2. / 4, 2. / 4}, // the crawl ended after four pages and keeps its last value
		"mean-similarity":      {0.4, 0.4 / 2, 0.7 / 4, 0.7 / 4},
		"harvest-rate":         {1, 1, 3. / 4, 3. / 4},
		"windowed-relevance":   {0.4, 0.4 / 2, 0.3 / 2, 0.3 / 2}, // of the last two
		"query-relevance":      {0.5, 0.5 / 2, 1. / 4, 1. / 4},
		"keyword-relevance":    {1, 1. / 2, 2. / 4, 2. / 4},
		"seed-relevance":       {0.9, 1. / 2, 1.6 / 4, 1.6 / 4},
		"classifier-relevance": {0.8, 1. / 2, 1.6 / 4, 1.6 / 4},
		"windowed-classifier":  {0.8, 1. / 2, 0.6 / 2, 0.6 / 2},
		"mean-rank-smart":      {1, 6. / 2, 13. / 4, 13. / 4},
		"mean-rank-kw-pr":      {5, 9. / 2, 14. / 4, 14. / 4},
		"mean-rank-in-links":   {3, 4.5 / 2, 13.5 / 4, 13.5 / 4},
		"mean-rank-pagerank":   {3, 5. / 2, 14. / 4, 14. / 4},
		"mean-rank-hits":       {2, 7. / 2, 12. / 4, 12. / 4},
		"coverage-smart":       {1, 1. / 2, 4. / 5, 4. / 5}, // page 1 of the pool was not crawled; there are five, so the best nine are all
		"coverage-kw-pr":       {0, 1. / 2, 4. / 5, 4. / 5},
		"coverage-in-links":    {1, 1. / 2, 4. / 5, 4. / 5},
		"coverage-pagerank":    {0, 1. / 2, 4. / 5, 4. / 5},
		"coverage-hits":        {1, 1, 4. / 5, 4. / 5},
		"search-length":        {2, 4, 6},                   // one of four after two pages, two after four, all never: the budget
		"robustness":           {0, 1. / 2, 2. / 4, 2. / 4}, // b among the first two of both; a and b among the first four
		"relative-cost":        {0.25, 0.5, 1.5, 1.5},
	} {
		i := slices.IndexFunc(Metrics(), func(m Metric) bool { return m.Name == name })
		got := Metrics()[i].curve(crawlOfFour())
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return near(a, b, 1e-12) }) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// Recall 0.5 and similarity 0.2 at relative cost 0.4: 0.5 · 0.2 / 0.4 = 0.25 ([MPS04] eq. 9).
func TestPerformanceByCost(t *testing.T) {
	r := &Results{Contestants: []Entry{{Label: "x"}}}
	for name, y := range map[string]Number{"target-recall": 0.5, "mean-similarity": 0.2, "relative-cost": 0.4} {
		r.Curves = append(r.Curves, Curve{Metric: name, Contestant: "x", X: []float64{10}, Mean: []Number{y}, N: 3})
	}
	spec := Spec{Pages: 10}.filled()
	spec.Measure.Every = 10
	r.addPerformance(Metric{Name: "performance-cost", Axis: axisPages}, spec)
	if got := r.Curve("performance-cost", "x"); len(got.Mean) != 1 || !near(float64(got.Mean[0]), 0.25, 1e-12) || got.N != 3 {
		t.Errorf("%+v", got)
	}
}

// Two topics, two contestants, one point: A has 0.5 and 0.7, B 0.4 and 0.2.
func TestResultsAreSummedUpByTopic(t *testing.T) {
	r := &Results{Contestants: []Entry{{Label: "A"}, {Label: "B"}}, Topics: []string{"t", "u"}, Spec: Spec{Pages: 10, Measure: MeasureSpec{Every: 10}}}
	r.add(Metric{Name: "m", Axis: axisPages}, table{{{0.5}, {0.4}}, {{0.7}, {0.2}}})
	// s = √(2 · 0.1²) = 0.141421, standard error 0.1
	if c := r.Curve("m", "A"); !near(float64(c.Mean[0]), 0.6, 1e-12) || !near(float64(c.Error[0]), 0.1, 1e-12) || c.N != 2 {
		t.Errorf("%+v", c)
	}
	// differences 0.1 and 0.5: mean 0.3, s = 0.282843, t = 0.3/0.2 = 1.5; with 1 degree of freedom p = ½ − atan(1.5)/π = 0.187167
	test := r.test("m", "A", "B")
	if test == nil || !near(float64(test.T), 1.5, 1e-9) || !near(float64(test.P), 0.187167, 5e-7) || test.Wins != 2 {
		t.Errorf("%+v", test)
	}
	// the two ways round are two tests: the smaller P is doubled
	if !near(float64(test.Holm), 0.374334, 1e-6) || len(r.Tests) != 2 || len(r.Finals) != 4 {
		t.Errorf("%+v; %d tests, %d finals", test, len(r.Tests), len(r.Finals))
	}
}

// Of two runs one has 0.2 and 0.4, the other 0.4 and 0.8. A third without any, such as the error of nets in a crawl that
// came no further than its seeds, leaves nothing to average.
func TestRunsOfATopicAreAveraged(t *testing.T) {
	judged := [][]map[string][]float64{{{"m": {0.2, 0.4}}}, {{"m": {0.4, 0.8}}}, {{"m": nil}}}
	if got := meanCurve(judged, []int{0, 1}, 0, "m"); len(got) != 2 || !near(got[0], 0.3, 1e-12) || !near(got[1], 0.6, 1e-12) {
		t.Errorf("%v, want 0.3 and 0.6", got)
	}
	for _, tasks := range [][]int{{0, 2}, {2, 0}} {
		if got := meanCurve(judged, tasks, 0, "m"); got != nil {
			t.Errorf("runs %v: %v, want none", tasks, got)
		}
	}
}

// Four pages: the first was a seed, of the others the spider's net thought 0.9, 0.5 and 0.1 where it found 0.5, 0.5 and 0.3:
// it was wrong by 0.4, 0 and 0.2. Over the last two pages that is, after 1, 2 and 4 pages: nothing, 0.4 and 0.2/2.
func TestMisjudgedLinks(t *testing.T) {
	pick := func(score, net float64) crawlers.Pick {
		return crawlers.Pick{Score: score, Parts: []crawlers.Part{{Name: "similarity", Value: 1}, {Name: "net", Value: net}}}
	}
	r := crawlOfFour()
	if _, scored := misjudged(crawlers.Pick{Score: 1}, 0.5, 1); scored {
		t.Error("no net has scored a seed")
	}
	for i, found := range []float64{0.5, 0.5, 0.3} {
		m, scored := misjudged(pick(1, []float64{0.9, 0.5, 0.1}[i]), found, i+2)
		if !scored {
			t.Fatal("a net has scored it")
		}
		r.misjudged = append(r.misjudged, m)
	}
	for _, c := range []struct{ got, want []float64 }{
		{netError(r), []float64{0, 0.4, 0.1, 0.1}}, // the crawl ended after four pages
		{estimateError(r), []float64{0, 0.5, 1.2 / 2, 1.2 / 2}},
	} {
		if !math.IsNaN(c.got[0]) || !slices.EqualFunc(c.got[1:], c.want[1:], func(a, b float64) bool { return near(a, b, 1e-12) }) {
			t.Errorf("%v, want nothing and then %v", c.got, c.want[1:])
		}
	}
	if crawlOfFour().misjudgement(nil) != nil {
		t.Error("other families are judged as if they had nets")
	}
}
