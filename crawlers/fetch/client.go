package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	maxHeaderBytes = 64 << 10 // of an answer; the largest seen on real sites are a quarter of it
	idleConns      = 256      // kept over all hosts
	idlePerHost    = 32
	idleTime       = 90 * time.Second // longer than the delay between two requests to a host
)

// Client sends requests. It keeps connections for the next request to the same host, accepts HTTP/1.1 and HTTP/2,
// verifies certificates, and has no cookies. It may be used from any number of goroutines.
type Client struct {
	transport *http.Transport
	header    http.Header // of every request; never changed
	timeout   time.Duration
	maxBytes  int
	guard     guard
	proxied   bool
	dialer    net.Dialer
	resolve   overrides
	closed    context.Context // done when the Client is closed: what ends connections that are being made
	close     context.CancelFunc
}

// New makes a Client. An error names the option that can not be used and what to write instead. Close it after use.
func New(o Options) (*Client, error) {
	o = o.filled()
	if err := o.check(); err != nil {
		return nil, err
	}
	proxy, err := parseProxy(o.Proxy)
	if err != nil {
		return nil, err
	}
	resolve, err := parseResolve(o.Resolve)
	if err != nil {
		return nil, err
	}
	c := &Client{
		header:   header(o.Agent),
		timeout:  o.Timeout,
		maxBytes: o.MaxBytes,
		guard:    newGuard(o),
		proxied:  proxy != nil,
		dialer:   net.Dialer{Timeout: o.Timeout, Resolver: o.Resolver},
		resolve:  resolve,
	}
	c.closed, c.close = context.WithCancel(context.Background())
	c.transport = &http.Transport{
		DialContext:            c.dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots},
		TLSHandshakeTimeout:    o.Timeout,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // bodies are kept as received; Decode unpacks them
		MaxIdleConns:           idleConns,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: maxHeaderBytes,
		OnProxyConnectResponse: refusedByProxy,
	}
	if proxy != nil {
		c.transport.Proxy = http.ProxyURL(proxy)
	} else {
		c.transport.DialTLSContext = c.dialTLS
	}
	return c, nil
}

// header are the fields of every request, but for Host.
func header(agent string) http.Header {
	return http.Header{
		"User-Agent":      {agent},
		"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"},
		"Accept-Language": {"en,*;q=0.7"},
		"Accept-Encoding": {acceptEncoding},
	}
}

// RequestFields are the header fields of requests with that User-Agent as they are sent, each line ending in CRLF: those
// that follow the line of the host. Conditions come after some of them.
func RequestFields(agent string) string { return string(appendFields(nil, header(agent))) }

// Close ends the connections that are kept or being made. Requests that are still waiting for their answer go on until
// it comes; no others may be started.
func (c *Client) Close() {
	c.close()
	c.transport.CloseIdleConnections()
}

// dial makes a connection whose answers are recorded.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := c.bounded(ctx)
	defer cancel()
	conn, err := c.connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &recorder{Conn: conn}, nil
}

// dialTLS makes a secure connection. Over HTTP/1.1 its answers are recorded; net/http speaks HTTP/2 only over the bare
// connection.
func (c *Client) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := c.bounded(ctx)
	defer cancel()
	conn, err := c.connect(ctx, network, address)
	if err != nil {
		return nil, err
	}
	config := c.transport.TLSClientConfig.Clone()
	config.NextProtos = []string{"h2", "http/1.1"}
	config.ServerName, _, _ = net.SplitHostPort(address)
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = conn.Close() // that there is no secure connection is what matters
		return nil, err
	}
	if secure.ConnectionState().NegotiatedProtocol == "h2" {
		return secure, nil
	}
	return &recorder{Conn: secure}, nil
}

// bounded ends what makes a connection with the Client or after the time of one request: net/http goes on connecting
// after a request was given up, in case another one can use the connection.
func (c *Client) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	stop := context.AfterFunc(c.closed, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// connect connects to the proxy, to the address that an override names, or to whatever DNS says, if the guard lets it
// through.
func (c *Client) connect(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := c.dialer
	if to, ok := c.resolve.find(address); ok {
		address = to.String()
	} else if !c.proxied {
		dialer.Control = c.guard.controlFor(address)
	}
	return dialer.DialContext(ctx, network, address)
}

// errProxy is a proxy that does not connect to where it is asked to.
var errProxy = errors.New("the proxy makes no connection")

func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: it answers %q", errProxy, answer.Status)
	}
	return nil
}
