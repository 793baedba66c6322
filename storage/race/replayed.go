package race

import (
	"context"
	"errors"
	"net/http"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/storage/session"
)

// kindUnknown is the kind of what became of a link whose page the session never fetched.
const kindUnknown fetch.Kind = "unknown"

// replayed answers with what a session was answered. It may be used concurrently.
type replayed struct {
	session  *session.Session
	settings engine.Settings
	known    map[string]outcome // by canonical URL
}

// outcome is what became of a URL.
type outcome struct {
	pick    string       // canonical URL that the session has the page under
	same    string       // canonical URL of another page that it redirected to; empty mostly
	failure *fetch.Error // nil = there was a page, or a redirect
}

// newReplayed reads what the session has asked for.
func newReplayed(s *session.Session) (*replayed, error) {
	r := &replayed{session: s, settings: s.Spec().Settings, known: map[string]outcome{}}
	for e, err := range s.History(1) {
		if err != nil {
			return nil, err
		}
		r.add(e)
	}
	return r, nil
}

// add takes an outcome. What was refused because of what the session had fetched before says nothing of the page.
func (r *replayed) add(e crawlers.Ended) {
	o := outcome{pick: e.Pick.URL, same: e.Same}
	switch kind := fetch.Kind(e.Kind); kind {
	case crawlers.KindOK:
	case fetch.KindDuplicate:
		if e.Same == "" {
			return // who redirected there has told what it is
		}
	case fetch.KindHostLimit, fetch.KindTrap, fetch.KindCanceled:
		return
	default:
		o.failure = &fetch.Error{Kind: kind, URL: e.Pick.URL, Status: e.Status, Err: errors.New(e.Error)}
	}
	r.known[e.Pick.URL] = o // what a URL itself has led to goes before what redirects found there
	for _, url := range append(e.Via, e.FinalURL) {
		if _, told := r.known[url]; !told && url != "" {
			r.known[url] = o
		}
	}
}

// Get implements engine.Fetcher. The error of a page that the session never fetched is of kindUnknown.
func (r *replayed) Get(ctx context.Context, url string) (*fetch.Response, error) {
	if ctx.Err() != nil {
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: context.Cause(ctx)}
	}
	asked, err := r.canonical(url)
	if err != nil {
		return nil, &fetch.Error{Kind: fetch.KindRefusedURL, URL: url, Err: err}
	}
	o, isKnown := r.known[asked]
	switch {
	case !isKnown:
		return nil, &fetch.Error{Kind: kindUnknown, URL: url, Err: errors.New("the session never fetched it")}
	case o.failure != nil:
		return nil, o.failure
	case o.same != "":
		return &fetch.Response{URL: url, Status: http.StatusMovedPermanently, Location: o.same}, nil
	}
	_, a, err := r.session.Page(o.pick)
	if err != nil {
		return nil, err
	}
	if answered, err := r.canonical(a.URL); err != nil || answered != asked {
		return &fetch.Response{URL: url, Status: http.StatusMovedPermanently, Location: a.URL}, nil
	}
	return &fetch.Response{URL: a.URL, Status: http.StatusOK, Head: a.Head, Body: a.Body, Truncated: a.Truncated}, nil
}

func (r *replayed) canonical(url string) (string, error) {
	links, err := engine.SeedLinks([]string{url}, r.settings)
	if err != nil {
		return "", err
	}
	return links[0].URL, nil
}

// Robots implements engine.Fetcher: what was forbidden is known by its outcome.
func (r *replayed) Robots(context.Context, string) (*fetch.Robots, error) {
	rules := fetch.ParseRobots(nil)
	rules.Expires = never
	return rules, nil
}
