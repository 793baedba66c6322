package papers

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// write writes files into a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// small is a plan on the sample web and on a graph of five nodes.
var small = map[string]string{
	"plan.json": `{"document": "doc.md", "experiments": [
		{"pages": "pages.json", "reduced": {"topics": {"names": ["Chess", "Railways"]}, "pages": 10}, "figures": [
			{"name": "recall", "panels": [{"title": "Recall", "metric": "target-recall", "buffer": 64}, {"title": "Over buffers", "metric": "target-recall", "over": "buffer", "names": ["best"]}],
			 "findings": [{"published": "best is better", "metric": "target-recall", "better": "best, 64", "worse": "breadth, 64"}, {"published": "cheap", "metric": "performance-cost", "better": "best, 64", "worse": "breadth, 64"}]}]},
		{"graph": "graph.json", "figures": [
			{"name": "scores", "ours": true, "panels": [{"title": "Global", "metric": "global-score"}], "tables": [{"of": "score", "columns": ["3"], "rows": [{"name": "bfs", "published": [0.5]}]}],
			 "findings": [{"published": "alike", "better": "oracle", "worse": "bfs", "alike": true}]}]},
		{"pages": "elsewhere.json", "needs": "get it", "figures": [{"name": "elsewhere"}]}]}`,
	"pages.json": `{"corpus": {"kind": "sample"}, "topics": {"names": ["Chess", "Railways", "Astronomy"]}, "task": {"distance": 1, "seeds": 3}, "pages": 20,
		"contestants": [{"label": "best, 64", "family": "best-first", "buffer": 64}, {"label": "best, 128", "family": "best-first", "buffer": 128}, {"label": "breadth, 64", "family": "breadth-first", "buffer": 64}]}`,
	"graph.json":     `{"folder": "graph", "estimators": ["oracle", "bfs"], "seeds": 1, "runs": 2, "budget": 3}`,
	"elsewhere.json": `{"corpus": {"kind": "folder", "path": "nowhere"}, "contestants": [{"family": "best-first"}]}`,
	"doc.md":         "Mine.\n<!-- begin run -->\nformer\n<!-- end run -->\n<!-- begin facts -->\n<!-- end facts -->\n<!-- begin recall -->\n<!-- end recall -->\nMine too.\n<!-- begin scores -->\n<!-- end scores -->\n<!-- begin elsewhere -->\nkept\n<!-- end elsewhere -->\n",
}

// corpora is a folder with the graph: 0 → 1, 2; 1 → 3; 2 → 4, where 0, 2 and 3 have the keyword.
func corpora(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Rename(write(t, map[string]string{
		"links.varint": "\x02\x02\x00\x01\x04\x01\x04\x00\x00", "keywords.txt": "k\n", "node_keywords.tsv": "0\t0\t1\n2\t0\t1\n3\t0\t3\n", "link_keywords.tsv": "",
	}), filepath.Join(folder, "graph")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func readPlan(t *testing.T, folder string) Plan {
	t.Helper()
	p, err := ReadPlan(filepath.Join(folder, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRun(t *testing.T) {
	folder, out := write(t, small), t.TempDir()
	var begun, skipped []string
	o := Options{
		Out: out, Corpora: corpora(t), Cores: 1, Begin: func(e string) { begun = append(begun, e) },
		Observe: func(int, int, time.Duration) {}, Skip: func(e, why string) { skipped = append(skipped, e+": "+why) },
	}
	result, err := Run(t.Context(), readPlan(t, folder), o)
	if err != nil {
		t.Fatal(err)
	}
	if result.Crawls != 2*3+2*2 || !slices.Equal(begun, []string{"pages", "graph"}) || !slices.Equal(skipped, []string{"elsewhere: nowhere is not there: get it"}) {
		t.Errorf("%+v, %v, %v", result, begun, skipped)
	}
	text, err := os.ReadFile(filepath.Join(folder, "doc.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Mine.\n", "Mine too.\n", "kept\n", "10 crawls", "Left out, and their sections left as they were: elsewhere.", "![recall](recall.svg)",
		"| best is better | best/64 ", "Of the published statements below 1 are not shown, 1 have no test.", "| Expected, not published |", "| not tested |", "| bfs | ", "recall never falls along a curve | pages | 6 curves, 0 points lower", "the oracle is at least as good",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the document lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "former") {
		t.Error("what stood between marks is still there")
	}
	for _, f := range result.Facts {
		if f.What == "breadth-first harvests less than best-first (p < 0.01)" { // ten pages are too few for it
			continue
		}
		if !f.Holds {
			t.Errorf("%+v", f)
		}
	}
	o.Only = []string{"graph"}
	if _, err := Run(t.Context(), readPlan(t, folder), o); err != nil {
		t.Fatal(err)
	}
	again, err := os.ReadFile(filepath.Join(folder, "doc.md"))
	if err != nil || string(again) != string(text) {
		t.Errorf("run again, one experiment only, from kept crawls: %v\n%s", err, again)
	}
}

func TestRunThatCanNot(t *testing.T) {
	files := maps.Clone(small)
	files["elsewhere.json"] = `{"corpus": {"kind": "folder", "path": "nowhere"}, "contestants": [{"family": "best-first"}]}`
	files["plan.json"] = strings.Replace(files["plan.json"], `"needs": "get it", `, "", 1)
	folder := write(t, files)
	_, err := Run(t.Context(), readPlan(t, folder), Options{Out: t.TempDir(), Corpora: "void"})
	if missing, ok := errors.AsType[*MissingError](err); !ok || !slices.Equal(missing.Paths, []string{"graph", "nowhere"}) || !strings.Contains(err.Error(), "ORBWEAVER_CORPORA") {
		t.Errorf("%v, want the graph and nowhere missing", err)
	}
	if _, err := Run(t.Context(), readPlan(t, folder), Options{Out: t.TempDir(), Only: []string{"x"}}); err == nil || !strings.Contains(err.Error(), `no experiment "x"`) {
		t.Errorf("an experiment that there is not: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, readPlan(t, write(t, small)), Options{Out: t.TempDir(), Corpora: corpora(t)}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	files["doc.md"] = "<!-- begin run -->\n<!-- end run -->\n"
	if _, err := Run(t.Context(), readPlan(t, write(t, files)), Options{}); err == nil || !strings.Contains(err.Error(), "no place for facts") {
		t.Errorf("a document without marks: %v", err)
	}
}

func TestPlansThatAreWrong(t *testing.T) {
	for old, change := range map[string][2]string{
		`"document"`:                   {`"documents"`, `unknown field "documents"`},
		`"better": "best, 64"`:         {`"better": "last"`, `names "last", which the spec has not`},
		`"metric": "performance-cost"`: {`"metric": "beauty"`, `the metric "beauty", which there is not (metrics: target-recall, `},
		`"over": "buffer", `:           {``, ``}, // checked when it is drawn
		`"metric": "global-score"`:     {`"metric": "global"`, `the metric "global", which there is not (metrics: global-score, `},
		`"names": ["best"]`:            {`"names": ["last"]`, `the panel "Over buffers" names "last", which the spec has not`},
		`"of": "score"`:                {`"of": "altered"`, `there is no table of "altered"`},
		`{"name": "bfs", "pub`:         {`{"name": "dfs", "pub`, `the table of score has a row "dfs", which there is not`},
		`"published": [0.5]`:           {`"published": [0.5, 1]`, `1 columns, and its row bfs has 2 published numbers`},
		`"pages": 10}`:                 {`"page": 10}`, `its reduced fields: json: unknown field "page"`},
		`"pages": 10}, "f`:             {`"pages": -1}, "f`, `its reduced fields: pages: -1 is out of bounds`},
		`"graph.json"`:                 {`"grap.json"`, `grap.json`},
		`"pages": "pages.json"`:        {`"pages": "graph.json"`, `the spec graph.json: line 1: folder`},
	} {
		files := maps.Clone(small)
		files["plan.json"] = strings.Replace(files["plan.json"], old, change[0], 1)
		_, err := ReadPlan(filepath.Join(write(t, files), "plan.json"))
		if change[1] == "" && err != nil || change[1] != "" && (err == nil || !strings.Contains(err.Error(), change[1])) {
			t.Errorf("%s instead of %s: %v, want %s", change[0], old, err, change[1])
		}
	}
}

// The plan of the project is right, and its document has a place for everything.
func TestPlanOfThePapers(t *testing.T) {
	p, err := ReadPlan(filepath.Join("..", "..", "..", "docs", "papers", "papers.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(p.folder, p.Document))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range p.sections() {
		if filled, err := fill(string(text), name, "x\n"); err != nil || !strings.Contains(filled, "\nx\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
