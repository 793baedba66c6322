package race_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/race"
	"orbweaver/storage/session"
)

// Two families look for solar energy, from the same page, on a budget of four pages each.
func Example() {
	pages := map[string]string{
		"/":       `<title>Start</title><p><a href="/wind">wind</a> <a href="/solar">solar energy</a>`,
		"/wind":   `<title>Wind</title><p>Wind blows. <a href="/storm">storm</a>`,
		"/storm":  `<title>Storm</title><p>Wind blows harder.`,
		"/solar":  `<title>Solar energy</title><p>Solar energy comes from the sun. <a href="/panels">solar panels</a>`,
		"/panels": `<title>Solar panels</title><p>Solar panels make energy.`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		html, known := pages[r.URL.Path]
		if !known {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	}))
	defer server.Close()
	dir, err := os.MkdirTemp("", "race")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	library, err := session.OpenLibrary(dir)
	if err != nil {
		fmt.Println(err)
		return
	}

	settings := engine.Default()
	settings.Pages, settings.Delay = 4, 0
	r, err := race.Start(context.Background(), library, race.Spec{
		Keywords: "solar energy", Seeds: []string{server.URL}, Settings: settings,
		Entries: []race.Entry{{Family: "breadth-first"}, {Family: "best-first", Params: map[string]string{"n": "1"}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	last, err := r.Wait()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range last.Contestants {
		fmt.Printf("%d. %s: %d hits in %d pages, %s\n", c.Place, c.Label, c.Hits, c.Pages, c.Reason)
	}
	// Output:
	// 2. breadth-first: 2 hits in 4 pages, its budget of pages is used up
	// 1. best-first n=1: 3 hits in 4 pages, its budget of pages is used up
}
