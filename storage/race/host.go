package race

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/weburl"
)

// The same as a crawl of its own keeps to (engine): pauses before further tries, and how long a host is left alone.
const (
	firstPause   = time.Second
	longestPause = time.Minute
	longestRest  = 10 * time.Minute
	longestWait  = 10 * time.Minute // for any answer of a host; after that it is asked no more
	ownHostShare = 4                // requests at the same time to a host of the user's own that needs no pause
)

// host keeps the order at the door of one host: who comes first is served first.
type host struct {
	name     string
	settings engine.Settings
	places   chan struct{} // holds as many as are being served

	mu        sync.Mutex
	notBefore time.Time
	silent    time.Duration            // waited for since its last answer: requests that failed, and rests before them
	lost      bool                     // it is asked no more
	pace      time.Duration            // what its answers take, smoothed
	rules     map[string]*fetch.Robots // by origin
}

func newHost(name string, s engine.Settings) *host {
	share := 1
	if s.Pause(name, 0, nil) == 0 {
		share = ownHostShare
	}
	return &host{name: name, settings: s, places: make(chan struct{}, share), rules: map[string]*fetch.Robots{}}
}

// obey takes the rules of one of the host's origins, which have just been read.
func (h *host) obey(origin string, rules *fetch.Robots) {
	h.mu.Lock()
	h.rules[origin] = rules
	pause := h.settings.Pause(h.name, h.pace, rules)
	h.mu.Unlock()
	h.leaveAlone(pause)
}

// rest is how long nothing may be sent to the host yet.
func (h *host) rest() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Until(h.notBefore)
}

// leaveAlone lets nothing be sent to the host for some time.
func (h *host) leaveAlone(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if until := time.Now().Add(d); until.After(h.notBefore) {
		h.notBefore = until
	}
}

// answered takes note of a request that took so long.
func (h *host) answered(origin string, took time.Duration) {
	h.mu.Lock()
	h.pace = engine.Pace(h.pace, took)
	pause := h.settings.Pause(h.name, h.pace, h.rules[origin])
	h.mu.Unlock()
	h.leaveAlone(pause)
}

// heard takes note of what a request came to that was waited for so long. A host that gives nothing but failures is lost when
// it has been waited for long enough.
func (h *host) heard(waited time.Duration, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	failure, ok := errors.AsType[*fetch.Error](err)
	if !ok || !failure.Temporary() {
		h.silent = 0
		return
	}
	h.silent += waited
	if rest := max(time.Until(h.notBefore), failure.RetryAfter); h.silent+rest > longestWait {
		h.lost = true
	}
}

// refuse is the failure of a URL whose host is asked no more; nil when it is asked.
func (h *host) refuse(url string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.lost {
		return nil
	}
	return &fetch.Error{Kind: fetch.KindConnect, URL: url,
		Err: fmt.Errorf("it is asked no more in this race: for %.0f minutes it has given nothing but failures, or it asks to be left alone for as long", longestWait.Minutes())}
}

// tries sends a request until it succeeds or further tries make no sense, each in its host's turn. send tells how long it
// took.
func (s *shared) tries(url string, send func() (*fetch.Response, time.Duration, error)) (*fetch.Response, error) {
	h := s.host(weburl.Host(url))
	for try := 0; ; try++ {
		r, err := s.inTurn(h, url, send)
		failure, ok := errors.AsType[*fetch.Error](err)
		if !ok || s.ctx.Err() != nil {
			return r, err
		}
		h.leaveAlone(min(failure.RetryAfter, longestRest)) // whether or not this page is asked for again
		if try >= s.settings.Retries || !failure.Temporary() || failure.RetryAfter > longestPause {
			return nil, err
		}
		h.leaveAlone(max(min(max(firstPause, s.settings.Delay)<<try, longestPause), failure.RetryAfter))
	}
}

// inTurn sends a request when its host may be asked and the race is not paused.
func (s *shared) inTurn(h *host, url string, send func() (*fetch.Response, time.Duration, error)) (*fetch.Response, error) {
	select {
	case h.places <- struct{}{}:
	case <-s.ctx.Done():
		return nil, s.brokenOff(url)
	}
	defer func() { <-h.places }()
	start := time.Now()
	for rest := h.rest(); rest > 0 && h.refuse(url) == nil; rest = h.rest() {
		timer := time.NewTimer(rest)
		select {
		case <-timer.C:
		case <-s.ctx.Done():
			timer.Stop()
			return nil, s.brokenOff(url)
		}
	}
	if err := h.refuse(url); err != nil {
		return nil, err
	}
	rested := time.Since(start)
	select {
	case <-s.mayGo():
	case <-s.ctx.Done():
		return nil, s.brokenOff(url)
	}
	r, took, err := send()
	h.answered(originOf(url), took)
	h.heard(rested+took, err)
	return r, err
}

func (s *shared) brokenOff(url string) error {
	return &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: context.Cause(s.ctx)}
}

// originOf is the scheme and host of a URL as sent.
func originOf(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
