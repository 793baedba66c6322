package fetch

import (
	"cmp"
	"crypto/x509"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"time"
)

// Options are a Client's settings; the zero value is ready for the Web.
type Options struct {
	Timeout      time.Duration  // of one request, from the connection to the last byte; 0 = 10 s
	MaxBytes     int            // bodies are cut here; 0 = 100 KiB
	Agent        string         // the User-Agent field; empty = "Orbweaver"
	Proxy        string         // http://, https:// or socks5:// URL; empty = connections are direct
	Resolve      []string       // "HOST:PORT:ADDR" or "HOST:PORT:ADDR:PORT": connect there instead; HOST may be "*", ADDR is allowed by it
	Ports        []uint16       // on which public hosts may be asked; nil = those where Web pages are usually served
	Places       []string       // "host:port": hosts that may be asked on that port too
	AllowPrivate []netip.Prefix // special addresses that may be asked all the same, on any port
	Resolver     *net.Resolver  // asks DNS; nil = as the system is set
	Roots        *x509.CertPool // the authorities whose certificates are trusted; nil = the system's
}

// DefaultMaxBytes is the size at which bodies are cut when Options name none.
const DefaultMaxBytes = 100 << 10

const (
	defaultTimeout = 10 * time.Second
	defaultAgent   = "Orbweaver"
)

// filled returns the options with every zero replaced by what it stands for.
func (o Options) filled() Options {
	o.Timeout = cmp.Or(o.Timeout, defaultTimeout)
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	o.Agent = cmp.Or(o.Agent, defaultAgent)
	return o
}

func (o Options) check() error {
	if o.Timeout < 0 {
		return fmt.Errorf("timeout %v is negative: write a time such as 10s", o.Timeout)
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("body limit %d is negative: write a number of bytes", o.MaxBytes)
	}
	for i := range len(o.Agent) {
		if c := o.Agent[i]; c < ' ' || c > '~' {
			return fmt.Errorf("user agent %q holds a character that HTTP does not carry: write printable ASCII", o.Agent)
		}
	}
	return nil
}

var proxySchemes = []string{"http", "https", "socks5", "socks5h"}

// parseProxy returns nil when there is none.
func parseProxy(raw string) (*url.URL, error) {
	if raw == "" {
		return nil, nil
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("proxy %q is not a URL: write http://HOST:PORT or socks5://HOST:PORT: %w", raw, err)
	}
	if !slices.Contains(proxySchemes, u.Scheme) || u.Hostname() == "" {
		return nil, fmt.Errorf("proxy %q is not one that can be used: write http://HOST:PORT or socks5://HOST:PORT", raw)
	}
	return u, nil
}
