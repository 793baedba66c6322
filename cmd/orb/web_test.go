package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"orbweaver/assets"
	"orbweaver/crawlers/corpus"
)

// server is a corpus on loopback that remembers what it was asked.
type server struct {
	*corpus.Server
	mu  sync.Mutex
	log *accessLog
}

// accessLog is what a server was asked since someone began to count.
type accessLog struct {
	accesses []corpus.Access
	first    chan struct{} // closed when the first request was answered
}

// serve serves a corpus on loopback; hooks are told of every request besides the log.
func serve(t *testing.T, c corpus.Corpus, hooks ...func(corpus.Access)) *server {
	t.Helper()
	s := &server{log: &accessLog{first: make(chan struct{})}}
	web, err := corpus.Serve(t.Context(), c, "127.0.0.1:0", append(hooks, s.remember)...)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = web
	t.Cleanup(func() { _ = web.Close() })
	return s
}

func (s *server) remember(a corpus.Access) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.log.accesses) == 0 {
		close(s.log.first)
	}
	s.log.accesses = append(s.log.accesses, a)
}

// forget begins the log anew, and returns a channel that is closed when the first request has been answered.
func (s *server) forget() (first <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = &accessLog{first: make(chan struct{})}
	return s.log.first
}

// answered are the requests that were answered until a moment.
func (s *server) answered(until time.Time) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.log.accesses {
		if a.Status == 200 && !a.Time.After(until) && !strings.HasSuffix(a.Path, "/robots.txt") {
			n++
		}
	}
	return n
}

// sample is the sample web, served. Its hosts are reached with the flags of through.
func sample(t *testing.T) *server {
	t.Helper()
	return serve(t, sampleWeb(t))
}

func sampleWeb(t *testing.T) *corpus.SampleWeb {
	t.Helper()
	web, err := corpus.Sample(assets.SampleWeb)
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// through are the flags with which a crawl reaches all hosts of a server.
func (s *server) through() []string {
	return []string{"--resolve", "*:80:" + s.Addr(), "--delay", "0"}
}

// wikispeedia is the corpus of that name, served; the test is skipped where it is absent.
func wikispeedia(t *testing.T) *server {
	t.Helper()
	folder := filepath.Join(corporaDir(), "wikispeedia")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no wikispeedia corpus here; ORBWEAVER_CORPORA can name its folder:", err)
	}
	files, err := corpus.Folder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return serve(t, files)
}

// corporaDir is where real pages are, if they are here.
func corporaDir() string {
	return cmp.Or(os.Getenv("ORBWEAVER_CORPORA"), filepath.Join("..", "..", "..", "shared", "corpora"))
}

// crawl runs orb crawl and returns what it says at its end.
func crawl(t *testing.T, data string, args ...string) sittingLine {
	t.Helper()
	var line sittingLine
	orb(t, data, append([]string{"crawl", "--json", "--quiet"}, args...)...).must(t).answer(t, &line)
	return line
}

// history is what orb history prints of a session.
func history(t *testing.T, data, id string) (lines []historyLine) {
	t.Helper()
	for line := range strings.Lines(orb(t, data, "history", id).must(t).out) {
		var h historyLine
		if err := json.Unmarshal([]byte(line), &h); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		lines = append(lines, h)
	}
	return lines
}

// timeless is a history without its times: what two crawls that are the same have in common.
func timeless(lines []historyLine) []historyLine {
	for i := range lines {
		lines[i].Time = time.Time{}
	}
	return lines
}

// checkHistory fails the test unless the history is whole and holds no URL twice. It returns the number of pages.
func checkHistory(t *testing.T, lines []historyLine) (pages int) {
	t.Helper()
	seen := map[string]bool{}
	for i, h := range lines {
		if h.Seq != uint64(i+1) {
			t.Fatalf("attempt %d has number %d", i+1, h.Seq)
		}
		if seen[h.URL] {
			t.Errorf("%s was fetched twice", h.URL)
		}
		seen[h.URL] = true
		if h.Kind == "ok" {
			pages++
		}
	}
	return pages
}
