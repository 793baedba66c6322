package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
		Name: "sample", Corpus: CorpusSpec{Kind: "sample"}, Task: TaskSpec{Distance: 2, Seeds: 4}, Pages: 60, Contestants: contestants(),
	}
}

func contestants() []Contestant {
	return []Contestant{{Family: "breadth-first"}, {Label: "BFS1", Family: "best-first", Params: map[string]any{"n": 1.0}}, {Family: "infospiders"}}
}

// villageSpec is a small experiment on a folder of 160 pages about four crafts, whose pages link to each other more often
// than to those of other crafts, now and then to an address that has moved or to a page that is gone.
func villageSpec(t testing.TB) Spec {
	t.Helper()
	crafts := []string{"smith", "baker", "weaver", "potter"}
	random := draws(1, "village")
	files, topics := map[string]string{}, ""
	for _, craft := range crafts {
		for i := range 40 {
			text := fmt.Sprintf("<title>%s %d</title><p>%s</p>", craft, i, strings.Repeat("The work of the village is never done, says number "+fmt.Sprint(i)+". ", 2))
			for range 1 + random.IntN(4) {
				text += fmt.Sprintf("<p>A %s works with tool%d.</p>", craft, random.IntN(20))
			}
			for range 6 {
				to := craft
				if random.IntN(3) == 0 {
					to = crafts[random.IntN(len(crafts))]
				}
				text += fmt.Sprintf(`<a href="/%s/%d%s">a %s</a> `, to, random.IntN(41), []string{"", "", "/index.html"}[random.IntN(3)], to)
			}
			files[fmt.Sprintf("web/%s/%d/index.html", craft, i)] = text
			topics += fmt.Sprintf("%s/%d/index.html\tvillage.%s\n", craft, i, craft)
		}
	}
	files["topics.tsv"] = topics
	dir := write(t, files)
	return Spec{
		Name: "village", Corpus: CorpusSpec{Kind: "folder", Path: filepath.Join(dir, "web")}, Topics: TopicsSpec{Count: 3, File: filepath.Join(dir, "topics.tsv")},
		Task: TaskSpec{Distance: 2, Seeds: 4}, Pages: 60, Contestants: contestants(),
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
