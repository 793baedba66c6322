package hostile_test

import (
	"context"
	"fmt"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
)

// Ask each host of the Web at its worst for its first page, and see what comes of it.
func Example() {
	web, err := hostile.Start(hostile.Behaviours())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer web.Close()
	client, err := fetch.New(web.Options())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for _, name := range []string{"good", "tls-expired", "name-of-metadata", "short-body"} {
		_, err := client.Get(context.Background(), web.URL(name))
		fmt.Printf("%s: %q\n", name, fetch.KindOf(err))
	}
	// Output:
	// good: ""
	// tls-expired: "tls"
	// name-of-metadata: "refused-address"
	// short-body: "closed"
}
