package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sampleSpec = `{
	"corpus": {"kind": "sample"},
	"topics": {"names": ["Chess", "Railways"]},
	"task": {"distance": 1, "seeds": 3},
	"contestants": [{"family": "best-first"}, {"family": "breadth-first"}],
	"pages": 20
}`

// specFile writes a spec.
func specFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "spec.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// isThere says whether a file or folder exists.
func isThere(t *testing.T, name string) bool {
	t.Helper()
	_, err := os.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestLabRun(t *testing.T) {
	spec, out := specFile(t, sampleSpec), filepath.Join(t.TempDir(), "out")
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	if r := orbWith(t, t.TempDir(), program{signals: signals}, "lab", "run", spec, "--out", out); r.status != statusInterrupted {
		t.Fatalf("interrupted: status %d: %s", r.status, r.err)
	}
	var answer struct {
		Runs    int
		Report  string
		Topics  int
		LeftOut []any `json:"left_out"`
	}
	r := orb(t, t.TempDir(), "lab", "run", spec, "--out", out, "--cores", "1", "--json").must(t)
	r.answer(t, &answer)
	if answer.Runs != 4 || answer.Topics != 2 || answer.LeftOut == nil || !isThere(t, answer.Report) || !isThere(t, filepath.Join(out, "curves.csv")) {
		t.Errorf("%+v", answer)
	}
	if r := orb(t, t.TempDir(), "lab", "run", spec, "--out", out).must(t); !strings.Contains(r.out, "4 crawls for 2 topics") || !strings.Contains(r.err, "of 4 crawls") {
		t.Errorf("for people: %q, %q", r.out, r.err)
	}
}

// What was left out is said even with --quiet: the result would be misread without it.
func TestLabSaysWhatIsLeftOut(t *testing.T) {
	spec := specFile(t, strings.Replace(sampleSpec, `"Railways"`, `"Railway"`, 1))
	r := orb(t, t.TempDir(), "lab", "run", spec, "--out", t.TempDir(), "--quiet").must(t)
	if r.err != "orb: left out: topic Railway: there is no topic of this name; did you mean \"Railways\"?\n" || !strings.Contains(r.out, "for 1 topic, 1 thing left out") {
		t.Errorf("%q, %q", r.out, r.err)
	}
}

// What a session has fetched is a corpus, crawled here by another family than then.
func TestLabOverASession(t *testing.T) {
	data := t.TempDir()
	web := sample(t)
	done := crawl(t, data, append(web.through(), "--keywords", "chess", "--seed", "http://sixty-four-squares.example/", "--seed", sampleWeb(t).Topics()[0].Seeds[0], "--pages", "60", "--delay", "0", "--workers", "1")...)
	topics := filepath.Join(t.TempDir(), "topics.tsv")
	var list strings.Builder
	for i, line := range history(t, data, done.Session) {
		if line.Kind == "ok" && i%2 == 0 {
			list.WriteString(line.URL + "\tgames\n")
		}
	}
	if err := os.WriteFile(topics, []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	spec := specFile(t, `{"corpus": {"kind": "session", "path": "`+done.Session+`"}, "topics": {"file": "`+topics+`"}, "task": {"distance": 1},
		"contestants": [{"family": "breadth-first"}], "pages": 30}`)
	out := t.TempDir()
	orb(t, data, "lab", "run", spec, "--out", out).must(t)
	text, err := os.ReadFile(filepath.Join(out, "topics.csv"))
	if err != nil || !strings.Contains(string(text), "games,breadth-first,target-recall,0.") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestLabMisuse(t *testing.T) {
	good := specFile(t, sampleSpec)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no spec":           {[]string{"lab", "run", "nowhere.json"}, "nowhere.json"},
		"wrong spec":        {[]string{"lab", "run", specFile(t, "{\n\"corpus\": {\"kind\": \"simple\"}}")}, `spec.json: line 2: corpus.kind: unknown kind "simple"; did you mean "sample"?`},
		"missing corpus":    {[]string{"lab", "run", specFile(t, strings.Replace(sampleSpec, `"sample"`, `"folder", "path": "nowhere"`, 1))}, "corpus.path"},
		"no session":        {[]string{"lab", "run", specFile(t, strings.Replace(sampleSpec, `"sample"`, `"session", "path": "x"`, 1))}, "corpus.path"},
		"no topic is left":  {[]string{"lab", "run", specFile(t, strings.Replace(sampleSpec, `"Chess", "Railways"`, `"Ches"`, 1))}, "no topic is left: topic Ches"},
		"too many cores":    {[]string{"lab", "run", good, "--cores", "100000"}, "--cores 100000"},
		"unknown estimator": {[]string{"lab", "graph", "x", "--estimators", "fl-x"}, `unknown estimator "fl-x"`},
		"no graph":          {[]string{"lab", "graph", "nowhere"}, "nowhere"},
		"no budget":         {[]string{"lab", "graph", "x", "--budget", "0"}, "--budget 0"},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			r := orb(t, t.TempDir(), append(c.args, "--out", out, "--quiet")...)
			if r.status != statusWrongUse || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 || isThere(t, out) {
				t.Errorf("status %d, %q; want 2 and %q; written: %v", r.status, r.err, c.want, isThere(t, out))
			}
		})
	}
}

func TestLabGraph(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"links.varint": "\x02\x02\x00\x01\x04\x01\x02\x00", // 0 → 1, 2; 1 → 3; 2 → 3
		"keywords.txt": "k\n", "node_keywords.tsv": "0\t0\t1\n2\t0\t1\n3\t0\t3\n", "link_keywords.tsv": "",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var answer struct {
		Runs   int
		Report string
		Global []struct {
			Estimator string
			Score     *float64
		}
	}
	orb(t, t.TempDir(), "lab", "graph", folder, "--out", out, "--estimators", "oracle,bfs", "--seeds", "1", "--runs", "2", "--budget", "2", "--follow", "--fit", "--json").must(t).answer(t, &answer)
	if answer.Runs != 4 || len(answer.Global) != 2 || answer.Global[0].Estimator != "oracle" || !isThere(t, answer.Report) {
		t.Errorf("%+v", answer)
	}
}

func TestLabPapers(t *testing.T) {
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	for name, text := range map[string]string{
		"spec.json": sampleSpec, "doc.md": "<!-- begin run -->\n<!-- end run -->\n<!-- begin facts -->\n<!-- end facts -->\n<!-- begin recall -->\n<!-- end recall -->\n",
		"plan.json": `{"document": "doc.md", "experiments": [{"pages": "spec.json", "figures": [{"name": "recall", "panels": [{"title": "Recall", "metric": "target-recall"}]}]}]}`,
		"far.json":  `{"document": "doc.md", "experiments": [{"graph": "graph.json"}]}`, "graph.json": `{"folder": "nowhere", "estimators": ["bfs"]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var answer struct {
		Runs     int
		Findings map[string]int
		Failed   []string
		Skipped  []string
	}
	orb(t, t.TempDir(), "lab", "papers", filepath.Join(folder, "plan.json"), "--out", out, "--json").must(t).answer(t, &answer)
	text, err := os.ReadFile(filepath.Join(folder, "doc.md"))
	if err != nil || answer.Runs != 4 || answer.Failed == nil || answer.Skipped == nil || !strings.Contains(string(text), "![recall](recall.svg)") || !isThere(t, filepath.Join(out, "spec", "report.html")) {
		t.Errorf("%+v, %v:\n%s", answer, err, text)
	}
	r := orb(t, t.TempDir(), "lab", "papers", filepath.Join(folder, "far.json"), "--out", out, "--corpora", "void")
	if r.status != statusFailed || !strings.Contains(r.err, "these corpora are missing: nowhere") || !strings.Contains(r.err, "ORBWEAVER_CORPORA") {
		t.Errorf("without its corpus: status %d: %s", r.status, r.err)
	}
	if r := orb(t, t.TempDir(), "lab", "papers", "nowhere.json", "--out", out); r.status != statusWrongUse {
		t.Errorf("without a plan: status %d: %s", r.status, r.err)
	}
}
