package engine

import (
	"context"
	"fmt"
	"net/netip"
	"regexp"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// Fetcher is what a crawl fetches with; a *fetch.Client is one. Its methods are called from any worker.
type Fetcher interface {
	// Get does one GET and follows no redirect: those go through the gate of the host they lead to. The Response is the
	// crawl's from then on, which releases it.
	Get(ctx context.Context, url string) (*fetch.Response, error)
	// Robots fetches the robots.txt of an origin ("https://host[:port]"), redirects included.
	Robots(ctx context.Context, origin string) (*fetch.Robots, error)
}

// NewFetcher makes the client that the settings describe. Private addresses are refused but for those that the
// settings or the seeds themselves name. Close it after use.
func NewFetcher(s Settings, seeds []page.Link) (*fetch.Client, error) {
	s = s.filled()
	var private []netip.Prefix
	var places []string
	for _, cidr := range s.AllowPrivate {
		p, err := netip.ParsePrefix(cidr)
		if err != nil {
			return nil, fmt.Errorf("setting allow-private = %q is not a CIDR range: %w", cidr, err)
		}
		private = append(private, p)
	}
	for _, seed := range seeds {
		private = append(private, fetch.PrivateRanges(seed.Host)...)
		places = append(places, seed.Host)
	}
	client, err := fetch.New(fetch.Options{
		Timeout: s.Timeout, MaxBytes: s.MaxBytes, Agent: s.userAgent(), Proxy: s.Proxy, Resolve: s.Resolve,
		Ports: s.Ports, Places: places, AllowPrivate: private,
	})
	if err != nil {
		return nil, fmt.Errorf("settings of the connection: %w", err)
	}
	return client, nil
}

// schemed matches what begins with a scheme, and not with a host and port.
var schemed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([^0-9]|$)`)

// seedLink makes the link of one seed as typed.
func seedLink(rules weburl.Rules, seed string) (page.Link, error) {
	if !schemed.MatchString(seed) {
		seed = "https://" + seed
	}
	canonical, resolved, host, err := rules.Resolve(seed)
	if err != nil {
		return page.Link{}, err
	}
	link := page.Link{URL: canonical, Host: host}
	if resolved != canonical {
		link.Raw = resolved
	}
	return link, nil
}
