package lab

import (
	"fmt"
	"slices"
	"strings"

	"orbweaver/crawlers"
)

// Spec says what an experiment is: everything that its results depend on, times and costs apart. Fields left out have
// the default that is named here. Paths of files are looked for in the folder of the spec's file, then in that of the
// corpora.
type Spec struct {
	Name        string       `json:"name"`        // of the experiment, for people
	Corpus      CorpusSpec   `json:"corpus"`      // what is crawled
	Topics      TopicsSpec   `json:"topics"`      // what is looked for
	Task        TaskSpec     `json:"task"`        // where the crawls start
	Contestants []Contestant `json:"contestants"` // who is compared; at least one
	Pages       int          `json:"pages"`       // budget of each crawl; 0 = 1,000
	Buffer      int          `json:"buffer"`      // MAX_BUFFER of contestants that name none; 0 = 256
	Rand        uint64       `json:"rand"`        // seed of everything drawn at random; 0 = 1
	Measure     MeasureSpec  `json:"measure"`     // how crawls are judged
	MaxBytes    int          `json:"max_bytes"`   // bodies are cut here; 0 = 100 KiB
	Window      int          `json:"window"`      // W, words of context on either side of a link; 0 = 10
}

// CorpusSpec names a corpus.
type CorpusSpec struct {
	Kind string `json:"kind"` // "folder", "warc", "sample" (the sample web) or "session"
	Path string `json:"path"` // of a folder or a file, or the ID of a session
}

// TopicsSpec says where topics come from and which are taken.
type TopicsSpec struct {
	File     string   `json:"file"`      // .tsv (page, category) or .json; empty = the corpus's own: categories.tsv of a folder, the topics of the sample web
	MinPages int      `json:"min_pages"` // topics with fewer pages are left out; 0 = 5
	Count    int      `json:"count"`     // as many are drawn at random; 0 = all
	Names    []string `json:"names"`     // only these; empty = all
}

// TaskSpec says where crawls start: the task D = Distance of [MPS04] §2.3.
type TaskSpec struct {
	Distance int  `json:"distance"` // D: seeds have a path of at most so many links to a target, 0…10; 0 = the pages of a topic are halved into seeds and targets
	Seeds    int  `json:"seeds"`    // drawn for a crawl; 0 = 10
	InLinks  int  `json:"in_links"` // followed backwards from a page; 0 = 20
	Runs     int  `json:"runs"`     // of each contestant a topic, each with seeds of its own; 0 = 1
	Disjoint bool `json:"disjoint"` // each contestant crawls a second time from other seeds, to measure robustness
}

// Contestant is a crawler family with its settings.
type Contestant struct {
	Label  string         `json:"label"`  // in tables and plots; empty = the family's name
	Family string         `json:"family"` // name of a family
	Params map[string]any `json:"params"` // of the family; numbers, texts, true or false
	Buffer int            `json:"buffer"` // MAX_BUFFER; 0 = the Spec's
	Model  string         `json:"model"`  // the file of the family's Model; empty = none. "{topic}" in it stands for the topic's name
}

// MeasureSpec says how crawls are judged.
type MeasureSpec struct {
	Every     int       `json:"every"`     // pages between two points of a curve; 0 = a hundredth of the budget
	Threshold float64   `json:"threshold"` // pages at least this similar to the description count as harvest, as targets do; 0 = 0.1
	Last      int       `json:"last"`      // pages over which windowed relevance is taken; 0 = 50
	Top       []int     `json:"top"`       // n of static coverage; empty = 10, 20, 50, 100, 200, 500
	Shares    []float64 `json:"shares"`    // of the targets, up to which search lengths are measured; empty = 0.1, 0.25, 0.5
}

// filled returns the spec with every zero that stands for a default replaced by it.
func (s Spec) filled() Spec {
	fill(&s.Pages, 1000)
	fill(&s.Buffer, 256)
	fill(&s.Rand, 1)
	fill(&s.MaxBytes, 100<<10)
	fill(&s.Window, 10)
	fill(&s.Topics.MinPages, 5)
	fill(&s.Task.Seeds, 10)
	fill(&s.Task.InLinks, 20)
	fill(&s.Task.Runs, 1)
	fill(&s.Measure.Every, max(1, s.Pages/100))
	fill(&s.Measure.Threshold, 0.1)
	fill(&s.Measure.Last, 50)
	if len(s.Measure.Top) == 0 {
		s.Measure.Top = []int{10, 20, 50, 100, 200, 500}
	}
	if len(s.Measure.Shares) == 0 {
		s.Measure.Shares = []float64{0.1, 0.25, 0.5}
	}
	s.Contestants = slices.Clone(s.Contestants)
	for i := range s.Contestants {
		fill(&s.Contestants[i].Label, s.Contestants[i].Family)
		fill(&s.Contestants[i].Buffer, s.Buffer)
	}
	return s
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// A SpecError is a mistake in a spec.
type SpecError struct {
	Field string // where: "contestants[2].family"; empty = the whole
	Line  int    // of the spec's file; 0 = not known
	Err   error  // what is wrong and what to write instead
}

// Error says where and what.
func (e *SpecError) Error() string {
	where := ""
	if e.Line > 0 {
		where = fmt.Sprintf("line %d: ", e.Line)
	}
	if e.Field != "" {
		where += e.Field + ": "
	}
	return where + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *SpecError) Unwrap() error { return e.Err }

// Check says what is wrong with a spec, as far as it can be known without its files: the error is a *SpecError.
func (s Spec) Check() error {
	s = s.filled()
	if err := s.checkBounds(); err != nil {
		return err
	}
	if kinds := []string{"folder", "warc", "sample", "session"}; !slices.Contains(kinds, s.Corpus.Kind) {
		return wrong("corpus.kind", "unknown kind %q; did you mean %q? (kinds: %s)", s.Corpus.Kind, crawlers.Nearest(s.Corpus.Kind, kinds), strings.Join(kinds, ", "))
	}
	if s.Corpus.Path == "" && s.Corpus.Kind != "sample" {
		return wrong("corpus.path", "is missing: write which %s", s.Corpus.Kind)
	}
	if len(s.Contestants) == 0 {
		return wrong("contestants", "there are none: write at least one, such as {\"family\": \"best-first\"}")
	}
	labels := map[string]int{}
	for i, c := range s.Contestants {
		field := fmt.Sprintf("contestants[%d]", i)
		if _, err := c.values(field); err != nil {
			return err
		}
		if first, twice := labels[c.Label]; twice {
			return wrong(field+".label", "contestant %d is called %q too: give each a label of its own", first+1, c.Label)
		}
		labels[c.Label] = i
	}
	return nil
}

func (s Spec) checkBounds() error {
	for _, b := range []struct {
		field           string
		value, min, max int
	}{
		{"pages", s.Pages, 1, 10_000_000},
		{"buffer", s.Buffer, 1, 10_000_000},
		{"max_bytes", s.MaxBytes, 1, 64 << 20},
		{"window", s.Window, 1, 1000},
		{"topics.min_pages", s.Topics.MinPages, 1, 1_000_000},
		{"topics.count", s.Topics.Count, 0, 1_000_000},
		{"task.distance", s.Task.Distance, 0, 10},
		{"task.seeds", s.Task.Seeds, 1, 10_000},
		{"task.in_links", s.Task.InLinks, 1, 1_000_000},
		{"task.runs", s.Task.Runs, 1, 10_000},
		{"measure.every", s.Measure.Every, 1, 10_000_000},
		{"measure.last", s.Measure.Last, 1, 10_000_000},
	} {
		if b.value < b.min || b.value > b.max {
			return wrong(b.field, "%d is out of bounds: write %d to %d", b.value, b.min, b.max)
		}
	}
	if !(s.Measure.Threshold > 0 && s.Measure.Threshold <= 1) {
		return wrong("measure.threshold", "%v is out of bounds: write more than 0, up to 1", s.Measure.Threshold)
	}
	for i, n := range s.Measure.Top {
		if n < 1 {
			return wrong(fmt.Sprintf("measure.top[%d]", i), "%d is out of bounds: write 1 or more", n)
		}
	}
	for i, share := range s.Measure.Shares {
		if !(share > 0 && share <= 1) {
			return wrong(fmt.Sprintf("measure.shares[%d]", i), "%v is out of bounds: write more than 0, up to 1", share)
		}
	}
	for i, c := range s.Contestants {
		if c.Buffer < 1 {
			return wrong(fmt.Sprintf("contestants[%d].buffer", i), "%d is out of bounds: write 1 or more", c.Buffer)
		}
	}
	return nil
}

// values are the parameters of a contestant, checked; field is where it stands in the spec.
func (c Contestant) values(field string) (crawlers.Values, error) {
	family, err := crawlers.Lookup(c.Family)
	if err != nil {
		return nil, &SpecError{Field: field + ".family", Err: err}
	}
	given := map[string]string{}
	for name, value := range c.Params {
		switch value.(type) {
		case string, bool, float64, int:
			given[name] = fmt.Sprint(value)
		default:
			return nil, wrong(field+".params."+name, "%v is neither a number nor a text, true or false", value)
		}
	}
	values, err := crawlers.ParseValues(family.Params, given)
	if err != nil {
		return nil, &SpecError{Field: field + ".params", Err: err}
	}
	if c.Model != "" && family.Model == nil {
		return nil, wrong(field+".model", "the family %s takes no file", c.Family)
	}
	return values, nil
}

func wrong(field, format string, args ...any) error {
	return &SpecError{Field: field, Err: fmt.Errorf(format, args...)}
}
