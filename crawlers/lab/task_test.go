package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers/corpus"
)

// chain is a folder of seven pages: 6 → 5 → 4 → 3 → 0, 2 → 1, 1 → 0, 0 → 6; 6 links to 5 by a redirect.
func chain(t *testing.T) *web {
	t.Helper()
	links := map[int][]string{0: {"6.html"}, 1: {"0.html"}, 2: {"1.html"}, 3: {"0.html", "0.html", "gone.html"}, 4: {"3.html"}, 5: {"4.html"}, 6: {"five"}}
	files := map[string]string{"five/index.html": `<a href="../5.html">five</a>`}
	for i, to := range links {
		text := fmt.Sprintf("page %d ", i)
		for _, l := range to {
			text += `<a href="` + l + `">x</a>`
		}
		files[fmt.Sprintf("%d.html", i)] = text
	}
	folder, err := corpus.Folder(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	w, err := newLibrary(folder, Spec{}.filled(), 1<<20).graph(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestInLinks(t *testing.T) {
	w := chain(t)
	five := w.number["http://corpus.example/five/"]
	for page, want := range map[int][]int32{0: {1, 3}, 1: {2}, 5: {int32(five)}, five: {6}, 6: {0}, 2: nil} {
		if got := w.parents(page); !slices.Equal(got, want) {
			t.Errorf("in-links of page %d: %v, want %v", page, got, want)
		}
	}
	if got := w.children(3); !slices.Equal(got, []int32{0}) {
		t.Errorf("links of page 3: %v", got)
	}
}

// Backwards from page 0: one step 1 and 3; two steps 2 and 4; three steps 5.
func TestAncestors(t *testing.T) {
	w := chain(t)
	for distance, want := range map[int][]int{0: nil, 1: {1, 3}, 2: {1, 2, 3, 4}, 3: {1, 2, 3, 4, 5}} {
		if got := w.ancestors(draws(1), []int{0}, distance, 20); !slices.Equal(got, want) {
			t.Errorf("%d steps: %v, want %v", distance, got, want)
		}
	}
	if got := w.ancestors(draws(1), []int{0}, 1, 1); len(got) != 1 {
		t.Errorf("with one in-link a page: %v", got)
	}
	// Targets are never seeds: 3 is one, and what lies behind it is reached all the same.
	if got := w.ancestors(draws(1), []int{0, 3}, 1, 20); !slices.Equal(got, []int{1, 4}) {
		t.Errorf("of two targets: %v", got)
	}
}

func TestTasks(t *testing.T) {
	w := chain(t)
	topic := Topic{Name: "t", numbers: []int{0, 1, 2, 3, 4}}
	spec := Spec{Task: TaskSpec{Seeds: 2}}.filled()
	first, err := w.task(spec, topic, 1)
	if err != nil || len(first.Seeds) != 2 || len(first.Targets) != 3 {
		t.Fatalf("D = 0: %+v, %v", first, err)
	}
	for _, seed := range first.Seeds {
		if slices.Contains(first.Targets, seed) {
			t.Errorf("%s is a seed and a target", seed)
		}
	}
	if again, err := w.task(spec, topic, 1); err != nil || !slices.Equal(again.Seeds, first.Seeds) {
		t.Errorf("drawn again: %+v, %v", again, err)
	}
	spec.Task.Distance, spec.Task.Disjoint = 3, true
	topic.numbers = []int{0}
	apart, err := w.task(spec, topic, 1)
	if err != nil || len(apart.Seeds) != 2 || len(apart.Others) != 2 {
		t.Fatalf("disjoint: %+v, %v", apart, err)
	}
	for _, url := range apart.Others {
		if slices.Contains(apart.Seeds, url) {
			t.Errorf("%s is among both seeds", url)
		}
	}
	topic.numbers = []int{2} // nothing links there
	if _, err := w.task(spec, topic, 1); err == nil || !strings.Contains(err.Error(), "no page has a path of up to 3 links") {
		t.Errorf("a task without reachable seeds: %v", err)
	}
	spec.Task.Distance = 0
	if _, err := w.task(spec, topic, 1); err == nil || !strings.Contains(err.Error(), "one page only") {
		t.Errorf("D = 0 with one page: %v", err)
	}
}
