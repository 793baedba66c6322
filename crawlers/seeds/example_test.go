package seeds_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"orbweaver/crawlers/seeds"
)

func ExampleSearch() {
	wiki := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"query":{"search":[{"title":"Orb-weaver spider","snippet":"builders of <b>spiral</b> webs"}]}}`)
	}))
	defer wiki.Close()

	found, err := seeds.Search(context.Background(), "mediawiki="+wiki.URL, "spiral webs", 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range found {
		fmt.Println(s.URL[len(wiki.URL):], "–", s.Snippet)
	}
	// Output: /wiki/Orb-weaver_spider – builders of spiral webs
}
