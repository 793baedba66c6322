package hostile

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"

	"orbweaver/crawlers/fetch"
)

// Web serves behaviours, each on a host of its own, until it is closed.
type Web struct {
	keys  *keyring
	names *resolver
	hosts map[string]*host // by Behaviour.Name
	quit  chan struct{}    // closed when the Web is
	owned sync.WaitGroup
}

// host is where one behaviour is served.
type host struct {
	Behaviour
	listener net.Listener
	url      string // of its first page

	mu       sync.Mutex
	open     map[net.Conn]bool // whether something is still to be said on it
	requests map[string]int    // by path
	most     int               // connections at the same time
}

// Start serves behaviours on loopback. Close the Web after use.
func Start(behaviours []Behaviour) (*Web, error) {
	keys, err := newKeyring()
	if err != nil {
		return nil, fmt.Errorf("certificates of the hostile web: %w", err)
	}
	bombs.gzip() // these take longer to pack than a client waits
	bombs.brotli()
	w := &Web{keys: keys, hosts: map[string]*host{}, quit: make(chan struct{})}
	if w.names, err = newResolver(behaviours, &w.owned); err != nil {
		return nil, fmt.Errorf("names of the hostile web: %w", err)
	}
	for _, b := range behaviours {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			w.Close()
			return nil, fmt.Errorf("hostile host %s: %w", b.Name, err)
		}
		h := &host{Behaviour: b, listener: l, url: b.url(l.Addr()), open: map[net.Conn]bool{}, requests: map[string]int{}}
		w.hosts[b.Name] = h
		w.owned.Go(func() { w.accept(h) })
	}
	return w, nil
}

func (b Behaviour) url(listening net.Addr) string {
	port := b.port
	if port == 0 {
		port = listening.(*net.TCPAddr).AddrPort().Port()
	}
	scheme := "http"
	if b.secure != nil {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(b.hostname(), strconv.Itoa(int(port))) + "/" + b.path
}

// Close ends all hosts, whatever they are in the middle of, and waits for their end.
func (w *Web) Close() {
	close(w.quit)
	w.names.close()
	for _, h := range w.hosts {
		_ = h.listener.Close()
		h.mu.Lock()
		for conn := range h.open {
			_ = conn.Close()
		}
		h.mu.Unlock()
	}
	w.owned.Wait()
}

// Options let a fetch.Client reach the Web: by its names, with trust in its authority, and with leave to connect to the
// one address 127.0.0.1.
func (w *Web) Options() fetch.Options {
	return fetch.Options{
		Resolver: w.names.client(), Roots: w.keys.roots(),
		AllowPrivate: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
	}
}

// URL is that of a behaviour's first page.
func (w *Web) URL(name string) string { return w.hosts[name].url }

// Requests is how many requests the behaviour's host was sent, for robots.txt and for all else.
func (w *Web) Requests(name string) (robots, pages int) {
	h := w.hosts[name]
	h.mu.Lock()
	defer h.mu.Unlock()
	for path, n := range h.requests {
		if path == robotsPath {
			robots += n
		} else {
			pages += n
		}
	}
	return robots, pages
}

// Connections is the most connections that the behaviour's host had at the same time.
func (w *Web) Connections(name string) int {
	h := w.hosts[name]
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.most
}

func (w *Web) accept(h *host) {
	for {
		conn, err := h.listener.Accept()
		if err != nil {
			return // closed
		}
		w.owned.Go(func() {
			h.opened(conn)
			defer h.closed(conn)
			select {
			case <-w.quit: // Close may have missed this connection
			default:
				w.serve(h, conn)
			}
		})
	}
}

func (h *host) opened(conn net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open[conn] = true
	busy := 0
	for _, isBusy := range h.open {
		if isBusy {
			busy++
		}
	}
	h.most = max(h.most, busy)
}

func (h *host) ends(conn net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open[conn] = false
}

func (h *host) closed(conn net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.open, conn)
	_ = conn.Close()
}

const robotsPath = "/robots.txt"

// serve answers one request; the connection is closed after it.
func (w *Web) serve(h *host, conn net.Conn) {
	r := &request{Conn: conn, accepted: conn, host: h, quit: w.quit}
	if h.secure != nil && h.greets == nil {
		secure := tls.Server(conn, h.secure(w.keys))
		if secure.Handshake() != nil {
			return
		}
		r.Conn = secure
		if secure.ConnectionState().NegotiatedProtocol == "h2" {
			h.answers(r)
			return
		}
	}
	if h.greets != nil {
		h.greets(r)
		return
	}
	if !r.read() {
		return
	}
	h.mu.Lock()
	h.requests[r.path]++
	r.nth = h.requests[r.path]
	h.mu.Unlock()
	switch {
	case r.path != robotsPath && !strings.HasPrefix(r.path, robotsPath+"?"):
		h.answers(r)
	case h.robots != nil:
		h.robots(r)
	default:
		r.status("404 Not Found")
	}
}

// request is what a host was asked, and the connection on which it answers.
type request struct {
	net.Conn
	accepted net.Conn // the same without TLS
	host     *host
	path     string // with its query
	name     string // of the host, as it was asked for
	nth      int    // request for this path, from 1
	quit     <-chan struct{}
}

// read takes the head of the request from the connection.
func (r *request) read() bool {
	in := bufio.NewReader(r.Conn)
	line, err := in.ReadString('\n')
	if words := strings.Fields(line); err == nil && len(words) == 3 {
		r.path = words[1]
	}
	for line != "\r\n" && err == nil {
		line, err = in.ReadString('\n')
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "Host") {
			r.name = strings.TrimSpace(value)
		}
	}
	return err == nil && r.path != ""
}
