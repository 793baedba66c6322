package crawlers_test

import (
	"fmt"
	"math/rand/v2"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// A crawler decides, and its caller fetches. Here the only page is made by hand.
func Example() {
	family, err := crawlers.Lookup("best-first")
	if err != nil {
		fmt.Println(err)
		return
	}
	params, err := crawlers.ParseValues(family.Params, map[string]string{"n": "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	topic := crawlers.NewTopic("orb web")
	crawler, err := family.New(crawlers.Setup{Topic: topic, Params: params, MaxBuffer: 2048, Rand: rand.New(rand.NewPCG(1, 0))})
	if err != nil {
		fmt.Println(err)
		return
	}
	ready := func(host string) bool { return true }

	crawler.Seed([]page.Link{{URL: "http://spiders.example/", Host: "spiders.example"}})
	seed := crawler.Next(1, ready)[0]
	words := []string{"orb", "web", "silk"}
	p := &page.Page{
		URL: "http://spiders.example/", Words: text.WordsOf(words), Vector: text.NewVector(words),
		Links: []page.Link{{URL: "http://silk.example/", Host: "silk.example", Anchor: "Silk"}},
	}
	if err := crawler.Visited(crawlers.Visit{Pick: seed, Page: p, Score: topic.Similarity(p)}); err != nil {
		fmt.Println(err)
		return
	}
	for _, pick := range crawler.Next(16, ready) {
		fmt.Printf("%s %.3f, depth %d, from %s\n", pick.URL, pick.Score, pick.Depth, pick.Parent)
	}
	// Output:
	// http://silk.example/ 0.816, depth 1, from http://spiders.example/
}
