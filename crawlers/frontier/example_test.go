package frontier_test

import (
	"fmt"

	"orbweaver/crawlers/frontier"
)

func Example() {
	f := frontier.NewPriority[string](2)
	f.Offer(frontier.Item[string]{URL: "http://a.example/1", Host: "a.example", Score: 0.9, Value: "spiders"})
	f.Offer(frontier.Item[string]{URL: "http://b.example/", Host: "b.example", Score: 0.5, Value: "orb webs"})
	f.Offer(frontier.Item[string]{URL: "http://a.example/2", Host: "a.example", Score: 0.2}) // full, and worse than all

	it, _ := f.Take(func(host string) bool { return host != "a.example" }) // a.example is busy
	fmt.Println(it.URL, it.Value)
	it, _ = f.Take(func(string) bool { return true })
	fmt.Println(it.URL, it.Value)
	fmt.Println(f.Len())
	// Output:
	// http://b.example/ orb webs
	// http://a.example/1 spiders
	// 0
}
