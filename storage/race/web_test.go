package race

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// web is a web server on loopback that counts what it is asked. /1 is the root of a binary tree: /n links to /2n and /2n+1,
// to its parent, to a page that is not there, and to /to/3n, which redirects to /3n. Every third page is of the topic.
type web struct {
	*httptest.Server
	pages int
	hook  func(path string) // called before the answer; nil = nothing is

	mu     sync.Mutex
	counts map[string]int // requests by path
}

func newWeb(t testing.TB, pages int) *web {
	w := &web{pages: pages, counts: map[string]int{}}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.counts[r.URL.Path]++
	w.mu.Unlock()
	if w.hook != nil {
		w.hook(r.URL.Path)
	}
	n := 0
	if _, err := fmt.Sscanf(r.URL.Path, "/to/%d", &n); err == nil && n <= w.pages {
		http.Redirect(rw, r, fmt.Sprintf("/%d", n), http.StatusFound)
		return
	}
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil || n < 1 || n > w.pages {
		http.NotFound(rw, r)
		return
	}
	text := "Nothing of note is told here. "
	if n%3 == 0 {
		text = strings.Repeat("Solar energy comes from the sun. ", 1+n%5)
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(rw, `<html lang="en"><title>Page %d</title><p>%s<a href="/%d">left</a> and <a href="/%d">right</a>, <a href="/%d">up</a>, <a href="/none/%d">lost</a>, <a href="/to/%d">moved</a>.</html>`,
		n, text, 2*n, 2*n+1, max(1, n/2), n, 3*n)
}

// most is the path that was asked for most often, and how often.
func (w *web) most() (path string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for p, count := range w.counts {
		if count > n {
			path, n = p, count
		}
	}
	return path, n
}

// spec is a race of families for solar energy.
func (w *web) spec(pages int, families ...string) Spec {
	settings := engine.Default()
	settings.Pages, settings.Delay, settings.Retries, settings.Timeout = pages, 0, 1, 5*time.Second
	s := Spec{Keywords: "solar energy", Seeds: []string{w.URL + "/1"}, Settings: settings}
	for _, f := range families {
		s.Entries = append(s.Entries, mustEntry(f))
	}
	return s
}

func mustEntry(s string) Entry {
	e, err := ParseEntry(s)
	if err != nil {
		panic(err)
	}
	return e
}

func mustLibrary(t testing.TB) *session.Library {
	t.Helper()
	l, err := session.OpenLibrary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mustWait waits for the end of a race that must come to one.
func mustWait(t testing.TB, r *Race, err error) Snapshot {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Wait()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Contestants {
		if c.Err != nil || !c.Ended || c.Reason == "" {
			t.Errorf("%s: ended %v, %q, %v", c.Label, c.Ended, c.Reason, c.Err)
		}
	}
	return s
}

// way is the order in which a session has asked for links, and what came of it.
func way(t testing.TB, l *session.Library, id string) (lines []string) {
	t.Helper()
	s, err := l.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for e, err := range s.History(1) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprint(e.Seq, " ", e.Kind, " ", e.Status, " ", e.Pick.URL, " ", e.FinalURL, " ", e.Score))
	}
	return lines
}

// paths takes the host, which differs from one test server to the next, out of lines.
func paths(lines []string, host string) []string {
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(l, host, "")
	}
	return lines
}
