package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// tangle is a random web of some hosts: topical pages, dead links, redirects.
func tangle(seed uint64, pages int) *web {
	r := rand.New(rand.NewPCG(seed, 7))
	w := &web{pages: map[string]string{}}
	url := func(i int) string { return fmt.Sprintf("http://h%d.example/%d", i%4, i) }
	words := strings.Fields("spider web silk fly garden river stone cloud")
	for i := range pages {
		var text, links []string
		for range 20 {
			text = append(text, words[r.IntN(len(words))])
		}
		for range 1 + r.IntN(5) {
			links = append(links, url(r.IntN(pages+pages/10)))
		}
		w.pages[url(i)] = linked(strings.Join(text, " "), links...)
		if i > 0 && r.IntN(10) == 0 {
			w.pages[url(i)] = "→ " + url(r.IntN(pages))
		}
	}
	return w
}

// everyFamily calls f with each registered family, with its default parameters.
func everyFamily(t *testing.T, f func(t *testing.T, name string)) {
	for _, family := range crawlers.Families() {
		t.Run(family.Name, func(t *testing.T) { f(t, family.Name) })
	}
}

// A crawl broken off after any number of records goes on to the same history as one that was never interrupted.
func TestResumedCrawlEqualsUninterruptedOne(t *testing.T) {
	everyFamily(t, func(t *testing.T, name string) {
		s := sequential()
		s.Pages, s.MaxBuffer = 60, 40
		whole := newTrial(t, tangle(3, 120), s, "http://h0.example/0", "http://h1.example/1")
		whole.family(name, nil)
		whole.run()
		if len(whole.history()) < 60 {
			t.Fatalf("only %d entries: the web of the test is too small", len(whole.history()))
		}
		for cut := 1; cut < len(whole.log)-1; cut += 1 + cut/8 {
			resumed := newTrial(t, tangle(3, 120), s, "http://h0.example/0", "http://h1.example/1")
			resumed.family(name, nil)
			resumed.log = append(resumed.log, whole.log[:cut]...)
			if res := resumed.run(); res.Notice != "" {
				t.Fatalf("cut after %d records: %s", cut, res.Notice)
			}
			if diff := cmp.Diff(whole.history(), resumed.history()); diff != "" {
				t.Fatalf("cut after %d records:\n%s", cut, diff)
			}
		}
	})
}

// With many workers and delays the order depends on time, but the log still restores the same crawler: nothing is
// fetched twice over all sittings.
func TestManySittingsFetchNothingTwice(t *testing.T) {
	everyFamily(t, func(t *testing.T, name string) {
		synctest.Test(t, func(t *testing.T) {
			w := tangle(5, 150)
			w.latency = 40 * time.Millisecond
			s := Default()
			s.Workers, s.Delay, s.Pages = 5, 100*time.Millisecond, 0
			tr := newTrial(t, w, s, "http://h0.example/0", "http://h1.example/1")
			tr.family(name, nil)
			for range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
				res, err := tr.crawl().Run(ctx)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if res.Notice != "" {
					t.Fatal(res.Notice)
				}
				if res.Stop == StopDeadEnd {
					break
				}
			}
			seen := map[string]bool{}
			finals := map[string]bool{}
			for _, r := range tr.log {
				e, ok := r.(crawlers.Ended)
				if !ok {
					continue
				}
				if seen[e.Pick.URL] {
					t.Errorf("%s stands twice in the history", e.Pick.URL)
				}
				seen[e.Pick.URL] = true
				if e.Kind == crawlers.KindOK {
					if finals[e.Page.URL] {
						t.Errorf("%s was visited twice", e.Page.URL)
					}
					finals[e.Page.URL] = true
				}
			}
			if len(finals) < 50 {
				t.Errorf("only %d pages found", len(finals))
			}
		})
	})
}

// A record that the family would not make today wins over what it would do now.
func TestTheRecordWinsOverANewerFamily(t *testing.T) {
	s := sequential()
	s.Pages = 5
	tr := newTrial(t, tree(), s, "http://a.example/")
	tr.run()
	tr.Settings.Pages = 15
	tr.log = append(tr.log, crawlers.Budgeted{Pages: 15})
	old := tr.Family
	tr.Family.New = func(setup crawlers.Setup) (crawlers.Crawler, error) {
		c, err := old.New(setup)
		return &lifo{Crawler: c}, err
	}
	res := tr.run()
	if res.Notice == "" || res.Pages != 15 {
		t.Errorf("result %+v, want all 15 pages and a notice", res)
	}
	urls := map[string]int{}
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok {
			urls[e.Pick.URL]++
		}
	}
	if len(urls) != 15 {
		t.Errorf("%d URLs in the history, want each of the 15 once", len(urls))
	}
}

// lifo offers the links of a page in the opposite order.
type lifo struct{ crawlers.Crawler }

func (l *lifo) Visited(v crawlers.Visit) error {
	p := *v.Page
	p.Links = nil
	for _, link := range v.Page.Links {
		p.Links = append(p.Links[:0:0], append([]page.Link{link}, p.Links...)...)
	}
	v.Page = &p
	return l.Crawler.Visited(v)
}

// A replay that is broken off leaves the record as it was.
func TestStopDuringReplayRecordsNothing(t *testing.T) {
	tr := newTrial(t, tree(), sequential(), "http://a.example/")
	tr.run()
	before := len(tr.log)
	c := tr.crawl()
	c.Stop()
	res, err := c.Run(t.Context())
	if err != nil || res.Stop != StopInterrupted || res.Restored || res.Pages > 0 {
		t.Errorf("%+v, %v", res, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res, err := tr.crawl().Run(ctx); err != nil || res.Restored {
		t.Errorf("%+v, %v", res, err)
	}
	if len(tr.log) != before {
		t.Errorf("%d records were added", len(tr.log)-before)
	}
}

func TestReplayNeedsTheStoredPage(t *testing.T) {
	tr := newTrial(t, tree(), sequential(), "http://a.example/")
	tr.run()
	for i, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok {
			e.Answer = nil
			tr.log[i] = e
			break
		}
	}
	if _, err := tr.crawl().Run(t.Context()); err == nil || !strings.Contains(err.Error(), "history entry 1") {
		t.Errorf("error %v, want one that names the entry", err)
	}
}

func TestDocumentEqualsWhatTheWorkerParsed(t *testing.T) {
	s := Default()
	body := "<html lang=fr><title>Toiles</title><meta name=robots content=nofollow><p>Les araignées tissent. <a href=/x>ici</a>"
	p, err := Document(&crawlers.Answer{URL: "http://a.example/", Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), Body: []byte(body)}, s)
	if err != nil || p.Title != "Toiles" || p.Lang != "fr" || len(p.Links) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	p, err = Document(&crawlers.Answer{URL: "http://a.example/", Head: []byte("HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex, nofollow\r\n"), Body: []byte("<a href=/x>x</a>")}, s)
	if err != nil || len(p.Links) != 0 || !p.NoFollow {
		t.Fatalf("X-Robots-Tag is not obeyed: %+v, %v", p, err)
	}
	for tag, want := range map[string]int{"googlebot: nofollow, noindex": 1, "orbweaver: none": 0, "unavailable_after: 1 Jan 2030, nofollow": 0, "noindex": 1} {
		p, err := Document(&crawlers.Answer{URL: "http://a.example/", Head: []byte("HTTP/1.1 200 OK\r\nX-Robots-Tag: " + tag + "\r\n"), Body: []byte("<a href=/x>x</a>")}, s)
		if err != nil || len(p.Links) != want {
			t.Errorf("X-Robots-Tag: %s leaves %d links, %v; want %d", tag, len(p.Links), err, want)
		}
	}
	s.FollowNofollow = true
	if p, err = Document(&crawlers.Answer{URL: "http://a.example/", Head: []byte("HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow\r\n"), Body: []byte("<a href=/x>x</a>")}, s); err != nil || len(p.Links) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := Document(&crawlers.Answer{URL: "http://a.example/", Head: []byte("nonsense")}, s); err == nil {
		t.Error("a head without lines is an error")
	}
}
