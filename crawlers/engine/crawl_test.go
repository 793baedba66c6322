package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
)

// tree is a web of one host: / links to /1 and /2, /1 to /11 and /12, and so on, three levels deep.
func tree() *web {
	w := &web{pages: map[string]string{}}
	var grow func(path string, depth int)
	grow = func(path string, depth int) {
		if depth == 3 {
			w.pages["http://a.example/"+path] = linked("spider " + path)
			return
		}
		w.pages["http://a.example/"+path] = linked("spider "+path, "/"+path+"1", "/"+path+"2")
		grow(path+"1", depth+1)
		grow(path+"2", depth+1)
	}
	grow("", 0)
	return w
}

func TestOneWorkerFollowsThePapersOrder(t *testing.T) {
	w := tree()
	s := sequential()
	s.Pages = 6
	tr := newTrial(t, w, s, "http://a.example/")
	res := tr.run()
	want := []string{"", "1", "2", "11", "12", "21"} // breadth-first, by hand
	for i := range want {
		want[i] = "http://a.example/" + want[i]
	}
	if diff := cmp.Diff(want, w.urls()); diff != "" {
		t.Error(diff)
	}
	if res.Stop != StopBudget || res.Pages != 6 || res.InFlight != 0 || res.Hits != 6 {
		t.Errorf("result %+v", res)
	}
}

func TestEndsWhenNothingIsLeft(t *testing.T) {
	w := tree()
	w.pages["http://a.example/111"] = linked("spider", "/dead", "mailto:x@a.example")
	s := Default()
	s.Delay, s.Retries = 0, 0
	tr := newTrial(t, w, s, "http://a.example/")
	res := tr.run()
	if res.Stop != StopDeadEnd || res.Pages != 15 || res.Failed != 1 || res.Failures["status"] != 1 {
		t.Errorf("result %+v, want 15 pages and one status failure", res)
	}
}

func TestHostsGetOneRequestAtATimeAndTheirDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{pages: map[string]string{}, latency: 300 * time.Millisecond, robots: map[string]string{"http://slow.example": "User-agent: *\nCrawl-delay: 3"}}
		var seeds []string
		for _, host := range []string{"a", "b", "slow"} {
			for i := range 5 {
				u := fmt.Sprintf("http://%s.example/%d", host, i)
				w.pages[u] = linked("spider")
				seeds = append(seeds, u)
			}
		}
		tr := newTrial(t, w, Default(), seeds...)
		begin := time.Now()
		if res := tr.run(); res.Pages != 15 {
			t.Fatalf("%d pages, want 15", res.Pages)
		}
		last := map[string]hit{}
		for _, r := range w.requests {
			host, delay := r.url[:len(r.url)-1], time.Second
			if strings.Contains(host, "slow") {
				delay = 3 * time.Second
			}
			if before, ok := last[host]; ok && r.begin.Sub(before.end) < delay {
				t.Errorf("%s came %v after the one before, want %v or more", r.url, r.begin.Sub(before.end), delay)
			}
			last[host] = r
			if w.most[host] > 1 {
				t.Errorf("%s had %d requests at the same time", host, w.most[host])
			}
		}
		// robots.txt, then five pages of 0.3 s with a delay before each, and no host waits for another.
		if took := last["http://a.example/"].end.Sub(begin); took > 7*time.Second {
			t.Errorf("the quick host took %v: it was starved by the slow one", took)
		}
	})
}

func TestAHangingHostDoesNotDelayTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := tree()
		w.act = func(ctx context.Context, url string, _ int) (*fetch.Response, error) {
			if !strings.Contains(url, "hangs") {
				return nil, nil
			}
			select {
			case <-ctx.Done():
			case <-time.After(10 * time.Second):
			}
			return nil, &fetch.Error{Kind: fetch.KindTimeout, URL: url, Err: errors.New("no answer in 10 s")}
		}
		s := Default()
		s.Delay, s.Workers = 0, 4
		seeds := []string{"http://a.example/"}
		for i := range 6 {
			seeds = append(seeds, fmt.Sprintf("http://hangs.example/%d", i))
		}
		tr := newTrial(t, w, s, seeds...)
		begin := time.Now()
		var done time.Time
		tr.Observe = func(e crawlers.Ended) {
			if e.Kind == crawlers.KindOK {
				done = time.Now()
			}
		}
		res := tr.run()
		if res.Pages != 15 || res.Failures["timeout"] != 6 {
			t.Errorf("result %+v", res)
		}
		if done.Sub(begin) > time.Second {
			t.Errorf("the good host was done after %v, want at once", done.Sub(begin))
		}
	})
}

func TestFurtherTriesWaitLongerEachTimeAndKeepThePickOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := tree()
		w.act = func(_ context.Context, url string, n int) (*fetch.Response, error) {
			switch {
			case url == "http://a.example/1" && n < 3:
				return nil, &fetch.Error{Kind: fetch.KindTimeout, URL: url, Err: errors.New("no answer")}
			case url == "http://a.example/2":
				return nil, &fetch.Error{Kind: fetch.KindStatus, Status: 503, RetryAfter: 7 * time.Second, URL: url, Err: errors.New("busy")}
			}
			return nil, nil
		}
		s := sequential()
		s.Retries = 2
		tr := newTrial(t, w, s, "http://a.example/")
		tr.run()
		kinds := tr.kinds()
		if kinds["http://a.example/1"] != "ok" || kinds["http://a.example/2"] != "status" {
			t.Errorf("kinds %v", kinds)
		}
		var tries []time.Duration
		for _, r := range w.requests {
			if r.url == "http://a.example/1" || r.url == "http://a.example/2" {
				tries = append(tries, r.begin.Sub(w.requests[0].begin))
			}
		}
		want := []time.Duration{0, 1 * time.Second, 3 * time.Second, 3 * time.Second, 10 * time.Second, 17 * time.Second} // 1 s, then 2 s; then twice what Retry-After says
		if diff := cmp.Diff(want, tries); diff != "" {
			t.Error(diff)
		}
	})
}

func TestRedirects(t *testing.T) {
	w := &web{pages: map[string]string{
		"http://a.example/":                 linked("spider", "/moved", "/index.html", "/loop1", "/out", "/twice", "/again", "/bad"),
		"http://a.example/moved":            "→ http://b.example/new",
		"http://b.example/new":              linked("spider", "http://a.example/late"),
		"http://a.example/late":             "→ http://b.example/new",
		"http://a.example/loop1":            "→ http://a.example/loop2",
		"http://a.example/loop2":            "→ http://a.example/loop1",
		"http://a.example/out":              "→ http://elsewhere.test/",
		"http://a.example/twice":            "→ http://a.example/twice/index.html", // its own canonical form: not a duplicate
		"http://a.example/twice/index.html": linked("spider"),
		"http://a.example/again":            "→ http://a.example/again",
		"http://a.example/bad":              "→ ftp://a.example/",
	}}
	for i := range 12 {
		w.pages[fmt.Sprintf("http://a.example/chain%d", i)] = fmt.Sprintf("→ http://a.example/chain%d", i+1)
	}
	s := sequential()
	s.Scope = ScopePrefix
	s.ScopePrefixes = []string{"http://a.example/", "http://b.example/"}
	tr := newTrial(t, w, s, "http://a.example/", "http://a.example/chain0")
	tr.run()
	want := map[string]string{
		"http://a.example/":       "ok",
		"http://a.example/chain0": "redirect",
		"http://a.example/moved":  "ok",
		"http://a.example/late":   "duplicate",
		"http://a.example/loop1":  "redirect",
		"http://a.example/out":    "scope",
		"http://a.example/twice":  "ok",
		"http://a.example/again":  "redirect",
		"http://a.example/bad":    "refused-url",
	}
	if diff := cmp.Diff(want, tr.kinds()); diff != "" {
		t.Error(diff)
	}
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok && e.Pick.URL == "http://a.example/moved" && e.FinalURL != "http://b.example/new" {
			t.Errorf("final URL %q, want http://b.example/new", e.FinalURL)
		}
	}
}

func TestRobotsAreAskedOnceAndObeyed(t *testing.T) {
	w := tree()
	w.robots = map[string]string{"http://a.example": "User-agent: *\nDisallow: /1\n\nUser-agent: orbweaver\nDisallow: /2\nAllow: /21"}
	tr := newTrial(t, w, sequential(), "http://a.example/")
	res := tr.run()
	// Our own group counts, not the one for all: / 1 11 111 112 12 121 122 stay, 2 is forbidden and with it what it links to.
	if res.Pages != 8 || res.Failures["robots"] != 1 {
		t.Errorf("result %+v, want 8 pages, one refused", res)
	}
	s := sequential()
	s.NoRobotsFor = []string{"a.example"}
	if res := newTrial(t, tree(), s, "http://a.example/").run(); res.Pages != 15 {
		t.Errorf("%d pages of the user's own host, want 15", res.Pages)
	}
}

func TestAHostThatDoesNotAnswerIsReportedAsSuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		w := tree()
		w.pages["http://b.example/1"] = linked("spider")
		w.dead = func(origin string) bool {
			if origin == "http://b.example" {
				asked++
				return asked <= 2 // the third time it is back
			}
			return origin == "http://c.example"
		}
		s := sequential()
		s.Retries = 2
		tr := newTrial(t, w, s, "http://b.example/1", "http://c.example/1", "http://c.example/2", "http://c.example/3")
		begin := time.Now()
		res := tr.run()
		if res.Pages != 1 || res.Failures["connect"] != 3 {
			t.Errorf("result %+v, want b's page and c's three failures", res)
		}
		if took := time.Since(begin); took != 3*time.Second { // two further tries after 1 s and 2 s, of both hosts side by side
			t.Errorf("it took %v, want 3 s", took)
		}
		if n := w.robotted["http://c.example"]; n != 3 {
			t.Errorf("the dead host was asked %d times, want 3: its other links fail at once", n)
		}
	})
}

// A host that asks to be left alone holds up neither the budget nor, for long, a batch of best-first.
func TestAHostLeftAloneHoldsUpNothingElse(t *testing.T) {
	for _, family := range []string{"breadth-first", "best-first"} {
		for _, retryAfter := range []time.Duration{30 * time.Second, time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				w := tree()
				w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
					if url == "http://busy.example/" {
						return nil, &fetch.Error{Kind: fetch.KindStatus, Status: 429, RetryAfter: retryAfter, URL: url, Err: errors.New("too many requests")}
					}
					return nil, nil
				}
				s := sequential()
				s.Pages, s.Retries, s.Workers = 15, 2, 4
				tr := newTrial(t, w, s, "http://busy.example/", "http://a.example/")
				tr.family(family, nil)
				begin := time.Now()
				res := tr.run()
				if res.Stop != StopBudget || res.Pages != 15 {
					t.Errorf("%s, Retry-After %v: %+v", family, retryAfter, res)
				}
				if took := time.Since(begin); took > 2*time.Minute {
					t.Errorf("%s, Retry-After %v: the good host's 15 pages took %v", family, retryAfter, took)
				}
			})
		}
	}
}

func TestPauseStopAndBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := tree()
		w.latency = time.Second
		s := sequential()
		s.Pages = 4
		tr := newTrial(t, w, s, "http://a.example/")
		c := tr.crawl()
		done := make(chan Result)
		go func() {
			res, err := c.Run(t.Context())
			if err != nil {
				t.Error(err)
			}
			done <- res
		}()
		time.Sleep(1500 * time.Millisecond)
		c.Pause()
		time.Sleep(time.Hour)
		synctest.Wait()
		if s := c.Stats(); s.State != StatePaused || s.Pages != 2 || s.Ran != 1500*time.Millisecond {
			t.Errorf("an hour into the pause: %+v", s)
		}
		if err := c.Inspect(t.Context(), func(cr crawlers.Crawler) {
			if n := cr.(crawlers.Inspector).FrontierSize(); n != 3 {
				t.Errorf("frontier %d, want 3: /2 /11 /12", n)
			}
		}); err != nil {
			t.Error(err)
		}
		c.SetBudget(5, 0)
		c.Continue()
		if res := <-done; res.Stop != StopBudget || res.Pages != 5 || res.Ran != 4500*time.Millisecond {
			t.Errorf("result %+v", res)
		}
		c.Stop() // after the end: nothing happens

		tr.Settings.Time = 3500 * time.Millisecond
		tr.Settings.Pages, tr.log = 0, nil
		if res := tr.run(); res.Stop != StopTime || res.Ran != 3500*time.Millisecond {
			t.Errorf("result %+v, want the end by time", res)
		}
	})
}

func TestStopBreaksRequestsOffAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := tree()
		w.act = func(ctx context.Context, url string, _ int) (*fetch.Response, error) {
			<-ctx.Done()
			return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: ctx.Err()}
		}
		tr := newTrial(t, w, Default(), "http://a.example/")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begin := time.Now()
		res, err := tr.crawl().Run(ctx)
		if err != nil || res.Stop != StopInterrupted || time.Since(begin) != time.Minute {
			t.Errorf("after %v: %+v, %v", time.Since(begin), res, err)
		}
		if len(tr.history()) != 0 || res.InFlight != 1 {
			t.Errorf("a request broken off by the stop is no failure: %v", tr.history())
		}
		w.act = nil
		if res := tr.run(); res.Pages != 15 {
			t.Errorf("%d pages after going on, want all 15", res.Pages)
		}
	})
}

func TestABrokenPageEndsOnlyItself(t *testing.T) {
	w := tree()
	w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
		if url == "http://a.example/1" {
			panic("a parser gave up")
		}
		return nil, nil
	}
	tr := newTrial(t, w, sequential(), "http://a.example/")
	if res := tr.run(); res.Pages != 8 || res.Failed != 1 {
		t.Errorf("result %+v, want the 8 pages not under /1", res)
	}
}

func TestAStoreThatFailsEndsTheCrawlWithItsError(t *testing.T) {
	tr := newTrial(t, tree(), sequential(), "http://a.example/")
	full := errors.New("no space left on the disk")
	tr.Record = func(r crawlers.Record) error {
		if e, ok := r.(crawlers.Ended); ok && e.Seq == 3 {
			return full
		}
		return nil
	}
	res, err := tr.crawl().Run(t.Context())
	if !errors.Is(err, full) || res.Stop != StopError {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestHostLimitAndTraps(t *testing.T) {
	w := tree()
	w.pages["http://a.example/"] = linked("spider", "/gone", "/1", "/2", "/x/x/x/x/", "/trap", "http://b.example/")
	w.pages["http://a.example/trap"] = "→ http://c.example/y/y/y/y/"
	w.pages["http://b.example/"] = linked("spider", "http://c.example/there", "http://c.example/back")
	w.pages["http://c.example/there"] = linked("spider")
	w.pages["http://c.example/back"] = "→ http://a.example/111"
	s := sequential()
	s.PagesPerHost = 2
	tr := newTrial(t, w, s, "http://a.example/")
	tr.run()
	want := map[string]string{
		"http://a.example/":      "ok",
		"http://a.example/gone":  "status", // counts for nothing
		"http://a.example/1":     "ok",
		"http://a.example/2":     "host-limit",
		"http://a.example/trap":  "host-limit",
		"http://a.example/11":    "host-limit",
		"http://a.example/12":    "host-limit",
		"http://b.example/":      "ok",
		"http://c.example/there": "ok",
		"http://c.example/back":  "host-limit", // of the host that it leads to
	}
	if diff := cmp.Diff(want, tr.kinds()); diff != "" {
		t.Error(diff)
	}
	s.PagesPerHost = 0
	tr = newTrial(t, w, s, "http://a.example/")
	tr.run()
	if kind := tr.kinds()["http://a.example/trap"]; kind != "trap" {
		t.Errorf("a redirect into a trap is %q", kind)
	}
}

func TestDiversityTakesTurnsAndYieldsRatherThanWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{pages: map[string]string{}}
		var seeds []string
		for _, host := range []string{"a", "a", "a", "a", "b", "c", "d"} {
			u := fmt.Sprintf("http://%s.example/%d", host, len(seeds))
			seeds = append(seeds, u)
			w.pages[u] = linked("spider")
		}
		s := Default()
		s.Delay, s.Diversity, s.Workers = 0, 3, 4
		tr := newTrial(t, w, s, seeds...)
		begin := time.Now()
		res := tr.run()
		if res.Pages != 7 || time.Since(begin) > time.Second {
			t.Errorf("result %+v after %v", res, time.Since(begin))
		}
		var hosts string
		for _, r := range tr.log {
			if a, ok := r.(crawlers.Asked); ok {
				for _, p := range a.Picks {
					hosts += p.Host[:1]
				}
			}
		}
		if hosts != "abcdaaa" { // a's second would be due after c, but waits for its robots.txt; at last only a's are left
			t.Errorf("hosts in the order of their picks: %s", hosts)
		}
	})
}

func TestDelay0IsForOwnHostsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{pages: map[string]string{
			"http://127.0.0.1/": linked("spider", "http://a.org/1", "http://a.org/2", "http://a.org/3", "http://own.org/1", "http://own.org/2"),
		}}
		for _, u := range []string{"http://a.org/1", "http://a.org/2", "http://a.org/3", "http://own.org/1", "http://own.org/2"} {
			w.pages[u] = linked("spider")
		}
		s := Default()
		s.Delay, s.NoRobotsFor = 0, []string{"own.org"}
		tr := newTrial(t, w, s, "http://127.0.0.1/")
		begin := time.Now()
		tr.run()
		for _, r := range w.requests {
			if at := r.begin.Sub(begin); strings.Contains(r.url, "//a.org") != (at > 0) {
				t.Errorf("%s after %v", r.url, at)
			}
		}
		if took := time.Since(begin); took != 3*time.Second { // robots.txt and three pages, a second apart
			t.Errorf("it took %v, want 3 s", took)
		}
	})
}

func TestALoweredBudgetIsNotOverrun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := tree()
		w.latency = time.Second
		s := Default()
		s.Delay = 0
		tr := newTrial(t, w, s, "http://a.example/")
		c := tr.crawl()
		tr.Observe = nil
		done := make(chan Result)
		go func() {
			res, err := c.Run(t.Context())
			if err != nil {
				t.Error(err)
			}
			done <- res
		}()
		time.Sleep(2500 * time.Millisecond) // 3 pages are there, 4 under way
		c.SetBudget(4, 0)
		if res := <-done; res.Pages != 4 || res.Stop != StopBudget {
			t.Errorf("result %+v, want 4 pages", res)
		}
	})
}

func TestSeedLinks(t *testing.T) {
	links, err := SeedLinks([]string{" http://A.example/index.html ", "", "b.example/x#y", "http://a.example/"}, Default())
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, l := range links {
		urls = append(urls, l.URL)
	}
	if diff := cmp.Diff([]string{"http://a.example/", "https://b.example/x"}, urls); diff != "" {
		t.Error(diff)
	}
	if got := links[0].Target(); got != "http://a.example/index.html" {
		t.Errorf("what is sent is %q, want the URL as resolved", got)
	}
	if _, err := SeedLinks([]string{"http://a.example/", "ftp://b.example/"}, Default()); err == nil || !strings.Contains(err.Error(), "seed 2") {
		t.Errorf("error %v, want one that names seed 2", err)
	}
	for seed, want := range map[string]string{"a.example:8080/x": "https://a.example:8080/x", "localhost:81": "https://localhost:81/", "[::1]:82/": "https://[::1]:82/"} {
		if links, err := SeedLinks([]string{seed}, Default()); err != nil || links[0].URL != want {
			t.Errorf("%s: %v, %v; want %s", seed, links, err, want)
		}
	}
	for seed, scheme := range map[string]string{"htp:/foo": "htp", "mailto:x@y.example": "mailto", "javascript:alert(1)": "javascript"} {
		if _, err := SeedLinks([]string{seed}, Default()); err == nil || !strings.Contains(err.Error(), strconv.Quote(scheme)) {
			t.Errorf("%s: error %v, want one that names the scheme", seed, err)
		}
	}
}

func TestSettingsCheckNamesTheSetting(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"workers":       func(s *Settings) { s.Workers = -1 },
		"delay":         func(s *Settings) { s.Delay = -time.Second },
		"hit-score":     func(s *Settings) { s.HitScore = 2 },
		"allow-private": func(s *Settings) { s.AllowPrivate = []string{"10.0.0.0"} },
		"no-robots-for": func(s *Settings) { s.NoRobotsFor = []string{"http://a.example/"} },
		"proxy":         func(s *Settings) { s.Proxy = "nonsense" },
		"\"host\"":      func(s *Settings) { s.Scope = "hosts" },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v does not name it", name, err)
		}
	}
	if err := Default().Check(); err != nil {
		t.Error(err)
	}
	if err := (Settings{}).Check(); err != nil {
		t.Error(err)
	}
}

func TestScopes(t *testing.T) {
	seeds, err := SeedLinks([]string{"http://www.a.co.uk/x/"}, Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		scope Scope
		url   string
		host  string
		want  bool
	}{
		{ScopeAny, "http://b.example/", "b.example", true},
		{ScopeSite, "http://other.a.co.uk/", "other.a.co.uk", true},
		{ScopeSite, "http://b.co.uk/", "b.co.uk", false}, // co.uk is a public suffix
		{ScopeHost, "http://www.a.co.uk/y", "www.a.co.uk", true},
		{ScopeHost, "http://a.co.uk/", "a.co.uk", false},
		{ScopePrefix, "http://www.a.co.uk/x/1", "www.a.co.uk", true},
		{ScopePrefix, "http://www.a.co.uk/y", "www.a.co.uk", false},
	} {
		f := newFence(Settings{Scope: c.scope, ScopePrefixes: []string{"http://www.a.co.uk/x/"}}, seeds)
		if got := f.holds(c.url, c.host); got != c.want {
			t.Errorf("scope %s of %s: %v, want %v", c.scope, c.url, got, c.want)
		}
	}
}

func TestPrivateRangesOfSeeds(t *testing.T) {
	for host, want := range map[string]string{
		"127.0.0.1:8080": "[127.0.0.1/32]", "[::1]:80": "[::1/128]", "localhost:8080": "[127.0.0.0/8 ::1/128]", "a.example": "[]", "192.168.1.5": "[192.168.1.5/32]",
	} {
		if got := fmt.Sprint(fetch.PrivateRanges(host)); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}
