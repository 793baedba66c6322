package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"orbweaver/assets"
	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
)

// Options are how an experiment is run. Nothing in them changes its results, times and costs apart.
type Options struct {
	Out        string // folder for the results; it is made. What it holds of an earlier run of the same spec is used
	Dir        string // folder of the spec's file, in which its paths are looked for; empty = the current one
	Corpora    string // folder in which paths are looked for that Dir does not have; empty = none
	Cores      int    // crawls at the same time; 0 = all
	CacheBytes int64  // memory for parsed pages; 0 = 2 GiB

	// Session opens the corpus of kind "session": what an earlier session has fetched. nil = there are no sessions.
	Session func(id string) (corpus.Listed, error)
	// Observe is told how the experiment goes, from one goroutine at a time: it must be quick. nil = nobody.
	Observe func(Event)
}

// Experiment is a spec whose corpus, topics, tasks and contestants are at hand. Close it after use.
type Experiment struct {
	spec      Spec
	options   Options
	library   *library
	web       *web
	topics    []Topic
	tasks     []Task // of all topics and runs
	entrants  []entrant
	omissions []Omission
	close     func() error
}

// entrant is a contestant that can start.
type entrant struct {
	Contestant
	family crawlers.Family
	params crawlers.Values
	model  []byte // nil where there is none, or each topic has its own
}

// Open makes everything ready that an experiment needs: it reads the whole corpus once. What is wrong with single topics
// and contestants is said by Omissions; an error means that nothing can be compared: it is a *SpecError where the spec
// is to blame.
func Open(ctx context.Context, spec Spec, o Options) (*Experiment, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	if o.Cores <= 0 {
		o.Cores = runtime.GOMAXPROCS(0)
	}
	fill(&o.CacheBytes, 2<<30)
	e := &Experiment{spec: spec.filled(), options: o, close: func() error { return nil }}
	if err := e.open(ctx); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

func (e *Experiment) open(ctx context.Context) error {
	c, err := e.openCorpus()
	if err != nil {
		return err
	}
	e.library = newLibrary(c, e.spec, e.options.CacheBytes)
	if e.web, err = e.library.graph(ctx, e.options.Cores); err != nil {
		return err
	}
	if err := e.findTopics(c); err != nil {
		return err
	}
	e.drawTasks()
	if len(e.tasks) == 0 {
		return &SpecError{Field: "topics", Err: fmt.Errorf("no topic is left: %s", reasons(e.omissions))}
	}
	for i := range e.spec.Contestants {
		if err := e.enter(i); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the corpus.
func (e *Experiment) Close() error { return e.close() }

// Topics are the topics that are crawled for, ordered by name.
func (e *Experiment) Topics() []Topic { return e.topics }

// Tasks are the tasks of all topics and runs.
func (e *Experiment) Tasks() []Task { return e.tasks }

// Omissions are what had to be left out so far, and why.
func (e *Experiment) Omissions() []Omission { return e.omissions }

// reasons are the first omissions in words.
func reasons(omissions []Omission) string {
	if len(omissions) == 0 {
		return "there was none to begin with"
	}
	var why []string
	for _, o := range omissions[:min(3, len(omissions))] {
		why = append(why, o.What+": "+o.Why)
	}
	return strings.Join(why, "; ")
}

// openCorpus opens what the spec names.
func (e *Experiment) openCorpus() (corpus.Listed, error) {
	c := e.spec.Corpus
	switch c.Kind {
	case "sample":
		return corpus.Sample(assets.SampleWeb)
	case "session":
		if e.options.Session == nil {
			return nil, wrong("corpus.kind", "there are no sessions here")
		}
		saved, err := e.options.Session(c.Path)
		if err != nil {
			return nil, &SpecError{Field: "corpus.path", Err: err}
		}
		return saved, nil
	case "warc":
		archive, err := corpus.Archive(e.path(c.Path))
		if err != nil {
			return nil, &SpecError{Field: "corpus.path", Err: err}
		}
		e.close = archive.Close
		return archive, nil
	}
	folder, err := corpus.Folder(e.path(c.Path))
	if err != nil {
		return nil, &SpecError{Field: "corpus.path", Err: err}
	}
	e.close = folder.Close
	return folder, nil
}

// path is where a path of the spec leads.
func (e *Experiment) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	beside := filepath.Join(e.options.Dir, name)
	if _, err := os.Stat(beside); err != nil && e.options.Corpora != "" {
		return filepath.Join(e.options.Corpora, name)
	}
	return beside
}

// findTopics reads the topics and chooses those of the spec.
func (e *Experiment) findTopics(c corpus.Listed) error {
	var entries []entry
	file := e.spec.Topics.File
	web, isSample := c.(*corpus.SampleWeb)
	switch {
	case file != "":
		file = e.path(file)
	case isSample:
		entries = sampleEntries(web)
	case e.spec.Corpus.Kind == "folder":
		file = filepath.Join(e.path(e.spec.Corpus.Path), "categories.tsv")
	default:
		return wrong("topics.file", "is missing: a %s has no topics of its own", e.spec.Corpus.Kind)
	}
	if file != "" {
		var err error
		var out []Omission
		if entries, out, err = readTopics(file); err != nil {
			return &SpecError{Field: "topics.file", Err: err}
		}
		e.omissions = append(e.omissions, out...)
		file = filepath.Base(file)
	}
	topics, out := e.web.topics(file, entries, e.spec.Topics)
	e.omissions = append(e.omissions, out...)
	e.topics = e.choose(topics)
	for _, t := range e.topics {
		if n := len(t.missing); n > 0 {
			why := fmt.Sprintf("%d pages that the corpus does not hold: %s", n, strings.Join(t.missing[:min(n, 5)], ", "))
			if n > 5 {
				why += " and others"
			}
			e.omissions = append(e.omissions, Omission{"of topic " + t.Name, why})
		}
	}
	return nil
}

// choose draws as many topics as the spec wants.
func (e *Experiment) choose(topics []Topic) []Topic {
	n := e.spec.Topics.Count
	if n == 0 || n >= len(topics) {
		return topics
	}
	places := make([]int, len(topics))
	for i := range places {
		places[i] = i
	}
	drawn := map[int]bool{}
	for _, i := range shuffle(draws(e.spec.Rand, "topics"), places)[:n] {
		drawn[i] = true
	}
	kept := make([]Topic, 0, n)
	for i, t := range topics {
		if drawn[i] {
			kept = append(kept, t)
		}
	}
	return kept
}

// sampleEntries are the topics of the sample web: the pages of a topic are those of its two hosts.
func sampleEntries(web *corpus.SampleWeb) []entry {
	var entries []entry
	for _, t := range web.Topics() {
		e := entry{name: t.Name, keywords: t.Keywords, description: t.About}
		for _, url := range web.URLs() {
			for _, home := range t.Seeds {
				if strings.HasPrefix(url, home) {
					e.pages = append(e.pages, url)
				}
			}
		}
		entries = append(entries, e)
	}
	return entries
}

// drawTasks draws the tasks of all topics; a topic without seeds is left out.
func (e *Experiment) drawTasks() {
	kept := e.topics[:0]
topics:
	for _, t := range e.topics {
		var tasks []Task
		for run := range e.spec.Task.Runs {
			task, err := e.web.task(e.spec, t, run+1)
			if err != nil {
				e.omissions = append(e.omissions, Omission{"topic " + t.Name, err.Error()})
				continue topics
			}
			tasks = append(tasks, task)
		}
		kept = append(kept, t)
		e.tasks = append(e.tasks, tasks...)
	}
	e.topics = kept
}

// enter makes a contestant ready.
func (e *Experiment) enter(i int) error {
	c := e.spec.Contestants[i]
	field := fmt.Sprintf("contestants[%d]", i)
	values, err := c.values(field)
	if err != nil {
		return err
	}
	family, err := crawlers.Lookup(c.Family)
	if err != nil {
		return &SpecError{Field: field + ".family", Err: err}
	}
	entered := entrant{Contestant: c, family: family, params: values}
	if c.Model != "" && !strings.Contains(c.Model, topicPlace) {
		if entered.model, err = e.readModel(entered, c.Model); err != nil {
			return &SpecError{Field: field + ".model", Err: err}
		}
	}
	e.entrants = append(e.entrants, entered)
	return nil
}

// topicPlace stands for a topic's name in the path of a model that each topic has one of its own of.
const topicPlace = "{topic}"

// modelOf is the model that a contestant crawls for a topic with; nil = none.
func (e *Experiment) modelOf(c entrant, topic string) ([]byte, error) {
	if !strings.Contains(c.Model, topicPlace) {
		return c.model, nil
	}
	return e.readModel(c, strings.ReplaceAll(c.Model, topicPlace, topic))
}

// maxModelBytes bounds a model's file.
const maxModelBytes = 256 << 20

func (e *Experiment) readModel(c entrant, name string) ([]byte, error) {
	file, err := os.Open(e.path(name))
	if err != nil {
		return nil, fmt.Errorf("the %s: %w", c.family.Model.Name, err)
	}
	defer file.Close()
	model, err := io.ReadAll(io.LimitReader(file, maxModelBytes))
	if err == nil {
		err = c.family.Model.Check(model)
	}
	if err != nil {
		return nil, fmt.Errorf("the %s %s: %w", c.family.Model.Name, name, err)
	}
	return model, nil
}
