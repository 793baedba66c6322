package session

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// TestMain lets the test binary serve as the child process of tests that need one to kill or to limit.
func TestMain(m *testing.M) {
	if job := children[os.Getenv(childJob)]; job != nil {
		job(os.Getenv(childDir), os.Getenv(childSeed))
		return
	}
	goleak.VerifyTestMain(m)
}

// childJob, childDir and childSeed are the environment variables that tell a child process what to do, in which folder,
// and where to begin.
const (
	childJob  = "ORBWEAVER_TEST_CHILD"
	childDir  = "ORBWEAVER_TEST_DIR"
	childSeed = "ORBWEAVER_TEST_SEED"
)

var children = map[string]func(dir, seed string){}

// web is a web server on loopback that counts what it sends. /1 is the root of a binary tree: /n links to /2n and
// /2n+1, to its parent, and to a page that is not there. Every third page is of the topic.
type web struct {
	*httptest.Server
	pages int

	mu     sync.Mutex
	sent   []sent         // pages, in order
	counts map[string]int // requests by path
	hook   func(path string)
}

// sent is a page that the web has sent.
type sent struct {
	path string
	at   time.Time
}

// newWeb starts a web of 300 pages. hook is called before every answer; nil = nothing is.
func newWeb(t testing.TB, hook func(path string)) *web { return newWebOf(t, 300, hook) }

func newWebOf(t testing.TB, pages int, hook func(path string)) *web {
	w := &web{pages: pages, counts: map[string]int{}, hook: hook}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(rw, r)
		return
	}
	if w.hook != nil {
		w.hook(r.URL.Path)
	}
	w.mu.Lock()
	w.counts[r.URL.Path]++
	w.mu.Unlock()
	n := 0
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil || n < 1 || n > w.pages {
		http.NotFound(rw, r)
		return
	}
	text := "Nothing of note is told here. "
	if n%3 == 0 {
		text = strings.Repeat("Solar energy comes from the sun. ", 1+n%5)
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(rw, `<html lang="en"><title>Page %d</title><p>%s<a href="/%d">solar panels</a> and <a href="/%d">wind</a>, <a href="/%d">up</a>, <a href="/none/%d">energy lost</a>.</html>`,
		n, text, 2*n, 2*n+1, max(1, n/2), n)
	w.mu.Lock()
	w.sent = append(w.sent, sent{r.URL.Path, time.Now()})
	w.mu.Unlock()
}

// spec is a crawl of the web in sequence, so that every run of it is the same.
func (w *web) spec(pages int) Spec { return sequential(w.URL+"/1", pages) }

func sequential(seed string, pages int) Spec {
	settings := engine.Default()
	settings.Pages, settings.Delay, settings.Workers, settings.Rand, settings.Retries = pages, 0, 1, 7, 0
	return Spec{Name: "Sun", Keywords: "solar energy", Seeds: []string{seed}, Family: "best-first", Settings: settings}
}

func mustLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := OpenLibrary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mustCreate makes a session that is closed and verified when the test ends.
func mustCreate(t testing.TB, l *Library, spec Spec) *Session {
	t.Helper()
	s, err := l.Create(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // most tests have closed it already
		mustBeSound(t, l, s.ID())
	})
	return s
}

func mustBeSound(t testing.TB, l *Library, id string) {
	t.Helper()
	problems, err := l.Check(id)
	if err != nil {
		t.Errorf("check %s: %v", id, err)
	}
	for _, p := range problems {
		t.Errorf("check %s: %s: %s", id, p.Where, p.What)
	}
}

func mustOpen(t testing.TB, l *Library, id string) *Session {
	t.Helper()
	s, err := l.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRun(t testing.TB, s *Session, stop string) engine.Result {
	t.Helper()
	result, err := s.Run(t.Context())
	if err != nil || result.Stop != stop {
		t.Fatalf("run: %v, %+v; want it to stop for %q", err, result, stop)
	}
	return result
}

func mustClose(t testing.TB, s *Session) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func outcomes(t testing.TB, s *Session) (all []crawlers.Ended) {
	t.Helper()
	for e, err := range s.History(0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// course is what a crawl did, times apart: every outcome with its pick's score and spider, the page's score.
func course(t testing.TB, s *Session) (lines []string) {
	t.Helper()
	for _, e := range outcomes(t, s) {
		lines = append(lines, fmt.Sprint(e.Seq, e.Kind, e.Status, e.Pick.URL, e.Pick.Score, e.Pick.Spider, e.Pick.Depth, e.Pick.Parent, e.Score, e.Hit))
	}
	return lines
}

// sameCourse compares two crawls and shows the first difference.
func sameCourse(t testing.TB, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("of %d and %d outcomes the %d. differs:\ngot  %s\nwant %s", len(got), len(want), i+1, slices.Concat(got, []string{"none"})[min(i, len(got))], slices.Concat(want, []string{"none"})[min(i, len(want))])
			return
		}
	}
}
