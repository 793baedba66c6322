package seeds

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Wiki is a wiki that runs MediaWiki, asked which pages link to one of its pages. Of the search services that Open
// knows, wikis are the only ones that tell. It may be used from several goroutines, but wikis ask for one request at a
// time.
type Wiki struct{ mediaWiki }

// OpenWiki returns the wiki of a source as Open takes it: mediawiki, which is Wikipedia, or mediawiki=URL. Nothing is
// asked yet.
func OpenWiki(source string) (*Wiki, error) {
	if name, _, _ := strings.Cut(source, "="); name != "mediawiki" {
		return nil, fmt.Errorf("%s does not tell which pages link to a page: write mediawiki or mediawiki=URL", source)
	}
	s, err := Open(source)
	if err != nil {
		return nil, err
	}
	return &Wiki{*s.(*mediaWiki)}, nil
}

// title is the title of the page at an address.
func (w *Wiki) title(address string) (string, error) {
	rest, ours := strings.CutPrefix(address, w.base+wikiPaths)
	rest, _, _ = strings.Cut(rest, "#")
	title, err := url.PathUnescape(rest)
	if !ours || err != nil || title == "" {
		return "", fmt.Errorf("%s is no page of %s: its pages are at %s%sTITLE", address, w.name, w.base, wikiPaths)
	}
	return strings.ReplaceAll(title, "_", " "), nil
}

// linkingPages is the part of the API's answer to list=backlinks that is used.
type linkingPages struct {
	Error *problem
	Query struct{ Backlinks []struct{ Title string } }
}

// InLinks returns up to limit articles that link to a page, redirects left out: list=backlinks of the action API.
func (w *Wiki) InLinks(ctx context.Context, address string, limit int) ([]string, error) {
	title, err := w.title(address)
	if err != nil {
		return nil, err
	}
	query := url.Values{
		"action": {"query"}, "list": {"backlinks"}, "format": {"json"}, "bltitle": {title}, "blnamespace": {"0"},
		"blfilterredir": {"nonredirects"}, "bllimit": {strconv.Itoa(min(limit, 500))}, // 500 is the API's own limit
	}
	answer, err := askWiki(ctx, w, query, func(a *linkingPages) *problem { return a.Error })
	if err != nil {
		return nil, err
	}
	var urls []string
	for _, from := range answer.Query.Backlinks {
		urls = append(urls, w.address(from.Title))
	}
	return urls, nil
}

// parsedPage is the part of the API's answer to action=parse that is used.
type parsedPage struct {
	Error *problem
	Parse struct {
		Title string
		Text  map[string]string // "*": the HTML
	}
}

// HTML returns the text of a page as HTML: action=parse of the action API.
func (w *Wiki) HTML(ctx context.Context, address string) ([]byte, error) {
	title, err := w.title(address)
	if err != nil {
		return nil, err
	}
	query := url.Values{"action": {"parse"}, "prop": {"text"}, "format": {"json"}, "page": {title}, "redirects": {"1"}}
	answer, err := askWiki(ctx, w, query, func(a *parsedPage) *problem { return a.Error })
	if err != nil {
		return nil, err
	}
	return []byte(answer.Parse.Text["*"]), nil
}

// askWiki asks the action API. Answers come with status 200 also where they hold a problem.
func askWiki[T any](ctx context.Context, w *Wiki, query url.Values, problemOf func(*T) *problem) (*T, error) {
	check := func(answer *T) error { return problemOf(answer).err() }
	answer, _, err := get(ctx, w.service, w.base+"/w/api.php?"+query.Encode(), nil, check)
	return answer, err
}
