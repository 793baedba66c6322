package fetch

import (
	"errors"
	"net/netip"
	"net/url"
	"testing"
)

func TestGuard(t *testing.T) {
	private := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		address string
		want    bool
	}{
		{"93.184.215.14:80", true},
		{"93.184.215.14:443", true},
		{"93.184.215.14:8080", true},
		{"93.184.215.14:25", false},   // mail
		{"93.184.215.14:6379", false}, // a database
		{"[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:443", true},
		{"127.0.0.1:80", false},
		{"127.8.9.10:80", false},
		{"0.0.0.0:80", false},
		{"10.0.0.1:80", false},
		{"172.16.5.5:80", false},
		{"192.168.1.1:80", false},
		{"100.64.0.1:80", false},      // carrier-grade NAT
		{"169.254.169.254:80", false}, // cloud metadata
		{"224.0.0.1:80", false},       // multicast
		{"255.255.255.255:80", false},
		{"198.18.0.1:80", false}, // benchmarks
		{"[::1]:80", false},
		{"[::]:80", false},
		{"[fe80::1%eth0]:80", false}, // link-local
		{"[fc00::1]:80", false},      // unique local
		{"[ff02::1]:80", false},      // multicast
		{"[::ffff:127.0.0.1]:80", false},
		{"[::ffff:10.0.0.1]:80", false},
		{"[64:ff9b::7f00:1]:80", false}, // 127.0.0.1 through NAT64
		{"[2002:7f00:1::]:80", false},   // 127.0.0.1 through 6to4
		{"10.1.2.3:80", true},           // allowed
		{"10.1.2.3:12345", true},        // on any port
		{"[::ffff:10.1.2.3]:80", true},
		{"10.2.0.1:80", false},
		{"[fd12::1]:9999", true},
		{"not an address", false},
	} {
		err := newGuard(Options{AllowPrivate: private}).controlFor("a.example:80")("tcp", c.address, nil)
		if got := err == nil; got != c.want {
			t.Errorf("%s: allowed = %v, want %v (%v)", c.address, got, c.want, err)
		}
		if err != nil && !errors.Is(err, errRefusedAddress) {
			t.Errorf("%s: %v is no refusal", c.address, err)
		}
	}
}

// The user's ports take the place of the usual ones; a place is asked on its port, and no other host is.
func TestGuardOfPorts(t *testing.T) {
	g := newGuard(Options{Ports: []uint16{7000}, Places: []string{"a.example:9443"}})
	for _, c := range []struct {
		place, address string
		want           bool
	}{
		{"b.example:7000", "93.184.215.14:7000", true},
		{"b.example:80", "93.184.215.14:80", false},
		{"a.example:9443", "93.184.215.14:9443", true},
		{"b.example:9443", "93.184.215.14:9443", false},
		{"a.example:9443", "192.168.1.1:9443", false},
	} {
		if err := g.controlFor(c.place)("tcp", c.address, nil); (err == nil) != c.want {
			t.Errorf("%s at %s: %v, want allowed = %v", c.place, c.address, err, c.want)
		}
	}
}

// Through a proxy, what stands in the URL is all that can be looked at.
func TestGuardOfLiterals(t *testing.T) {
	for raw, want := range map[string]bool{
		"http://a.example/":            true,
		"http://93.184.215.14/":        true,
		"https://93.184.215.14/":       true,
		"http://93.184.215.14:25/":     false,
		"http://127.0.0.1/":            false,
		"http://[::1]:8080/":           false,
		"http://localhost/":            false,
		"http://a.localhost./":         false,
		"http://192.168.0.1/":          false,
		"http://192.168.0.1:70000/":    false,
		"http://localhost.example.org": true,
		"http://a.example:25/":         false,
		"http://a.example:8080/":       true,
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := newGuard(Options{}).checkURL(u) == nil; got != want {
			t.Errorf("%s: allowed = %v, want %v", raw, got, want)
		}
	}
}
