package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"orbweaver/crawlers/fetch"
)

// A site of 60 names or addresses, of which none ever answers, is met before a host that is as it should be. With 8 workers and 10 s
// a request, they would hold all workers for 75 s; but they have 4 at most, and the good host is as fast as alone: 10
// pages, a second apart. So it is when these are all that the budget has left.
func TestASiteOfManySilentHostsDoesNotDelayOthers(t *testing.T) {
	for _, budget := range []int{0, 10} {
		for _, silent := range []string{"http://n%d.evil.example/", "http://n%d.evil.example./", "http://[2001:db8::%d]/"} {
			t.Run(fmt.Sprintf("budget %d of %s", budget, silent), func(t *testing.T) { trySilentHosts(t, budget, silent) })
		}
	}
}

func trySilentHosts(t *testing.T, budget int, silent string) {
	synctest.Test(t, func(t *testing.T) {
		const timeout = 10 * time.Second
		w := &web{pages: map[string]string{}}
		var seeds []string
		for n := range 60 {
			seeds = append(seeds, fmt.Sprintf(silent, n))
		}
		for n := range 10 {
			w.pages[fmt.Sprintf("http://good.example/%d", n)] = linked(fmt.Sprintf("Page %d", n), fmt.Sprintf("/%d", n+1))
		}
		seeds = append(seeds, "http://good.example/0")
		running, most := 0, 0
		w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
			if strings.HasPrefix(url, "http://good.") {
				return nil, nil
			}
			w.mu.Lock()
			running++
			most = max(most, running)
			w.mu.Unlock()
			time.Sleep(timeout)
			w.mu.Lock()
			running--
			w.mu.Unlock()
			return nil, &fetch.Error{Kind: fetch.KindTimeout, URL: url, Err: context.DeadlineExceeded}
		}
		s := Default()
		s.Pages, s.Workers, s.Retries, s.Delay = budget, 8, 0, time.Second
		tr := newTrial(t, w, s, seeds...)
		start := time.Now()
		tr.run()
		last := time.Duration(0)
		for _, h := range w.requests {
			if strings.HasPrefix(h.url, "http://good.example/") && w.pages[h.url] != "" {
				last = h.end.Sub(start)
			}
		}
		if last < 9*time.Second || last > 10*time.Second || most != 4 {
			t.Errorf("the good host had given all after %v, and the others had %d requests at the same time; want 9 to 10 s, and 4", last, most)
		}
	})
}
