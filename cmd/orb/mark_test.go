package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
)

func TestMark(t *testing.T) {
	web, data := sample(t), t.TempDir()
	id := crawl(t, data, append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--family", "best-first", "--pages", "30")...).Session
	var hits []hitLine
	orb(t, data, "hits", id, "--json").must(t).answer(t, &hits)
	for _, h := range hits {
		if h.Judgement != "none" {
			t.Errorf("%s is marked %q", h.URL, h.Judgement)
		}
	}
	var m markLine
	orb(t, data, "mark", id, hits[0].URL, "good", "--json").must(t).answer(t, &m)
	if m.URL != hits[0].URL || m.MD5 != hits[0].MD5 || m.Seq != hits[0].Seq || m.Judgement != "good" || m.Title == "" {
		t.Errorf("mark = %+v", m)
	}
	if r := orb(t, data, "mark", id, hits[1].MD5, "bad").must(t); !strings.Contains(r.out, "marked bad") {
		t.Errorf("for people: %s", r.out)
	}
	orb(t, data, "mark", id, hits[2].URL, "good").must(t)
	orb(t, data, "mark", id, hits[2].URL, "none", "--json").must(t).answer(t, &m)
	if m.Judgement != "none" {
		t.Errorf("taken back: %+v", m)
	}

	want := map[uint64]string{hits[0].Seq: "good", hits[1].Seq: "bad"}
	judgement := func(seq uint64) string {
		if j := want[seq]; j != "" {
			return j
		}
		return "none"
	}
	orb(t, data, "hits", id, "--json").must(t).answer(t, &hits)
	for _, h := range hits {
		if h.Judgement != judgement(h.Seq) {
			t.Errorf("hit %d is marked %q", h.Seq, h.Judgement)
		}
	}
	for _, a := range history(t, data, id) {
		if a.Judgement != judgement(a.Seq) {
			t.Errorf("attempt %d is marked %q", a.Seq, a.Judgement)
		}
	}
	if r := orb(t, data, "hits", id).must(t); !strings.Contains(r.out, "good") || !strings.Contains(r.out, "bad") {
		t.Errorf("hits for people: %s", r.out)
	}

	for _, c := range []struct {
		page, judgement, want string
		status                int
	}{
		{hits[0].URL, "great", `"great"`, statusWrongUse},
		{"http://marine-life.example/never", "good", "orb: http://marine-life.example/never: the session has no such page: it was never fetched\n", statusFailed},
		{"", "good", "https://example.org/", statusWrongUse},
	} {
		if r := orb(t, data, "mark", id, c.page, c.judgement); r.status != c.status || !strings.Contains(r.err, c.want) {
			t.Errorf("mark %s %s: status %d, %s", c.page, c.judgement, r.status, r.err)
		}
	}
	var more sittingLine
	orb(t, data, "resume", id, "--pages", "50", "--json", "--quiet").must(t).answer(t, &more)
	if more.Pages != 50 || more.Notice != "" {
		t.Errorf("resumed: %+v", more)
	}
	var v verdict
	if orb(t, data, "check", id, "--json").must(t).answer(t, &v); !v.OK {
		t.Errorf("check = %+v", v)
	}
}

// For people, why tells the path in sentences: the seed, then how each page was come by.
func TestWhyForPeople(t *testing.T) {
	web, data := sample(t), t.TempDir()
	id := crawl(t, data, append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--family", "best-first", "--pages", "30")...).Session
	var hits []hitLine
	orb(t, data, "hits", id, "--json").must(t).answer(t, &hits)
	for _, h := range hits {
		if h.Depth > 0 {
			lines := strings.Split(strings.TrimSpace(orb(t, data, "why", id, h.URL).must(t).out), "\n")
			if len(lines) != 2*(h.Depth+1) || !strings.Contains(lines[1], "a seed") || !strings.Contains(lines[3], "link score") || !strings.Contains(lines[3], "(similarity ") || !strings.Contains(lines[3], "link text") {
				t.Errorf("why says %q", lines)
			}
			return
		}
	}
	t.Fatal("all hits are seeds")
}

// A family for these tests that takes a file.
func init() {
	best, err := crawlers.Lookup("best-first")
	if err != nil {
		panic(err)
	}
	best.Name, best.Title = "test-model", "With a file"
	best.Model = &crawlers.Model{Name: "recipe", Doc: "What to cook.", Check: func(data []byte) error {
		if string(data) != "salt" {
			return errors.New("line 1 is not salt: write salt")
		}
		return nil
	}}
	crawlers.Register(best)
}

func TestModel(t *testing.T) {
	web, data := sample(t), t.TempDir()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	salt, sugar := file("salt.txt", "salt"), file("sugar.txt", "sugar")
	begin := append([]string{"crawl", "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "10"}, web.through()...)
	for name, c := range map[string]struct{ family, file, want string }{
		"wrong":       {"test-model", sugar, "no recipe: line 1"},
		"not there":   {"test-model", filepath.Join(dir, "pepper.txt"), "pepper.txt"},
		"not wanted":  {"breadth-first", salt, "takes none"},
		"is a folder": {"test-model", dir, dir},
	} {
		r := orb(t, data, append(begin, "--family", c.family, "--model", c.file)...)
		if r.status != statusWrongUse || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d, %s", name, r.status, r.err)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(data, "*")); len(files) > 0 {
		t.Errorf("written: %v", files)
	}
	done := crawl(t, data, append(begin[1:], "--family", "test-model", "--model", salt)...)
	if err := os.Remove(salt); err != nil {
		t.Fatal(err)
	}
	var more sittingLine
	orb(t, data, "resume", done.Session, "--pages", "20", "--json", "--quiet").must(t).answer(t, &more)
	if more.Pages != 20 {
		t.Errorf("resumed without the user's copy: %+v", more)
	}

	var families []familyLine
	orb(t, data, "families", "--json").must(t).answer(t, &families)
	for _, f := range families {
		if f.Name == "test-model" && (f.Model == nil || f.Model.Name != "recipe" || f.Model.Doc == "" || f.Model.Replaces == nil) {
			t.Errorf("model = %+v", f.Model)
		}
		if f.Name == "reinforcement" && !slices.Equal(f.Model.Replaces, []string{"discount", "bins"}) {
			t.Errorf("its file replaces %v", f.Model.Replaces)
		}
		if f.Name == "breadth-first" && f.Model != nil {
			t.Errorf("breadth-first takes %+v", f.Model)
		}
	}
	if r := orb(t, data, "families").must(t); !strings.Contains(r.out, "--model FILE (recipe): What to cook.") {
		t.Errorf("families for people: %s", r.out)
	}
}

// A crawl that ends early because its family leaves links out says so.
func TestDeadEndSaysWhy(t *testing.T) {
	web, data := sample(t), t.TempDir()
	begin := append(web.through(), "--keywords", "zeppelin airship", "--seed", "http://marine-life.example/", "--family", "focused")
	done := crawl(t, data, append(begin, "--set", "focus=hard")...)
	if done.Stop != "dead-end" || done.Pages != 1 || !strings.Contains(done.Why, "no page read was on it") {
		t.Errorf("hard focus from a seed off the topic: %+v", done)
	}
	if done := crawl(t, data, append(begin, "--pages", "10")...); done.Pages != 10 || done.Why != "" {
		t.Errorf("soft focus: %+v", done)
	}
}

func TestSaturate(t *testing.T) {
	web, data := sample(t), t.TempDir()
	begin := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--family", "best-first", "--set", "n=1", "--pages", "0", "--workers", "1")
	done := crawl(t, data, append(begin, "--saturate", "40")...)
	if done.Stop != "saturated" || !strings.Contains(done.Why, "the last 40 pages score") {
		t.Fatalf("the crawl ended with %+v", done)
	}
	var sessions []sessionLine
	orb(t, data, "sessions", "--json").must(t).answer(t, &sessions)
	if sessions[0].State != "finished" || sessions[0].Stop != "saturated" || sessions[0].Why != done.Why {
		t.Errorf("sessions = %+v", sessions)
	}
	var more sittingLine
	orb(t, data, "resume", done.Session, "--json", "--quiet").must(t).answer(t, &more)
	if more.Pages < done.Pages+40 {
		t.Errorf("it does not go on: %+v", more)
	}
}
