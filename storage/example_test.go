package storage_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/storage"
)

// A session is created, given the records of a crawl of one page, closed, and read another day.
func Example() {
	dir, err := os.MkdirTemp("", "sessions")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder, err := storage.OpenFolder(dir)
	if err != nil {
		log.Fatal(err)
	}
	store, err := folder.Create(storage.Meta{
		Name: "Solar energy", Family: "breadth-first", Created: time.Date(2026, 11, 21, 14, 30, 12, 0, time.UTC),
	})
	if err != nil {
		log.Fatal(err)
	}
	pick := crawlers.Pick{Link: page.Link{URL: "http://sun.example/"}, Score: 1}
	answer := &crawlers.Answer{URL: "http://sun.example/", Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte("<title>The sun</title>")}
	for _, r := range []crawlers.Record{
		crawlers.Seeded{Links: []page.Link{pick.Link}},
		crawlers.Asked{N: 1, FirstID: 1, Picks: []crawlers.Pick{pick}},
		crawlers.Ended{Seq: 1, PickID: 1, Pick: pick, Kind: crawlers.KindOK, Status: 200, Title: "The sun", Answer: answer},
		crawlers.Rested{Stop: "dead-end"},
	} {
		if err := store.Append(r); err != nil {
			log.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		log.Fatal(err)
	}

	list, err := folder.List()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list[0].ID, list[0].State, list[0].Pages)
	store, err = folder.Open(list[0].ID)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	e, err := store.PageAt(context.Background(), "http://sun.example/")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s\n", e.Title, e.Answer.Body)
	// Output:
	// 20261121-143012-solar-energy finished 1
	// The sun: <title>The sun</title>
}
