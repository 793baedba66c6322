package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/weburl"
)

// web is a Fetcher over pages in memory: what the tests of the engine crawl.
type web struct {
	pages   map[string]string                                                     // URL → HTML, or "→ URL" for a redirect
	robots  map[string]string                                                     // origin → robots.txt
	act     func(ctx context.Context, url string, n int) (*fetch.Response, error) // for URLs that misbehave; n counts their requests from 1
	dead    func(origin string) bool                                              // origins that do not answer; nil = none
	latency time.Duration

	mu       sync.Mutex
	robotted map[string]int // requests of each origin's robots.txt
	requests []hit          // in the order in which they came
	running  map[string]int
	most     map[string]int // requests of a host at the same time
	asked    map[string]int
}

type hit struct {
	url   string
	begin time.Time
	end   time.Time
}

func (w *web) Get(ctx context.Context, url string) (*fetch.Response, error) {
	host := weburl.Host(url)
	w.mu.Lock()
	if w.running == nil {
		w.running, w.most, w.asked = map[string]int{}, map[string]int{}, map[string]int{}
	}
	w.asked[url]++
	n := w.asked[url]
	w.running[host]++
	w.most[host] = max(w.most[host], w.running[host])
	begin := time.Now()
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.running[host]--
		w.requests = append(w.requests, hit{url, begin, time.Now()})
		w.mu.Unlock()
	}()
	if w.latency > 0 {
		time.Sleep(w.latency) // inside a synctest bubble: no real time passes
	}
	if w.act != nil {
		if r, err := w.act(ctx, url, n); r != nil || err != nil {
			return r, err
		}
	}
	html, ok := w.pages[url]
	if !ok {
		return nil, &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 404, Err: fmt.Errorf("not found")}
	}
	if to, isRedirect := strings.CutPrefix(html, "→ "); isRedirect {
		return &fetch.Response{URL: url, Status: 301, Location: to}, nil
	}
	return answer(url, html), nil
}

func answer(url, html string) *fetch.Response {
	return &fetch.Response{
		URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), Body: []byte(html),
	}
}

func (w *web) Robots(_ context.Context, origin string) (*fetch.Robots, error) {
	w.mu.Lock()
	if w.robotted == nil {
		w.robotted = map[string]int{}
	}
	w.robotted[origin]++
	w.mu.Unlock()
	if w.dead != nil && w.dead(origin) {
		return &fetch.Robots{
			Failure: &fetch.Error{Kind: fetch.KindConnect, URL: origin + "/robots.txt", Err: errors.New("connection refused")},
			Expires: time.Now().Add(5 * time.Minute),
		}, nil
	}
	r := fetch.ParseRobots([]byte(w.robots[origin]))
	r.Expires = time.Now().Add(24 * time.Hour)
	return r, nil
}

func (w *web) urls() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	requests := slices.Clone(w.requests)
	slices.SortStableFunc(requests, func(a, b hit) int { return cmp.Compare(a.begin.UnixNano(), b.begin.UnixNano()) })
	urls := make([]string, len(requests))
	for i, r := range requests {
		urls[i] = r.url
	}
	return urls
}

// linked makes a page with that text and those links.
func linked(text string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<html lang=en><head><title>%s</title></head><body><p>%s</p>", text, text)
	for _, l := range links {
		fmt.Fprintf(&b, "<p><a href=%q>%s</a></p>", l, strings.NewReplacer("/", " ", ".", " ").Replace(l))
	}
	b.WriteString("</body></html>")
	return b.String()
}

// sequential are the settings of the papers: one worker, no delay.
func sequential() Settings {
	s := Default()
	s.Workers, s.Delay, s.Retries = 1, 0, 0
	return s
}

// trial is a crawl under test with its log kept in memory.
type trial struct {
	*testing.T
	Config
	log []crawlers.Record
}

func newTrial(t *testing.T, w *web, s Settings, seeds ...string) *trial {
	t.Helper()
	links, err := SeedLinks(seeds, s)
	if err != nil {
		t.Fatal(err)
	}
	tr := &trial{T: t, Config: Config{Topic: crawlers.NewTopic("spider web"), Seeds: links, Settings: s, Fetcher: w}}
	tr.family("breadth-first", nil)
	tr.Config.Record = func(r crawlers.Record) error {
		tr.log = append(tr.log, r)
		return nil
	}
	return tr
}

func (tr *trial) family(name string, params map[string]string) {
	tr.Helper()
	f, err := crawlers.Lookup(name)
	if err != nil {
		tr.Fatal(err)
	}
	values, err := crawlers.ParseValues(f.Params, params)
	if err != nil {
		tr.Fatal(err)
	}
	tr.Family, tr.Params = f, values
}

// crawl prepares a crawl that goes on from the trial's log.
func (tr *trial) crawl() *Crawl {
	tr.Helper()
	cfg := tr.Config
	if len(tr.log) > 0 {
		earlier := slices.Clone(tr.log)
		cfg.Log = func(yield func(crawlers.Record, error) bool) {
			for _, r := range earlier {
				if ended, ok := r.(crawlers.Ended); ok { // what a store gives back
					ended.Pick, ended.Page = crawlers.Pick{}, nil
					r = ended
				}
				if !yield(r, nil) {
					return
				}
			}
		}
	}
	c, err := New(cfg)
	if err != nil {
		tr.Fatal(err)
	}
	return c
}

func (tr *trial) run() Result {
	tr.Helper()
	res, err := tr.crawl().Run(tr.Context())
	if err != nil {
		tr.Fatal(err)
	}
	return res
}

// history is what `orb history` would print, times apart.
func (tr *trial) history() []string {
	var lines []string
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok {
			lines = append(lines, fmt.Sprintf("%d %s %s %s %.6f %.6f %d", e.Seq, e.Pick.URL, e.Kind, e.FinalURL, e.Score, e.Pick.Score, e.Pick.Spider))
		}
	}
	return lines
}

// kinds maps each URL of the history to its kind.
func (tr *trial) kinds() map[string]string {
	kinds := map[string]string{}
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok {
			kinds[e.Pick.URL] = e.Kind
		}
	}
	return kinds
}
