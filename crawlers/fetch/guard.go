package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// defaultPorts are those on which public hosts serve Web pages. A page may name any port of any host; a crawler that
// connected to all of them could be made to talk to mail servers and databases.
var defaultPorts = []uint16{80, 81, 443, 591, 3000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888}

// errRefusedAddress is what a guard answers for an address that a crawler does not ask.
var errRefusedAddress = errors.New("private, loopback and other special addresses and ports are asked only when allowed")

// guard decides to which addresses connections may be made. It looks at addresses, never at names: it is asked after
// DNS has answered, immediately before connecting, so that no name can lead past it.
type guard struct {
	allowed []netip.Prefix
	ports   []uint16
	places  []string // "host:port": asked there whatever the port
	public  *ssrf.Guardian
}

func newGuard(o Options) guard {
	ports := o.Ports
	if len(ports) == 0 {
		ports = defaultPorts
	}
	return guard{allowed: o.AllowPrivate, ports: ports, places: o.Places, public: ssrf.New(ssrf.WithAnyPort())}
}

// controlFor returns what has the shape of net.Dialer's Control, for connections to "host:port".
func (g guard) controlFor(place string) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%w: %q is none", errRefusedAddress, address)
		}
		return g.check(place, to)
	}
}

func (g guard) check(place string, to netip.AddrPort) error {
	addr := to.Addr().Unmap().WithZone("")
	for _, p := range g.allowed {
		if p.Contains(addr) {
			return nil
		}
	}
	if err := g.public.SafeAddr(addr); err != nil {
		return fmt.Errorf("%w: %w", errRefusedAddress, err)
	}
	return g.checkPort(place, to.Port())
}

func (g guard) checkPort(place string, port uint16) error {
	if slices.Contains(g.ports, port) || slices.Contains(g.places, place) {
		return nil
	}
	return fmt.Errorf("%w: port %d is not one where Web pages are served", errRefusedAddress, port)
}

// checkURL looks at the port of a URL, at an address that stands in it, and at the names of this machine. It is all that
// can be checked when a proxy makes the connections.
func (g guard) checkURL(u *url.URL) error {
	port := uint16(80)
	if u.Scheme == "https" {
		port = 443
	}
	if p := u.Port(); p != "" {
		var err error
		if port, err = parsePort(p); err != nil {
			return fmt.Errorf("%w: %w", errRefusedAddress, err)
		}
	}
	name := strings.TrimSuffix(u.Hostname(), ".")
	addr, err := netip.ParseAddr(name)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		addr, err = netip.AddrFrom4([4]byte{127, 0, 0, 1}), nil
	}
	if err != nil {
		return g.checkPort(u.Host, port)
	}
	return g.check(u.Host, netip.AddrPortFrom(addr, port))
}
