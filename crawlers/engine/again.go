package engine

import (
	"context"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
)

// Conditional is a Fetcher that can ask whether what is known already has changed; a *fetch.Client is one. A robots.txt
// that has expired, and pages that an earlier crawl has stored, are then sent again only if they have.
type Conditional interface {
	Fetcher
	// GetIf is Get of a page of which a version is known.
	GetIf(ctx context.Context, url string, known fetch.Validators) (*fetch.Response, error)
	// RobotsIf is Robots of an origin whose robots.txt was read before; nil = was not.
	RobotsIf(ctx context.Context, origin string, before *fetch.Robots) (*fetch.Robots, error)
}

// RequestFields are the header fields of the crawl's requests as they are sent, but for Host, which comes before them, and
// conditions: what nearly all its requests have in common.
func (s Settings) RequestFields() string { return fetch.RequestFields(s.userAgent()) }

// robots fetches a robots.txt, whose earlier version may be known.
func (c *Crawl) robots(ctx context.Context, origin string, before *fetch.Robots) (*fetch.Robots, error) {
	if f, ok := c.fetcher.(Conditional); ok {
		return f.RobotsIf(ctx, origin, before)
	}
	return c.fetcher.Robots(ctx, origin)
}

// get fetches the page of a job. Where the server says that it is still as an earlier crawl has stored it, that answer is
// taken for the response, and returned as well.
func (c *Crawl) get(ctx context.Context, j *job) (*fetch.Response, *crawlers.Answer, error) {
	f, ok := c.fetcher.(Conditional)
	if !ok || c.earlier == nil || j.anew {
		r, err := c.fetcher.Get(ctx, j.url)
		return r, nil, err
	}
	stored := c.earlier(j.url)
	known := validatorsOf(stored)
	r, err := f.GetIf(ctx, j.url, known)
	if err != nil || !r.Unchanged {
		return r, nil, err
	}
	confirmed := *stored
	confirmed.Request, confirmed.Confirmed = r.Request, r.Head
	r.Head, r.Body, r.Truncated = stored.Head, stored.Body, stored.Truncated
	r.Header, err = headerOf(&confirmed)
	return r, &confirmed, err
}

// validatorsOf name the version of a stored answer: those that came with it, or with what confirmed it last. An answer
// that was cut off is not asked for by them: another limit may hold now.
func validatorsOf(a *crawlers.Answer) (known fetch.Validators) {
	if a == nil || a.Truncated {
		return known
	}
	for _, head := range [][]byte{a.Confirmed, a.Head} {
		if h, err := parseHead(head); err == nil && known == (fetch.Validators{}) {
			known = fetch.ValidatorsOf(h)
		}
	}
	return known
}
