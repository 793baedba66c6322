package fetch

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// wiretap is a listener that keeps every byte that comes in.
type wiretap struct {
	net.Listener
	mu    sync.Mutex
	heard bytes.Buffer
}

type tapped struct {
	net.Conn
	tap *wiretap
}

func (w *wiretap) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	return tapped{c, w}, err
}

func (c tapped) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.tap.mu.Lock()
	defer c.tap.mu.Unlock()
	c.tap.heard.Write(p[:n])
	return n, err
}

// take is what has come in since it was last asked.
func (w *wiretap) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.heard.Reset()
	return w.heard.String()
}

// tap serves over a wiretap: plain, or with TLS above or below what is heard.
func tap(t *testing.T, h http.Handler, secure bool) (*wiretap, *httptest.Server) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	w := &wiretap{Listener: s.Listener}
	s.Listener = w
	if secure {
		s.StartTLS()
		inner := s.TLS.Clone()
		inner.NextProtos = []string{"http/1.1"}
		s.Close()
		s = httptest.NewUnstartedServer(h)
		w = &wiretap{Listener: tls.NewListener(s.Listener, inner)} // what it hears is plain text
		s.Listener = w
	}
	if secure {
		s.Start()
		s.URL = strings.Replace(s.URL, "http:", "https:", 1)
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return w, s
}

var page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { html(w, small) })

// certificate is that of every httptest server.
func certificate() *x509.CertPool {
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return roots
}

// The request that an answer carries is, byte for byte, what the server has heard: on new connections and on used ones,
// with conditions, with odd paths, secure or not. What is written from fields where nothing could be recorded is the same.
func TestRequestsAreKeptAsSent(t *testing.T) {
	roots := certificate()
	for name, secure := range map[string]bool{"http": false, "https": true} {
		t.Run(name, func(t *testing.T) {
			w, s := tap(t, page, secure)
			c := newClient(t, Options{Agent: "Tester/1 (+https://me.example/)", Roots: roots})
			for _, path := range []string{"/", "/a?b=c&d", "/%7Euser/caf%C3%A9?q='x'", "//twice"} {
				for _, known := range []Validators{{}, {ETag: `W/"1"`, LastModified: "Sat, 21 Nov 2026 12:00:00 GMT"}} {
					r, err := c.GetIf(t.Context(), s.URL+path, known)
					if err != nil {
						t.Fatal(err)
					}
					heard := w.take()
					if string(r.Request)+"\r\n" != heard {
						t.Errorf("%s: kept %q, heard %q", path, r.Request, heard)
					}
					request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(heard)))
					if err != nil {
						t.Fatal(err)
					}
					u, _, err := target(s.URL + path)
					if err != nil {
						t.Fatal(err)
					}
					u.Opaque = requestTarget(u, false)
					written := requestHead(&http.Request{Method: request.Method, URL: u, Host: u.Host, Header: known.withConditions(c.header)}, "HTTP/1.1")
					if string(written)+"\r\n" != heard {
						t.Errorf("%s: written %q, heard %q", path, written, heard)
					}
					if (known == Validators{}) && !strings.HasSuffix(heard, "\r\n"+RequestFields("Tester/1 (+https://me.example/)")+"\r\n") {
						t.Errorf("%s: the usual fields are not those heard: %q", path, heard)
					}
				}
			}
		})
	}
}

// answering is a connection whose answer is there before Write returns.
type answering struct {
	net.Conn
	answer func()
}

func (a answering) Write(p []byte) (int, error) {
	a.answer()
	return len(p), nil
}

// A request is known however fast it is answered.
func TestRequestsAreKeptBeforeTheyAreAnswered(t *testing.T) {
	const request = "GET / HTTP/1.1\r\nHost: a.example\r\n"
	var sent []byte
	r := &recorder{}
	r.Conn = answering{answer: func() { sent, _ = r.end() }}
	r.begin()
	if _, err := r.Write([]byte(request + "\r\n")); err != nil || string(sent) != request {
		t.Errorf("kept %q, %v", sent, err)
	}
}

// What a server answers in says nothing of what it was asked in, but for HTTP/2.
func TestProtocolOfRequests(t *testing.T) {
	for asked, answer := range map[string]*http.Response{
		"HTTP/1.1": {Proto: "HTTP/1.0", ProtoMajor: 1},
		"HTTP/2.0": {Proto: "HTTP/2.0", ProtoMajor: 2},
	} {
		if got := requestProto(answer); got != asked {
			t.Errorf("answered in %s, said to be asked in %s", answer.Proto, got)
		}
	}
}

// Through a proxy the request names the whole URL, and that is what is kept.
func TestRequestsThroughAProxy(t *testing.T) {
	w, s := tap(t, page, false)
	r := get(t, newClient(t, Options{Proxy: s.URL}), "http://far.example/x")
	if heard := w.take(); string(r.Request)+"\r\n" != heard || !strings.HasPrefix(heard, "GET http://far.example/x HTTP/1.1\r\nHost: far.example\r\n") {
		t.Errorf("kept %q, heard %q", r.Request, heard)
	}
}

// HTTP/2 has no text; what is kept is written from the fields, and can be read.
func TestRequestsOverHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(page)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	r := get(t, newClient(t, Options{Roots: certificate()}), s.URL+"/x?y")
	if !bytes.HasPrefix(r.Head, []byte("HTTP/2.0 200 OK\r\n")) || !bytes.HasPrefix(r.Request, []byte("GET /x?y HTTP/2.0\r\nHost: "+strings.TrimPrefix(s.URL, "https://")+"\r\nUser-Agent: Orbweaver\r\nAccept: ")) {
		t.Errorf("%q came of %q", r.Head, r.Request)
	}
}

// Keeping what is sent costs a copy of it.
func BenchmarkRecordedWrite(b *testing.B) {
	head := []byte("GET /wiki/Algorithm.html HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n" + strings.Repeat("x", 200) + "\r\n\r\n")
	r := &recorder{Conn: discard{}}
	for b.Loop() {
		r.begin()
		if _, err := r.Write(head); err != nil {
			b.Fatal(err)
		}
		if sent, _ := r.end(); len(sent) != len(head)-2 {
			b.Fatal("not kept")
		}
	}
}

type discard struct{ net.Conn }

func (discard) Write(p []byte) (int, error) { return io.Discard.Write(p) }
