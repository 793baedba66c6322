package main

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
)

// TestWikispeedia crawls real pages with every family: as many as the budget says, none twice, and with one worker the
// same ones in the same order every time.
func TestWikispeedia(t *testing.T) {
	web := wikispeedia(t)
	pages := 1000
	if testing.Short() {
		pages = 200
	}
	for _, f := range crawlers.Families() {
		t.Run(f.Name, func(t *testing.T) {
			data := t.TempDir()
			args := []string{"--keywords", "solar system planets", "--seed", "http://" + web.Addr() + "/wiki/Sun.html", "--delay", "0",
				"--family", f.Name, "--pages", strconv.Itoa(pages), "--rand", "7"}
			parallel := crawl(t, data, args...)
			if got := checkHistory(t, history(t, data, parallel.Session)); got != pages || parallel.Pages != pages {
				t.Errorf("%d pages in the history, %d counted, want %d", got, parallel.Pages, pages)
			}
			args = append(args, "--workers", "1")
			first, second := crawl(t, data, args...), crawl(t, data, args...)
			a, b := timeless(history(t, data, first.Session)), timeless(history(t, data, second.Session))
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("two crawls with the same --rand differ:\n%s", diff)
			}
		})
	}
}
