package session_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// A crawl of a web of two pages, and what is known of it afterwards.
func Example() {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>The sky</title><a href="/sun">the sun</a>`)
		case "/sun":
			fmt.Fprint(w, `<title>The sun</title><p>Solar energy comes from the sun.`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	dir, err := os.MkdirTemp("", "sessions")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	library, err := session.OpenLibrary(dir)
	if err != nil {
		log.Fatal(err)
	}
	settings := engine.Default()
	settings.Delay = 0 // it is our own server
	s, err := library.Create(session.Spec{Keywords: "solar energy", Seeds: []string{web.URL}, Family: "best-first", Settings: settings})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	result, err := s.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Stop, result.Pages)
	hits, err := s.Hits(1)
	if err != nil {
		log.Fatal(err)
	}
	path, err := s.Why(hits[0].Pick.URL)
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range path {
		fmt.Println(step.Title)
	}
	// Output:
	// dead-end 2
	// The sky
	// The sun
}
