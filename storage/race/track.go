package race

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/page"
)

// curvePoints is about how many points the curve of a whole budget has.
const curvePoints = 100

// track follows one contestant: its row of the table and its curves, up to date with every outcome. It may be used
// concurrently.
type track struct {
	label string
	every int // pages between two points

	mu      sync.Mutex // guards what follows
	topic   crawlers.Topic
	targets map[string]int // canonical URL → number of the target; nil = there are none
	found   map[int]bool
	row     Contestant
	failure string  // the first one in words; empty = there was none
	scores  float64 // sums over its pages
	holds   float64
	xs      []float64
	ys      map[string][]lab.Number // by metric
}

func newTrack(label, family string, s Spec) *track {
	missing := lab.Number(math.NaN())
	return &track{
		label: label, every: max(1, s.Settings.Pages/curvePoints), topic: crawlers.NewTopic(s.Keywords), found: map[int]bool{}, ys: map[string][]lab.Number{},
		row: Contestant{Label: label, Family: family, Title: titleOf(family), Relevance: missing, Keywords: missing, Harvest: missing, Recall: missing, RecallError: missing},
	}
}

// looksFor tells what the contestant is judged by, before it begins. It is not told itself.
func (t *track) looksFor(topic crawlers.Topic, targets map[string]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.topic, t.targets, t.row.Targets = topic, targets, distinct(targets)
}

func (t *track) begins(session string) {
	t.change(func(row *Contestant) { row.Session, row.Sessions = session, []string{session} })
}

// forget takes note that the session is no more.
func (t *track) forget() {
	t.change(func(row *Contestant) { row.Session, row.Sessions = "", nil })
}

func (t *track) change(f func(row *Contestant)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.row)
}

func (t *track) session() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.row.Session
}

// take takes an outcome; it is called on the deciding goroutine of the contestant's crawl.
func (t *track) take(e crawlers.Ended) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case e.Kind == crawlers.KindOK:
		t.page(e)
	case e.Kind == string(kindUnknown):
		t.row.Unknown++
	default:
		t.row.Failed++
		t.failure = cmp.Or(t.failure, e.Error)
	}
}

// page takes a page; t.mu is held.
func (t *track) page(e crawlers.Ended) {
	r := &t.row
	r.Pages++
	t.scores += e.Score
	t.holds += keywordsOn(t.topic, e.Page)
	if e.Hit {
		r.Hits++
	}
	for _, url := range []string{e.Page.URL, e.Pick.URL} {
		if n, hidden := t.targets[url]; hidden && !t.found[n] {
			t.found[n] = true
			r.Found, r.Needed = len(t.found), r.Pages
		}
	}
	n := float64(r.Pages)
	r.Relevance, r.Keywords, r.Harvest = lab.Number(t.scores/n), lab.Number(t.holds/n), lab.Number(float64(r.Hits)/n)
	if t.targets != nil {
		r.Recall = lab.Number(float64(r.Found) / float64(r.Targets))
	}
	if r.Pages%t.every == 0 {
		t.point()
	}
}

// distinct is the number of targets, which may have several URLs.
func distinct(targets map[string]int) int {
	numbers := map[int]bool{}
	for _, n := range targets {
		numbers[n] = true
	}
	return len(numbers)
}

// keywordsOn is the share of the topic's keywords that stand on a page.
func keywordsOn(topic crawlers.Topic, p *page.Page) float64 {
	all := topic.Query.Keywords()
	if len(all) == 0 {
		return 0
	}
	n := 0
	for _, k := range all {
		if term := k.In(p.Lang); term != "" && p.Vector.Freq(term) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(all))
}

// point adds a point to the curves; t.mu is held.
func (t *track) point() {
	t.xs = append(t.xs, float64(t.row.Pages))
	for metric, value := range t.row.values() {
		t.ys[metric] = append(t.ys[metric], value)
	}
}

// chosen is how much of the budget is used.
func (t *track) chosen() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.row.Chosen()
}

// ended takes the end of the contestant's crawl.
func (t *track) ended(result engine.Result, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row.Ended, t.row.Stop = true, result.Stop
	t.row.Reason = reason(result, t.row, t.failure)
	if err != nil {
		t.row.Err, t.row.Stop, t.row.Reason = err, engine.StopError, err.Error()
	}
}

// leave ends a contestant that has not begun.
func (t *track) leave() {
	t.change(func(row *Contestant) {
		if !row.Ended {
			row.Ended, row.Stop, row.Reason = true, engine.StopInterrupted, "it has not begun"
		}
	})
}

// failed takes a contestant that could not begin.
func (t *track) failed(err error) { t.ended(engine.Result{}, err) }

// reason says in words why a crawl ended, whose first failure was that.
func reason(result engine.Result, row Contestant, failure string) string {
	if row.Pages == 0 && result.Stop == engine.StopDeadEnd && row.Unknown == 0 {
		return "none of the seeds gave a page: " + cmp.Or(failure, "nothing was asked for")
	}
	words := map[string]string{
		engine.StopBudget: "its budget of pages is used up", engine.StopTime: "its time is used up", engine.StopDeadEnd: "nothing was left to fetch",
		engine.StopSaturated: "nothing better was to be expected", engine.StopInterrupted: "it was stopped",
	}[result.Stop]
	if result.Why != "" {
		words += ": " + result.Why
	}
	return words
}

// snapshot is the row and the curves of some metrics: at their points, and with live also at the newest page.
func (t *track) snapshot(metrics []lab.Metric, live bool) (Contestant, []lab.Curve) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var curves []lab.Curve
	now := t.row.values()
	for _, m := range metrics {
		c := lab.Curve{Metric: m.Name, Contestant: t.row.Label, N: 1}
		c.X, c.Mean = append(c.X, t.xs...), append(c.Mean, t.ys[m.Name]...)
		if n := len(t.xs); live && t.row.Pages > 0 && (n == 0 || t.xs[n-1] < float64(t.row.Pages)) {
			c.X, c.Mean = append(c.X, float64(t.row.Pages)), append(c.Mean, now[m.Name])
		}
		for range c.X {
			c.Error = append(c.Error, lab.Number(math.NaN()))
		}
		curves = append(curves, c)
	}
	row := t.row
	row.Sessions = slices.Clone(row.Sessions)
	return row, curves
}
