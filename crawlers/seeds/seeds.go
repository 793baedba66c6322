package seeds

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/html"

	"orbweaver/crawlers/weburl"
)

// Seed is one result of a search.
type Seed struct {
	URL     string `json:"url"` // as the service gave it, absolute, http or https
	Title   string `json:"title"`
	Snippet string `json:"snippet"` // plain text; may be empty
}

// Source is a search service that can be asked for seeds. A Source may be used from several goroutines, but services ask
// to be queried one request at a time.
type Source interface {
	// Search returns up to limit results, best first, and at least one where the error is nil. What may pass (too many
	// requests, an overloaded server) is tried again for half a minute; an error says what the user can do.
	Search(ctx context.Context, keywords string, limit int) ([]Seed, error)
}

// Names are the sources as a user writes them.
var Names = []string{"mediawiki", "mediawiki=URL", "searxng=URL", "brave", "sitemap=URL"}

// Wikipedia is the wiki that the source "mediawiki" asks.
const Wikipedia = "https://en.wikipedia.org"

// Open returns the source of that name: one of Names, with the service's address in place of URL. Nothing is asked yet.
func Open(source string) (Source, error) {
	name, address, given := strings.Cut(source, "=")
	if given {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("seed source %s: %q is not the URL of a service; write %s=https://HOST", name, address, name)
		}
		address = strings.TrimRight(address, "/")
	}
	switch {
	case name == "mediawiki" && !given:
		return &mediaWiki{service: newService("Wikipedia"), base: Wikipedia}, nil
	case name == "mediawiki":
		return &mediaWiki{service: newService("the wiki at " + address), base: address}, nil
	case name == "searxng" && given:
		return &searXNG{service: newService("the SearXNG instance at " + address), base: address}, nil
	case name == "searxng":
		return nil, errors.New("seed source searxng needs the address of an instance: write searxng=https://HOST")
	case name == "sitemap" && given:
		return &sitemap{address: address}, nil
	case name == "sitemap":
		return nil, errors.New("seed source sitemap needs the address of a site's sitemap: write sitemap=https://HOST/sitemap.xml (its robots.txt says where it is)")
	case name == "brave" && !given:
		key := os.Getenv("BRAVE_API_KEY")
		if key == "" {
			return nil, errors.New("seed source brave needs a key of Brave Search in the environment variable BRAVE_API_KEY")
		}
		return &brave{service: newService("Brave Search"), base: "https://api.search.brave.com", key: key}, nil
	}
	return nil, fmt.Errorf("unknown seed source %q; write one of %s", source, strings.Join(Names, ", "))
}

// Search asks the source of that name (see Open) for up to limit (≥ 1) pages about the keywords.
func Search(ctx context.Context, source, keywords string, limit int) ([]Seed, error) {
	s, err := Open(source)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(keywords) == "" {
		return nil, errors.New("looking for seeds needs keywords to look for")
	}
	return s.Search(ctx, keywords, limit)
}

// collector keeps the usable results: http(s) pages, each once, up to a limit.
type collector struct {
	limit int
	known map[string]bool
	seeds []Seed
}

func newCollector(limit int) *collector {
	return &collector{limit: limit, known: map[string]bool{}}
}

// add takes a result in.
func (c *collector) add(s Seed) {
	canonical, err := weburl.Canonical(s.URL)
	if err != nil || c.known[canonical] || c.full() {
		return
	}
	c.known[canonical] = true
	s.Title, s.Snippet = plain(s.Title), plain(s.Snippet)
	c.seeds = append(c.seeds, s)
}

func (c *collector) full() bool { return len(c.seeds) >= c.limit }

// result is what Search returns; nothing found is an error, as a crawl can not start from it.
func (c *collector) result(service, keywords string) ([]Seed, error) {
	if len(c.seeds) == 0 {
		return nil, fmt.Errorf("%s found no page about %q: write other keywords, or seeds of your own", service, keywords)
	}
	return c.seeds, nil
}

// plain is the text of a piece of HTML, with its spaces collapsed: services mark the words they found.
func plain(markup string) string {
	var text strings.Builder
	for z := html.NewTokenizer(strings.NewReader(markup)); z.Next() != html.ErrorToken; {
		if t := z.Token(); t.Type == html.TextToken {
			text.WriteString(t.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
