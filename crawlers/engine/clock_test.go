package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers/fetch"
)

// A clock that is set forward or back by hours in the middle of a crawl must not let hosts be asked too soon, or never, nor
// end the crawl: all that is waited for is a time with a monotonic reading ("m="), by which such times are compared.
func TestNothingWaitsForTheWallClock(t *testing.T) {
	monotonic := func(what string, at time.Time) {
		if !strings.Contains(at.String(), " m=+") {
			t.Errorf("%s: %v", what, at)
		}
	}
	w := &web{pages: map[string]string{"http://a.example/": linked("A", "/b"), "http://a.example/b": linked("B")}}
	s := Default()
	s.Workers, s.Delay, s.Retries = 1, 30*time.Millisecond, 1
	w.act = func(_ context.Context, url string, n int) (*fetch.Response, error) {
		if strings.HasSuffix(url, "/b") && n == 1 {
			return nil, &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: 503, RetryAfter: time.Millisecond, Err: context.DeadlineExceeded}
		}
		return nil, nil
	}
	tr := newTrial(t, w, s, "http://a.example/")
	c := tr.crawl()
	d := &decider{Crawl: c, gate: newGate(s.shareOf, 0, 0, 1), ctx: t.Context(), seen: map[string]bool{}, open: map[uint64]*job{}, busy: map[string]bool{}, saturation: newSaturation(s), twins: newTwins(), requests: make(chan request, 1), idle: 1}
	h := d.gate.host("a.example")
	j := &job{url: "http://a.example/b"}
	d.gate.enqueue(h, j)
	if _, next := d.gate.next(); next != j {
		t.Fatal("the job is not sent")
	}
	res := c.serve(t.Context(), request{host: h, job: j})
	monotonic("an answer", res.at)
	if err := d.handle(res); err != nil {
		t.Fatal(err)
	}
	monotonic("a host's pause", h.notBefore)
	if _, err := d.orders(); err != nil { // not paused: the running time begins to count
		t.Fatal(err)
	}
	monotonic("the running time", c.since)
}
