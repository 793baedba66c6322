package weburl_test

import (
	"fmt"

	"orbweaver/crawlers/weburl"
)

func Example() {
	links, err := weburl.DefaultRules().NewResolver("http://www.example.org/spiders/")
	if err != nil {
		panic(err)
	}
	canonical, resolved, host, err := links.Resolve("../webs/index.html#orb")
	if err != nil {
		panic(err)
	}
	fmt.Println("sent:    ", resolved)
	fmt.Println("identity:", canonical)
	fmt.Println("host:    ", host)
	fmt.Println("file:    ", weburl.Name(canonical))
	// Output:
	// sent:     http://www.example.org/webs/index.html
	// identity: http://www.example.org/webs/
	// host:     www.example.org
	// file:     8e1b049243e93df7cc663096bcccd064
}
