package papers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers/lab"
)

// Options are how a plan is run.
type Options struct {
	Out     string   // folder for the results, a folder in it for each experiment; what it holds of an earlier run is used
	Corpora string   // folder in which the specs' corpora are looked for
	Full    bool     // whole specs, without their reduced fields
	Only    []string // names of experiments; empty = all. The sections about the whole run are then left as they are
	Cores   int      // crawls at the same time; 0 = all

	Begin   func(experiment string)                   // is told which experiment begins; nil = nobody
	Observe func(crawls, all int, left time.Duration) // is told how it goes; nil = nobody
	Skip    func(experiment, why string)              // is told what is left out; nil = nobody
}

// Result is what came of a run.
type Result struct {
	Crawls   int // of all experiments, those of earlier runs too
	Facts    []Fact
	Verdicts map[string]int // published findings by verdict, without emphasis
	Skipped  []string       // experiments that were left out
	Took     time.Duration
}

// A MissingError says which corpora are not there.
type MissingError struct {
	Corpora string   // where they were looked for
	Paths   []string // that are missing
}

// Error says what is missing and where to put it.
func (e *MissingError) Error() string {
	where := "no folder of corpora is named"
	if e.Corpora != "" {
		where = "they are not in " + e.Corpora
	}
	return fmt.Sprintf("these corpora are missing: %s; %s: set ORBWEAVER_CORPORA to the folder that has them", strings.Join(e.Paths, ", "), where)
}

// running is a plan under way.
type running struct {
	Plan
	Options
	document string
	reused   int // crawls that were there before
	result   Result
}

// Run runs the experiments of a plan one after the other, and writes the document after each. Corpora that are missing
// are a *MissingError, before anything is run.
func Run(ctx context.Context, p Plan, o Options) (Result, error) {
	began := time.Now()
	r := &running{Plan: p, Options: o, result: Result{Verdicts: map[string]int{}}}
	text, err := os.ReadFile(r.path(p.Document))
	if err != nil {
		return r.result, fmt.Errorf("the document: %w", err)
	}
	r.document = string(text)
	for _, name := range p.sections() {
		if _, err := fill(r.document, name, ""); err != nil {
			return r.result, fmt.Errorf("%s: %w", p.Document, err)
		}
	}
	chosen, err := r.choose()
	if err != nil {
		return r.result, err
	}
	for _, e := range chosen {
		if o.Begin != nil {
			o.Begin(e.Name())
		}
		if err := r.experiment(ctx, e); err != nil {
			return r.result, fmt.Errorf("experiment %s: %w", e.Name(), err)
		}
	}
	r.result.Took = time.Since(began)
	if len(o.Only) == 0 {
		if err := r.write(map[string]string{sectionRun: r.summary(), sectionFacts: factsTable(r.result.Facts)}); err != nil {
			return r.result, err
		}
	}
	return r.result, nil
}

func (r *running) path(name string) string { return filepath.Join(r.folder, name) }

// choose are the experiments that are wanted and can be run.
func (r *running) choose() ([]Experiment, error) {
	var chosen []Experiment
	missing := &MissingError{Corpora: r.Corpora}
	for _, name := range r.Only {
		if !slices.ContainsFunc(r.Experiments, func(e Experiment) bool { return e.Name() == name }) {
			return nil, fmt.Errorf("the plan has no experiment %q", name)
		}
	}
	for _, e := range r.Experiments {
		if len(r.Only) > 0 && !slices.Contains(r.Only, e.Name()) {
			continue
		}
		corpus, err := r.corpus(e)
		if err != nil {
			return nil, err
		}
		if corpus != "" { // the sample web is in the program
			_, err = os.Stat(r.corpusPath(corpus))
		}
		switch {
		case err == nil:
			chosen = append(chosen, e)
		case e.Needs != "":
			r.result.Skipped = append(r.result.Skipped, e.Name())
			if r.Skip != nil {
				r.Skip(e.Name(), fmt.Sprintf("%s is not there: %s", corpus, e.Needs))
			}
		case !slices.Contains(missing.Paths, corpus):
			missing.Paths = append(missing.Paths, corpus)
		}
	}
	if len(missing.Paths) > 0 {
		return nil, missing
	}
	return chosen, nil
}

// corpus is the path of an experiment's corpus as its spec has it.
func (r *running) corpus(e Experiment) (string, error) {
	if e.Graph != "" {
		s, err := r.graphSpec(e, r.Full)
		return s.Folder, err
	}
	s, err := r.pageSpec(e, r.Full)
	return s.Corpus.Path, err
}

// corpusPath is where a corpus is looked for.
func (r *running) corpusPath(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.Corpora, name)
}

// experiment runs one experiment and writes its sections.
func (r *running) experiment(ctx context.Context, e Experiment) error {
	out := filepath.Join(r.Out, e.Name())
	kept, err := filepath.Glob(filepath.Join(out, "crawls", "*.json"))
	if err != nil {
		return err
	}
	r.reused += len(kept)
	var o outcome
	var facts []Fact
	if e.Graph != "" {
		o, facts, err = r.graph(ctx, e, out)
	} else {
		o, facts, err = r.pages(ctx, e, out)
	}
	if err != nil {
		return err
	}
	for i := range facts {
		facts[i].Experiment = e.Name()
	}
	r.result.Facts = append(r.result.Facts, facts...)
	return r.show(e, o)
}

func (r *running) pages(ctx context.Context, e Experiment, out string) (_ outcome, _ []Fact, err error) {
	spec, err := r.pageSpec(e, r.Full)
	if err != nil {
		return nil, nil, err
	}
	x, err := lab.Open(ctx, spec, lab.Options{Out: out, Dir: r.folder, Corpora: r.Corpora, Cores: r.Cores, Observe: func(v lab.Event) {
		r.observe(v.Crawls, v.AllCrawls, v.Left)
	}})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	results, err := x.Run(ctx)
	if err != nil {
		return nil, nil, err
	}
	if _, err := results.Write(out); err != nil {
		return nil, nil, err
	}
	r.result.Crawls += x.Crawls()
	facts, err := pageFacts(results, x.Tasks())
	return ofPages{results}, facts, err
}

func (r *running) graph(ctx context.Context, e Experiment, out string) (outcome, []Fact, error) {
	spec, err := r.graphSpec(e, r.Full)
	if err != nil {
		return nil, nil, err
	}
	spec.Folder = r.corpusPath(spec.Folder)
	results, err := lab.RunGraph(ctx, spec, lab.GraphOptions{Out: out, Cores: r.Cores, Observe: func(v lab.GraphEvent) {
		r.observe(v.Crawls, v.AllCrawls, v.Left)
	}})
	if err != nil {
		return nil, nil, err
	}
	if _, err := results.Write(out); err != nil {
		return nil, nil, err
	}
	r.result.Crawls += len(results.Crawls)
	return ofGraph{results}, graphFacts(results), nil
}

func (r *running) observe(crawls, all int, left time.Duration) {
	if r.Observe != nil {
		r.Observe(crawls, all, left)
	}
}

// show makes the figures of an experiment and writes them.
func (r *running) show(e Experiment, o outcome) error {
	var made []*section
	var tests []*tested
	for _, f := range e.Figures {
		s, err := evaluate(o, f)
		if err != nil {
			return fmt.Errorf("figure %s: %w", f.Name, err)
		}
		if s.picture, err = r.draw(o, f); err != nil {
			return fmt.Errorf("figure %s: %w", f.Name, err)
		}
		made, tests = append(made, s), append(tests, s.tests...)
	}
	correct(tests)
	texts := map[string]string{}
	for _, s := range made {
		texts[s.Name] = s.markdown()
		for _, t := range s.tests {
			if !s.Ours {
				r.result.Verdicts[strings.Trim(t.verdict(), "*")]++
			}
		}
	}
	return r.write(texts)
}

// draw draws the picture of a figure beside the plan, and returns its path from the document; empty without panels.
func (r *running) draw(o outcome, f Figure) (string, error) {
	if len(f.Panels) == 0 {
		return "", nil
	}
	var panels []lab.Panel
	for _, p := range f.Panels {
		panel, err := o.panel(p)
		if err != nil {
			return "", err
		}
		for i := range panel.Curves {
			panel.Curves[i].Contestant = shown(panel.Curves[i].Contestant)
		}
		panels = append(panels, panel)
	}
	svg, err := lab.DrawPanels(panels, "svg")
	if err != nil {
		return "", err
	}
	file := r.path(f.Name + ".svg")
	if err := os.WriteFile(file, svg, 0o644); err != nil { // #nosec G306 -- results are files like any others of the user's: the umask says who may read them
		return "", fmt.Errorf("writing the picture: %w", err)
	}
	return filepath.Rel(filepath.Dir(r.path(r.Document)), file)
}

// write puts texts between their marks and writes the document.
func (r *running) write(texts map[string]string) (err error) {
	for name, text := range texts {
		if r.document, err = fill(r.document, name, text); err != nil {
			return err
		}
	}
	if err := replace(r.path(r.Document), r.document); err != nil {
		return fmt.Errorf("writing the document: %w", err)
	}
	return nil
}
