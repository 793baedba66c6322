package race

import (
	"net/http"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
)

// As a corpus a session answers what it was answered: pages, redirects, also to pages that it had already, and dead links.
func TestPages(t *testing.T) {
	w := newWeb(t, 400)
	s := crawled(t, w, "breadth-first")
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	saved, err := Pages(s)
	if err != nil {
		t.Fatal(err)
	}
	if saved.Pages() != 60 {
		t.Errorf("%d pages, want 60", saved.Pages())
	}
	ask := func(url string) corpus.Answer {
		rest := strings.TrimPrefix(url, "http://127.0.0.1")
		return saved.Answer("127.0.0.1", rest[strings.Index(rest, "/"):])
	}
	same := 0
	for e, err := range s.History(1) {
		if err != nil {
			t.Fatal(err)
		}
		switch a := ask(e.Pick.URL); {
		case e.Same != "":
			same++
			if a.Status != http.StatusMovedPermanently || a.Location != e.Same {
				t.Errorf("%s: %d to %s, want %s", e.Pick.URL, a.Status, a.Location, e.Same)
			}
		case e.FinalURL != "":
			if a.Status != http.StatusMovedPermanently || a.Location != e.FinalURL {
				t.Errorf("%s: %d to %s, want %s", e.Pick.URL, a.Status, a.Location, e.FinalURL)
			}
		case e.Kind == crawlers.KindOK:
			if a.Status != http.StatusOK || !strings.Contains(string(a.Body), "<title>") {
				t.Errorf("%s: %d, %q", e.Pick.URL, a.Status, a.Body)
			}
		case a.Status != http.StatusNotFound:
			t.Errorf("%s: %d", e.Pick.URL, a.Status)
		}
	}
	if same == 0 {
		t.Error("no link redirected to a page that was there already")
	}
}
