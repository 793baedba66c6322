package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// openPorts are those on which public hosts serve Web pages. A page may name any port of any host; a crawler that
// connected to all of them could be made to talk to mail servers and databases.
var openPorts = []uint16{80, 81, 443, 591, 3000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888}

// errRefusedAddress is what a guard answers for an address that a crawler does not ask.
var errRefusedAddress = errors.New("private, loopback and other special addresses are asked only when allowed")

// guard decides to which addresses connections may be made. It looks at addresses, never at names: it is asked after
// DNS has answered, immediately before connecting, so that no name can lead past it.
type guard struct {
	allowed []netip.Prefix
	public  *ssrf.Guardian
}

func newGuard(allowed []netip.Prefix) guard {
	return guard{allowed: allowed, public: ssrf.New(ssrf.WithPorts(openPorts...))}
}

// control has the shape of net.Dialer's Control.
func (g guard) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %q is none", errRefusedAddress, address)
	}
	return g.check(to)
}

func (g guard) check(to netip.AddrPort) error {
	addr := to.Addr().Unmap().WithZone("")
	for _, p := range g.allowed {
		if p.Contains(addr) {
			return nil
		}
	}
	if err := g.public.SafeAddrPort(netip.AddrPortFrom(addr, to.Port())); err != nil {
		return fmt.Errorf("%w: %w", errRefusedAddress, err)
	}
	return nil
}

// checkLiteral looks at an address that stands in the URL itself, and at the names of this machine. It is all that can
// be checked when a proxy makes the connections.
func (g guard) checkLiteral(u *url.URL) error {
	host := strings.TrimSuffix(u.Hostname(), ".")
	addr, err := netip.ParseAddr(host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		addr, err = netip.AddrFrom4([4]byte{127, 0, 0, 1}), nil
	}
	if err != nil {
		return nil
	}
	port := uint16(80)
	if u.Scheme == "https" {
		port = 443
	}
	if p := u.Port(); p != "" {
		if port, err = parsePort(p); err != nil {
			return fmt.Errorf("%w: %w", errRefusedAddress, err)
		}
	}
	if err := g.check(netip.AddrPortFrom(addr, port)); err != nil {
		return &net.OpError{Op: "dial", Net: "tcp", Err: err}
	}
	return nil
}
