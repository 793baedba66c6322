package engine_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// A crawl of a small site, from a seed until nothing is left.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages := map[string]string{
			"/":        `<title>Home</title> <a href="/spiders">Spiders</a> <a href="/about">About</a>`,
			"/spiders": `<title>Spiders</title> Orb weavers are spiders that build round webs.`,
			"/about":   `<title>About</title> Who we are.`,
		}
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, body)
	}))
	defer site.Close()

	settings := engine.Default()
	settings.Workers, settings.Delay = 1, 0 // the site is our own
	seeds, err := engine.SeedLinks([]string{site.URL}, settings)
	if err != nil {
		panic(err)
	}
	family, err := crawlers.Lookup("best-first")
	if err != nil {
		panic(err)
	}
	params, err := crawlers.ParseValues(family.Params, map[string]string{"n": "1"})
	if err != nil {
		panic(err)
	}
	crawl, err := engine.New(engine.Config{
		Family: family, Params: params, Topic: crawlers.NewTopic("spiders"), Seeds: seeds, Settings: settings,
		Observe: func(e crawlers.Ended) { fmt.Printf("%s %s %.2f\n", e.Kind, e.Title, e.Score) },
	})
	if err != nil {
		panic(err)
	}
	result, err := crawl.Run(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Stop, result.Pages, "pages")
	// Output:
	// ok Home 0.71
	// ok Spiders 0.67
	// ok About 0.00
	// dead-end 3 pages
}
