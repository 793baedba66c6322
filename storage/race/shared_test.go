package race

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
)

// servers is a Fetcher that notes when it was asked for what. It takes a tenth of a second for everything.
type servers struct {
	robots string
	act    func(url string, n int) error // what a URL's n-th request, from 1, comes to; nil = a page

	mu    sync.Mutex
	asked []request
	times map[string]int
	began time.Time
}

type request struct {
	url string
	at  time.Duration // since the beginning
}

func newServers() *servers { return &servers{times: map[string]int{}, began: time.Now()} }

func (s *servers) note(url string) (n int) {
	s.mu.Lock()
	s.asked = append(s.asked, request{url, time.Since(s.began)})
	s.times[url]++
	n = s.times[url]
	s.mu.Unlock()
	time.Sleep(100 * time.Millisecond) // no real time passes in a bubble
	return n
}

func (s *servers) Get(ctx context.Context, url string) (*fetch.Response, error) {
	n := s.note(url)
	if ctx.Err() != nil {
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: ctx.Err()}
	}
	if s.act != nil {
		if err := s.act(url, n); err != nil {
			return nil, err
		}
	}
	return &fetch.Response{URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte(url)}, nil
}

func (s *servers) Robots(_ context.Context, origin string) (*fetch.Robots, error) {
	n := s.note(origin + "/robots.txt")
	rules := fetch.ParseRobots([]byte(s.robots))
	rules.Expires = time.Now().Add(time.Minute)
	if s.act != nil {
		rules.Failure = s.act(origin+"/robots.txt", n)
	}
	return rules, nil
}

// starts are when requests were sent, in order.
func (s *servers) starts() (all []string) {
	for _, r := range s.asked {
		all = append(all, fmt.Sprintf("%v %s", r.at, r.url))
	}
	return all
}

// together shares servers among contestants in a bubble, each of which is a function.
func together(t *testing.T, s engine.Settings, servers func() *servers, contestants ...func(sh *shared, t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		sh, err := newShared(s, servers(), t.TempDir(), func(err error) { t.Error(err) })
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for _, c := range contestants {
			all.Go(func() { c(sh, t) })
		}
		all.Wait()
		if err := sh.close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(sh.spool.file.Name()); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file of shared pages is left: %v", err)
		}
	})
}

func mustGet(t *testing.T, sh *shared, urls ...string) {
	for _, url := range urls {
		r, err := sh.Get(t.Context(), url)
		if err != nil || r.URL != url || r.Status != 200 || string(r.Body) != url || r.Header.Get("Content-Type") != "text/html" || string(r.Head) != "HTTP/1.1 200 OK\r\n" {
			t.Errorf("%s: %+v, %v", url, r, err)
		}
	}
}

func twoSeconds() engine.Settings {
	s := engine.Default()
	s.Delay, s.DelayFactor, s.Retries = 2*time.Second, 0, 2
	return s
}

// By hand: every request takes 0.1 s, and 2 s pass between the end of one and the beginning of the next of the same host.
// Both contestants want robots.txt, a and b of h; the second of them waits for the first's, and b is fetched once.
func TestSharedAsksOnceAndPauses(t *testing.T) {
	var s *servers
	wants := func(sh *shared, t *testing.T) {
		rules, err := sh.Robots(t.Context(), "http://h.net")
		if err != nil || !rules.Expires.Equal(never) || rules.Allowed("Orbweaver", "/private") {
			t.Errorf("%+v, %v", rules, err)
		}
		mustGet(t, sh, "http://h.net/a", "http://h.net/b")
	}
	other := func(sh *shared, t *testing.T) { mustGet(t, sh, "http://other.net/") }
	together(t, twoSeconds(), func() *servers { s = newServers(); s.robots = "User-agent: *\nDisallow: /private\n"; return s }, wants, wants, wants, other)
	want := map[string]string{"http://h.net/robots.txt": "0s", "http://other.net/": "0s", "http://h.net/a": "2.1s", "http://h.net/b": "4.2s"}
	if len(s.asked) != len(want) {
		t.Errorf("asked: %v", s.starts())
	}
	for _, r := range s.asked {
		if want[r.url] != r.at.String() {
			t.Errorf("%s was asked at %v, want %s", r.url, r.at, want[r.url])
		}
	}
}

// A Crawl-delay holds for all contestants.
func TestSharedObeysCrawlDelay(t *testing.T) {
	var s *servers
	first := func(sh *shared, t *testing.T) {
		if _, err := sh.Robots(t.Context(), "http://h.net"); err != nil {
			t.Error(err)
		}
		mustGet(t, sh, "http://h.net/a", "http://h.net/b")
	}
	together(t, twoSeconds(), func() *servers { s = newServers(); s.robots = "User-agent: *\nCrawl-delay: 5\n"; return s }, first, first)
	if got, want := strings.Join(s.starts(), ", "), "0s http://h.net/robots.txt, 5.1s http://h.net/a, 10.2s http://h.net/b"; got != want {
		t.Errorf("asked: %s; want %s", got, want)
	}
}

// By hand: a fails at 0–0.1 s, is tried again 2 s later (the longer of a second and the delay), and again 4 s later; then it
// has failed for good, for both contestants. What the server asked for is not left in the error.
func TestSharedFailuresAreShared(t *testing.T) {
	var s *servers
	fails := func(sh *shared, t *testing.T) {
		_, err := sh.Get(t.Context(), "http://h.net/a")
		failure, ok := errors.AsType[*fetch.Error](err)
		if !ok || failure.Status != 503 || failure.RetryAfter != 0 {
			t.Errorf("%v, %+v", err, failure)
		}
	}
	together(t, twoSeconds(), func() *servers {
		s = newServers()
		s.act = func(url string, n int) error {
			return &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 503, RetryAfter: time.Second, Err: errors.New("busy")}
		}
		return s
	}, fails, fails)
	if got, want := strings.Join(s.starts(), ", "), "0s http://h.net/a, 2.1s http://h.net/a, 6.2s http://h.net/a"; got != want {
		t.Errorf("asked: %s; want %s", got, want)
	}
}

// A host that asks for more than a minute gets no further try, and is left alone meanwhile.
func TestSharedLeavesHostsAlone(t *testing.T) {
	var s *servers
	wants := func(sh *shared, t *testing.T) {
		if _, err := sh.Get(t.Context(), "http://h.net/a"); err == nil {
			t.Error("no failure")
		}
		mustGet(t, sh, "http://h.net/b")
	}
	together(t, twoSeconds(), func() *servers {
		s = newServers()
		s.act = func(url string, n int) error {
			if strings.HasSuffix(url, "/b") {
				return nil
			}
			return &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 429, RetryAfter: 2 * time.Minute, Err: errors.New("too much")}
		}
		return s
	}, wants)
	if got, want := strings.Join(s.starts(), ", "), "0s http://h.net/a, 2m0.1s http://h.net/b"; got != want {
		t.Errorf("asked: %s; want %s", got, want)
	}
}

// By hand: three tries of a page that takes 0.1 s each time, with 2 s and then 4 s between them, come to 6.3 s. A host asked
// for 100 pages that never answers is given up after ten minutes, at most one try later; one that answers now and then is not.
func TestSharedGivesUpDeadHosts(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer func(url string) bool
		after  time.Duration // of Retry-After
		least  time.Duration // of the whole
		most   time.Duration
		asked  int // at least
	}{
		{"never answers", func(string) bool { return false }, 0, 9 * time.Minute, 10*time.Minute + 10*time.Second, 200},
		{"answers now and then", func(url string) bool { return strings.HasSuffix(url, "0") }, 0, 9 * time.Minute, 30 * time.Minute, 280},
		{"asks for an hour", func(string) bool { return false }, time.Hour, 0, time.Second, 1},
		{"asks for four minutes each time", func(string) bool { return false }, 4 * time.Minute, 8 * time.Minute, 9 * time.Minute, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			var s *servers
			var took time.Duration
			failed := 0
			together(t, twoSeconds(), func() *servers {
				s = newServers()
				s.act = func(url string, _ int) error {
					if test.answer(url) {
						return nil
					}
					return &fetch.Error{Kind: fetch.KindStatus, Status: 503, URL: url, RetryAfter: test.after, Err: errors.New("not now")}
				}
				return s
			}, func(sh *shared, t *testing.T) {
				start := time.Now()
				for i := range 100 {
					if _, err := sh.Get(t.Context(), fmt.Sprintf("http://h.net/%d", i)); err != nil {
						failed++
					}
				}
				took = time.Since(start)
			})
			if took < test.least || took > test.most || len(s.asked) < test.asked {
				t.Errorf("took %v and %d requests", took, len(s.asked))
			}
			if want := map[bool]int{true: 90, false: 100}[test.answer("/0")]; failed != want {
				t.Errorf("%d failed, want %d", failed, want)
			}
		})
	}
}

// A robots.txt that can not be read is asked for as often as a page, and what it says holds for the whole race.
func TestSharedRobotsThatFail(t *testing.T) {
	var s *servers
	fails := func(sh *shared, t *testing.T) {
		for range 2 {
			rules, err := sh.Robots(t.Context(), "http://h.net")
			if err != nil || fetch.KindOf(rules.Failure) != fetch.KindTimeout || !rules.Expires.Equal(never) {
				t.Errorf("%+v, %v", rules, err)
			}
		}
	}
	together(t, twoSeconds(), func() *servers {
		s = newServers()
		s.act = func(url string, n int) error {
			return &fetch.Error{Kind: fetch.KindTimeout, URL: url, Err: errors.New("late")}
		}
		return s
	}, fails, fails)
	if len(s.asked) != 3 {
		t.Errorf("asked: %v", s.starts())
	}
}

// Who gives up does not take the page from others.
func TestSharedOutlivesWhoGivesUp(t *testing.T) {
	var s *servers
	together(t, twoSeconds(), func() *servers { s = newServers(); return s },
		func(sh *shared, t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if _, err := sh.Get(ctx, "http://h.net/a"); fetch.KindOf(err) != fetch.KindCanceled {
				t.Errorf("%v, want it canceled", err)
			}
		},
		func(sh *shared, t *testing.T) { mustGet(t, sh, "http://h.net/a") })
	if len(s.asked) != 1 {
		t.Errorf("asked: %v", s.starts())
	}
}

// Nothing is sent in a pause of 10 s; what waited is sent after it.
func TestSharedPause(t *testing.T) {
	var s *servers
	together(t, twoSeconds(), func() *servers { s = newServers(); return s },
		func(sh *shared, t *testing.T) {
			sh.pause(true)
			sh.pause(true)
			time.Sleep(10 * time.Second)
			sh.pause(false)
			sh.pause(false)
		},
		func(sh *shared, t *testing.T) {
			time.Sleep(time.Second)
			mustGet(t, sh, "http://h.net/a")
		})
	if got := strings.Join(s.starts(), ", "); got != "10s http://h.net/a" {
		t.Errorf("asked: %s", got)
	}
}

// Closing ends what waits for a host, at once.
func TestSharedClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sh, err := newShared(twoSeconds(), newServers(), t.TempDir(), func(err error) { t.Error(err) })
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for _, path := range []string{"a", "b", "c"} {
			all.Go(func() {
				if _, err := sh.Get(ctx, "http://h.net/"+path); err != nil && fetch.KindOf(err) != fetch.KindCanceled {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		cancel()
		all.Wait()
		if err := sh.close(); err != nil || time.Since(began) > 100*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}
