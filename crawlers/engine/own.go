package engine

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// OwnHost says whether a host (host[:port]) can only be the user's own, so that it may be asked without a pause
// (algorithms §2): a loopback or private address, by itself, by Settings.Resolve or behind a proxy on this computer; a
// name that no public host can have (RFC 6761); or one of Settings.NoRobotsFor, which the user owns up to.
func (s Settings) OwnHost(host string) bool {
	name := hostname(host)
	return isOwn(name) || isOwn(proxyHost(s.Proxy)) || slices.Contains(s.NoRobotsFor, host) || slices.Contains(s.NoRobotsFor, name) ||
		slices.ContainsFunc(s.Resolve, func(rule string) bool { return resolvesToOwn(rule, name) })
}

// isOwn says whether a host name or address can only be the user's own.
func isOwn(name string) bool {
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	}
	labels := strings.Split(name, ".")
	return slices.Contains([]string{"localhost", "test", "example", "invalid"}, labels[len(labels)-1])
}

// resolvesToOwn says whether a rule of Settings.Resolve, which has passed Check, sends requests for the name to an
// address of the user's own.
func resolvesToOwn(rule, name string) bool {
	host, rest, _ := strings.Cut(rule, ":")
	_, address, _ := strings.Cut(rest, ":")
	if strings.HasPrefix(address, "[") {
		address, _, _ = strings.Cut(address[1:], "]")
	} else {
		address, _, _ = strings.Cut(address, ":")
	}
	return (host == "*" || strings.EqualFold(host, name)) && isOwn(address)
}

// notice says what the user must know of these settings: through a proxy, the addresses behind names can not be checked.
func (s Settings) notice() string {
	if s.Proxy == "" {
		return ""
	}
	return fmt.Sprintf("Pages come through the proxy at %s, which alone sees what addresses names stand for: a name that leads into its network, or into yours if it is on this computer, can not be refused.", proxyHost(s.Proxy))
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
