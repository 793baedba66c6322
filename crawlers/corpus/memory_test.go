package corpus

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"orbweaver/crawlers/fetch"
)

// get asks a Memory, and says in a word what became of it.
func get(t *testing.T, m Memory, url string) (*fetch.Response, fetch.Kind) {
	t.Helper()
	r, err := m.Get(t.Context(), url)
	return r, fetch.KindOf(err)
}

func TestMemoryAnswersLikeTheWeb(t *testing.T) {
	m := Memory{Corpus: folder(t, map[string]string{"index.html": "home", "sub/index.html": "sub", "robots.txt": "User-agent: *\nCrawl-delay: 10\nDisallow: /sub/\n"})}
	if r, kind := get(t, m, "http://a.example/"); kind != "" || string(r.Body) != "home" || r.Status != http.StatusOK {
		t.Errorf("home: %+v, %s", r, kind)
	}
	if r, kind := get(t, m, "http://a.example/sub"); kind != "" || r.Location != "http://a.example/sub/" {
		t.Errorf("a folder without its slash: %+v, %s", r, kind)
	}
	for url, want := range map[string]fetch.Kind{"http://a.example/gone.html": fetch.KindStatus, "http://a.example/robots.txt": fetch.KindType} {
		if _, kind := get(t, m, url); kind != want {
			t.Errorf("%s: %q, want %q", url, kind, want)
		}
	}
	robots, err := m.Robots(t.Context(), "http://a.example")
	if err != nil || robots.Allowed("any", "/sub/") || !robots.Allowed("any", "/") {
		t.Errorf("robots.txt: %+v, %v", robots, err)
	}
	if delay, asks := robots.Delay("any"); asks {
		t.Errorf("a corpus asks for a pause of %v", delay)
	}
}

func TestMemoryCutsAndStops(t *testing.T) {
	m := Memory{Corpus: folder(t, map[string]string{"index.html": "0123456789"}), MaxBytes: 4}
	if r, _ := get(t, m, "http://a.example/"); string(r.Body) != "0123" || !r.Truncated {
		t.Errorf("%q, cut: %v", r.Body, r.Truncated)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Get(ctx, "http://a.example/"); fetch.KindOf(err) != fetch.KindCanceled || !errors.Is(err, context.Canceled) {
		t.Errorf("a done context: %v", err)
	}
}

// Every URL that a corpus lists answers with a page.
func TestListedURLsAnswer(t *testing.T) {
	for name, c := range map[string]interface {
		Corpus
		URLs() []string
	}{"sample": sample(t), "folder": folder(t, map[string]string{"a b.html": "x", "%C3%89ire.html": "y", "sub/index.html": "z"})} {
		urls := c.URLs()
		if len(urls) != c.Pages() {
			t.Errorf("%s lists %d URLs of %d pages", name, len(urls), c.Pages())
		}
		for _, url := range urls {
			if _, err := (Memory{Corpus: c}).Get(t.Context(), url); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestSaved(t *testing.T) {
	s := NewSaved()
	for url, a := range map[string]Answer{
		"https://a.example:8443/x?q=1": {Status: http.StatusOK, Body: []byte("x")},
		"http://b.example/old":         {Status: http.StatusMovedPermanently, Location: "https://a.example:8443/x?q=1"},
		"http://b.example/dead":        {Status: http.StatusNotFound},
	} {
		if err := s.Add(url, a); err != nil {
			t.Fatal(err)
		}
	}
	if s.Pages() != 1 || !s.Knows("http://b.example/dead") || s.Knows("http://b.example/never") {
		t.Errorf("%d pages; dead known: %v; never fetched known: %v", s.Pages(), s.Knows("http://b.example/dead"), s.Knows("http://b.example/never"))
	}
	m := Memory{Corpus: s}
	if r, kind := get(t, m, "https://a.example:8443/x?q=1"); kind != "" || string(r.Body) != "x" {
		t.Errorf("%+v, %s", r, kind)
	}
	if r, kind := get(t, m, "http://b.example/old"); kind != "" || r.Location != "https://a.example:8443/x?q=1" {
		t.Errorf("%+v, %s", r, kind)
	}
	if _, kind := get(t, m, "http://b.example/dead"); kind != fetch.KindStatus {
		t.Errorf("dead: %s", kind)
	}
	if err := s.Add("mailto:x", Answer{}); err == nil {
		t.Error("mailto:x was put in")
	}
}
