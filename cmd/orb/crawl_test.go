package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orbweaver/crawlers/weburl"
)

// TestSession follows one session from its crawl to its end, through every command that looks at it.
func TestSession(t *testing.T) {
	web, data := sample(t), t.TempDir()
	done := crawl(t, data, append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/",
		"--family", "best-first", "--set", "n=8", "--pages", "60", "--rand", "5", "--name", "Reefs")...)
	if done.Pages != 60 || done.Stop != "budget" || done.Family != "best-first" || done.Rand != 5 || done.Hits == 0 || done.Seconds <= 0 {
		t.Fatalf("the crawl ended with %+v", done)
	}
	id := done.Session

	var sessions []sessionLine
	orb(t, data, "sessions", "--json").must(t).answer(t, &sessions)
	if len(sessions) != 1 || sessions[0].Session != id || sessions[0].Name != "Reefs" || sessions[0].Pages != 60 || sessions[0].State != "finished" {
		t.Errorf("sessions = %+v", sessions)
	}

	attempts := history(t, data, id)
	if pages := checkHistory(t, attempts); pages != 60 {
		t.Errorf("%d pages in the history, want 60", pages)
	}
	if a := attempts[0]; a.URL != "http://marine-life.example/" || a.MD5 != weburl.Name(a.URL) || a.Status != 200 || a.Bytes == 0 || a.LinkScore != 1 || a.Depth != 0 {
		t.Errorf("the first attempt is %+v", a) // seeds get 1 (algorithms §3.2)
	}

	var hits []hitLine
	orb(t, data, "hits", id, "--top", "5", "--json").must(t).answer(t, &hits)
	if len(hits) != 5 {
		t.Fatalf("%d hits, want 5", len(hits))
	}
	for i, h := range hits {
		if h.Title == "" || h.Snippet == "" || h.MD5 != weburl.Name(h.URL) || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("hit %d is %+v", i, h)
		}
	}

	var steps []map[string]any
	orb(t, data, "why", id, hits[0].URL, "--json").must(t).answer(t, &steps)
	if len(steps) != hits[0].Depth+1 || steps[0]["url"] != "http://marine-life.example/" || steps[len(steps)-1]["url"] != hits[0].URL {
		t.Errorf("the path to %s is %v", hits[0].URL, steps)
	}
	if parts, ok := steps[len(steps)-1]["parts"].(map[string]any); !ok || len(parts) == 0 {
		t.Errorf("no parts of the score in %v", steps)
	}

	byURL, byName := orb(t, data, "page", id, hits[0].URL).must(t), orb(t, data, "page", id, hits[0].MD5).must(t)
	if byURL.out != byName.out || !strings.HasPrefix(byURL.out, "<!DOCTYPE html>") {
		t.Errorf("page by URL and by name: %d and %d bytes: %.60q", len(byURL.out), len(byName.out), byURL.out)
	}
	var page pageLine
	orb(t, data, "page", id, hits[0].URL, "--json").must(t).answer(t, &page)
	if page.Text != byURL.out || page.Status != 200 || !strings.HasPrefix(page.Head, "HTTP/1.1 200 OK\r\n") || page.Truncated {
		t.Errorf("page = %+v", page)
	}

	for _, args := range [][]string{{"sessions"}, {"hits", id}, {"why", id, hits[0].URL}, {"check"}} { // for people
		if r := orb(t, data, args...).must(t); strings.TrimSpace(r.out) == "" {
			t.Errorf("orb %v prints nothing", args)
		}
	}
	if r := orb(t, data, "page", id, "http://marine-life.example/never"); r.status != statusFailed || !strings.Contains(r.err, "marine-life.example/never") {
		t.Errorf("a page that is not there: status %d, %s", r.status, r.err)
	}

	var more sittingLine
	orb(t, data, "resume", id, "--pages", "90", "--json", "--quiet").must(t).answer(t, &more)
	if more.Pages != 90 || more.Stop != "budget" || more.Session != id {
		t.Errorf("resumed: %+v", more)
	}
	if pages := checkHistory(t, history(t, data, id)); pages != 90 {
		t.Errorf("%d pages after resuming, want 90", pages)
	}

	var v verdict
	orb(t, data, "check", id, "--json").must(t).answer(t, &v)
	if !v.OK || len(v.Problems) != 0 {
		t.Errorf("check = %+v", v)
	}
	orb(t, data, "delete", id, "--json").must(t).answer(t, &v)
	if !v.OK {
		t.Errorf("delete = %+v", v)
	}
	orb(t, data, "sessions", "--json").must(t).answer(t, &sessions)
	if files, _ := filepath.Glob(filepath.Join(data, "*")); len(sessions) != 0 || len(files) != 0 {
		t.Errorf("left after deleting: %v, %v", sessions, files)
	}
}

// A crawl for people ends with its best hits, on a terminal that nobody's title can harm.
func TestCrawlForPeople(t *testing.T) {
	web, data := sample(t), t.TempDir()
	r := orb(t, data, append([]string{"crawl", "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "30"}, web.through()...)...).must(t)
	if !strings.Contains(r.out, "30 pages") || !strings.Contains(r.out, "ended: budget") || !strings.Contains(r.out, "marine-life.example") {
		t.Errorf("orb crawl prints %q", r.out)
	}
}

func TestSeedsFromFileAndStandardInput(t *testing.T) {
	web, data := sample(t), t.TempDir()
	list := "\ufeff# where to start\n\nhttp://marine-life.example/\r\n  http://marine-life.example/index.html  \n"
	file := filepath.Join(data, "seeds.txt")
	if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		p    program
	}{{file, program{}}, {"-", program{in: strings.NewReader(list)}}} {
		var done sittingLine
		args := append([]string{"crawl", "--json", "--quiet", "--pages", "1", "--seeds-file", c.name}, web.through()...)
		orbWith(t, data, c.p, args...).must(t).answer(t, &done)
		if h := history(t, data, done.Session); len(h) != 1 || h[0].URL != "http://marine-life.example/" {
			t.Errorf("seeds from %s: %+v", c.name, h)
		}
	}
}

func TestSeedsFromLibrary(t *testing.T) {
	web, data := sample(t), t.TempDir()
	first := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "40")
	crawl(t, data, first...)
	done := crawl(t, data, append(web.through(), "--keywords", "reef", "--seeds-from", "library", "--pages", "5")...)
	if done.Pages != 5 || done.Hits == 0 {
		t.Errorf("the crawl from earlier sessions ended with %+v", done)
	}
	if r := orb(t, data, append([]string{"crawl", "--keywords", "zeppelin", "--seeds-from", "library"}, web.through()...)...); r.status != statusWrongUse {
		t.Errorf("seeds about nothing known: status %d, %s", r.status, r.err)
	}
}

// A wiki is searched for seeds, and what it names is crawled.
func TestSeedsFromWiki(t *testing.T) {
	wiki := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/w/api.php" {
			fmt.Fprint(w, `{"query":{"search":[{"title":"Coral reef"}]}}`)
			return
		}
		fmt.Fprint(w, "<!DOCTYPE html><title>Reef</title>reef")
	}))
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	defer wiki.Close()
	data := t.TempDir()
	done := crawl(t, data, "--keywords", "reef", "--seeds-from", "mediawiki="+wiki.URL, "--delay", "0", "--pages", "0")
	if h := history(t, data, done.Session); done.Pages != 1 || h[0].URL != wiki.URL+"/wiki/Coral_reef" {
		t.Errorf("%+v, %+v", done, h)
	}
	if r := orb(t, data, "crawl", "--keywords", "reef", "--seeds-from", "searxng="+wiki.URL); r.status != statusFailed || !strings.Contains(r.err, "JSON") {
		t.Errorf("a service that is none: status %d, %s", r.status, r.err)
	}
}

func TestScopeFile(t *testing.T) {
	web, data := sample(t), t.TempDir()
	file := filepath.Join(data, "scope.txt")
	if err := os.WriteFile(file, []byte("# the reefs only\nhttp://marine-life.example/coral\nhttp://marine-life.example/a-z\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := crawl(t, data, append(web.through(), "--seed", "http://marine-life.example/a-z.html", "--scope", file, "--pages", "0")...)
	for _, h := range history(t, data, done.Session) {
		if h.Kind == "ok" && !strings.HasPrefix(h.URL, "http://marine-life.example/coral") && !strings.HasPrefix(h.URL, "http://marine-life.example/a-z") {
			t.Errorf("%s lies outside of the scope", h.URL)
		}
	}
	if done.Pages < 2 || done.Stop != "dead-end" {
		t.Errorf("the crawl ended with %+v", done)
	}
}

// A host that can not be reached: the reason, the way on, and a session that tells what happened.
func TestNothingFetched(t *testing.T) {
	web, data := sample(t), t.TempDir()
	addr := web.Addr()
	if err := web.Close(); err != nil {
		t.Fatal(err)
	}
	r := orb(t, data, "crawl", "--seed", "http://"+addr+"/", "--delay", "0", "--retries", "0", "--json", "--quiet")
	var done sittingLine
	r.answer(t, &done)
	if r.status != statusFailed || done.Stop != "dead-end" || done.Failures["connect"] != 1 || !strings.Contains(r.err, "1 connect") || !strings.Contains(r.err, done.Session) {
		t.Errorf("status %d, %+v, %s", r.status, done, r.err)
	}
}

func TestDamagedSession(t *testing.T) {
	web, data := sample(t), t.TempDir()
	whole := crawl(t, data, append(web.through(), "--seed", "http://marine-life.example/", "--pages", "5")...)
	broken := crawl(t, data, append(web.through(), "--seed", "http://marine-life.example/", "--pages", "5")...)
	if err := os.WriteFile(filepath.Join(data, broken.Session+".orb"), []byte("scribble"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := orb(t, data, "check", "--json")
	var v verdict
	r.answer(t, &v)
	if r.status != statusFailed || v.OK || len(v.Problems) == 0 || v.Problems[0].Session != broken.Session {
		t.Errorf("check: status %d, %+v", r.status, v)
	}
	if r := orb(t, data, "hits", broken.Session); r.status != statusFailed || !strings.Contains(r.err, "damaged") {
		t.Errorf("hits of the damaged session: status %d, %s", r.status, r.err)
	}
	orb(t, data, "hits", whole.Session).must(t)
	orb(t, data, "delete", broken.Session).must(t)
}

func TestDataFolderThatIsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"sessions"}, {"crawl", "--seed", "http://127.0.0.1:9/"}, {"check"}} {
		if r := orb(t, file, args...); r.status != statusFailed || !strings.Contains(r.err, file) {
			t.Errorf("orb %v: status %d, %s", args, r.status, r.err)
		}
	}
}

// The lines of the history have the keys that scripts rely on, whatever the attempt came to.
func TestHistoryKeys(t *testing.T) {
	web, data := sample(t), t.TempDir()
	done := crawl(t, data, append(web.through(), "--seed", "http://marine-life.example/no-such-page", "--seed", "http://marine-life.example/", "--pages", "1")...)
	for line := range strings.Lines(orb(t, data, "history", done.Session).must(t).out) {
		var keys map[string]any
		if err := json.Unmarshal([]byte(line), &keys); err != nil {
			t.Fatal(err)
		}
		for _, key := range strings.Fields("seq time url md5 status kind bytes score link_score spider parent depth") {
			if _, ok := keys[key]; !ok {
				t.Errorf("no %s in %s", key, line)
			}
		}
	}
	if h := history(t, data, done.Session); h[0].Kind != "status" || h[0].Status != 404 || h[0].Error == "" {
		t.Errorf("the dead link is %+v", h[0])
	}
}
