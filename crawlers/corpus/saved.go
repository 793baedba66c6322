package corpus

import (
	"fmt"
	"net/http"
	"strings"

	"orbweaver/crawlers/weburl"
)

// Saved is hypertext that was put together page by page, such as what an earlier crawl has fetched. It is filled first
// and asked afterwards. What was never put in is not known, which is not the same as dead, but is answered alike.
type Saved struct {
	answers map[string]Answer // by canonical URL without its scheme and port
	urls    []string          // of the pages, in the order of Add
}

// NewSaved returns a corpus without pages.
func NewSaved() *Saved { return &Saved{answers: map[string]Answer{}} }

// Add puts in what a URL, given as it was sent, answers. The first answer of a URL counts. An error is that of a URL
// that is none.
func (s *Saved) Add(url string, a Answer) error {
	canonical, err := weburl.Canonical(url)
	if err != nil {
		return fmt.Errorf("putting a page into a corpus: %w", err)
	}
	key := keyOf(canonical)
	if _, known := s.answers[key]; known {
		return nil
	}
	s.answers[key] = a
	if a.Status == http.StatusOK {
		s.urls = append(s.urls, url)
	}
	return nil
}

// keyOf is a URL as Answer is asked for it: a host without port, and a path.
func keyOf(canonical string) string {
	_, rest, _ := strings.Cut(canonical, "://")
	field, path, _ := strings.Cut(rest, "/")
	return hostName(field) + "/" + path
}

// Pages is the number of pages put in.
func (s *Saved) Pages() int { return len(s.urls) }

// URLs are the pages' URLs, in the order in which they were put in.
func (s *Saved) URLs() []string { return s.urls }

// Knows says whether the corpus has an answer for a URL, be it that the link is dead.
func (s *Saved) Knows(url string) bool {
	canonical, err := weburl.Canonical(url)
	if err != nil {
		return false
	}
	_, known := s.answers[keyOf(canonical)]
	return known
}

// Answer answers with what was put in, or that there is nothing.
func (s *Saved) Answer(host, pathAndQuery string) Answer {
	canonical, err := weburl.Canonical("http://" + host + pathAndQuery)
	if err != nil {
		return notFound()
	}
	a, known := s.answers[keyOf(canonical)]
	if !known {
		return notFound()
	}
	return a
}
