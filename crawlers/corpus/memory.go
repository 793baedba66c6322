package corpus

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/weburl"
)

// Memory answers as the Web does without a network: the pages of a corpus, its redirects, its dead links and its
// robots.txt, each at once. A crawl fetches from it as from a fetch.Client. It may be used concurrently.
type Memory struct {
	Corpus   Corpus
	MaxBytes int // bodies are cut here; 0 = fetch.DefaultMaxBytes
}

// never is when the rules of a robots.txt that can not change expire.
var never = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// Get answers a request for one URL. A redirect is a Response with a Location; a dead link is an error of
// fetch.KindStatus, a page that is not HTML one of fetch.KindType, and a done ctx one of fetch.KindCanceled.
func (m Memory) Get(ctx context.Context, url string) (*fetch.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: err}
	}
	r, err := m.ask(url)
	switch {
	case err != nil:
		return nil, err
	case r.Location == "" && !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/xhtml+xml"):
		return nil, &fetch.Error{Kind: fetch.KindType, URL: url, Status: r.Status, Err: errors.New("its type is " + r.Header.Get("Content-Type"))}
	}
	return r, nil
}

// Robots is the robots.txt of an origin. No time passes in a Memory, so what it says of pauses is left out.
func (m Memory) Robots(ctx context.Context, origin string) (*fetch.Robots, error) {
	if err := ctx.Err(); err != nil {
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: origin, Err: err}
	}
	var rules []byte
	if r, err := m.ask(origin + "/robots.txt"); err == nil && r.Location == "" {
		for line := range strings.Lines(string(r.Body)) {
			if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "crawl-delay") {
				rules = append(rules, line...)
			}
		}
	}
	robots := fetch.ParseRobots(rules)
	robots.Expires = never
	return robots, nil
}

func (m Memory) ask(url string) (r *fetch.Response, err error) {
	_, rest, _ := strings.Cut(url, "://")
	field, path, _ := strings.Cut(rest, "/")
	answer := m.Corpus.Answer(hostName(field), "/"+path)
	if answer.Status >= 400 {
		return nil, &fetch.Error{Kind: fetch.KindStatus, URL: url, Status: answer.Status, Err: errors.New("HTTP status " + strconv.Itoa(answer.Status))}
	}
	mediaType := answer.Type
	if mediaType == "" {
		mediaType = htmlType
	}
	r = &fetch.Response{URL: url, Status: answer.Status, Header: http.Header{"Content-Type": {mediaType}}, Body: answer.Body}
	r.Head = []byte("HTTP/1.1 " + strconv.Itoa(r.Status) + " " + http.StatusText(r.Status) + "\r\nContent-Type: " + mediaType + "\r\n")
	limit := m.MaxBytes
	if limit == 0 {
		limit = fetch.DefaultMaxBytes
	}
	if len(r.Body) > limit {
		r.Body, r.Truncated = r.Body[:limit], true
	}
	if answer.Location != "" {
		r.Body = nil
		r.Location, err = resolve(url, answer.Location)
	}
	return r, err
}

// resolve is where a Location leads that was given under a URL.
func resolve(url, location string) (string, error) {
	base, err := weburl.DefaultRules().NewResolver(url)
	if err != nil {
		return "", &fetch.Error{Kind: fetch.KindRefusedURL, URL: url, Err: err}
	}
	_, resolved, _, err := base.Resolve(location)
	if err != nil {
		return "", &fetch.Error{Kind: fetch.KindRedirect, URL: url, Err: fmt.Errorf("redirected to %q: %w", location, err)}
	}
	return resolved, nil
}
