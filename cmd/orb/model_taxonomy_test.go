package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers/classify"
)

// TestTaxonomy writes the built-in tree, a part of it marked, converts bookmarks, and crawls with what was written.
func TestTaxonomy(t *testing.T) {
	web, data := sample(t), t.TempDir()
	file := func(name string) string { return filepath.Join(data, name) }
	put := func(name, text string) string {
		if err := os.WriteFile(file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file(name)
	}
	var line taxonomyModelLine
	orb(t, data, "model", "taxonomy", "--out", file("all.txt"), "--json").must(t).answer(t, &line)
	if line.Model != "taxonomy" || line.File != file("all.txt") || line.Categories < 50 || line.Examples < 50 || len(line.Good) != 0 {
		t.Errorf("the built-in tree: %+v", line)
	}
	orb(t, data, "model", "taxonomy", "--from", file("all.txt"), "--good", "visual arts", "--good", "Arts and entertainment/Music", "--out", file("arts.txt"), "--json").must(t).answer(t, &line)
	if want := []string{"Arts and entertainment/Music", "Arts and entertainment/Visual arts"}; !slices.Equal(line.Good, want) {
		t.Errorf("good: %q; want %q", line.Good, want)
	}

	bookmarks := put("bookmarks.html", `<DL><DT><H3>Reefs</H3><DL><DT><A HREF="https://reef.example/">Corals of the reef</A></DL><DT><H3>Towns</H3><DL><DT><A HREF="https://town.example/">Walls and gates</A></DL></DL>`)
	r := orb(t, data, "model", "taxonomy", "--from", bookmarks, "--good", "Reefs", "--out", file("reefs.txt")).must(t)
	if want := "wrote 2 categories with 2 examples to " + file("reefs.txt") + "; marked good: Reefs\n"; r.out != want {
		t.Errorf("for people: %q; want %q", r.out, want)
	}
	written, err := os.ReadFile(file("reefs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if taxonomy, err := classify.Read(written); err != nil || !slices.Equal(goodPaths(taxonomy), []string{"Reefs"}) || !strings.HasPrefix(string(written), "#") {
		t.Errorf("%v in %s", err, written)
	}

	twins := put("twins.txt", "Sea\n  Life\n    | fish\nLand\n  Life\n    | moose\n")
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"unknown category": {[]string{"--good", "Musik"}, `did you mean "Music"?`},
		"part of a name":   {[]string{"--good", "television"}, `did you mean "Film and television"?`},
		"several":          {[]string{"--from", twins, "--good", "life"}, "Sea/Life, Land/Life"},
		"no text":          {[]string{"--from", put("picture.png", "\x89PNG\x00")}, "no text file"},
		"no file":          {[]string{"--from", file("gone.txt")}, "gone.txt"},
	} {
		r := orb(t, data, append([]string{"model", "taxonomy", "--out", file("new.txt")}, c.args...)...)
		if r.status != statusWrongUse || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d, %q; want %q", name, r.status, r.err, c.want)
		}
	}
	if left, _ := filepath.Glob(file("new.txt*")); len(left) > 0 {
		t.Errorf("written: %v", left)
	}

	begin := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "5")
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"none good":   {[]string{"--family", "focused", "--model", file("all.txt")}, []string{"the keywords make one", "--from " + file("all.txt") + " --good"}},
		"some good":   {[]string{"--family", "focused", "--model", file("reefs.txt"), "--set", "every=3"}, []string{"good categories of reefs.txt (Reefs)"}},
		"no taxonomy": {[]string{"--family", "focused"}, nil},
	} {
		r := orb(t, data, append(append([]string{"crawl"}, begin...), c.args...)...).must(t)
		for _, want := range c.want {
			if !strings.Contains(r.err, want) {
				t.Errorf("%s: %q does not say %q", name, r.err, want)
			}
		}
		if lines := strings.Count(r.err, "\n"); lines != min(1, len(c.want)) {
			t.Errorf("%s: %d lines of notes: %s", name, lines, r.err)
		}
	}
}
