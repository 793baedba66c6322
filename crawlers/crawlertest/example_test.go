package crawlertest_test

import (
	"fmt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

func Example() {
	web := crawlertest.NewWeb(map[string]string{
		"http://a.example/":  "an orb and a [web](http://b.example/) of [silk](http://c.example/)",
		"http://b.example/":  "-> http://b.example/2",
		"http://b.example/2": "no links",
	})
	family, _ := crawlers.Lookup("breadth-first")
	topic := crawlers.NewTopic("orb web")
	crawler := crawlertest.New(family, topic, 2048, 1, nil)
	picks, err := crawlertest.Crawl(crawler, web, topic, crawlertest.Links("http://a.example/"), 100)
	for _, p := range picks {
		fmt.Printf("%d %s %q\n", p.Depth, p.URL, p.Anchor)
	}
	fmt.Println(err)
	// Output:
	// 0 http://a.example/ ""
	// 1 http://b.example/ "web"
	// 1 http://c.example/ "silk"
	// <nil>
}
