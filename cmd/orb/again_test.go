package main

import (
	"path/filepath"
	"testing"
)

// The sample web has entity tags on some of its pages: crawled again, those are not sent. The session, its history, what
// it says of a page and its archive tell the same.
func TestAgain(t *testing.T) {
	web, data := sample(t), t.TempDir()
	first := crawl(t, data, append([]string{"--keywords", "coral reef", "--seed", "http://marine-life.example/", "--pages", "40", "--workers", "1"}, web.through()...)...)
	var again sittingLine
	orb(t, data, "again", first.Session, "--name", "Once more", "--json", "--quiet").must(t).answer(t, &again)
	if again.Pages != 40 || again.Unchanged == 0 || again.Hits != first.Hits || again.Session == first.Session {
		t.Errorf("%+v, after %+v", again, first)
	}
	was, is := timeless(history(t, data, first.Session)), timeless(history(t, data, again.Session))
	unchanged := 0
	for i, line := range is {
		if line.Unchanged {
			if unchanged++; line.Status != 304 || line.Bytes != 0 {
				t.Errorf("%+v", line)
			}
			line.Unchanged, line.Status, line.Bytes = false, was[i].Status, was[i].Bytes
		}
		if line != was[i] {
			t.Errorf("attempt %d: %+v, before %+v", i+1, line, was[i])
		}
	}
	if unchanged != again.Unchanged {
		t.Errorf("the history has %d unchanged pages, want %d", unchanged, again.Unchanged)
	}
	out := filepath.Join(t.TempDir(), "again.warc.gz")
	var written exported
	orb(t, data, "export", again.Session, "--format", "warc", "--out", out, "--json").must(t).answer(t, &written)
	if written.Records != 40 {
		t.Errorf("%+v", written)
	}
	var other imported
	orb(t, t.TempDir(), "import", out, "--json").must(t).answer(t, &other)
	if other.Pages != 40 {
		t.Errorf("%+v", other)
	}
	if r := orb(t, data, "again", "nobody"); r.status != statusWrongUse {
		t.Errorf("no such session: %+v", r)
	}
	if r := orb(t, data, "again", first.Session, "--pages", "-1"); r.status != statusWrongUse {
		t.Errorf("no such budget: %+v", r)
	}
}
