package fetch

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// overrides say where to connect instead of asking DNS: "host:port" or "*:port" → address.
type overrides map[string]netip.AddrPort

// parseResolve reads rules as curl's --resolve has them, with an optional port to connect to at the end.
func parseResolve(rules []string) (overrides, error) {
	o := overrides{}
	for _, rule := range rules {
		key, addr, err := parseResolveRule(rule)
		if err != nil {
			return nil, fmt.Errorf("resolve %q: %w: write HOST:PORT:ADDR or HOST:PORT:ADDR:PORT, with IPv6 addresses in brackets", rule, err)
		}
		o[key] = addr
	}
	return o, nil
}

func parseResolveRule(rule string) (key string, to netip.AddrPort, err error) {
	host, rest, err := cutHost(rule)
	if err != nil {
		return "", to, err
	}
	portText, rest, found := strings.Cut(rest, ":")
	if !found {
		return "", to, fmt.Errorf("the address is missing")
	}
	port, err := parsePort(portText)
	if err != nil {
		return "", to, err
	}
	addrText, toPortText, err := cutHost(rest)
	if err != nil {
		return "", to, err
	}
	addr, err := netip.ParseAddr(addrText)
	if err != nil {
		return "", to, fmt.Errorf("%q is not an IP address", addrText)
	}
	toPort := port
	if toPortText != "" {
		if toPort, err = parsePort(toPortText); err != nil {
			return "", to, err
		}
	}
	key = net.JoinHostPort(strings.ToLower(strings.TrimSuffix(host, ".")), portText)
	return key, netip.AddrPortFrom(addr, toPort), nil
}

// cutHost cuts a host or an address in brackets off the front, and the colon behind it.
func cutHost(s string) (host, rest string, err error) {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		host, rest, ok = strings.Cut(inner, "]")
		if !ok {
			return "", "", fmt.Errorf("a bracket is not closed")
		}
		if rest != "" && rest[0] != ':' {
			return "", "", fmt.Errorf("a colon is missing after %q", "["+host+"]")
		}
		rest = strings.TrimPrefix(rest, ":")
	} else {
		host, rest, _ = strings.Cut(s, ":")
	}
	if host == "" {
		return "", "", fmt.Errorf("a host or address is missing")
	}
	return host, rest, nil
}

func parsePort(s string) (uint16, error) {
	port, err := strconv.ParseUint(s, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("%q is not a port from 1 to 65535", s)
	}
	return uint16(port), nil
}

// find returns where to connect for an address "host:port" as a dialer is given it.
func (o overrides) find(address string) (netip.AddrPort, bool) {
	if len(o) == 0 {
		return netip.AddrPort{}, false
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return netip.AddrPort{}, false
	}
	to, ok := o[net.JoinHostPort(strings.ToLower(strings.TrimSuffix(host, ".")), port)]
	if !ok {
		to, ok = o["*:"+port]
	}
	return to, ok
}
