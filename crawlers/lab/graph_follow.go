package lab

import (
	"context"
	"time"

	"orbweaver/crawlers/webgraph"
)

// Followed is an estimator measured along the way of the oracle, so that all see the same graph ([GMS14] §8.1).
type Followed struct {
	Label     string    `json:"label"`
	Keyword   string    `json:"keyword"`
	Steps     []int     `json:"steps"`     // the ends of windows
	Precision []float64 `json:"precision"` // mean over a window of β of the oracle's choice less β of the estimator's
	At        []int     `json:"at"`        // 100, 1,000 …: steps at which times were taken
	Micros    []float64 `json:"micros"`    // mean time of a step, microseconds: naming the best node and taking in a crawled one, over the tenth of the steps before
}

// precisionWindow is the number of steps over which precision is averaged.
const precisionWindow = 1000

// follow measures all estimators but the oracle for one keyword, one after the other: they are timed. Batches and
// strategies do not matter here.
func (r *graphRun) follow(ctx context.Context, w *webgraph.Weighted, keyword string, seeds []int32, results *GraphResults) error {
	way, err := r.oracleWay(ctx, w, seeds)
	if err != nil {
		return err
	}
	for _, e := range r.spec.Estimators {
		if e.Estimator == "oracle" || e.Altered || e.Batch > 1 {
			continue
		}
		crawl, err := e.crawl(w, r.spec.Budget, draws(r.spec.Rand, "follow", keyword, e.Label))
		if err != nil {
			return err
		}
		for _, v := range seeds {
			crawl.Seed(v)
		}
		f := Followed{Label: e.Label, Keyword: keyword}
		var edges []webgraph.Edge
		var took []time.Duration
		missed, measured := 0.0, 0
		for i, v := range way {
			if err := ctx.Err(); err != nil {
				return err
			}
			edges = w.Edges(v, edges)
			began := time.Now()
			first, ok := crawl.First()
			crawl.Crawled(v, w.Beta[v], edges)
			took = append(took, time.Since(began))
			step := i + 1 - len(seeds)
			if step < 1 {
				continue
			}
			if ok {
				missed += w.Beta[v] - w.Beta[first.Node]
				measured++
			}
			if step%precisionWindow == 0 || i == len(way)-1 {
				f.Steps, f.Precision = append(f.Steps, step), append(f.Precision, missed/float64(max(1, measured)))
				missed, measured = 0, 0
			}
			if isPower(step) {
				last := took[len(took)-max(10, step/10):]
				sum := time.Duration(0)
				for _, d := range last {
					sum += d
				}
				f.At, f.Micros = append(f.At, step), append(f.Micros, float64(sum.Nanoseconds())/1000/float64(len(last)))
			}
		}
		results.Followed = append(results.Followed, f)
	}
	return nil
}

// isPower says whether a step is 100, 1,000, 10,000 …
func isPower(step int) bool {
	for step >= 1000 && step%10 == 0 {
		step /= 10
	}
	return step == 100
}

// oracleWay is the nodes in the order in which the oracle crawls them, seeds first.
func (r *graphRun) oracleWay(ctx context.Context, w *webgraph.Weighted, seeds []int32) ([]int32, error) {
	crawl, err := GraphEstimator{Estimator: "oracle", Batch: 1}.crawl(w, r.spec.Budget, nil)
	if err != nil {
		return nil, err
	}
	for _, v := range seeds {
		crawl.Seed(v)
	}
	var way []int32
	var edges []webgraph.Edge
	for len(way) < len(seeds)+r.spec.Budget && ctx.Err() == nil {
		next, ok := crawl.Take(everyGroup)
		if !ok {
			break
		}
		way = append(way, next.Node)
		edges = w.Edges(next.Node, edges)
		crawl.Crawled(next.Node, w.Beta[next.Node], edges)
	}
	return way, ctx.Err()
}
