package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tables are the contents of all CSV files of results that do not depend on the clock.
func tables(t *testing.T, r *Results) string {
	t.Helper()
	return fmt.Sprint(r.curveRows(false), r.finalRows(false), r.testRows(false), r.omissionRows())
}

// The number of cores, and whether parsed pages are kept, make no difference.
func TestResultsAreRepeated(t *testing.T) {
	spec := villageSpec(t)
	spec.Task.Disjoint, spec.Task.Runs = true, 2
	want := tables(t, run(t, t.Context(), spec, Options{Out: t.TempDir(), Cores: 1}))
	for _, o := range []Options{{Out: t.TempDir(), Cores: 2}, {Out: t.TempDir(), Cores: 4, CacheBytes: 1 << 16}} {
		if got := tables(t, run(t, t.Context(), spec, o)); got != want {
			t.Errorf("with %d cores and %d bytes:\n%s\nwith one core:\n%s", o.Cores, o.CacheBytes, got, want)
		}
	}
}

func TestAnExperimentGoesOnWhereItWasStopped(t *testing.T) {
	spec := villageSpec(t)
	whole := tables(t, run(t, t.Context(), spec, Options{Out: t.TempDir()}))
	out := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := open(t, spec, Options{Out: out, Cores: 1, Observe: func(e Event) {
		if e.Crawls == 4 {
			cancel()
		}
	}}).Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped experiment: %v", err)
	}
	kept, err := filepath.Glob(filepath.Join(out, "crawls", "*.json"))
	if err != nil || len(kept) != 4 {
		t.Fatalf("%d crawls are kept, %v", len(kept), err)
	}
	if err := os.WriteFile(kept[0], []byte(`{"key": "half`), 0o644); err != nil { // a damaged one is made anew
		t.Fatal(err)
	}
	crawled := 0
	r := run(t, t.Context(), spec, Options{Out: out, Observe: func(e Event) {
		if e.Ended && e.Crawls > 3 {
			crawled++
		}
	}})
	if got := tables(t, r); got != whole {
		t.Errorf("stopped and continued:\n%s\nin one go:\n%s", got, whole)
	}
	if crawled != 6 { // of nine, three were there
		t.Errorf("%d crawls ended after the three that were kept", crawled)
	}
}

func TestEventsTellHowItGoes(t *testing.T) {
	spec := villageSpec(t)
	spec.Measure.Every = 20
	var events []Event
	run(t, t.Context(), spec, Options{Out: t.TempDir(), Observe: func(e Event) { events = append(events, e) }})
	if len(events) != 9*(3+1) {
		t.Errorf("%d events of nine crawls of 60 pages", len(events))
	}
	reached := map[string]float64{}
	for i, e := range events {
		name := e.Label + e.Topic
		if e.Recall < reached[name] {
			t.Errorf("event %d: recall falls from %v to %v", i, reached[name], e.Recall)
		}
		reached[name] = e.Recall
		if e.AllCrawls != 9 || e.Pages > 60 || e.Recall > 1 || e.Similarity > 1 {
			t.Errorf("event %d: %+v", i, e)
		}
	}
	if last := events[len(events)-1]; last.Crawls != 9 || !last.Ended || last.Left != 0 {
		t.Errorf("the last event: %+v", last)
	}
}

// Recall never falls, seeds are never targets, and what is a share lies between 0 and 1.
func TestFactsThatMustHold(t *testing.T) {
	spec := villageSpec(t)
	for _, distance := range []int{0, 1, 3} {
		spec.Task.Distance = distance
		e := open(t, spec, Options{Out: t.TempDir()})
		for _, task := range e.tasks {
			for _, seed := range task.Seeds {
				d, err := e.library.page(t.Context(), seed)
				if err != nil || slices.Contains(task.Targets, d.URL) {
					t.Errorf("D = %d: seed %s, %v", distance, seed, err)
				}
			}
		}
		r, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Curves {
			for i, y := range c.Mean {
				if c.Metric == "target-recall" && i > 0 && y < c.Mean[i-1] {
					t.Errorf("D = %d: recall of %s falls from %v to %v", distance, c.Contestant, c.Mean[i-1], y)
				}
				if share := !strings.HasPrefix(c.Metric, "mean-rank-") && !strings.Contains("search-length relative-cost performance-cost", c.Metric); y < 0 || share && y > 1 {
					t.Errorf("D = %d: %s of %s is %v", distance, c.Metric, c.Contestant, y)
				}
			}
		}
	}
}

// What can not be crawled for is left out by name, and the rest runs.
func TestTheRestRuns(t *testing.T) {
	dir := write(t, map[string]string{
		"web/a.html": `<p>apples <a href="b.html">pears</a></p>`, "web/b.html": `<p>pears <a href="a.html">apples</a> <a href="c.html">x</a></p>`,
		"web/c.html": `<p>fruit <a href="a.html">apples</a></p>`, "web/lonely.html": "<p>nobody links here</p>", "web/lonely2.html": "<p>nor here</p>",
		"topics.json": `{"topics": [
			{"name": "fruit", "pages": ["a", "b"]},
			{"name": "lonely", "pages": ["lonely", "lonely2"]},
			{"name": "none", "pages": ["gone", "gone2"]},
			{"name": "round", "parent": "round", "pages": ["a", "b"]}]}`,
	})
	spec := Spec{
		Corpus: CorpusSpec{Kind: "folder", Path: "web"}, Topics: TopicsSpec{File: "topics.json", MinPages: 2}, Task: TaskSpec{Distance: 2}, Pages: 10,
		Contestants: []Contestant{{Family: "best-first"}, {Family: "breadth-first"}},
	}
	r := run(t, t.Context(), spec, Options{Out: t.TempDir(), Dir: dir})
	if !slices.Equal(r.Topics, []string{"fruit"}) {
		t.Errorf("topics %v", r.Topics)
	}
	var out []string
	for _, o := range r.Omissions {
		out = append(out, o.What+": "+o.Why)
	}
	want := []string{
		"topic round: topics.json:5: its categories go round in a circle: round is above itself (round → round)",
		"topic none: topics.json:4: it has no targets: none of its pages is in the corpus",
		"topic lonely: no page has a path of up to 2 links to one of its targets: there are no seeds",
	}
	if !slices.Equal(out, want) {
		t.Errorf("left out:\n%s\nwant\n%s", strings.Join(out, "\n"), strings.Join(want, "\n"))
	}
	spec.Topics.Names = []string{"none", "nothing"}
	if _, err := Open(t.Context(), spec, Options{Out: t.TempDir(), Dir: dir}); err == nil || !strings.Contains(err.Error(), "topic none: topics.json:4: it has no targets") {
		t.Errorf("without topics: %v", err)
	}
}

const taxonomy = "Crafts *\n    | A smith and a baker work with tools.\nRest\n    | Sleep, and be done.\n"

// A topic for which one contestant's file is missing is compared for none.
func TestModelsOfTopics(t *testing.T) {
	spec := villageSpec(t)
	dir := write(t, map[string]string{"smith.txt": taxonomy, "baker.txt": taxonomy, "potter.txt": "@en - An example of no category"})
	spec.Topics.Count = 0
	spec.Contestants = []Contestant{{Family: "focused", Model: "{topic}.txt"}, {Family: "breadth-first"}}
	r := run(t, t.Context(), spec, Options{Out: t.TempDir(), Dir: dir})
	if !slices.Equal(r.Topics, []string{"baker", "smith"}) || len(r.Omissions) != 4 {
		t.Errorf("topics %v; left out %v", r.Topics, r.Omissions)
	}
	spec.Topics.Names = []string{"weaver"}
	if _, err := open(t, spec, Options{Out: t.TempDir(), Dir: dir}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no topic is left to compare: topic weaver, run 1: the crawl of focused failed: the taxonomy") {
		t.Errorf("without any: %v", err)
	}
	spec.Contestants[0].Model = "potter.txt"
	if _, err := Open(t.Context(), spec, Options{Out: t.TempDir(), Dir: dir}); err == nil || !strings.HasPrefix(err.Error(), "contestants[0].model: the taxonomy potter.txt:") {
		t.Errorf("a broken file: %v", err)
	}
}

// [PSM04] figure 6 on other hypertext: best-first is ahead of breadth-first in harvest rate.
func TestBreadthFirstIsBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls 18,000 pages")
	}
	spec := Spec{
		Corpus: CorpusSpec{Kind: "folder", Path: "wikispeedia"}, Topics: TopicsSpec{Count: 30}, Task: TaskSpec{Distance: 3}, Pages: 300,
		Contestants: []Contestant{{Family: "best-first", Params: map[string]any{"n": 1.0}}, {Family: "breadth-first"}},
	}
	r := run(t, t.Context(), spec, Options{Out: t.TempDir(), Corpora: wikispeedia(t)})
	for _, metric := range []string{"harvest-rate", "target-recall"} {
		if test := r.test(metric, "best-first", "breadth-first"); test.N != 30 || !(test.Holm < 0.01) {
			t.Errorf("%s: %+v", metric, test)
		}
	}
}
