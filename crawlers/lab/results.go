package lab

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Results are what came of an experiment.
type Results struct {
	Spec        Spec           `json:"spec"` // with its defaults filled in
	Contestants []Entry        `json:"contestants"`
	Topics      []string       `json:"topics"` // that are compared, in order
	Curves      []Curve        `json:"curves"`
	Tests       []Test         `json:"tests"`
	Finals      []Final        `json:"finals"`
	Omissions   []Omission     `json:"omissions"`
	EndedEarly  map[string]int `json:"ended_early"` // by label: crawls that ended before their budget

	tables map[string]table // by metric
}

// Entry is a contestant as it has crawled.
type Entry struct {
	Label   string            `json:"label"`
	Family  string            `json:"family"`
	Title   string            `json:"title"`
	Source  string            `json:"source"`
	Version int               `json:"version"`
	Params  map[string]string `json:"params"` // defaults filled in
	Buffer  int               `json:"buffer"`
}

// Curve is a metric of a contestant over all topics: at every point the mean and its standard error. A topic counts
// once: several runs of it are averaged first.
type Curve struct {
	Metric     string    `json:"metric"`
	Contestant string    `json:"contestant"`
	X          []float64 `json:"x"`
	Mean       []Number  `json:"mean"`
	Error      []Number  `json:"error"` // ±1 standard error
	N          int       `json:"n"`     // topics
}

// Test compares two contestants at the last point of a metric: is Better better than Worse?
type Test struct {
	Metric string `json:"metric"`
	Better string `json:"better"`
	Worse  string `json:"worse"`
	PairedTest
}

// Final is the last point of a metric for one topic and contestant.
type Final struct {
	Topic      string `json:"topic"`
	Contestant string `json:"contestant"`
	Metric     string `json:"metric"`
	Value      Number `json:"value"`
}

func compareOmissions(a, b Omission) int {
	return cmp.Or(strings.Compare(a.What, b.What), strings.Compare(a.Why, b.Why))
}

// table is a metric's curves by topic, then contestant.
type table [][][]float64

// results sums up the curves of all tasks.
func (e *Experiment) results(judged [][]map[string][]float64, trials [][]trial, out []Omission) *Results {
	r := &Results{Spec: e.spec, Omissions: append([]Omission{}, out...), EndedEarly: map[string]int{}}
	for _, c := range e.entrants {
		r.Contestants = append(r.Contestants, Entry{c.Label, c.Family, c.family.Title, c.family.Source, c.family.Version, c.params, c.Buffer})
	}
	var tasks [][]int // of each topic that is compared
	for _, t := range e.topics {
		var of []int
		for i, task := range e.tasks {
			if task.Topic == t.Name && judged[i] != nil {
				of = append(of, i)
			}
		}
		if len(of) > 0 {
			tasks = append(tasks, of)
			r.Topics = append(r.Topics, t.Name)
		}
	}
	for i, task := range trials {
		for c, t := range task {
			if judged[i] != nil && len(t.first.Pages) < e.spec.Pages {
				r.EndedEarly[e.entrants[c].Label]++
			}
		}
	}
	for _, m := range Metrics() {
		if m.curve == nil {
			r.addPerformance(m, e.spec)
			continue
		}
		values := make(table, len(tasks))
		all := true
		for i, of := range tasks {
			values[i] = make([][]float64, len(e.entrants))
			for c := range e.entrants {
				values[i][c] = meanCurve(judged, of, c, m.Name)
				all = all && len(values[i][c]) > 0
			}
		}
		if all { // what only some can be judged by compares nobody
			r.add(m, values)
		}
	}
	return r
}

// meanCurve is the mean of a contestant's curves over the tasks of a topic; there is none if one of them has none.
func meanCurve(judged [][]map[string][]float64, tasks []int, contestant int, metric string) []float64 {
	var mean []float64
	for _, i := range tasks {
		curve := judged[i][contestant][metric]
		if len(curve) == 0 {
			return nil
		}
		if mean == nil {
			mean = make([]float64, len(curve))
		}
		for k, y := range curve {
			mean[k] += y / float64(len(tasks))
		}
	}
	return mean
}

// add sums up one metric.
func (r *Results) add(m Metric, values table) {
	if r.tables == nil {
		r.tables = map[string]table{}
	}
	r.tables[m.Name] = values
	xs := m.xs(r.Spec)
	for c, entry := range r.Contestants {
		curve := Curve{Metric: m.Name, Contestant: entry.Label, X: xs, N: len(values)}
		for k := range xs {
			mean, standardError := Mean(values.at(c, k))
			curve.Mean, curve.Error = append(curve.Mean, mean), append(curve.Error, standardError)
		}
		r.Curves = append(r.Curves, curve)
	}
	last := len(xs) - 1
	for t, topic := range r.Topics {
		for c, entry := range r.Contestants {
			r.Finals = append(r.Finals, Final{topic, entry.Label, m.Name, Number(values[t][c][last])})
		}
	}
	first := len(r.Tests)
	for a, better := range r.Contestants {
		for b, worse := range r.Contestants {
			if a != b {
				r.Tests = append(r.Tests, Test{m.Name, better.Label, worse.Label, TestPairs(values.at(a, last), values.at(b, last), m.Lower)})
			}
		}
	}
	var together []*PairedTest
	for i := range r.Tests[first:] {
		together = append(together, &r.Tests[first+i].PairedTest)
	}
	Holm(together)
}

// at is a contestant's values of all topics at one point.
func (t table) at(contestant, point int) []float64 {
	values := make([]float64, len(t))
	for i, topic := range t {
		values[i] = topic[contestant][point]
	}
	return values
}

// xs are the points of a metric's axis.
func (m Metric) xs(s Spec) []float64 {
	switch m.Axis {
	case axisShares:
		return s.Measure.Shares
	case axisTop:
		return floats(s.Measure.Top)
	}
	return floats(points(s))
}

func floats(numbers []int) []float64 {
	xs := make([]float64, len(numbers))
	for i, n := range numbers {
		xs[i] = float64(n)
	}
	return xs
}

// addPerformance makes the one metric that is a ratio of means, and therefore has no error ([MPS04] eq. 9).
func (r *Results) addPerformance(m Metric, s Spec) {
	xs := m.xs(s)
	for _, entry := range r.Contestants {
		recall, similarity, cost := r.Curve("target-recall", entry.Label), r.Curve("mean-similarity", entry.Label), r.Curve("relative-cost", entry.Label)
		curve := Curve{Metric: m.Name, Contestant: entry.Label, X: xs, N: recall.N}
		for k := range xs {
			curve.Mean = append(curve.Mean, recall.Mean[k]*similarity.Mean[k]/cost.Mean[k])
			curve.Error = append(curve.Error, Number(math.NaN()))
		}
		r.Curves = append(r.Curves, curve)
	}
}

// Curve is the curve of a metric and a contestant; empty when there is none.
func (r *Results) Curve(metric, contestant string) Curve {
	for _, c := range r.Curves {
		if c.Metric == metric && c.Contestant == contestant {
			return c
		}
	}
	return Curve{}
}

// Values are those of a metric and a contestant at one point of its axis, in the order of the topics; nil where there are
// none.
func (r *Results) Values(metric, contestant string, x float64) []float64 {
	c := slices.IndexFunc(r.Contestants, func(e Entry) bool { return e.Label == contestant })
	point := slices.Index(r.Curve(metric, contestant).X, x)
	if c < 0 || point < 0 || r.tables[metric] == nil {
		return nil
	}
	return r.tables[metric].at(c, point)
}
