package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Event is how an experiment goes: what one crawl has come to, and where the whole stands.
type Event struct {
	Contestant int     // its place in the spec
	Label      string  // of the contestant
	Topic      string  // what it crawls for
	Run        int     // from 1
	Others     bool    // it is the second crawl of the two that are compared for robustness
	Pages      int     // it has crawled
	Recall     float64 // of its targets so far, 0…1
	Similarity float64 // mean, of the pages so far to the keywords ([MPS04] eq. 4): what can be known before all have ended
	Ended      bool    // the crawl is over

	Crawls, AllCrawls int           // that are over, of how many
	Left              time.Duration // that the rest of the crawls will take; 0 = not known yet
}

// job is one crawl of the plan.
type job struct {
	contestant int
	task       int
	others     bool
}

// trial is the crawls of one contestant for one task.
type trial struct {
	first  *Crawl // nil when it failed
	second *Crawl // from the other seeds; nil when it failed or was not asked for
}

// Run runs all crawls that have not been run before, judges them and writes the results. When ctx is done it stops
// within a moment; what has been finished is kept, and the next Run goes on. The error is then the context's.
func (e *Experiment) Run(ctx context.Context) (*Results, error) {
	store, err := openStore(e.options.Out)
	if err != nil {
		return nil, err
	}
	jobs := e.plan()
	trials := make([][]trial, len(e.tasks)) // by task, then contestant
	for i := range trials {
		trials[i] = make([]trial, len(e.entrants))
	}
	p := &progress{observe: e.options.Observe, every: e.spec.Measure.Every, jobs: len(jobs), budget: e.spec.Pages, began: time.Now()}
	var mu sync.Mutex
	var failures []Omission
	var broken error // a result that could not be kept
	work, stop := context.WithCancel(ctx)
	defer stop()
	err = inParallel(work, e.options.Cores, len(jobs), func(i int) {
		j := jobs[i]
		c, err := e.do(work, store, j, p)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil && j.others:
			trials[j.task][j.contestant].second = c
		case err == nil:
			trials[j.task][j.contestant].first = c
		case work.Err() == nil && is[unkept](err):
			broken = err
			stop()
		case work.Err() == nil:
			t := e.tasks[j.task]
			failures = append(failures, Omission{taskName(t.Topic, t.Run), fmt.Sprintf("the crawl of %s failed: %v", e.entrants[j.contestant].Label, err)})
		}
	})
	switch {
	case broken != nil:
		return nil, broken
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	slices.SortFunc(failures, func(a, b Omission) int { return compareOmissions(a, b) })
	return e.judge(ctx, trials, failures)
}

// Crawls is the number of crawls of the whole experiment.
func (e *Experiment) Crawls() int { return len(e.plan()) }

// plan lists the crawls, those of one task one after the other: they read much the same pages.
func (e *Experiment) plan() []job {
	var jobs []job
	for t := range e.tasks {
		for c := range e.entrants {
			jobs = append(jobs, job{c, t, false})
			if e.spec.Task.Disjoint {
				jobs = append(jobs, job{c, t, true})
			}
		}
	}
	return jobs
}

// do gives the crawl of a job: an earlier one, or one that it runs and keeps.
func (e *Experiment) do(ctx context.Context, s store, j job, p *progress) (*Crawl, error) {
	entrant, task := e.entrants[j.contestant], e.tasks[j.task]
	keywords := e.topic(task.Topic).Keywords
	model, err := e.modelOf(entrant, task.Topic)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(e.web.sum, e.spec.Pages, e.spec.Rand, e.spec.MaxBytes, e.spec.Window, entrant.Contestant, entrant.family.Version, entrant.params,
		model, keywords, task, j.others)
	if err != nil {
		return nil, err
	}
	event := Event{Contestant: j.contestant, Label: entrant.Label, Topic: task.Topic, Run: task.Run, Others: j.others}
	if c := (&Crawl{}); s.read(key, c) {
		p.known(event, c)
		return c, nil
	}
	c, err := e.library.crawl(ctx, e.spec, start{entrant.Contestant, entrant.family, entrant.params, model, keywords, task, j.others}, p.observer(&event, task))
	if err != nil {
		p.failed(event)
		return nil, err
	}
	c.Key = key
	if err := s.write(key, c); err != nil {
		return nil, err
	}
	p.ended(event)
	return c, nil
}

// taskName is what a task is called in messages.
func taskName(topic string, run int) string { return fmt.Sprintf("topic %s, run %d", topic, run) }

// is says whether an error is of a kind.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func (e *Experiment) topic(name string) Topic {
	i := slices.IndexFunc(e.topics, func(t Topic) bool { return t.Name == name })
	return e.topics[i]
}

func setOf(urls []string) map[string]bool {
	set := make(map[string]bool, len(urls))
	for _, url := range urls {
		set[url] = true
	}
	return set
}
