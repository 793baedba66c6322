package fetch

import (
	"net"
	"net/netip"
	"strings"
)

// PrivateRanges are the addresses that a host (host[:port]), as its user has typed it, names by itself: its own address,
// or the loopback for localhost. Other names are not looked up: what a name's owner answers must not open the user's
// network.
func PrivateRanges(host string) []netip.Prefix {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	if addr, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return []netip.Prefix{netip.PrefixFrom(addr, addr.BitLen())}
	}
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	return nil
}
