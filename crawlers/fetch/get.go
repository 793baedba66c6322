package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"time"
)

// Response is a server's answer to one request.
type Response struct {
	URL       string        // that answered, as it was sent: not canonical
	Request   []byte        // request line and header fields as sent, without the empty line after them: see requestHead
	Status    int           // 2xx, 3xx of a redirect, or 304
	Header    http.Header   // header fields, names in canonical form
	Head      []byte        // status line and header fields as received, without the empty line after them: see head
	Body      []byte        // as received after transfer decoding, still content-encoded: see Decode; empty for a redirect
	Truncated bool          // the body was cut at the limit
	Unchanged bool          // the server says that the page is still the version that GetIf was told of: there is no body
	Location  string        // where a redirect leads, resolved but not checked; empty otherwise
	Took      time.Duration // from before the connection to after the last byte

	buffer *[]byte // that the Body is in, if it may be used again: see Release
}

// Get fetches one page with exactly one GET. A redirect is a Response with a Location and no error; the caller decides
// whether to follow it. Any other answer than a 2xx with an HTML page is an *Error. A page larger than the limit is cut
// and the rest never read.
func (c *Client) Get(ctx context.Context, rawURL string) (*Response, error) {
	return c.GetIf(ctx, rawURL, Validators{})
}

// exchange does one request, for what is not known yet, within one deadline. The body of a 2xx is read up to a limit, once
// wanted has looked at the header and not objected.
func (c *Client) exchange(parent context.Context, rawURL string, known Validators, limit int, wanted func(http.Header) error) (*Response, error) {
	start := time.Now()
	u, href, err := target(rawURL)
	if err != nil {
		return nil, &Error{Kind: KindRefusedURL, URL: rawURL, Err: err}
	}
	if c.proxied {
		if err := c.guard.checkURL(u); err != nil {
			return nil, &Error{Kind: KindRefusedAddress, URL: href, Err: err}
		}
	}
	u.Opaque = requestTarget(u, c.proxied)
	ctx, cancel := context.WithTimeout(parent, c.timeout)
	defer cancel()
	request := &http.Request{
		Method: http.MethodGet, URL: u, Host: u.Host, Header: known.withConditions(c.header),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	var recorded *recorder
	sent := request.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		if r, ok := got.Conn.(*recorder); ok {
			recorded = r
			r.begin()
		}
	}}))
	answer, err := c.transport.RoundTrip(sent)
	if err != nil {
		return nil, c.failure(parent, ctx, href, 0, err)
	}
	defer answer.Body.Close()
	r := &Response{URL: href, Status: answer.StatusCode, Header: answer.Header}
	r.Request, r.Head = heads(request, answer, recorded)
	switch {
	case r.Status == http.StatusNotModified && known != Validators{}:
		if r.Unchanged = !known.isOther(answer.Header); !r.Unchanged {
			err = &Error{Kind: KindProtocol, Err: ErrOtherVersion}
		}
	case isRedirect(r.Status):
		err = r.redirect()
		drain(answer.Body, cancel)
	case r.Status == http.StatusSwitchingProtocols: // its body is the connection, which no deadline ends
		err = &Error{Kind: KindProtocol, Err: errors.New("it changes to another protocol than HTTP")}
	case r.Status < 200 || r.Status > 299:
		err = &Error{Kind: KindStatus, RetryAfter: retryAfter(answer.Header, time.Now()), Err: fmt.Errorf("HTTP status %q", answer.Status)}
		drain(answer.Body, cancel)
	default:
		if err = wanted(answer.Header); err == nil {
			r.buffer, r.Truncated, err = readBody(answer.Body, answer.ContentLength, limit)
			r.Body = *r.buffer
		}
	}
	if err != nil {
		return nil, c.failure(parent, ctx, href, r.Status, err)
	}
	r.Took = time.Since(start)
	return r, nil
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// redirect takes over where an answer leads.
func (r *Response) redirect() error {
	location := r.Header.Get("Location")
	if location == "" {
		return &Error{Kind: KindRedirect, Err: fmt.Errorf("status %d without a Location", r.Status)}
	}
	var err error
	if r.Location, err = resolveLocation(r.URL, location); err != nil {
		return &Error{Kind: KindRedirect, Err: fmt.Errorf("status %d to %q: %w", r.Status, location, err)}
	}
	return nil
}

// failure makes an *Error of whatever went wrong in an exchange.
func (c *Client) failure(parent, ctx context.Context, url string, status int, err error) error {
	if parent.Err() != nil {
		return &Error{Kind: KindCanceled, URL: url, Status: status, Err: context.Cause(parent)}
	}
	if _, known := errors.AsType[*Error](err); !known && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Kind: KindTimeout, URL: url, Status: status, Err: fmt.Errorf("not complete after %v: %w", c.timeout, foreign{err})}
	}
	return refine(err, url, status)
}

// refine fills in where an error happened.
func refine(err error, url string, status int) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Kind: classify(err), Err: foreign{err}}
		if words := secureFault(err); words != "" {
			e.Err = fmt.Errorf("%s: %w", words, e.Err)
		}
	}
	e.URL, e.Status = url, status
	return e
}
