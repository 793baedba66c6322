package main

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
)

// checkDelay lets a crawl go without a delay only where it loads nobody's server but the user's own (algorithms §2).
// Those are: hosts on loopback or private addresses, by their own name, by --resolve or behind a proxy on this
// computer; names that no public host can have (RFC 6761); and the hosts that --no-robots-for names.
func checkDelay(s engine.Settings, seeds []page.Link) error {
	if s.Delay > 0 || isOwn(proxyHost(s.Proxy)) {
		return nil
	}
	for _, seed := range seeds {
		host := hostname(seed.Host)
		if !isOwn(host) && !slices.Contains(s.NoRobotsFor, seed.Host) && !slices.Contains(s.NoRobotsFor, host) && !resolvesToOwn(s.Resolve, host) {
			return misused("--delay 0 would load %s without a pause: write --delay 1s, or --no-robots-for %s if that host is your own", seed.Host, seed.Host)
		}
	}
	return nil
}

// isOwn says whether a host name or address can only be the user's own.
func isOwn(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	}
	labels := strings.Split(host, ".")
	return slices.Contains([]string{"localhost", "test", "example", "invalid"}, labels[len(labels)-1])
}

// resolvesToOwn says whether a --resolve rule sends requests for the host to an address of the user's own. The rules
// have been checked by Settings.Check.
func resolvesToOwn(rules []string, host string) bool {
	return slices.ContainsFunc(rules, func(rule string) bool {
		name, rest, _ := strings.Cut(rule, ":")
		_, address, _ := strings.Cut(rest, ":")
		if strings.HasPrefix(address, "[") {
			address, _, _ = strings.Cut(address[1:], "]")
		} else {
			address, _, _ = strings.Cut(address, ":")
		}
		return (name == "*" || strings.EqualFold(name, host)) && isOwn(address)
	})
}

func proxyHost(proxy string) string {
	u, err := url.Parse(proxy)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// hostname is a host without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
