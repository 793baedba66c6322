package engine

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
	"orbweaver/crawlers/weburl"
)

// A fetcher that keeps the pauses itself is asked for one thing after the other, at once and once. By hand: robots.txt takes
// no time here, and each of the five requests takes 0.1 s, though the host asks for pauses of 5 s and to be left alone.
func TestPacedCrawlPausesForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{latency: 100 * time.Millisecond, robots: map[string]string{"http://a.org": "User-agent: *\nCrawl-delay: 5\n"}, pages: map[string]string{
			"http://a.org/": linked("start", "/1", "/busy", "/moved"), "http://a.org/1": linked("one"),
			"http://a.org/moved": "→ http://a.org/2", "http://a.org/2": linked("two"),
		}}
		w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
			if url == "http://a.org/busy" {
				return nil, &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 503, Err: errors.New("busy")}
			}
			return nil, nil
		}
		s := Default() // 16 workers, a delay of 1 s, 2 further tries
		tr := newTrial(t, w, s, "http://a.org/")
		tr.Paced = true
		began := time.Now()
		res := tr.run()
		if res.Pages != 3 || res.Failed != 1 || len(w.requests) != 5 || w.most["a.org"] != 1 || w.asked["http://a.org/busy"] != 1 {
			t.Errorf("%+v, %d requests, %d at the same time", res, len(w.requests), w.most["a.org"])
		}
		if took := time.Since(began); took != 500*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

// Which host is slow changes nothing but the time. By hand: the start's robots.txt and page take 0.1 s each here, then the three
// hosts are asked at the same time, for robots.txt and for the page, and all wait for the slowest, which takes 3 s; the same
// for their second pages.
func TestPacedCrawlGoesTheSameWayWhoeverIsSlow(t *testing.T) {
	var first []string
	for _, slow := range []string{"b.org", "c.org", "d.org"} {
		synctest.Test(t, func(t *testing.T) {
			w := &web{latency: 100 * time.Millisecond, pages: map[string]string{"http://a.org/": linked("start", "http://b.org/", "http://c.org/", "http://d.org/")}}
			for _, host := range []string{"b.org", "c.org", "d.org"} {
				w.pages["http://"+host+"/"] = linked("spider", "/1", "/2")
				w.pages["http://"+host+"/1"] = linked("spider web", "http://a.org/"+host)
				w.pages["http://"+host+"/2"] = "→ http://a.org/both"
			}
			w.pages["http://a.org/both"] = linked("web")
			w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
				if weburl.Host(url) == slow {
					time.Sleep(2900 * time.Millisecond) // and the latency
				}
				return nil, nil
			}
			tr := newTrial(t, w, Default(), "http://a.org/")
			tr.family("best-first", nil)
			tr.Paced = true
			began := time.Now()
			tr.run()
			// start; b, c, d; their first pages; their second, which redirect, one of them to both and the others to what was asked
			// for already; the three links to a, which is one host and asked one after the other, and both
			if took, least := time.Since(began), 100*time.Millisecond+3*3*time.Second; took < least || took > least+time.Second {
				t.Errorf("it took %v", took)
			}
			if first == nil {
				first = tr.history()
			}
			if got := tr.history(); !slices.Equal(got, first) || len(got) != 13 {
				t.Errorf("with %s slow:\n%s\nwith b.org slow:\n%s", slow, strings.Join(got, "\n"), strings.Join(first, "\n"))
			}
		})
	}
}

// A redirect to a page asked for already is remembered with where it led.
func TestSamePageIsRemembered(t *testing.T) {
	w := &web{pages: map[string]string{
		"http://a.org/": linked("start", "/1", "/2"), "http://a.org/1": linked("one"), "http://a.org/2": "→ http://a.org/1",
	}}
	tr := newTrial(t, w, sequential(), "http://a.org/")
	tr.run()
	same := map[string]string{}
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok {
			same[e.Pick.URL] = e.Same
		}
	}
	if want := map[string]string{"http://a.org/": "", "http://a.org/1": "", "http://a.org/2": "http://a.org/1"}; !cmp.Equal(same, want) {
		t.Errorf("%v, want %v", same, want)
	}
}

// Pages that several goroutines parse together are those of Document, also from an answer as it was stored.
func TestNewParse(t *testing.T) {
	s := Default()
	whole := answer("http://a.org/", linked("Spiders weave webs", "/1", "/2"))
	whole.Header = http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	stored := *whole
	stored.Header = nil
	want, err := Document(&crawlers.Answer{URL: whole.URL, Head: whole.Head, Body: whole.Body}, s)
	if err != nil {
		t.Fatal(err)
	}
	parse := NewParse(s)
	var all sync.WaitGroup
	for range 8 {
		for _, a := range []*fetch.Response{whole, &stored} {
			all.Go(func() {
				p, err := parse(a)
				if err != nil || p.URL != want.URL || p.Text != want.Text || !slices.Equal(p.Words.Strings(), want.Words.Strings()) || len(p.Links) != 2 {
					t.Errorf("%+v, %v", p, err)
				}
			})
		}
	}
	all.Wait()
	stored.Head = nil
	if _, err := parse(&stored); err == nil {
		t.Error("an answer without a head is parsed")
	}
}

// By hand: a date is no difference, another text is, and of two short texts nothing can be said.
func TestPrint(t *testing.T) {
	document := func(words []string) Print { return PrintOf(&page.Page{Words: text.WordsOf(words)}) }
	one, two, short := document(prose(1, 300)), document(prose(2, 300)), document(prose(1, 9))
	dated := document(append([]string{"2026"}, prose(1, 300)...))
	if !one.IsLike(dated) || one.IsLike(two) || short.IsLike(short) || one.IsLike(short) {
		t.Error("pages are taken for others")
	}
}
