package race

import (
	"cmp"

	"orbweaver/crawlers/lab"
)

// Kind is which of the three comparisons a Race is.
type Kind string

// The Kinds there are.
const (
	KindRace    Kind = "race"
	KindHoldOut Kind = "hold-out"
	KindWhatIf  Kind = "what-if"
)

// State is what a Race is doing.
type State string

// The States there are.
const (
	StatePreparing State = "preparing" // Snapshot.Doing says what with
	StateRunning   State = "running"
	StatePaused    State = "paused"
	StateStopped   State = "stopped" // all contestants have ended
)

// The metrics of curves. Metrics describes them.
const (
	MetricRelevance = "query-relevance"
	MetricKeywords  = "keyword-relevance"
	MetricHarvest   = "harvest-rate"
	MetricRecall    = "target-recall" // of a hold-out check
	MetricUnknown   = "unknown-share" // of what-if
)

// Snapshot is a Race at one moment. It is a copy.
type Snapshot struct {
	Kind        Kind
	State       State
	Doing       string // what it prepares, in words; empty when it runs
	Notice      string // what the user should know about it; empty mostly
	Budget      int    // pages of each contestant
	Keywords    string // as given, or as made of the seeds of a hold-out check; empty until they are known
	Contestants []Contestant
	Curves      []lab.Curve // by metric, then contestant, in the order of Metrics and Contestants; Contestant is the label. N is the number of runs; of one run the Error is missing
	Requests    int         // sent to servers, robots.txt left out
	Saved       int         // answers given again, for which no server was asked

	Run, Runs int    // the run under way, or the last, and how many there are; 1 of 1 but for hold-out checks
	Split     *Split // of a hold-out check's run; nil until it is known
}

// Curve is the curve of a metric and a contestant; empty when there is none.
func (s Snapshot) Curve(metric, contestant string) lab.Curve {
	for _, c := range s.Curves {
		if c.Metric == metric && c.Contestant == contestant {
			return c
		}
	}
	return lab.Curve{}
}

// Winner is the contestant in the first place; nil as long as nobody has a page. While the race is on it may change.
func (s Snapshot) Winner() *Contestant {
	for i := range s.Contestants {
		if s.Contestants[i].Place == 1 {
			return &s.Contestants[i]
		}
	}
	return nil
}

// Contestant is a row of the table. Of several runs its counts are sums, its measures means, and its end that of the run that
// ended least well.
type Contestant struct {
	Label    string
	Original bool   // what-if: the session itself, as it was
	Family   string // its name
	Title    string // of the family, for people
	Place    int    // from 1; 0 = it has no page, or is what-if's session itself. Equal ones share a place
	Session  string // ID of its session in the library; empty where there is none (yet); the first of Sessions
	Ended    bool
	Stop     string // why it ended: a Stop of package engine; empty until then
	Reason   string // the same in words
	Err      error  // of a contestant that could not go on; nil mostly

	Pages     int // fetched and parsed
	Failed    int // picks that led nowhere, Unknown left out
	Unknown   int // what-if: picks whose pages the session never fetched
	Hits      int // pages with a score of Settings.HitScore or more
	Relevance lab.Number
	Keywords  lab.Number
	Harvest   lab.Number
	Found     int        // hold-out: targets found
	Targets   int        // hold-out: how many there are
	Recall    lab.Number // hold-out: share of the targets
	Needed    int        // hold-out: pages until the last target that it found; 0 = it found none

	Sessions    []string   // of all runs
	RecallError lab.Number // standard error of Recall over the runs; missing when there is one
}

// Chosen is how much of the budget it has used: pages, and those that the session never fetched.
func (c Contestant) Chosen() int { return c.Pages + c.Unknown }

// UnknownShare is the share of its picks that led to pages which the session never fetched.
func (c Contestant) UnknownShare() float64 {
	if c.Unknown == 0 {
		return 0
	}
	return float64(c.Unknown) / float64(c.Pages+c.Failed+c.Unknown)
}

// values are what its curves have reached, by metric.
func (c Contestant) values() map[string]lab.Number {
	return map[string]lab.Number{
		MetricRelevance: c.Relevance, MetricKeywords: c.Keywords, MetricHarvest: c.Harvest, MetricRecall: c.Recall,
		MetricUnknown: lab.Number(c.UnknownShare()),
	}
}

// Metrics describes the metrics that a kind of Race has curves of, the most telling first.
func Metrics(kind Kind) []lab.Metric {
	const axis = "pages crawled"
	metrics := []lab.Metric{
		{Name: MetricHarvest, Title: "Harvest rate", Source: "[PSM04] §4.2", Axis: axis,
			Doc: "Share of the pages crawled that are hits: at least as similar to the keywords as the hit score."},
		{Name: MetricRelevance, Title: "Mean similarity to the keywords", Source: "[PSM04] §4.1, [MPS04] eq. 4", Axis: axis,
			Doc: "Mean cosine of the pages crawled to the keywords, which the crawlers know."},
		{Name: MetricKeywords, Title: "Keywords on the pages", Source: "[PSM04] §4.1", Axis: axis,
			Doc: "Mean share of the keywords that stand on the pages crawled."},
	}
	switch kind {
	case KindHoldOut:
		recall := lab.Metric{Name: MetricRecall, Title: "Hidden pages found", Source: "[MPS04] eq. 1", Axis: axis,
			Doc: "Share of the hidden known-good pages that were crawled."}
		return append([]lab.Metric{recall}, metrics...)
	case KindWhatIf:
		return append(metrics, lab.Metric{Name: MetricUnknown, Title: "Pages not known", Axis: axis, Lower: true,
			Doc: "Share of the links chosen so far whose pages the session never fetched: nobody knows what they would have been worth."})
	}
	return metrics
}

// Snapshot is the Race at this moment. It costs microseconds.
func (r *Race) Snapshot() Snapshot {
	r.mu.Lock()
	s := Snapshot{
		Kind: r.kind, State: r.state, Doing: r.doing, Budget: r.spec.Settings.Pages, Keywords: r.spec.Keywords,
		Requests: r.asked, Saved: r.again, Split: r.split, Run: r.run,
	}
	if len(r.entries) > 0 {
		s.Runs = len(r.entries[0])
	}
	if r.state == StateRunning && r.waiting {
		s.State = StatePaused
	}
	if r.shared != nil {
		s.Requests, s.Saved = r.shared.counts()
	}
	for _, c := range r.running {
		s.Notice = cmp.Or(s.Notice, c.Stats().Notice)
	}
	r.mu.Unlock()
	metrics := Metrics(r.kind)
	curves := make([][]lab.Curve, len(r.entries))
	for i, of := range r.entries {
		var row Contestant
		row, curves[i] = of.snapshot(metrics)
		s.Contestants = append(s.Contestants, row)
	}
	for m := range metrics {
		for _, of := range curves {
			s.Curves = append(s.Curves, of[m])
		}
	}
	placeAll(s.Kind, s.Contestants)
	return s
}
