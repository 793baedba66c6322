package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
)

// A host whose answers take long is asked less often: 2 × 3 s is more than the second of the setting.
func TestDelayFollowsTheHostsPace(t *testing.T) {
	for _, c := range []struct {
		latency time.Duration
		factor  float64
		want    time.Duration
	}{
		{100 * time.Millisecond, 2, time.Second},
		{3 * time.Second, 2, 6 * time.Second},
		{3 * time.Second, 0, time.Second},
		{9 * time.Second, 5, 30 * time.Second}, // not 45
	} {
		t.Run(fmt.Sprintf("%v times %v", c.latency, c.factor), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := Default()
				s.DelayFactor = c.factor
				w := &web{latency: c.latency, pages: map[string]string{
					"http://a.org/": linked("start", "/1"), "http://a.org/1": linked("one"),
				}}
				tr := newTrial(t, w, s, "http://a.org/")
				tr.run()
				if got := w.requests[1].begin.Sub(w.requests[0].end); got != c.want {
					t.Errorf("asked again after %v, want %v", got, c.want)
				}
			})
		})
	}
}

// One slow answer counts for a quarter: 1 s, then 1 + (9−1)/4 = 3 s, then 3 + (1−3)/4 = 2.5 s.
func TestPaceIsSmoothed(t *testing.T) {
	var h host
	for _, c := range []struct{ took, want time.Duration }{{time.Second, time.Second}, {9 * time.Second, 3 * time.Second}, {time.Second, 2500 * time.Millisecond}} {
		if h.feel(c.took); h.pace != c.want {
			t.Errorf("after %v: pace %v, want %v", c.took, h.pace, c.want)
		}
	}
}

// However many links of a host that never answers are waiting, another host is served as if it were alone: one worker
// is all that the bad one can hold.
func TestABadHostTakesNoMoreThanItsShare(t *testing.T) {
	duration := func(t *testing.T, bad bool) (took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			w := &web{latency: 100 * time.Millisecond, pages: map[string]string{}}
			w.act = func(ctx context.Context, url string, _ int) (*fetch.Response, error) {
				if !strings.HasPrefix(url, "http://bad.org/") {
					return nil, nil
				}
				time.Sleep(10 * time.Second) // fake time of the bubble
				return nil, &fetch.Error{Kind: fetch.KindTimeout, URL: url, Err: context.DeadlineExceeded}
			}
			var links []string
			for i := range 30 {
				good := fmt.Sprintf("/%d", i)
				w.pages["http://good.org"+good] = linked(good)
				links = append(links, good)
				for j := range 5 {
					if bad {
						links = append(links, fmt.Sprintf("http://bad.org/%d/%d", i, j))
					}
				}
			}
			w.pages["http://good.org/"] = linked("start", links...)
			s := Default()
			s.Workers, s.Pages = 2, 0
			start := time.Now()
			tr := newTrial(t, w, s, "http://good.org/")
			tr.Observe = func(e crawlers.Ended) {
				if e.Kind == crawlers.KindOK {
					took = time.Since(start)
				}
			}
			if res := tr.run(); res.Pages != 31 {
				t.Fatalf("%d pages", res.Pages)
			}
		})
		return took
	}
	alone, together := duration(t, false), duration(t, true)
	if together > alone+alone/10 {
		t.Errorf("31 pages of a host took %v, and %v beside one that never answers", alone, together)
	}
}

// A host that asks to be left alone for half a minute is, also by the pages that are not asked for again.
func TestRetryAfterHoldsForTheWholeHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{pages: map[string]string{"http://a.org/": linked("start", "/busy", "/1"), "http://a.org/1": linked("one")}}
		w.act = func(_ context.Context, url string, _ int) (*fetch.Response, error) {
			if url != "http://a.org/busy" {
				return nil, nil
			}
			return nil, &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 429, RetryAfter: 30 * time.Second, Err: errors.New("busy")}
		}
		s := Default()
		s.Retries = 0
		newTrial(t, w, s, "http://a.org/").run()
		if len(w.requests) != 3 {
			t.Fatalf("%d requests", len(w.requests))
		}
		if got := w.requests[2].begin.Sub(w.requests[1].end); got != 30*time.Second {
			t.Errorf("asked again after %v, want 30s", got)
		}
	})
}
