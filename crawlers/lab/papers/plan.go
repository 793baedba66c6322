package papers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"orbweaver/crawlers/lab"
)

// Plan is which experiments are repeated, and what is made of them. It is a JSON file.
type Plan struct {
	Document    string       `json:"document"` // file with the marks between which results are written; beside the plan
	Experiments []Experiment `json:"experiments"`

	folder string // of the plan's file
}

// Experiment is a spec and what is made of its results. Either Pages or Graph is given.
type Experiment struct {
	Pages   string          `json:"pages"`   // file of a lab.Spec, beside the plan
	Graph   string          `json:"graph"`   // file of a lab.GraphSpec, beside the plan
	Reduced json.RawMessage `json:"reduced"` // fields of the spec that a reduced run has otherwise
	Needs   string          `json:"needs"`   // how to get the corpus, where it may be absent: the experiment is then left out; empty = it must be there
	Figures []Figure        `json:"figures"`
}

// Name is what an experiment is called: its spec's file without the ending.
func (e Experiment) Name() string { return strings.TrimSuffix(e.Pages+e.Graph, ".json") }

// Figure is a section of the document: a picture of some panels, tables, and findings.
type Figure struct {
	Name     string    `json:"name"` // of its marks and its picture
	Ours     bool      `json:"ours"` // its findings are expectations of ours, which nobody has published: they are not counted with the others
	Panels   []Panel   `json:"panels"`
	Tables   []Table   `json:"tables"`
	Findings []Finding `json:"findings"`
}

// Panel is one plot of a picture. Where contestants are compared with several buffers, they are labelled "name, buffer".
type Panel struct {
	Title   string   `json:"title"`
	Metric  string   `json:"metric"`  // a lab.Metric; of graphs: global-score, score, distance or altered
	Names   []string `json:"names"`   // of contestants or estimators, in this order; empty = all
	Buffer  int      `json:"buffer"`  // contestants with this MAX_BUFFER only; 0 = all
	Over    string   `json:"over"`    // "buffer": the last points, over MAX_BUFFER; empty = whole curves
	Keyword string   `json:"keyword"` // of score and distance
	At      int      `json:"at"`      // step of altered
	To      float64  `json:"to"`      // where curves end; 0 = at the end
	Log     bool     `json:"log"`     // the axis is logarithmic
}

// Table puts published numbers beside ours, of a graph experiment.
type Table struct {
	Of      string   `json:"of"` // score, loss, correlation or micros
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Row is a row of a Table.
type Row struct {
	Name      string       `json:"name"`      // of an estimator; of correlations: plain or log
	Label     string       `json:"label"`     // how it is shown; empty = the name
	Published []lab.Number `json:"published"` // by column; null = not published
}

// Finding is a published statement that can be tested: of two contestants, one is better by a metric; or is not; or they are
// alike.
type Finding struct {
	Published string  `json:"published"` // the statement in words
	Metric    string  `json:"metric"`    // empty = global-score, of graphs
	Better    string  `json:"better"`    // label of a contestant or estimator
	Worse     string  `json:"worse"`
	Alike     bool    `json:"alike"`      // no difference was found
	NotBetter bool    `json:"not_better"` // Better was not found to be better; that it is worse is no contradiction
	At        float64 `json:"at"`         // point of the metric's axis; 0 = the last
	WorseAt   float64 `json:"worse_at"`   // of Worse, where it is another
}

// ReadPlan reads a plan, strictly, and checks it as far as it can be without running anything: its specs are there and
// right, and whatever is made of them names what they have.
func ReadPlan(file string) (Plan, error) {
	p := Plan{folder: filepath.Dir(file)}
	text, err := os.ReadFile(file) // #nosec G304 -- the user names the file
	if err != nil {
		return p, fmt.Errorf("the plan can not be read: %w", err)
	}
	if err := strictly(text, &p); err != nil {
		return p, fmt.Errorf("the plan %s: %w", file, err)
	}
	for _, e := range p.Experiments {
		for _, full := range []bool{false, true} {
			if err := p.check(e, full); err != nil {
				return p, fmt.Errorf("the plan %s: experiment %s: %w", file, e.Name(), err)
			}
		}
	}
	return p, nil
}

func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// check checks one experiment.
func (p Plan) check(e Experiment, full bool) error {
	var names, metrics []string
	if e.Graph != "" {
		spec, err := p.graphSpec(e, full)
		if err != nil {
			return err
		}
		for _, estimator := range spec.Estimators {
			names = append(names, estimator.Label)
		}
		names, metrics = append(names, correlated()...), graphMetrics
	} else {
		spec, err := p.pageSpec(e, full)
		if err != nil {
			return err
		}
		for _, c := range spec.Contestants {
			names = append(names, c.Label)
		}
		for _, m := range lab.Metrics() {
			metrics = append(metrics, m.Name)
		}
	}
	for _, figure := range e.Figures {
		if err := figure.check(names, metrics); err != nil {
			return fmt.Errorf("figure %s: %w", figure.Name, err)
		}
	}
	return nil
}

func (f Figure) check(names, metrics []string) error {
	for _, finding := range f.Findings {
		for _, name := range []string{finding.Better, finding.Worse} {
			if !slices.Contains(names, name) {
				return fmt.Errorf("the finding %q names %q, which the spec has not", finding.Published, name)
			}
		}
		if finding.Metric != "" && !slices.Contains(metrics, finding.Metric) {
			return fmt.Errorf("the finding %q names the metric %q, which there is not (metrics: %s)", finding.Published, finding.Metric, strings.Join(metrics, ", "))
		}
	}
	for _, panel := range f.Panels {
		if !slices.Contains(metrics, panel.Metric) {
			return fmt.Errorf("the panel %q names the metric %q, which there is not (metrics: %s)", panel.Title, panel.Metric, strings.Join(metrics, ", "))
		}
		for _, name := range panel.Names {
			if !slices.ContainsFunc(names, func(n string) bool { return n == name || baseName(n) == name }) {
				return fmt.Errorf("the panel %q names %q, which the spec has not", panel.Title, name)
			}
		}
	}
	for _, table := range f.Tables {
		if err := table.check(names); err != nil {
			return err
		}
	}
	return nil
}

func (t Table) check(names []string) error {
	switch t.Of {
	case "correlation":
		names = []string{plainRow, logRow}
	case "score", "loss", "micros":
	default:
		return fmt.Errorf("there is no table of %q", t.Of)
	}
	for _, row := range t.Rows {
		if n := len(row.Published); n > 0 && n != len(t.Columns) {
			return fmt.Errorf("the table has %d columns, and its row %s has %d published numbers", len(t.Columns), row.Name, n)
		}
		if !slices.Contains(names, row.Name) {
			return fmt.Errorf("the table of %s has a row %q, which there is not", t.Of, row.Name)
		}
	}
	return nil
}

// pageSpec reads the spec of an experiment on pages.
func (p Plan) pageSpec(e Experiment, full bool) (lab.Spec, error) {
	return spec(p, e.Pages, e.Reduced, full, lab.ReadSpec, lab.Spec.Check)
}

// graphSpec reads the spec of an experiment on a graph.
func (p Plan) graphSpec(e Experiment, full bool) (lab.GraphSpec, error) {
	return spec(p, e.Graph, e.Reduced, full, lab.ReadGraphSpec, lab.GraphSpec.Check)
}
