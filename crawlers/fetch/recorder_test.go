package fetch

import (
	"bufio"
	"crypto/x509"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// The head of an answer is kept as it came: order, case, spaces and all, without the informational answers before it.
func TestHeadsAreKeptAsReceived(t *testing.T) {
	const want = "HTTP/1.1 200 Fine\r\nx-ODD:  two  spaces \r\nContent-Type: text/html\r\nServer: b\r\nserver: a\r\n"
	for name, sent := range map[string]string{
		"plain":    want + "\r\n<p>page",
		"informed": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + want + "\r\n<p>page",
		"empty":    want + "Content-Length: 0\r\n\r\n",
	} {
		r := get(t, newClient(t, Options{}), listen(t, say(sent)))
		expected := want
		if name == "empty" {
			expected += "Content-Length: 0\r\n"
		}
		if string(r.Head) != expected {
			t.Errorf("%s: %q, want %q", name, r.Head, expected)
		}
	}
	r := get(t, newClient(t, Options{}), listen(t, say("HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>page")))
	if want := "HTTP/1.0 200 OK\nContent-Type: text/html\n"; string(r.Head) != want {
		t.Errorf("line feeds: %q, want %q", r.Head, want)
	}
}

// Each answer on one connection has its own head, over TLS too.
func TestHeadsOfOneConnection(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["x-path"] = []string{r.URL.Path}
		w.Header()["Date"] = nil
		html(w, small)
	}))
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c := newClient(t, Options{Roots: roots})
	for _, path := range []string{"/a", "/b"} {
		r := get(t, c, s.URL+path)
		want := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nx-path: %s\r\nContent-Length: %d\r\n", path, len(small))
		if string(r.Head) != want {
			t.Errorf("%q, want %q", r.Head, want)
		}
	}
}

// However the bytes are cut into reads, the head is the same, and it is the recorder's own.
func TestHeadsInPieces(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nA: b\r\n"
	const sent = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n" + head + "\r\nbody"
	for size := 1; size <= len(sent); size++ {
		r := &recorder{}
		r.begin()
		buffer := make([]byte, size)
		for in := strings.NewReader(sent); in.Len() > 0 && r.on; {
			n, _ := in.Read(buffer)
			r.keep(buffer[:n])
			clear(buffer)
		}
		if _, got := r.end(); string(got) != head || cap(got) > 2*len(sent) {
			t.Errorf("in pieces of %d: %q, want %q", size, got, head)
		}
	}
}

// What never becomes a head is not kept.
func TestHeadsWithoutEnd(t *testing.T) {
	r := &recorder{}
	r.begin()
	line := []byte("HTTP/1.1 200 OK" + strings.Repeat("x", 4000) + "\r\n")
	for range maxHeaderBytes/len(line) + 1 {
		r.keep(line)
	}
	if _, got := r.end(); got != nil || r.head != nil {
		t.Errorf("%d bytes are kept", len(got))
	}
}

// Whatever net/http takes for an answer, the recorded head says the same when it is read again from the store.
func FuzzHeads(f *testing.F) {
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", "HTTP/1.0 200\nA: b\n\n", "HTTP/1.1 100 x\r\n\r\nHTTP/1.1 404 y\r\nA: b\r\n c\r\n\r\n",
		"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n\n", "HTTP/1.1 101 x\r\n\r\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		var r recorder
		r.begin()
		r.keep([]byte(sent))
		in := bufio.NewReader(strings.NewReader(sent))
		answer, err := http.ReadResponse(in, nil)
		for err == nil && answer.StatusCode/100 == 1 && answer.StatusCode != http.StatusSwitchingProtocols {
			answer, err = http.ReadResponse(in, nil)
		}
		if err != nil || len(sent) > maxHeaderBytes {
			return
		}
		_, head := r.end()
		again, err := http.ReadResponse(bufio.NewReader(strings.NewReader(string(head)+"\r\n")), nil)
		if err != nil || again.StatusCode != answer.StatusCode || !maps.EqualFunc(again.Header, answer.Header, slices.Equal) {
			t.Errorf("%q: %+v, %v; want %+v", sent, again, err, answer)
		}
	})
}
