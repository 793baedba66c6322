package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/webgraph"
)

// GraphOptions are how a graph experiment is run. Nothing in them changes its results, times apart.
type GraphOptions struct {
	Out     string // folder for the results; what it holds of an earlier run of the same spec is used
	Cores   int    // crawls at the same time; 0 = all
	Observe func(GraphEvent)
}

// GraphEvent is how a graph experiment goes.
type GraphEvent struct {
	Label, Keyword    string // of the crawl that has ended
	Run               int    // from 1
	Score             float64
	Crawls, AllCrawls int
	Left              time.Duration
}

// GraphCrawl is what came of one crawl of a graph.
type GraphCrawl struct {
	Key     string    `json:"key"`
	Label   string    `json:"label"`
	Keyword string    `json:"keyword"`
	Run     int       `json:"run"`
	Scores  []float64 `json:"scores"`  // Σ β of the nodes crawled, seeds left out, at every point
	Steps   int       `json:"steps"`   // that there were
	Seconds float64   `json:"seconds"` // that the whole crawl took
}

// isWhole implements kept.
func (c *GraphCrawl) isWhole(key string) bool { return c.Key == key && len(c.Scores) > 0 }

// graphJob is one crawl of the plan.
type graphJob struct{ keyword, run, estimator int }

// graphRun is a graph experiment under way.
type graphRun struct {
	spec    GraphSpec
	options GraphOptions
	dataset *webgraph.Dataset
	store   store
	points  []int

	mu    sync.Mutex
	over  int
	fresh int // crawls that were not there before
	all   int
	began time.Time
}

// RunGraph runs a graph experiment. What an earlier run into the same folder has finished is used. When ctx is done it
// stops within a step or two; the error is then the context's.
func RunGraph(ctx context.Context, spec GraphSpec, o GraphOptions) (*GraphResults, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	if o.Cores <= 0 {
		o.Cores = runtime.GOMAXPROCS(0)
	}
	r := &graphRun{spec: spec.filled(), options: o, began: time.Now()}
	r.points = graphPoints(r.spec.Budget)
	var err error
	if r.dataset, err = webgraph.ReadDataset(r.spec.Folder); err != nil {
		return nil, &SpecError{Field: "folder", Err: err}
	}
	if len(r.spec.Keywords) == 0 {
		r.spec.Keywords = r.dataset.Keywords
	}
	for _, keyword := range r.spec.Keywords {
		if !slices.Contains(r.dataset.Keywords, keyword) {
			return nil, wrong("keywords", "the graph does not count %q; did you mean %q? (keywords: %s)", keyword,
				crawlers.Nearest(keyword, r.dataset.Keywords), strings.Join(r.dataset.Keywords, ", "))
		}
	}
	if r.store, err = openStore(o.Out); err != nil {
		return nil, err
	}
	r.all = len(r.spec.Keywords) * r.spec.Runs * len(r.spec.Estimators)
	results := &GraphResults{Spec: r.spec, Points: r.points}
	for k := range r.spec.Keywords {
		if err := r.keyword(ctx, k, results); err != nil {
			return nil, err
		}
	}
	if len(results.Keywords) == 0 {
		return nil, wrong("keywords", "none is left: %s", reasons(results.Omissions))
	}
	results.sum()
	return results, nil
}

// keyword runs everything for one keyword: its weights are made once.
func (r *graphRun) keyword(ctx context.Context, k int, results *GraphResults) error {
	keyword := r.spec.Keywords[k]
	w, err := r.dataset.Weigh(keyword)
	if err != nil {
		return err
	}
	var good []int32
	for v, beta := range w.Beta {
		if beta > 0 {
			good = append(good, int32(v))
		}
	}
	if len(good) < 2*r.spec.Seeds {
		results.Omissions = append(results.Omissions, Omission{"keyword " + keyword, fmt.Sprintf("it stands on %d pages only: too few for %d seeds and something to find", len(good), r.spec.Seeds)})
		r.all -= r.spec.Runs * len(r.spec.Estimators)
		return nil
	}
	var jobs []graphJob
	for run := range r.spec.Runs {
		for e := range r.spec.Estimators {
			jobs = append(jobs, graphJob{k, run, e})
		}
	}
	crawls := make([]*GraphCrawl, len(jobs))
	errs := make([]error, len(jobs))
	work, stop := context.WithCancel(ctx)
	defer stop()
	err = inParallel(work, r.options.Cores, len(jobs), func(i int) {
		if crawls[i], errs[i] = r.do(work, w, good, jobs[i]); errs[i] != nil {
			stop() // of a graph in memory no crawl fails by itself
		}
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, e := range errs {
		if e != nil && !errors.Is(e, context.Canceled) { // the one that has stopped the others
			return e
		}
	}
	if err != nil {
		return err
	}
	results.Crawls = append(results.Crawls, crawls...)
	results.Keywords = append(results.Keywords, keyword)
	if r.spec.Follow {
		if err := r.follow(ctx, w, keyword, seedSet(r.spec, keyword, 0, good), results); err != nil {
			return err
		}
	}
	if r.spec.Fit {
		results.Fits = append(results.Fits, fitWholeGraph(w, keyword))
	}
	return ctx.Err()
}

// seedSet draws the seeds of a run uniformly among the nodes with weight.
func seedSet(s GraphSpec, keyword string, run int, good []int32) []int32 {
	random := draws(s.Rand, "graph", keyword, run)
	seeds, known := make([]int32, 0, s.Seeds), make(map[int32]bool, s.Seeds)
	for len(seeds) < s.Seeds {
		if v := good[random.IntN(len(good))]; !known[v] {
			known[v] = true
			seeds = append(seeds, v)
		}
	}
	return seeds
}

// do gives the crawl of a job: an earlier one, or one that it runs and keeps.
func (r *graphRun) do(ctx context.Context, w *webgraph.Weighted, good []int32, j graphJob) (*GraphCrawl, error) {
	e, keyword := r.spec.Estimators[j.estimator], r.spec.Keywords[j.keyword]
	kind := "graph"
	if e.Altered {
		kind = "graph, drawn in the order of numbers" // before, in that of coming and going
	}
	key, err := keyOf(kind, r.dataset.Nodes(), r.dataset.Links(), keyword, r.spec.Budget, r.spec.Seeds, r.spec.Rand, j.run, e)
	if err != nil {
		return nil, err
	}
	c := &GraphCrawl{}
	if !r.store.read(key, c) {
		c = &GraphCrawl{Key: key, Label: e.Label, Keyword: keyword, Run: j.run + 1}
		if err := r.lead(ctx, w, seedSet(r.spec, keyword, j.run, good), e, c); err != nil {
			return nil, err
		}
		if err := r.store.write(key, c); err != nil {
			return nil, err
		}
		r.ended(c, 1)
		return c, nil
	}
	r.ended(c, 0)
	return c, nil
}

// lead lets an estimator lead a crawl ([GMS14] §8.2).
func (r *graphRun) lead(ctx context.Context, w *webgraph.Weighted, seeds []int32, e GraphEstimator, c *GraphCrawl) error {
	began := time.Now()
	crawl, err := e.crawl(w, r.spec.Budget, draws(r.spec.Rand, "lead", c.Keyword, c.Run, e.Label))
	if err != nil {
		return err
	}
	for _, v := range seeds {
		crawl.Seed(v)
	}
	score := 0.0
	var edges []webgraph.Edge
	for step := -len(seeds) + 1; step <= r.spec.Budget; step++ { // the seeds are crawled first
		if err := ctx.Err(); err != nil {
			return err
		}
		next, ok := crawl.Take(everyGroup)
		if !ok {
			break
		}
		edges = w.Edges(next.Node, edges)
		crawl.Crawled(next.Node, w.Beta[next.Node], edges)
		if step < 1 {
			continue
		}
		score += w.Beta[next.Node]
		c.Steps = step
		if len(c.Scores) < len(r.points) && step == r.points[len(c.Scores)] {
			c.Scores = append(c.Scores, score)
		}
	}
	for len(c.Scores) < len(r.points) { // a crawl that ended early keeps what it had
		c.Scores = append(c.Scores, score)
	}
	c.Seconds = time.Since(began).Seconds()
	return nil
}

func everyGroup(int32) bool { return true }

// ended tells the observer of a crawl that is over.
func (r *graphRun) ended(c *GraphCrawl, fresh int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over++
	r.fresh += fresh
	if r.options.Observe == nil {
		return
	}
	e := GraphEvent{Label: c.Label, Keyword: c.Keyword, Run: c.Run, Score: c.Scores[len(c.Scores)-1], Crawls: r.over, AllCrawls: r.all}
	if r.fresh > 0 {
		e.Left = time.Duration(float64(time.Since(r.began)) / float64(r.fresh) * float64(r.all-r.over))
	}
	r.options.Observe(e)
}

// graphPoints are the steps at which scores are kept: the paper's 100, 1,000, 10,000 and 100,000, and a hundred in all.
func graphPoints(budget int) []int {
	points := []int{budget}
	for n := 100; n < budget; n *= 10 {
		points = append(points, n)
	}
	for i := 1; i < 100; i++ {
		if n := i * budget / 100; n > 0 {
			points = append(points, n)
		}
	}
	slices.Sort(points)
	return slices.Compact(points)
}
