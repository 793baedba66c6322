package lab

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// write writes files below a folder of the test's own and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// open opens an experiment and closes it after the test.
func open(t testing.TB, spec Spec, o Options) *Experiment {
	t.Helper()
	e, err := Open(t.Context(), spec, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func run(t testing.TB, ctx context.Context, spec Spec, o Options) *Results {
	t.Helper()
	r, err := open(t, spec, o).Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sampleSpec is a small experiment on the sample web.
func sampleSpec() Spec {
	return Spec{
		Name: "sample", Corpus: CorpusSpec{Kind: "sample"}, Topics: TopicsSpec{Count: 3}, Task: TaskSpec{Distance: 2, Seeds: 4}, Pages: 60,
		Contestants: []Contestant{{Family: "breadth-first"}, {Label: "BFS1", Family: "best-first", Params: map[string]any{"n": 1.0}}, {Family: "infospiders"}},
	}
}

// wikispeedia is the folder of the shared corpora, or the test is skipped.
func wikispeedia(t testing.TB) string {
	t.Helper()
	root := os.Getenv("ORBWEAVER_CORPORA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	if _, err := os.Stat(filepath.Join(root, "wikispeedia")); err != nil {
		t.Skip("needs the corpus wikispeedia; set ORBWEAVER_CORPORA to the folder that holds it")
	}
	return root
}
