package lab

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers/webgraph"
)

// graphFolder writes a graph: the links of every node in rising order, and the tables of its one keyword, "k".
func graphFolder(t *testing.T, links [][]int, nodes, anchors string) string {
	t.Helper()
	var b []byte
	for v, targets := range links {
		b = binary.AppendUvarint(b, uint64(len(targets)))
		for i, to := range targets {
			if i == 0 {
				b = binary.AppendVarint(b, int64(to-v))
			} else {
				b = binary.AppendUvarint(b, uint64(to-targets[i-1]-1))
			}
		}
	}
	return write(t, map[string]string{"links.varint": string(b), "keywords.txt": "k\n", "node_keywords.tsv": nodes, "link_keywords.tsv": anchors})
}

// fork is 0 → 1, 2; 1 → 3; 2 → 4, with β = log(1+x) of x = 1, 0, 1, 3, 0 occurrences: ln 2, 0, ln 2, 2 ln 2, 0; and one
// anchor with α = ln 2, from 0 to 2.
func fork(t *testing.T) *webgraph.Weighted {
	t.Helper()
	d, err := webgraph.ReadDataset(graphFolder(t, [][]int{{1, 2}, {3}, {4}, {}, {}}, "0\t0\t1\n2\t0\t1\n3\t0\t3\n", "0\t2\t0\t1\n"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := d.Weigh("k")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func estimator(t *testing.T, typed string) GraphEstimator {
	t.Helper()
	e, err := ParseEstimator(typed)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// From 0 the oracle takes 2, then 1 (of 1 and 4, both 0, the smaller number), then 3; breadth-first takes 1, 2, 3.
// The seed itself does not count.
func TestLeading(t *testing.T) {
	w := fork(t)
	for name, want := range map[string][]float64{"oracle": {1, 1, 3}, "bfs": {0, 1, 3}} {
		r := &graphRun{spec: GraphSpec{Budget: 3}.filled(), points: graphPoints(3)}
		var c GraphCrawl
		if err := r.lead(t.Context(), w, []int32{0}, estimator(t, name), &c); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if len(c.Scores) != 3 || !near(c.Scores[i], want[i]*math.Ln2, 1e-12) {
				t.Fatalf("%s: %v, want %v times ln 2", name, c.Scores, want)
			}
		}
	}
}

// Along the oracle's way 2, 1, 3 breadth-first would take 1, 1 and 3: it misses β(2) − β(1) = ln 2 once in three steps.
func TestFollowing(t *testing.T) {
	r := &graphRun{spec: GraphSpec{Budget: 3, Estimators: []GraphEstimator{estimator(t, "oracle"), estimator(t, "bfs")}}.filled()}
	results := &GraphResults{}
	if err := r.follow(t.Context(), fork(t), "k", []int32{0}, results); err != nil {
		t.Fatal(err)
	}
	if len(results.Followed) != 1 || !slices.Equal(results.Followed[0].Steps, []int{3}) || !near(results.Followed[0].Precision[0], math.Ln2/3, 1e-12) {
		t.Errorf("%+v", results.Followed)
	}
}

// Node 1 has the parent 0, whose other child is 2: one parent, β(0) = ln 2, no anchor; β(2) = ln 2, α(0,2) = ln 2.
// Node 2 has the same parent, and an anchor; its sibling 1 has nothing. Node 3 has the parent 1, with nothing.
func TestNeighbourhoodSums(t *testing.T) {
	features, beta := neighbourhoodSums(fork(t))
	ln2 := math.Ln2
	for i, want := range [][]float64{{1, ln2, 0, 0, ln2, ln2, ln2 * ln2}, {1, ln2, ln2, ln2 * ln2, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0}, {1, ln2, 0, 0, 0, 0, 0}} {
		for k := range want {
			if !near(features[k][i], want[k], 1e-12) {
				t.Errorf("node %d: %s is %v, want %v", i+1, featureNames[k], features[k][i], want[k])
			}
		}
	}
	if !slices.EqualFunc(beta, []float64{0, ln2, 2 * ln2, 0}, func(a, b float64) bool { return near(a, b, 1e-12) }) {
		t.Errorf("β %v", beta)
	}
}

// The line through (1,2), (2,4), (3,5), (4,4), (5,5) is y = 2.2 + 0.6x: of the spread 6 it leaves 2.4, so R² = 0.6.
func TestRSquared(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{2, 4, 5, 4, 5}
	if got := rSquared([][]float64{x}, y); !near(got, 0.6, 1e-6) {
		t.Errorf("R² = %v, want 0.6", got)
	}
	if got := rSquared([][]float64{x, x, {1, 1, 1, 1, 1}}, y); !near(got, 0.6, 1e-6) {
		t.Errorf("R² = %v with the same feature twice, and one that says nothing", got)
	}
}

// For one keyword B has half of A's score, for the other an eighth: the geometric mean is √(1/16) = 1/4.
func TestGlobalScore(t *testing.T) {
	r := &GraphResults{Spec: GraphSpec{Runs: 2, Budget: 1, Estimators: []GraphEstimator{{Label: "A"}, {Label: "B"}}}, Keywords: []string{"k", "l"}, Points: []int{1}}
	for _, c := range []GraphCrawl{
		{Label: "A", Keyword: "k", Scores: []float64{1}}, {Label: "A", Keyword: "k", Scores: []float64{3}},
		{Label: "B", Keyword: "k", Scores: []float64{0}}, {Label: "B", Keyword: "k", Scores: []float64{2}},
		{Label: "A", Keyword: "l", Scores: []float64{8}}, {Label: "A", Keyword: "l", Scores: []float64{8}},
		{Label: "B", Keyword: "l", Scores: []float64{1}}, {Label: "B", Keyword: "l", Scores: []float64{1}},
	} {
		r.Crawls = append(r.Crawls, &c)
	}
	r.sum()
	if a, b := r.Global[0].Mean[0], r.Global[1].Mean[0]; !near(float64(a), 1, 1e-12) || !near(float64(b), 0.25, 1e-12) {
		t.Errorf("global scores %v and %v, want 1 and 0.25", a, b)
	}
}

func TestEstimatorsAsTyped(t *testing.T) {
	for typed, want := range map[string]GraphEstimator{
		"fl-n":                           {Estimator: "fl-n", Epsilon: 0.1, Reset: 200, Batch: 1, Q: 1},
		"mab-var":                        {Estimator: "mab-var", Epsilon: 0.2, Reset: 200, Batch: 1, Q: 1},
		"mab-var:epsilon=0.1:reset=1000": {Estimator: "mab-var", Epsilon: 0.1, Reset: 1000, Batch: 1, Q: 1},
		"oracle:q=0.8:zeta=0.6":          {Estimator: "oracle", Epsilon: 0.1, Reset: 200, Batch: 1, Altered: true, Q: 0.8, Zeta: 0.6},
		"oracle:batch=8":                 {Estimator: "oracle", Epsilon: 0.1, Reset: 200, Batch: 8, Q: 1},
	} {
		want.Label = typed
		if got, err := ParseEstimator(typed); err != nil || got != want {
			t.Errorf("%s: %+v, %v", typed, got, err)
		}
	}
	for typed, want := range map[string]string{
		"fl-m": `did you mean "fl-n"?`, "fl-n:batsh=2": `did you mean "batch"?`, "fl-n:batch=1.5": "out of bounds", "fl-n:q=2": "write 0 to 1", "fl-n:batch": "out of bounds",
	} {
		if _, err := ParseEstimator(typed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", typed, err, want)
		}
	}
}

// The same on any number of cores, and from what was kept; the oracle is ahead of what only guesses.
func TestGraphExperimentIsRepeated(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	links := make([][]int, 600)
	var nodes strings.Builder
	for v := range links {
		for range 5 {
			links[v] = append(links[v], random.IntN(len(links)))
		}
		slices.Sort(links[v])
		links[v] = slices.Compact(links[v])
		if v%3 == 0 {
			fmt.Fprintf(&nodes, "%d\t0\t%d\n", v, 1+random.IntN(20))
		}
	}
	spec := GraphSpec{Folder: graphFolder(t, links, nodes.String(), ""), Budget: 300, Seeds: 5, Runs: 3, Follow: true, Fit: true}
	for _, name := range []string{"oracle", "bfs", "fl-n", "lr-fl", "mab-var", "mab-e-first", "oracle:batch=8", "oracle:q=0.2:zeta=0"} {
		spec.Estimators = append(spec.Estimators, estimator(t, name))
	}
	outs := []string{t.TempDir(), t.TempDir()}
	var tables [3]string
	for i, o := range []GraphOptions{{Out: outs[0], Cores: 1}, {Out: outs[1], Cores: 2}, {Out: outs[0]}} {
		r, err := RunGraph(t.Context(), spec, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Write(o.Out); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"scores.csv", "global.csv", "fit.csv", "precision.csv", fileTests} {
			text, err := os.ReadFile(filepath.Join(o.Out, name))
			if err != nil {
				t.Fatal(err)
			}
			tables[i] += string(text)
		}
		for _, g := range r.Global[1:] {
			if score := g.Mean[len(g.Mean)-1]; score > 1 {
				t.Errorf("%s is ahead of the oracle: %v", g.Contestant, score)
			}
		}
	}
	if tables[0] != tables[1] || tables[0] != tables[2] {
		t.Error("results differ with the number of cores, or when they are taken from what was kept")
	}
}

func TestGraphSpecsThatAreWrong(t *testing.T) {
	folder := graphFolder(t, [][]int{{1}, {0}}, "0\t0\t1\n", "")
	good := []GraphEstimator{estimator(t, "bfs")}
	for _, c := range []struct {
		spec GraphSpec
		want string
	}{
		{GraphSpec{Folder: "nowhere", Estimators: good}, "folder: graph nowhere: links.varint"},
		{GraphSpec{Folder: folder}, "estimators: there are none"},
		{GraphSpec{Folder: folder, Estimators: append(good, good...)}, "estimators[1]: bfs is named twice"},
		{GraphSpec{Folder: folder, Estimators: good, Keywords: []string{"x"}}, `keywords: the graph does not count "x"; did you mean "k"?`},
		{GraphSpec{Folder: folder, Estimators: good, Budget: -1}, "budget: -1 is out of bounds"},
	} {
		if _, err := RunGraph(t.Context(), c.spec, GraphOptions{Out: t.TempDir()}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := RunGraph(t.Context(), GraphSpec{Folder: folder, Estimators: good, Seeds: 1}, GraphOptions{Out: t.TempDir()}); err == nil ||
		err.Error() != "keywords: none is left: keyword k: it stands on 1 pages only: too few for 1 seeds and something to find" {
		t.Errorf("a keyword that is too rare: %v", err)
	}
}
