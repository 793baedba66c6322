package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"orbweaver/crawlers/fetch"
)

// One page, one refusal and one robots.txt, of a host that stands for any on the Web.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private/\nCrawl-delay: 2")
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
			fmt.Fprint(w, "<p>Caf\xe9")
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()

	client, err := fetch.New(fetch.Options{
		Agent:   "Example/1.0",
		Resolve: []string{"site.example:80:" + site.Listener.Addr().String()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	ctx := context.Background()

	robots, err := client.Robots(ctx, "http://site.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	delay, _ := robots.Delay("Example")
	fmt.Println(robots.Allowed("Example", "/"), robots.Allowed("Example", "/private/x"), delay)

	answer, err := client.Get(ctx, "http://site.example/")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := fetch.Decode(answer.Header, answer.Body, 0)
	fmt.Println(answer.Status, string(text), err)

	_, err = client.Get(ctx, "http://site.example/missing")
	if failure, ok := errors.AsType[*fetch.Error](err); ok {
		fmt.Println(failure.Kind, failure.Temporary(), failure)
	}
	// Output:
	// true false 2s
	// 200 <p>Café <nil>
	// status false http://site.example/missing: the server refused: 404 Not Found
}
