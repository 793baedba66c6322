package corpus

import (
	"context"
	"errors"
	"slices"
	"testing"

	"orbweaver/crawlers/page"
)

func TestDocuments(t *testing.T) {
	c := folder(t, map[string]string{"a.html": `<title>A</title><a href="sub/b.html">bee</a>`, "sub/b.html": "<title>B</title>", "notes.txt": "no page"})
	var got []string
	for p, err := range Documents(t.Context(), c, page.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p.Title, p.URL)
		for _, l := range p.Links {
			got = append(got, "→ "+l.URL)
		}
	}
	want := []string{"A", "http://corpus.example/a.html", "→ http://corpus.example/sub/b.html", "B", "http://corpus.example/sub/b.html"}
	if !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for p, err := range Documents(ctx, c, page.Options{}) {
		if p == nil && !errors.Is(err, context.Canceled) {
			t.Errorf("after the context was done: %v", err)
		}
		cancel()
	}
}
