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
	Error *struct{ Code, Info string }
	Query struct {
		Search []struct{ Title, Snippet string }
	}
}

// problem is the error in an answer: they come with status 200. Two of them only say that the wiki is busy.
func (a *mediaWikiAnswer) problem() error {
	if a.Error == nil {
		return nil
	}
	err := &rejection{text: a.Error.Info}
	if a.Error.Code == "ratelimited" || a.Error.Code == "maxlag" {
		return err
	}
	return backoff.Permanent(err)
}

func (m *mediaWiki) Search(ctx context.Context, keywords string, limit int) ([]Seed, error) {
	query := url.Values{
		"action": {"query"}, "list": {"search"}, "format": {"json"},
		"srsearch": {keywords}, "srlimit": {strconv.Itoa(min(limit, 500))}, // 500 is the API's own limit
	}
	answer, _, err := get(ctx, m.service, m.base+"/w/api.php?"+query.Encode(), nil, (*mediaWikiAnswer).problem)
	if err != nil {
		return nil, err
	}
	found := newCollector(limit)
	for _, hit := range answer.Query.Search {
		path := "/wiki/" + strings.ReplaceAll(hit.Title, " ", "_")
		found.add(Seed{URL: m.base + (&url.URL{Path: path}).EscapedPath(), Title: hit.Title, Snippet: hit.Snippet})
	}
	return found.result(m.name, keywords)
}
