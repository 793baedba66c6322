package hostile

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// nameserver is how the names of a behaviour are answered for.
type nameserver int

const (
	knows    nameserver = iota // with its addresses
	denies                     // there is no such name
	fails                      // the server has a fault
	silent                     // not at all
	withouts                   // there is such a name, and it has no address
	circles                    // it is another name of itself
	garbles                    // with noise
)

// noise is no code of DNS: it marks answers that are to be garbled.
const noise dnsmessage.RCode = 15

// resolver is a DNS server that knows the names of a Web, and all below them.
type resolver struct {
	conn  net.PacketConn
	names map[string]Behaviour

	mu      sync.Mutex
	asked   map[string]int // questions for the IPv4 addresses of a name
	clients []net.Conn     // from which questions came
	closed  bool
}

func newResolver(behaviours []Behaviour, owner *sync.WaitGroup) (*resolver, error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &resolver{conn: conn, names: map[string]Behaviour{}, asked: map[string]int{}}
	for _, b := range behaviours {
		r.names[strings.TrimSuffix(b.hostname(), ".")] = b
	}
	owner.Go(r.serve)
	return r, nil
}

// client asks this server, whatever the machine's own settings are.
func (r *resolver) client() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "udp", r.conn.LocalAddr().String())
		if err != nil {
			return nil, err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.closed {
			_ = conn.Close()
			return nil, net.ErrClosed
		}
		r.clients = append(r.clients, conn)
		return conn, nil
	}}
}

// close ends the server, and the questions that nobody waits for any more: package net would wait for their answers.
func (r *resolver) close() {
	_ = r.conn.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for _, conn := range r.clients {
		_ = conn.Close()
	}
}

func (r *resolver) serve() {
	buffer := make([]byte, 1500)
	for {
		n, from, err := r.conn.ReadFrom(buffer)
		if err != nil {
			return // closed
		}
		var m dnsmessage.Message
		if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		if !r.answer(&m) {
			continue
		}
		if packed, err := m.Pack(); err == nil {
			if m.RCode == noise {
				packed = append(packed[:12], "noise"...) // behind a head that announces an answer
				packed[3], packed[7] = 0, 1
			}
			_, _ = r.conn.WriteTo(packed, from) // who does not hear it asks again
		}
	}
}

// answer makes a question an answer; false = it stays without one.
func (r *resolver) answer(m *dnsmessage.Message) bool {
	q := m.Questions[0]
	m.Response, m.Additionals = true, nil
	name := strings.ToLower(strings.TrimSuffix(q.Name.String(), "."))
	b, known := r.find(name)
	switch {
	case !known || b.dns == denies:
		m.RCode = dnsmessage.RCodeNameError
	case b.dns == fails:
		m.RCode = dnsmessage.RCodeServerFailure
	case b.dns == silent:
		return false
	case b.dns == garbles:
		m.RCode = noise
	case b.dns == circles:
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: dnsmessage.TypeCNAME, Class: q.Class}
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.CNAMEResource{CNAME: q.Name}})
	case b.dns == knows:
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
		switch addr := r.address(b, name, q.Type); {
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
	return true
}

// find returns the behaviour that a name or a domain above it belongs to.
func (r *resolver) find(name string) (Behaviour, bool) {
	for {
		if b, ok := r.names[name]; ok {
			return b, true
		}
		_, above, ok := strings.Cut(name, ".")
		if !ok {
			return Behaviour{}, false
		}
		name = above
	}
}

// address is what a name stands for this time.
func (r *resolver) address(b Behaviour, name string, kind dnsmessage.Type) netip.Addr {
	if len(b.at) == 0 {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if kind == dnsmessage.TypeA {
		r.asked[name]++
	}
	return netip.MustParseAddr(b.at[min(max(r.asked[name], 1), len(b.at))-1])
}
