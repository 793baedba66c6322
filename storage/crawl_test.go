package storage

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// epoch is when everything in these tests happens.
var epoch = time.Date(2026, 11, 21, 14, 30, 12, 0, time.UTC)

var testMeta = Meta{
	Name: "Solar energy", Keywords: "solar energy", Seeds: []string{"http://sun.example/"}, Family: "breadth-first", FamilyVersion: 1,
	Params: map[string]string{"n": "256"}, Settings: []byte(`{"pages":100}`), Budget: 100, Created: epoch,
}

// step makes the two records of the crawl's n-th page, n from 1: the asking and the outcome. Every seventh fails, every
// third of the others is a hit.
func step(n int) (crawlers.Asked, crawlers.Ended) {
	url := fmt.Sprintf("http://sun.example/page/%d", n)
	pick := crawlers.Pick{
		Link: page.Link{URL: url, Host: "sun.example", Anchor: "more about the sun"}, Score: 1 / float64(n),
		Parts: []crawlers.Part{{Name: "similarity", Value: 0.25}}, Depth: n, Parent: "http://sun.example/",
	}
	if n > 1 {
		pick.Parent = fmt.Sprintf("http://sun.example/page/%d", n-1)
	}
	ended := crawlers.Ended{
		Seq: uint64(n), PickID: uint64(n), Pick: pick, Time: epoch.Add(time.Duration(n) * time.Second), Took: time.Millisecond,
		Ran: time.Duration(n) * time.Second, Kind: crawlers.KindOK, Status: 200, Score: float64(n%10) / 10, Title: "The sun",
	}
	if n%7 == 0 {
		ended.Kind, ended.Status, ended.Score, ended.Error, ended.Title = "status", 404, 0, "not found", ""
	} else {
		ended.Hit = n%3 == 0
		ended.Answer = &crawlers.Answer{
			URL: url, Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"),
			Body: []byte("<title>The sun</title>" + strings.Repeat(fmt.Sprintf("<p>The sun, part %d. ", n), n%50)),
		}
		ended.Bytes = len(ended.Answer.Body)
	}
	return crawlers.Asked{N: 1, FirstID: uint64(n), Picks: []crawlers.Pick{pick}}, ended
}

// records are all records of a crawl of n pages that came to its end.
func records(n int) []crawlers.Record {
	all := []crawlers.Record{
		crawlers.Seeded{Links: []page.Link{{URL: "http://sun.example/", Host: "sun.example"}}},
		crawlers.Budgeted{Pages: n},
	}
	for i := range n {
		asked, ended := step(i + 1)
		all = append(all, asked, ended)
	}
	return append(all, crawlers.Rested{Time: epoch.Add(time.Hour), Ran: time.Minute, Stop: "budget"})
}

// asRead is a record as Log gives it back: without what the store does not keep.
func asRead(r crawlers.Record) crawlers.Record {
	if e, ok := r.(crawlers.Ended); ok {
		e.Packed, e.Page = nil, nil
		return e
	}
	return r
}

func mustFolder(t testing.TB) *Folder {
	t.Helper()
	f, err := OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mustCreate makes a session that is verified when the test ends.
func mustCreate(t testing.TB, f *Folder) *Store {
	t.Helper()
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // most tests have closed it already
		mustBeSound(t, f, s.ID())
	})
	return s
}

func mustBeSound(t testing.TB, f *Folder, id string) {
	t.Helper()
	problems, err := f.Check(id)
	if err != nil && len(problems) == 0 {
		t.Errorf("check %s: %v", id, err)
	}
	for _, p := range problems {
		t.Errorf("check %s: %s: %s", id, p.Where, p.What)
	}
}

func mustAppend(t testing.TB, s *Store, rs ...crawlers.Record) {
	t.Helper()
	for _, r := range rs {
		if err := s.Append(r); err != nil {
			t.Fatal(err)
		}
	}
}

func mustFlush(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func mustClose(t testing.TB, s *Store) {
	t.Helper()
	if err := s.SaveSummary(""); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
