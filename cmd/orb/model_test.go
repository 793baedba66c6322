package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers/classify"
)

// TestModels learns files from a corpus and from a session in which a page was marked, and crawls with them.
func TestModels(t *testing.T) {
	web, data := sample(t), t.TempDir()
	file := func(name string) string { return filepath.Join(data, name) }
	reefs := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "40")
	first := crawl(t, data, append(reefs, "--family", "breadth-first")...)
	var marked markLine
	orb(t, data, "mark", first.Session, "http://marine-life.example/", "good", "--json").must(t).answer(t, &marked)

	var values, fromCorpus reinforcementModelLine
	orb(t, data, "model", "reinforcement", "--from", first.Session, "--out", file("q.json"), "--json").must(t).answer(t, &values)
	if values.Pages != 40 || values.Hits == 0 || len(values.Links) != 4 || values.Links[0] == 0 || values.Model != "q-values" {
		t.Errorf("of a session: %+v", values)
	}
	orb(t, data, "model", "reinforcement", "--corpus", "sample", "--keywords", "coral reef fish", "--bins", "3", "--out", file("q3.json"), "--json").must(t).answer(t, &fromCorpus)
	if fromCorpus.Pages <= 40 || fromCorpus.Hits != mostGood || len(fromCorpus.Links) != 3 {
		t.Errorf("of a corpus: %+v", fromCorpus)
	}
	var graph contextModelLine
	orb(t, data, "model", "context", "--from", first.Session, "--layers", "2", "--out", file("graph.json"), "--json").must(t).answer(t, &graph)
	if graph.Examples == 0 || len(graph.Layers) != 3 || graph.Layers[0] != graph.Examples || graph.Layers[1] == 0 {
		t.Errorf("%+v", graph)
	}
	for family, model := range map[string]string{"reinforcement": "q.json", "context-focused": "graph.json"} {
		done := crawl(t, data, append(reefs, "--family", family, "--model", file(model))...)
		if done.Pages != 40 || done.Hits == 0 {
			t.Errorf("%s: %+v", family, done)
		}
		if r := orb(t, data, append([]string{"crawl", "--family", family, "--model", file("q3.json")}, reefs...)...); (r.status == statusDone) != (family == "reinforcement") {
			t.Errorf("%s with Q-values: status %d, %s", family, r.status, r.err)
		}
	}
	notUsed := orb(t, data, append([]string{"crawl", "--family", "reinforcement", "--model", file("q.json"), "--set", "bins=2", "--set", "every=20"}, reefs...)...).must(t)
	if !strings.Contains(notUsed.err, "--set bins is not used") || strings.Contains(notUsed.err, "every") {
		t.Errorf("a parameter that the file replaces: %s", notUsed.err)
	}
	read, err := os.ReadFile(file("graph.json"))
	if err != nil {
		t.Fatal(err)
	}
	if g, err := classify.ReadContextGraph(read); err != nil || !slices.Contains(g.Examples(), "http://marine-life.example/") {
		t.Errorf("the page marked good is no example: %v", err)
	}
}

// Targets are named by paths of the corpus, with the slash at the beginning or without it.
func TestTargetsByPath(t *testing.T) {
	data := t.TempDir()
	folder := filepath.Join(data, "corpus")
	if err := os.MkdirAll(filepath.Join(folder, "wiki"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Sun": "Stars and light", "Star": "<a href=Sun.html>Suns</a>"} {
		if err := os.WriteFile(filepath.Join(folder, "wiki", name+".html"), []byte("<p>"+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, target := range []string{"wiki/Sun.html", "/wiki/Sun.html", "corpus.example/wiki/Sun.html", "http://corpus.example/wiki/Sun.html"} {
		var graph contextModelLine
		out := filepath.Join(data, fmt.Sprint(i))
		orb(t, data, "model", "context", "--corpus", folder, "--target", target, "--layers", "1", "--out", out, "--json").must(t).answer(t, &graph)
		if want := []int{1, 1}; !slices.Equal(graph.Layers, want) {
			t.Errorf("%s: pages by layer %v; want %v", target, graph.Layers, want)
		}
	}
}

// A wiki tells which pages link to the target: a page about moths, and from there a list.
func TestContextGraphFromWiki(t *testing.T) {
	in := map[string]string{"Spider silk": "Moths", "Moths": "List of lists"}
	wiki := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if title := r.FormValue("bltitle"); title != "" {
			from := ""
			if in[title] != "" {
				from = fmt.Sprintf(`{"title":%q}`, in[title])
			}
			fmt.Fprintf(w, `{"query":{"backlinks":[%s]}}`, from)
			return
		}
		fmt.Fprintf(w, `{"parse":{"text":{"*":"<p>%s, and more words."}}}`, r.FormValue("page"))
	}))
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	defer wiki.Close()
	data := t.TempDir()
	out := filepath.Join(data, "graph.json")
	var graph contextModelLine
	orb(t, data, "model", "context", "--wiki", "mediawiki="+wiki.URL, "--target", wiki.URL+"/wiki/Spider_silk", "--out", out, "--json").must(t).answer(t, &graph)
	if want := []int{1, 1, 1, 0}; !slices.Equal(graph.Layers, want) {
		t.Errorf("pages by layer %v; want %v", graph.Layers, want)
	}
}

func TestModelMisuse(t *testing.T) {
	data := t.TempDir()
	out, there := filepath.Join(data, "new.json"), filepath.Join(data, "there.json")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no model":           {[]string{"model"}, "context"},
		"nothing to learn":   {[]string{"model", "reinforcement", "--out", out}, "--from SESSION or --corpus DIR"},
		"no file":            {[]string{"model", "context", "--corpus", "sample"}, "--out=FILE"},
		"a file that is":     {[]string{"model", "context", "--corpus", "sample", "--out", there}, "is there already"},
		"an unknown session": {[]string{"model", "context", "--from", "20200101", "--out", out}, "20200101"},
		"no corpus":          {[]string{"model", "context", "--corpus", filepath.Join(data, "gone"), "--out", out}, "a folder of HTML files, a WARC file, or sample"},
		"unknown words":      {[]string{"model", "reinforcement", "--corpus", "sample", "--keywords", "zeppelin", "--out", out}, "other --keywords"},
		"unknown targets":    {[]string{"model", "context", "--corpus", "sample", "--target", "http://a.example/", "--out", out}, "no target is in the "},
		"a bad target":       {[]string{"model", "context", "--corpus", "sample", "--target", "a b", "--out", out}, "a b"},
		"layers":             {[]string{"model", "context", "--layers", "9", "--corpus", "sample", "--out", out}, "write 1 to 5"},
		"discount":           {[]string{"model", "reinforcement", "--discount", "1", "--corpus", "sample", "--out", out}, "write 0.1 to 0.5"},
		"bins":               {[]string{"model", "reinforcement", "--bins", "1", "--corpus", "sample", "--out", out}, "write 2 to 5"},
		"no such folder":     {[]string{"model", "context", "--corpus", "sample", "--keywords", "x", "--out", filepath.Join(data, "no", "new.json")}, "new.json can not be written: "},
		"hit score":          {[]string{"model", "context", "--corpus", "sample", "--keywords", "x", "--hit-score", "3", "--out", out}, "--hit-score 3 is out of bounds"},
		"no such wiki":       {[]string{"model", "context", "--wiki", "brave", "--target", "http://a.example/", "--out", out}, "mediawiki=URL"},
		"a wiki, no targets": {[]string{"model", "context", "--wiki", "mediawiki", "--out", out}, "--target URL"},
		"two sources":        {[]string{"model", "context", "--wiki", "mediawiki", "--corpus", "sample", "--out", out}, "write one of them"},
	} {
		r := orb(t, data, c.args...)
		if r.status != statusWrongUse || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 && !strings.Contains(r.err, "target") {
			t.Errorf("%s: status %d, %q; want %q", name, r.status, r.err, c.want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}
