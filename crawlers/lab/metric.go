package lab

// Metric is one way to judge a crawl, as a curve.
type Metric struct {
	Name   string `json:"name"`   // as in files: "target-recall"
	Title  string `json:"title"`  // for people
	Source string `json:"source"` // where it is defined
	Axis   string `json:"axis"`   // what the curve runs over: "pages crawled", "top n pages", "share of targets"
	Lower  bool   `json:"lower"`  // less is better
	Timed  bool   `json:"timed"`  // it depends on the clock: no two runs give the same
	Doc    string `json:"doc"`    // what it says, in a sentence

	curve func(r *record) []float64 // nil for those that are made of others
}

// The axes that there are.
const (
	axisPages  = "pages crawled"
	axisTop    = "top n pages"
	axisShares = "share of targets"
)

// Metrics are all metrics, in the order in which reports have them.
func Metrics() []Metric {
	return []Metric{
		{Name: "target-recall", Title: "Target recall", Source: "[MPS04] eq. 1", Axis: axisPages,
			Doc: "Share of the targets that were crawled.", curve: recall},
		{Name: "mean-similarity", Title: "Mean similarity to the description", Source: "[MPS04] eq. 2, 3", Axis: axisPages,
			Doc: "Mean TF-IDF cosine of the pages crawled to the topic's description; it is the average relevance of [PSM04] §4.2.", curve: meanOf(similarity)},
		{Name: "harvest-rate", Title: "Harvest rate", Source: "[PSM04] §4.2", Axis: axisPages,
			Doc: "Share of the pages crawled that are targets or at least as similar to the description as the threshold.", curve: meanOf(harvest)},
		{Name: "windowed-relevance", Title: "Relevance of the last pages", Source: "[PSM04] §4.2", Axis: axisPages,
			Doc: "Mean similarity to the description, of the last pages only.", curve: windowOf(similarity)},
		{Name: "query-relevance", Title: "Mean similarity to the keywords", Source: "[PSM04] §4.1, [MPS04] eq. 4", Axis: axisPages,
			Doc: "Mean cosine of the pages crawled to the keywords, which the crawlers know.", curve: meanOf(query)},
		{Name: "keyword-relevance", Title: "Keywords on the pages", Source: "[PSM04] §4.1", Axis: axisPages,
			Doc: "Mean share of the topic's keywords that stand on the pages crawled.", curve: meanOf(keywords)},
		{Name: "seed-relevance", Title: "Mean similarity to the seeds", Source: "[PSM04] §4.1", Axis: axisPages,
			Doc: "Mean TF-IDF cosine of the pages crawled to the seed pages taken together.", curve: meanOf(toSeeds)},
		{Name: "classifier-relevance", Title: "Classifier's score", Source: "[PSM04] §4.1, §4.2", Axis: axisPages,
			Doc: "Mean probability that the pages crawled belong to the topic, by a classifier that has learnt from all pages of the corpus but the one in question.", curve: meanOf(classified)},
		{Name: "windowed-classifier", Title: "Classifier's score of the last pages", Source: "[PSM04] §4.2", Axis: axisPages,
			Doc: "Mean probability that the pages belong to the topic, by a classifier that has learnt from all other pages of the corpus; of the last pages only.", curve: windowOf(classified)},
		{Name: "mean-rank-smart", Title: "Mean rank by similarity", Source: "[PSM02] §4.1", Axis: axisPages, Lower: true,
			Doc: "Mean rank of the pages crawled among the pages of all crawlers, ranked by TF-IDF dot product with the description.", curve: meanRank(bySimilarity)},
		{Name: "mean-rank-kw-pr", Title: "Mean rank by keywords, then PageRank", Source: "[PSM02] §4.2", Axis: axisPages, Lower: true,
			Doc: "Mean rank of the pages crawled among the pages of all crawlers, ranked by the number of keywords on the page and then by PageRank.", curve: meanRank(byKeywords)},
		{Name: "mean-rank-in-links", Title: "Mean rank by in-links", Source: "[PSM04] §4.1", Axis: axisPages, Lower: true,
			Doc: "Mean rank of the pages crawled among the pages of all crawlers, ranked by the number of pages that link there.", curve: meanRank(byInLinks)},
		{Name: "mean-rank-pagerank", Title: "Mean rank by PageRank", Source: "[PSM04] §4.1", Axis: axisPages, Lower: true,
			Doc: "Mean rank of the pages crawled among the pages of all crawlers, ranked by PageRank.", curve: meanRank(byPageRank)},
		{Name: "mean-rank-hits", Title: "Mean rank by authority", Source: "[PSM04] §4.1", Axis: axisPages, Lower: true,
			Doc: "Mean rank of the pages crawled among the pages of all crawlers, ranked by their authority among these (HITS).", curve: meanRank(byAuthority)},
		{Name: "coverage-smart", Title: "Coverage of the top pages by similarity", Source: "[PSM02] table 2", Axis: axisTop,
			Doc: "Share that a crawler got of the n best pages of all crawlers, ranked by TF-IDF dot product with the description.", curve: coverage(bySimilarity)},
		{Name: "coverage-kw-pr", Title: "Coverage of the top pages by keywords, then PageRank", Source: "[PSM02] table 2", Axis: axisTop,
			Doc: "Share that a crawler got of the n best pages of all crawlers, ranked by the number of keywords on the page and then by PageRank.", curve: coverage(byKeywords)},
		{Name: "coverage-in-links", Title: "Coverage of the top pages by in-links", Source: "[PSM04] §4.1", Axis: axisTop,
			Doc: "Share that a crawler got of the n best pages of all crawlers, ranked by the number of pages that link there.", curve: coverage(byInLinks)},
		{Name: "coverage-pagerank", Title: "Coverage of the top pages by PageRank", Source: "[PSM04] §4.1", Axis: axisTop,
			Doc: "Share that a crawler got of the n best pages of all crawlers, ranked by PageRank.", curve: coverage(byPageRank)},
		{Name: "coverage-hits", Title: "Coverage of the top pages by authority", Source: "[PSM04] §4.1", Axis: axisTop,
			Doc: "Share that a crawler got of the n best pages of all crawlers, ranked by their authority among these (HITS).", curve: coverage(byAuthority)},
		{Name: "search-length", Title: "Search length", Source: "[PSM04] §4.2", Axis: axisShares, Lower: true,
			Doc: "Pages crawled until a share of the targets was found; the whole budget where it was not.", curve: searchLength},
		{Name: "robustness", Title: "Robustness", Source: "[PSM04] §4.2", Axis: axisPages,
			Doc: "Overlap of two crawls from disjoint seeds: the pages that both have crawled, as a share of those of one.", curve: robustness},
		{Name: "estimate-error", Title: "Error of the links' scores", Source: "[MPS04] figure 21", Axis: axisPages, Lower: true,
			Doc: "Mean difference between a link's score and the similarity to the keywords of the page it led to, of the last pages only; of spiders with neural nets.", curve: estimateError},
		{Name: "net-error", Title: "Error of the neural nets", Source: "[MPS04] figure 21", Axis: axisPages, Lower: true,
			Doc: "Mean difference between what the neural net alone made of a link and the similarity to the keywords of the page it led to, of the last pages only; of spiders with neural nets.", curve: netError},
		{Name: "relative-cost", Title: "Relative cost", Source: "[MPS04] eq. 8", Axis: axisPages, Lower: true, Timed: true,
			Doc: "Time in the crawler's own calls, as a multiple of the mean time of all contestants for a whole crawl.", curve: relativeCost},
		{Name: "performance-cost", Title: "Performance by cost", Source: "[MPS04] eq. 9", Axis: axisPages, Timed: true,
			Doc: "Mean target recall times mean similarity, divided by mean relative cost."},
	}
}

// record is what the judges know of one crawl: a value for each of its pages, in order.
type record struct {
	points  []int     // pages crawled, at which curves have a value
	top     []int     // n of coverage
	shares  []float64 // of search lengths
	budget  int
	last    int // pages of the windowed relevance
	targets int

	isTarget   []bool
	pages      []judged
	rankings   map[string]ranking // of the pool
	meanMaxNs  float64            // mean time of all contestants for their whole crawls, nanoseconds
	cost       []int64            // nanoseconds up to and with each page
	misjudged  []Misjudged
	crawled    map[int]bool   // places in the pool
	canonical  []string       // of the pages
	secondURLs map[string]int // of the second crawl: URL → its number there, from 1; nil = there is none
}

// judged is what the judges say of one page.
type judged struct {
	place                                                     int // in the pool
	similarity, harvest, query, keywords, toSeeds, classifier float64
}

func similarity(p judged) float64 { return p.similarity }
func harvest(p judged) float64    { return p.harvest }
func query(p judged) float64      { return p.query }
func keywords(p judged) float64   { return p.keywords }
func toSeeds(p judged) float64    { return p.toSeeds }
func classified(p judged) float64 { return p.classifier }

// meanOf makes the curve of the mean over the pages so far.
func meanOf(value func(judged) float64) func(*record) []float64 {
	return func(r *record) []float64 { return r.mean(value) }
}

func (r *record) mean(value func(judged) float64) []float64 {
	sum, sums := 0.0, make([]float64, len(r.pages)+1)
	for i, p := range r.pages {
		sum += value(p)
		sums[i+1] = sum
	}
	return r.at(func(n int) float64 { return sums[n] / float64(n) })
}

// at is a curve whose value after n pages is given. A crawl that ended early keeps its last value.
func (r *record) at(value func(n int) float64) []float64 {
	curve := make([]float64, len(r.points))
	for i, n := range r.points {
		curve[i] = value(min(n, len(r.pages)))
	}
	return curve
}

func recall(r *record) []float64 {
	found := r.found()
	return r.at(func(n int) float64 { return float64(found[n]) / float64(r.targets) })
}

// found is the number of targets among the first n pages.
func (r *record) found() []int {
	found := make([]int, len(r.pages)+1)
	for i, is := range r.isTarget {
		found[i+1] = found[i]
		if is {
			found[i+1]++
		}
	}
	return found
}

// windowOf makes the curve of the mean over the last pages.
func windowOf(value func(judged) float64) func(*record) []float64 {
	return func(r *record) []float64 {
		return r.at(func(n int) float64 {
			from := max(0, n-r.last)
			sum := 0.0
			for _, p := range r.pages[from:n] {
				sum += value(p)
			}
			return sum / float64(n-from)
		})
	}
}

// The rankings of a pool, best pages first, as the names of their metrics end.
const (
	bySimilarity = "smart"    // TF-IDF dot product with the description
	byKeywords   = "kw-pr"    // number of keywords, then PageRank
	byInLinks    = "in-links" // within all that was crawled for any topic, as PageRank
	byPageRank   = "pagerank"
	byAuthority  = "hits" // within the pool
)

// meanRank makes the curve of the mean rank of the pages so far.
func meanRank(by string) func(*record) []float64 {
	return func(r *record) []float64 {
		ranks := r.rankings[by].ranks
		return r.mean(func(p judged) float64 { return ranks[p.place] })
	}
}

// coverage makes the curve of the share of the best n pages that was crawled; of all pages where there are fewer.
func coverage(by string) func(*record) []float64 {
	return func(r *record) []float64 {
		curve := make([]float64, len(r.top))
		for i, n := range r.top {
			best := r.rankings[by].order
			best = best[:min(n, len(best))]
			for _, place := range best {
				if r.crawled[place] {
					curve[i] += 1 / float64(len(best))
				}
			}
		}
		return curve
	}
}

func searchLength(r *record) []float64 {
	found := r.found()
	curve := make([]float64, len(r.shares))
	for i, share := range r.shares {
		curve[i] = float64(r.budget)
		for n, f := range found {
			if float64(f) >= share*float64(r.targets) {
				curve[i] = float64(n)
				break
			}
		}
	}
	return curve
}

// robustness compares as many pages of both crawls; those of one that ended early with all that the other has by then.
func robustness(r *record) []float64 {
	if r.secondURLs == nil {
		return nil
	}
	return r.at(func(n int) float64 {
		both := 0
		for _, url := range r.canonical[:n] {
			if k, crawled := r.secondURLs[url]; crawled && k <= n {
				both++
			}
		}
		return float64(both) / float64(n)
	})
}

func relativeCost(r *record) []float64 {
	return r.at(func(n int) float64 { return float64(r.cost[n-1]) / r.meanMaxNs })
}

func estimateError(r *record) []float64 {
	return r.misjudgement(func(m Misjudged) float64 { return m.Link })
}

func netError(r *record) []float64 {
	return r.misjudgement(func(m Misjudged) float64 { return m.Net })
}

// misjudgement is the mean error of the links that led to the last pages; NaN while all of them were seeds. There is none
// for families without neural nets.
func (r *record) misjudgement(of func(Misjudged) float64) []float64 {
	if len(r.misjudged) == 0 {
		return nil
	}
	return r.at(func(n int) float64 {
		sum, links := 0.0, 0.0
		for _, m := range r.misjudged {
			if m.Pages > n-r.last && m.Pages <= n {
				sum += of(m)
				links++
			}
		}
		return sum / links
	})
}
