package session

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
)

// BenchmarkCrawl is the whole crawl on loopback: fetch, parse, stem, score, decide, compress, store. Beside each family
// stands, measured just before and just after it in the same process, a plain net/http GET loop over the same number of
// pages, which is the limit: ratio is the crawl's pages a second in units of that loop's.
func BenchmarkCrawl(b *testing.B) {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	pages, err := corpus.Folder(filepath.Join(dir, "wikispeedia"))
	if err != nil {
		b.Skipf("needs the corpora: %v", err)
	}
	defer pages.Close()
	server, err := corpus.Serve(b.Context(), pages, "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer server.Close()
	urls := pageURLs(b, filepath.Join(dir, "wikispeedia/wiki"), "http://"+server.Addr())
	for _, family := range []string{"breadth-first", "best-first", "infospiders"} {
		b.Run(family, func(b *testing.B) {
			var crawl, plain float64
			for b.Loop() {
				before := plainGET(b, urls)
				crawl += crawlRate(b, family, "http://"+server.Addr()+"/wiki/Mars.html")
				plain += (before + plainGET(b, urls)) / 2
			}
			b.ReportMetric(crawl/float64(b.N), "pages/s")
			b.ReportMetric(plain/float64(b.N), "plain-GET/s")
			b.ReportMetric(crawl/plain, "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func pageURLs(b *testing.B, dir, origin string) []string {
	files, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	var urls []string
	for _, f := range files {
		urls = append(urls, origin+"/wiki/"+strings.ReplaceAll(f.Name(), "%25", "%"))
	}
	return urls
}

// plainGET is pages a second of GET and nothing else, with as many connections as the crawl has.
func plainGET(b *testing.B, urls []string) float64 {
	connections := engine.Default().Workers / 2
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}}
	defer client.CloseIdleConnections()
	queue := make(chan string, connections)
	var workers sync.WaitGroup
	begin := time.Now()
	for range connections {
		workers.Go(func() {
			for u := range queue {
				r, err := client.Get(u)
				if err != nil {
					b.Error(err)
					continue
				}
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					b.Error(err)
				}
				r.Body.Close()
				if r.StatusCode != http.StatusOK {
					b.Errorf("%s: %s", u, r.Status)
				}
			}
		})
	}
	for _, u := range urls {
		queue <- u
	}
	close(queue)
	workers.Wait()
	return float64(len(urls)) / time.Since(begin).Seconds()
}

// crawlRate is pages a second of a session over the whole corpus, and checks that every page was fetched once.
func crawlRate(b *testing.B, family, seed string) float64 {
	library, err := OpenLibrary(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	settings := engine.Default()
	settings.Pages, settings.Delay = 0, 0
	s, err := library.Create(Spec{Keywords: "solar system planets", Seeds: []string{seed}, Family: family, Settings: settings})
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	result, err := s.Run(b.Context())
	rate := float64(result.Pages) / time.Since(begin).Seconds()
	if err != nil {
		b.Fatal(err)
	}
	seen := map[string]bool{}
	for e, err := range s.History(0) {
		if err != nil {
			b.Fatal(err)
		}
		if seen[e.Pick.URL] {
			b.Fatalf("%s was fetched twice", e.Pick.URL)
		}
		seen[e.Pick.URL] = true
	}
	if result.Stop != engine.StopDeadEnd || result.Failed > 0 {
		b.Fatalf("%+v", result)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return rate
}
