package fetch

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	robotsRedirects  = 5               // RFC 9309 §2.3.1.2
	robotsLongest    = 24 * time.Hour  // §2.4: no longer than this
	robotsShortest   = time.Minute     // however short the server would have it: a crawl does not ask before every page
	robotsAskedAgain = 5 * time.Minute // after it could not be read
)

// Robots fetches the robots.txt of an origin ("https://host:port"), following up to five redirects. A host that has
// none (4xx, or redirects without end) allows everything. A host that does not answer, or answers 5xx or 429, allows
// nothing for now: the Robots then carries the Failure, and expires after some minutes (RFC 9309 §2.3.1). The only error is that
// of a ctx that is done, of KindCanceled.
func (c *Client) Robots(ctx context.Context, origin string) (*Robots, error) {
	return c.RobotsIf(ctx, origin, nil)
}

// RobotsIf is Robots of an origin whose robots.txt was read before (nil = was not): it is sent again only if it has
// changed.
func (c *Client) RobotsIf(ctx context.Context, origin string, before *Robots) (*Robots, error) {
	url := strings.TrimSuffix(origin, "/") + "/robots.txt"
	for range 1 + robotsRedirects {
		var known Validators
		if before != nil && before.from == url {
			known = before.known
		}
		answer, err := c.exchange(ctx, url, known, maxRobotsBytes, anyType)
		if errors.Is(err, ErrOtherVersion) {
			answer, err = c.exchange(ctx, url, Validators{}, maxRobotsBytes, anyType)
		}
		switch {
		case err != nil:
			return withoutRobots(err)
		case answer.Unchanged:
			return before.confirmed(answer), nil
		case answer.Location == "":
			return readRobots(answer)
		}
		url = answer.Location
	}
	return allowAll(), nil
}

// confirmed are the same rules, for as long as the answer says that has confirmed them.
func (r *Robots) confirmed(answer *Response) *Robots {
	again := *r
	again.Expires = time.Now().Add(freshness(answer.Header))
	again.known = r.known.newer(answer.Header)
	return &again
}

func anyType(http.Header) error { return nil }

// withoutRobots decides what a failure means.
func withoutRobots(err error) (*Robots, error) {
	failure, ok := errors.AsType[*Error](err)
	if !ok || failure.Kind == KindCanceled {
		return nil, err
	}
	switch {
	case failure.Kind == KindStatus && failure.Status == http.StatusTooManyRequests:
		// RFC 9309 §2.3.1.3 would let a crawler go on, but the host has just asked it not to.
	case failure.Kind == KindStatus && failure.Status < 500, failure.Kind == KindRedirect, failure.Kind == KindRefusedURL:
		return allowAll(), nil // there is none, or it is said to be where nothing is
	}
	pause := min(max(failure.RetryAfter, robotsAskedAgain), robotsLongest)
	return &Robots{Failure: err, Expires: time.Now().Add(pause)}, nil
}

func allowAll() *Robots { return &Robots{Expires: time.Now().Add(robotsLongest)} }

func readRobots(answer *Response) (*Robots, error) {
	body, err := unpack(answer.Header, answer.Body, maxRobotsBytes)
	if err != nil {
		return withoutRobots(refine(err, answer.URL, answer.Status))
	}
	r := ParseRobots(body)
	r.Expires = time.Now().Add(freshness(answer.Header))
	r.known, r.from = ValidatorsOf(answer.Header), answer.URL
	return r, nil
}

// freshness is how long an answer says that it may be kept (RFC 9111 §5.2.2.1), within bounds.
func freshness(h http.Header) time.Duration {
	for directive := range strings.SplitSeq(strings.Join(h.Values("Cache-Control"), ","), ",") {
		switch name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "="); name {
		case "no-store", "no-cache":
			return robotsShortest
		case "max-age":
			seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 64)
			if err != nil {
				continue
			}
			return max(robotsShortest, time.Duration(min(seconds, uint64(robotsLongest/time.Second)))*time.Second)
		}
	}
	return robotsLongest
}
