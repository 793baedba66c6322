package lab

import (
	"os"
	"strings"
	"testing"
)

// Names are other people's words: none of them becomes markup, in the report or in a plot, or a formula in a table.
func TestNamesAreEscaped(t *testing.T) {
	const evil = `=cmd()"><script>alert(1)</script>&`
	dir := write(t, map[string]string{
		"web/a.html": `apples <a href="b.html">pears</a>`, "web/b.html": `pears <a href="a.html">apples</a> <a href="c.html">x</a>`, "web/c.html": `<a href="a.html">a</a>`,
		"topics.json": `{"topics": [{"name": "=cmd()\"><script>alert(1)</script>&", "pages": ["a", "b"]}, {"name": "=cmd()\"><script>alert(1)</script>&2", "pages": ["d"]}]}`,
	})
	spec := Spec{
		Name: evil, Corpus: CorpusSpec{Kind: "folder", Path: "web"}, Topics: TopicsSpec{File: "topics.json", MinPages: 1}, Task: TaskSpec{Distance: 1}, Pages: 3,
		Contestants: []Contestant{{Label: evil, Family: "best-first"}, {Family: "breadth-first"}},
	}
	r := run(t, t.Context(), spec, Options{Out: t.TempDir(), Dir: dir})
	out := t.TempDir()
	report, err := r.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<script") || !strings.Contains(string(page), "&lt;script&gt;") {
		t.Error("a name stands in the report as markup, or not at all")
	}
	if strings.Contains(string(page), "http://") || strings.Contains(string(page), "https://") {
		t.Error("the report leads elsewhere")
	}
	pictures, err := r.plots()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		if strings.Contains(string(p.svg), "<script") || !strings.HasPrefix(string(p.png), "\x89PNG") {
			t.Errorf("the plot of %s: %.200s", p.metric.Name, p.svg)
		}
	}
	for _, row := range r.finalRows(false)[1:] {
		if strings.HasPrefix(row[0], "=") {
			t.Fatalf("a table begins a cell with %q", row[0])
		}
	}
}
