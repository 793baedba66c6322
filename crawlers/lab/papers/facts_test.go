package papers

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers/lab"
)

// The facts hold on real hypertext: 24 topics, 300 pages each.
func TestFacts(t *testing.T) {
	corpora := os.Getenv("ORBWEAVER_CORPORA")
	if corpora == "" {
		corpora = filepath.Join("..", "..", "..", "..", "shared", "corpora")
	}
	if _, err := os.Stat(filepath.Join(corpora, "wikispeedia")); err != nil {
		t.Skip("no wikispeedia: set ORBWEAVER_CORPORA to the folder of corpora")
	}
	if testing.Short() {
		t.Skip("it reads all of wikispeedia")
	}
	x, err := lab.Open(t.Context(), lab.Spec{
		Corpus: lab.CorpusSpec{Kind: "folder", Path: "wikispeedia"}, Topics: lab.TopicsSpec{Count: 24}, Task: lab.TaskSpec{Distance: 3, Disjoint: true}, Pages: 300,
		Contestants: []lab.Contestant{{Family: "breadth-first"}, {Family: "best-first", Params: map[string]any{"n": 1}}},
	}, lab.Options{Out: t.TempDir(), Corpora: corpora})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	results, err := x.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	facts, err := pageFacts(results, x.Tasks())
	if err != nil {
		t.Fatal(err)
	}
	if len(facts) != 3 {
		t.Errorf("%d facts, want 3", len(facts))
	}
	for _, f := range facts {
		if !f.Holds {
			t.Errorf("does not hold: %s: %s", f.What, f.Evidence)
		}
	}
}

func TestFactsThatDoNotHold(t *testing.T) {
	seeds, err := seedsApart([]lab.Task{{Seeds: []string{"http://a.example/x", "http://a.example"}, Targets: []string{"http://a.example/"}}})
	if err != nil || seeds.Holds || seeds.Evidence != "2 seeds of 1 tasks, 1 of them targets" {
		t.Errorf("%+v, %v", seeds, err)
	}
	oracle, bfs := estimator(t, "oracle"), estimator(t, "bfs")
	r := &lab.GraphResults{
		Spec: lab.GraphSpec{Estimators: []lab.GraphEstimator{oracle, bfs}}, Points: []int{100, 200},
		Global: []lab.Curve{{Contestant: "oracle", Mean: []lab.Number{1, 1}}, {Contestant: "bfs", Mean: []lab.Number{0.5, 1.25}}},
	}
	if facts := graphFacts(r); len(facts) != 1 || facts[0].Holds {
		t.Errorf("%+v", facts)
	}
}

// Nothing to look at is no evidence.
func TestFactsOfNothing(t *testing.T) {
	seeds, err := seedsApart(nil)
	oracle, bfs := estimator(t, "oracle"), estimator(t, "bfs")
	graph := graphFacts(&lab.GraphResults{
		Spec: lab.GraphSpec{Estimators: []lab.GraphEstimator{oracle, bfs}}, Points: []int{100},
		Global: []lab.Curve{{Contestant: "oracle", Mean: []lab.Number{1}}, {Contestant: "bfs", Mean: []lab.Number{lab.Number(math.NaN())}}},
	})
	if err != nil || seeds.Holds || recallNeverFalls(&lab.Results{}).Holds || len(graph) != 1 || graph[0].Holds {
		t.Errorf("%+v, %v, %+v", seeds, err, graph)
	}
}

func estimator(t *testing.T, typed string) lab.GraphEstimator {
	t.Helper()
	e, err := lab.ParseEstimator(typed)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
