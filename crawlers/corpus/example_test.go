package corpus_test

import (
	"context"
	"fmt"

	"orbweaver/assets"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/fetch"
)

// The sample web, served on loopback and read by the names of its hosts.
func Example() {
	web, err := corpus.Sample(assets.SampleWeb)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	server, err := corpus.Serve(ctx, web, "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	client, err := fetch.New(fetch.Options{Resolve: []string{"*:80:" + server.Addr()}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	topic := web.Topics()[0]
	answer, err := client.Get(ctx, topic.Seeds[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(server.Pages(), topic.Name, topic.Seeds[0], answer.Status)
	// Output: 2001 Astronomy http://night-sky.example/ 200
}
