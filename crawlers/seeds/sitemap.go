package seeds

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"orbweaver/crawlers/fetch"
)

// maxSitemaps is how many sitemaps of an index are read: each holds up to 50,000 pages.
const maxSitemaps = 10

// sitemap finds the pages of one site that its own sitemap names, by the words of their addresses and titles.
type sitemap struct {
	address string // of the sitemap, an index of sitemaps, or a feed
}

// Search implements Source: the pages with the most keywords come first.
func (s *sitemap) Search(ctx context.Context, keywords string, limit int) ([]Seed, error) {
	u, err := url.Parse(s.address)
	if err != nil {
		return nil, fmt.Errorf("sitemap: %w", err)
	}
	client, err := fetch.New(fetch.Options{Agent: agent, Timeout: requestTime, AllowPrivate: fetch.PrivateRanges(u.Host), Places: []string{u.Host}})
	if err != nil {
		return nil, fmt.Errorf("sitemap: %w", err)
	}
	defer client.Close()
	pages, err := pagesOf(ctx, client, s.address)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(strings.ToLower(keywords))
	slices.SortStableFunc(pages, func(a, b fetch.SitemapPage) int { return cmp.Compare(matches(b, words), matches(a, words)) })
	found := newCollector(limit)
	for _, p := range pages {
		if matches(p, words) > 0 {
			found.add(Seed{URL: p.URL, Title: p.Title})
		}
	}
	return found.result("the sitemap "+s.address, keywords)
}

// pagesOf reads a sitemap, or the first ones of an index. Of an index, sitemaps that can not be read are passed over; an
// index in an index is none.
func pagesOf(ctx context.Context, client *fetch.Client, address string) ([]fetch.SitemapPage, error) {
	first, err := client.Sitemap(ctx, address)
	if err != nil {
		return nil, err
	}
	pages := first.Pages
	for _, more := range first.Sitemaps[:min(len(first.Sitemaps), maxSitemaps)] {
		further, err := client.Sitemap(ctx, more)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			pages = append(pages, further.Pages...)
		}
	}
	return pages, nil
}

// matches counts the keywords that stand in a page's address or title. A plural's s is no difference.
func matches(p fetch.SitemapPage, keywords []string) (n int) {
	text := strings.ToLower(p.URL + " " + p.Title)
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	for _, word := range keywords {
		if strings.Contains(text, strings.TrimSuffix(word, "s")) {
			n++
		}
	}
	return n
}
