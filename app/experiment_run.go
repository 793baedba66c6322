package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/lab"
	"orbweaver/widgets"
)

// stage is how far an experiment is.
type stage int

const (
	reading  stage = iota // the corpus
	crawling              // or judging, when all crawls are over
	written               // the report is there
	halted                // by the user, or by an error
)

// experimentRun is one run of an experiment, from its spec to its report. It may be used concurrently.
type experimentRun struct {
	spec   lab.Spec
	out    string // folder of the results
	halt   context.CancelFunc
	live   *lab.Live
	labels []string

	mu      sync.Mutex // guards what follows
	stage   stage
	last    lab.Event
	leftOut []lab.Omission
	results *lab.Results
	report  string
	changes int // counts what there is new to show
}

// experimentOptions is where an experiment finds its files.
type experimentOptions struct {
	dir     string // of the spec's file
	session func(id string) (corpus.Listed, error)
	open    func(context.Context, lab.Spec, lab.Options) (*lab.Experiment, error) // lab.Open, unless a test looks on
}

func newExperimentRun(spec lab.Spec, out string, halt context.CancelFunc) *experimentRun {
	r := &experimentRun{spec: spec, out: out, halt: halt, live: lab.NewLive(spec)}
	for _, c := range spec.Contestants {
		r.labels = append(r.labels, c.Label)
	}
	return r
}

// run runs the experiment to its end, or until ctx is done. What it has crawled is kept in its folder, and used again.
func (r *experimentRun) run(ctx context.Context, o experimentOptions) (err error) {
	defer func() {
		if err != nil {
			r.change(func() { r.stage = halted })
		}
	}()
	e, err := o.open(ctx, r.spec, lab.Options{Out: r.out, Dir: o.dir, Corpora: os.Getenv("ORBWEAVER_CORPORA"), Session: o.session, Observe: r.take})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	r.change(func() { r.stage, r.leftOut = crawling, e.Omissions() })
	results, err := e.Run(ctx)
	if err != nil {
		return err
	}
	report, err := results.Write(r.out)
	if err != nil {
		return err
	}
	r.change(func() { r.stage, r.results, r.report, r.leftOut = written, results, report, results.Omissions })
	return nil
}

// take takes an event of the experiment.
func (r *experimentRun) take(e lab.Event) {
	r.live.Take(e)
	r.change(func() { r.last = e })
}

func (r *experimentRun) change(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
	r.changes++
}

// reportFile is the report, once it is written.
func (r *experimentRun) reportFile() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.report
}

// seen counts what there is new to show.
func (r *experimentRun) seen() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changes
}

// liveMetrics are known while an experiment is under way; the others need the pages of all contestants.
func liveMetrics() []lab.Metric {
	var live []lab.Metric
	for _, m := range lab.Metrics() {
		if m.Name == "target-recall" || m.Name == "query-relevance" {
			live = append(live, m)
		}
	}
	return live
}

// scores is how the experiment stands, with the curves of that metric.
func (r *experimentRun) scores(metric string) scores {
	r.mu.Lock()
	stage, last, results, leftOut := r.stage, r.last, r.results, r.leftOut
	r.mu.Unlock()
	s := scores{metrics: liveMetrics(), status: r.status(stage, last, leftOut)}
	var curves []lab.Curve
	if results != nil {
		curves, s.metrics = results.Curves, nil
		for _, m := range lab.Metrics() {
			if len(results.Curve(m.Name, r.labels[0]).X) > 0 {
				s.metrics = append(s.metrics, m)
			}
		}
	} else {
		curves = r.live.Curves()
	}
	looks := map[string]int{}
	for i, label := range r.labels {
		looks[label] = i
	}
	m := metricOf(s.metrics, metric)
	s.graph = graphOf(m, curves, looks)
	if m.Axis == liveMetrics()[0].Axis {
		s.graph.To = float64(r.spec.Pages)
	}
	s.columns = []string{capital(lang.L(m.Axis)), lang.L(m.Title)}
	if results != nil {
		s.columns = append(s.columns, lang.L("Better than"), lang.L("Worse than"))
	}
	for i, c := range s.graph.Curves {
		s.rows = append(s.rows, experimentRow(m, c, r.labels[i], results))
	}
	return s
}

// experimentRow is the last point of a contestant, and how many others it beats, or is beaten by, beyond chance.
func experimentRow(m lab.Metric, c widgets.Curve, label string, results *lab.Results) widgets.ScoreRow {
	row := widgets.ScoreRow{Name: c.Name, Look: c.Look, Cells: []string{"–", "–"}}
	if last := len(c.X) - 1; last >= 0 {
		row.Cells[0] = widgets.Number(c.X[last])
		row.Cells[1] = widgets.PlusMinus(c.Y[last], c.Spread[last])
	}
	if results == nil {
		return row
	}
	beats, beaten := 0, 0
	for _, t := range results.Tests {
		if t.Metric == m.Name && t.Holm < significant {
			if t.Better == label {
				beats++
			}
			if t.Worse == label {
				beaten++
			}
		}
	}
	others := " / " + count(len(results.Contestants)-1)
	row.Cells = append(row.Cells, count(beats)+others, count(beaten)+others)
	if n := results.EndedEarly[label]; n > 0 {
		row.Note = lang.XN("experiment.early", "{{.N}} of its crawls ended before their budget", n, map[string]any{"N": count(n)})
	}
	return row
}

// significant is the level below which a difference is taken for more than chance, after Holm's correction.
const significant = 0.05

// status says how far the experiment is.
func (r *experimentRun) status(s stage, last lab.Event, leftOut []lab.Omission) widgets.Status {
	status := widgets.Status{Done: -1, Calm: true, Note: filepath.Base(r.out)}
	switch s {
	case reading:
		status.State, status.Calm = lang.L("Reading the corpus…"), false
		return status
	case crawling:
		status.State, status.Calm = lang.L("Running"), false
		if last.AllCrawls > 0 && last.Crawls == last.AllCrawls {
			status.State = lang.L("Judging…")
		}
	case written:
		status.State, status.Note = lang.L("Finished"), lang.L("The report is written.")
	case halted:
		status.State, status.Note = lang.L("Stopped"), lang.L("What it has crawled is kept: started again, it goes on.")
	}
	if len(leftOut) > 0 { // first, so that there is room for it in any window
		status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Left out"), Value: count(len(leftOut)), Details: omissionLines(leftOut)})
	}
	if last.AllCrawls > 0 {
		status.Done = float64(last.Crawls) / float64(last.AllCrawls)
		status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Crawls"), Value: count(last.Crawls) + " / " + count(last.AllCrawls)})
	}
	if s == crawling && last.Left > 0 {
		status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Remaining"), Value: clock(last.Left)})
	}
	return status
}

// omissionsShown is how many omissions are told one by one.
const omissionsShown = 20

// omissionLines say what was left out, and why.
func omissionLines(all []lab.Omission) []string {
	var lines []string
	for _, o := range all[:min(len(all), omissionsShown)] {
		lines = append(lines, widgets.Clean(o.What+": "+o.Why, 160))
	}
	if len(all) > omissionsShown {
		lines = append(lines, lang.XN("leftout.more", "and {{.N}} more: the report has all", len(all)-omissionsShown, map[string]any{"N": count(len(all) - omissionsShown)}))
	}
	return lines
}
