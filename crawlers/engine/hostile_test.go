package engine

import (
	"cmp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"go.uber.org/goleak"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
)

// One crawl of all hosts of the hostile Web: each first page comes to its expected end, the crawl ends by itself within
// its limits, and leaves nothing behind.
func TestHostileWeb(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	const (
		delay       = 10 * time.Millisecond
		pagesOfHost = 200
		pagesOfTrap = 30 // far fewer than the limit of pages a host
		longest     = 20 * time.Second
		mostMemory  = 200 << 20
	)
	behaviours := hostile.Behaviours()
	web, err := hostile.Start(behaviours)
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	o := web.Options()
	o.Timeout = 2 * time.Second
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()

	s := Default()
	s.Pages, s.Retries, s.Delay, s.PagesPerHost, s.HostsPerSite, s.Workers = 0, 0, delay, pagesOfHost, 10, 32
	names := map[string]string{} // canonical seed → behaviour
	var seeds []string
	for _, b := range behaviours {
		seeds = append(seeds, web.URL(b.Name))
		link, err := seedLink(s.rules(), web.URL(b.Name))
		if err != nil {
			t.Fatal(err)
		}
		names[link.URL] = b.Name
	}
	tr := newTrial(t, nil, s, seeds...)
	tr.Fetcher = client
	got := map[string]crawlers.Ended{}
	lastGood := time.Duration(0)
	start := time.Now()
	tr.Config.Record = nil
	tr.Config.Observe = func(e crawlers.Ended) {
		if name, ok := names[e.Pick.URL]; ok {
			got[name] = e
		}
		if strings.HasPrefix(e.Pick.Host, "good.test:") {
			lastGood = time.Since(start)
		}
	}
	res := tr.run()
	took := time.Since(start)

	for _, b := range behaviours {
		e, ok := got[b.Name]
		if want := cmp.Or(string(b.Crawl), crawlers.KindOK); !ok || e.Kind != want {
			t.Errorf("a host that %s (%s): %q (%s), want %q", b.Does, b.Name, e.Kind, e.Error, want)
		}
		if strings.ContainsFunc(e.Error, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
			t.Errorf("%s: the failure hands on what could play tricks: %q", b.Name, e.Error)
		}
		if _, pages := web.Requests(b.Name); pages > pagesOfHost+10 { // the redirects of one page
			t.Errorf("%s: asked for %d pages", b.Name, pages)
		}
		if _, pages := web.Requests(b.Name); b.IsTrap && pages > pagesOfTrap {
			t.Errorf("%s: a trap, and asked for %d pages", b.Name, pages)
		}
		if n := web.Connections(b.Name); n > 1 && b.Name != "wild-card" {
			t.Errorf("%s: %d connections at the same time", b.Name, n)
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Log(res.Failures)
	t.Logf("%d behaviours, %d pages, %d failures in %v; the good host had given all after %v; %d MB taken from the system", len(behaviours), res.Pages, res.Failed, took, lastGood, memory.Sys>>20)
	if res.Stop != StopDeadEnd || took > longest {
		t.Errorf("ended with %q after %v", res.Stop, took)
	}
	if _, pages := web.Requests("good"); pages != 10 {
		t.Errorf("the good host was asked for %d pages, want all 10", pages)
	}
	if memory.Sys > mostMemory {
		t.Errorf("%d MB taken from the system, want at most %d", memory.Sys>>20, mostMemory>>20)
	}
}
