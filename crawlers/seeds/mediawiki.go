package seeds

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/cenkalti/backoff/v5"
)

// mediaWiki searches a wiki that runs MediaWiki, through the list=search module of its action API.
type mediaWiki struct {
	service
	base string // "https://en.wikipedia.org"
}

// mediaWikiAnswer is the part of the API's answer that is used.
type mediaWikiAnswer struct {
	Error *problem
	Query struct {
		Search []struct{ Title, Snippet string }
	}
}

func (m *mediaWiki) Search(ctx context.Context, keywords string, limit int) ([]Seed, error) {
	query := url.Values{
		"action": {"query"}, "list": {"search"}, "format": {"json"},
		"srsearch": {keywords}, "srlimit": {strconv.Itoa(min(limit, 500))}, // 500 is the API's own limit
	}
	answer, _, err := get(ctx, m.service, m.base+"/w/api.php?"+query.Encode(), nil, func(a *mediaWikiAnswer) error { return a.Error.err() })
	if err != nil {
		return nil, err
	}
	found := newCollector(limit)
	for _, hit := range answer.Query.Search {
		found.add(Seed{URL: m.address(hit.Title), Title: hit.Title, Snippet: hit.Snippet})
	}
	return found.result(m.name, keywords)
}

// wikiPaths is how the addresses of a wiki's pages continue after its base.
const wikiPaths = "/wiki/"

// address is where the page of a title is.
func (m *mediaWiki) address(title string) string {
	path := wikiPaths + strings.ReplaceAll(title, " ", "_")
	return m.base + (&url.URL{Path: path}).EscapedPath()
}

// problem is an error in an answer of the action API.
type problem struct{ Code, Info string }

// err is the error, permanent unless it only says that the wiki is busy; nil without a problem.
func (p *problem) err() error {
	if p == nil {
		return nil
	}
	err := &rejection{text: p.Info}
	if p.Code == "ratelimited" || p.Code == "maxlag" {
		return err
	}
	return backoff.Permanent(err)
}
