package fetch

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// A peer answers one connection after its request line and header have come; done ends when the test does.
type peer func(conn net.Conn, done <-chan struct{})

// say is a peer that sends text and closes.
func say(text string) peer {
	return func(conn net.Conn, _ <-chan struct{}) { _, _ = conn.Write([]byte(text)) }
}

// listen serves connections with a peer: what no HTTP server would send.
func listen(t *testing.T, p peer) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer conn.Close()
				r := bufio.NewReader(conn)
				for {
					line, err := r.ReadString('\n')
					if err != nil {
						return
					}
					if line == "\r\n" {
						break
					}
				}
				p(conn, done)
			})
		}
	})
	t.Cleanup(func() { close(done); l.Close(); running.Wait() })
	return "http://" + l.Addr().String() + "/"
}

const okHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

// drip sends one byte of a text after the other, slower than the test's deadline allows.
func drip(before, text string) peer {
	return func(conn net.Conn, done <-chan struct{}) {
		_, _ = conn.Write([]byte(before))
		for i := range text {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
			if _, err := conn.Write([]byte{text[i]}); err != nil {
				return
			}
		}
	}
}

func endless(before, text string) peer {
	return func(conn net.Conn, _ <-chan struct{}) {
		_, err := conn.Write([]byte(before))
		for err == nil {
			_, err = conn.Write([]byte(text))
		}
	}
}

func reset(before string) peer {
	return func(conn net.Conn, _ <-chan struct{}) {
		_, _ = conn.Write([]byte(before))
		_ = conn.(*net.TCPConn).SetLinger(0) // close sends a reset
	}
}

// Servers that do not keep to HTTP. Each must end in this kind of failure, within the deadline.
func TestMisbehavingServers(t *testing.T) {
	hundred := strings.Repeat("x", 100)
	for name, c := range map[string]struct {
		peer peer
		want Kind
		says string
	}{
		"closes without a word":          {say(""), KindClosed, ""},
		"says nothing":                   {drip("", hundred), KindTimeout, "150ms"},
		"slow header":                    {drip("HTTP/1.1 200 OK\r\nX: ", hundred), KindTimeout, ""},
		"slow body":                      {drip(okHead+"Content-Length: 100\r\n\r\n", hundred), KindTimeout, ""},
		"slow chunks":                    {drip(okHead+"Transfer-Encoding: chunked\r\n\r\n", strings.Repeat("1\r\nx\r\n", 50)), KindTimeout, ""},
		"endless header":                 {endless("HTTP/1.1 200 OK\r\n", "X-Flood: "+hundred+"\r\n"), KindTooLarge, ""},
		"one endless header line":        {endless("HTTP/1.1 200 OK\r\nX-Flood: ", hundred), KindTooLarge, ""},
		"endless informational answers":  {endless("", "HTTP/1.1 100 Continue\r\n\r\n"), KindTooLarge, ""},
		"body shorter than announced":    {say(okHead + "Content-Length: 100\r\n\r\n<html>"), KindClosed, ""},
		"chunks end too early":           {say(okHead + "Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n"), KindClosed, ""},
		"chunk length no number":         {say(okHead + "Transfer-Encoding: chunked\r\n\r\nzz\r\n<html>\r\n"), KindProtocol, ""},
		"reset before the answer":        {reset(""), KindClosed, ""},
		"reset in the header":            {reset(okHead), KindClosed, ""},
		"reset in the body":              {reset(okHead + "Content-Length: 100\r\n\r\n<html>"), KindClosed, ""},
		"not HTTP":                       {say("220 mail.example ESMTP\r\n"), KindProtocol, ""},
		"status no number":               {say("HTTP/1.1 abc OK\r\n\r\n"), KindProtocol, ""},
		"header line without a colon":    {say("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), KindProtocol, ""},
		"two lengths":                    {say(okHead + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nx"), KindProtocol, ""},
		"negative length":                {say(okHead + "Content-Length: -1\r\n\r\n"), KindProtocol, ""},
		"unknown transfer coding":        {say(okHead + "Transfer-Encoding: rot13\r\n\r\n<html>"), KindProtocol, ""},
		"redirect without Location":      {say("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"), KindRedirect, "without a Location"},
		"redirect to a broken URL":       {say("HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n"), KindRedirect, "[::1"},
		"not modified, unasked":          {say("HTTP/1.1 304 Not Modified\r\n\r\n"), KindStatus, "304"},
		"server error with endless body": {endless("HTTP/1.1 500 Oops\r\n\r\n", hundred), KindStatus, "500"},
		"picture":                        {say("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG"), KindType, "image/png"},
		"endless film":                   {endless("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", hundred), KindType, "video/mp4"},
		"plain text":                     {say("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n<html>"), KindType, "text/plain"},
		"picture announced as a page":    {say(okHead + "\r\n\x89PNG\r\n\x1a\n" + hundred), KindType, "is image/png"},
		"PDF announced as a page":        {say(okHead + "\r\n%PDF-1.7\n" + hundred), KindType, "application/pdf"},
		"noise announced as a page":      {say(okHead + "\r\n\x00\x01\x02\x03" + hundred), KindType, "binary"},
		"text without a type":            {say("HTTP/1.1 200 OK\r\n\r\njust words"), KindType, "text/plain"},
		"no content":                     {say("HTTP/1.1 204 No Content\r\n\r\n"), KindType, ""},
		"announced gzip that is none":    {say(okHead + "Content-Encoding: gzip\r\n\r\n<html></html>"), KindEncoding, "gzip"},
		"unknown compression":            {say(okHead + "Content-Encoding: zstd\r\n\r\n(\xb5/\xfd"), KindEncoding, "zstd"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			timeout := 5 * time.Second // never reached, however busy the machine
			if c.want == KindTimeout {
				timeout = 150 * time.Millisecond
			}
			client := newClient(t, Options{Timeout: timeout})
			start := time.Now()
			_, err := client.Get(t.Context(), listen(t, c.peer))
			if KindOf(err) != c.want || !strings.Contains(fmt.Sprint(err), c.says) {
				t.Errorf("%v; want kind %s, and that it says %q", err, c.want, c.says)
			}
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// Servers whose answers are odd but hold a page.
func TestOddAnswersThatArePages(t *testing.T) {
	for name, answer := range map[string]string{
		"HTTP/1.0 until closed":       "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page",
		"no reason phrase":            "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<p>page",
		"bare line feeds":             "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>page",
		"more than announced":         okHead + "Content-Length: 7\r\n\r\n<p>pagejunk that nobody reads",
		"no type, but HTML":           "HTTP/1.1 200 OK\r\n\r\n<!doctype html><p>page",
		"octet-stream, but HTML":      "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n<html><p>page",
		"XHTML without a type":        "HTTP/1.1 200 OK\r\n\r\n<?xml version=\"1.0\"?><html><p>page",
		"type given twice":            "HTTP/1.1 200 OK\r\nContent-Type: text/plain, text/html; charset=utf-8\r\n\r\n<p>page",
		"two fields of types":         "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: text/html\r\n\r\n<p>page",
		"type in capitals":            "HTTP/1.1 200 OK\r\nContent-Type: TEXT/HTML\r\n\r\n<p>page",
		"charset given twice":         "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8; charset=utf-8\r\n\r\n<p>page",
		"type with a loose semicolon": "HTTP/1.1 200 OK\r\nContent-Type: text/html;;\r\n\r\n<p>page",
		"coding that is none":         okHead + "Content-Encoding: UTF-8\r\n\r\n<p>page",
		"informational answers first": "HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\n\r\n" + okHead + "\r\n<p>page",
		"empty page":                  okHead + "Content-Length: 0\r\n\r\n",
		"empty gzip":                  okHead + "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
		"a stray control character":   okHead + "\r\n<p>\x02page",
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			r, err := newClient(t, Options{}).Get(t.Context(), listen(t, say(answer)))
			if err != nil {
				t.Fatal(err)
			}
			text, err := Decode(r.Header, r.Body, 0)
			if err != nil || !strings.Contains(string(text), "page") && !strings.Contains(name, "empty") || strings.Contains(string(text), "junk") {
				t.Errorf("read %q, %v", text, err)
			}
		})
	}
}

// A page that never ends is a page, cut; how fast it comes does not matter.
func TestEndlessBodyIsCut(t *testing.T) {
	r := get(t, newClient(t, Options{MaxBytes: 50_000}), listen(t, endless(okHead+"\r\n", "<p>again")))
	if !r.Truncated || len(r.Body) != 50_000 {
		t.Errorf("%d bytes, truncated %v", len(r.Body), r.Truncated)
	}
}

// A redirect whose body never ends is followed without waiting for it.
func TestRedirectWithAnEndlessBody(t *testing.T) {
	for name, p := range map[string]peer{
		"fast": endless("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", "<p>again"),
		"slow": drip("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", strings.Repeat("x", 1000)),
	} {
		start := time.Now()
		r := get(t, newClient(t, Options{}), listen(t, p))
		if !strings.HasSuffix(r.Location, "/x") || time.Since(start) > 2*time.Second {
			t.Errorf("%s: location %q after %v", name, r.Location, time.Since(start))
		}
	}
}

func TestStatuses(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscan(r.URL.Path[1:], &status)
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(status)
	})
	c := newClient(t, Options{})
	for _, status := range []int{300, 400, 401, 403, 404, 410, 418, 429, 451, 500, 502, 503, 599} {
		_, err := c.Get(t.Context(), fmt.Sprintf("%s/%d", s.URL, status))
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Kind != KindStatus || e.Status != status || e.RetryAfter != 30*time.Second || e.URL == "" {
			t.Errorf("%d: %+v", status, err)
		}
	}
}

func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + "/"
	l.Close()
	c := newClient(t, Options{Timeout: time.Second})
	if _, err := c.Get(t.Context(), url); KindOf(err) != KindConnect {
		t.Errorf("a port where nobody listens: %v, want %s", err, KindConnect)
	}
	gone, err := New(Options{Timeout: time.Second, Proxy: url})
	if err != nil {
		t.Fatal(err)
	}
	defer gone.Close()
	if _, err := gone.Get(t.Context(), "http://a.example/"); KindOf(err) != KindConnect {
		t.Errorf("a proxy that does not listen: %v, want %s", err, KindConnect)
	}
	socks, err := New(Options{Timeout: time.Second, Proxy: "socks5://" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	defer socks.Close()
	if _, err := socks.Get(t.Context(), "http://a.example/"); KindOf(err) != KindConnect {
		t.Errorf("a SOCKS proxy that does not listen: %v, want %s", err, KindConnect)
	}
}

func TestTLSFailures(t *testing.T) {
	hello := func(w http.ResponseWriter, r *http.Request) { html(w, small) }
	secure := httptest.NewUnstartedServer(http.HandlerFunc(hello))
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	t.Cleanup(secure.Close)
	old := httptest.NewUnstartedServer(http.HandlerFunc(hello))
	old.Config.ErrorLog = quiet()
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	t.Cleanup(old.Close)
	plain := serve(t, hello)
	c := newClient(t, Options{Timeout: 2 * time.Second})
	for name, url := range map[string]string{
		"unknown authority": secure.URL,
		"TLS 1.1":           old.URL,
		"no TLS at all":     strings.Replace(plain.URL, "http:", "https:", 1),
	} {
		if _, err := c.Get(t.Context(), url); KindOf(err) != KindTLS {
			t.Errorf("%s: %v, want %s", name, err, KindTLS)
		}
	}
}

// The resolver answers from the test itself: no name ever leaves this machine.
func TestDNSFailures(t *testing.T) {
	for name, c := range map[string]struct {
		code      dnsmessage.RCode
		temporary bool
	}{
		"no such name":   {dnsmessage.RCodeNameError, false},
		"server failure": {dnsmessage.RCodeServerFailure, true},
	} {
		client := newClient(t, Options{Timeout: 2 * time.Second})
		client.dialer.Resolver = resolver(t, c.code)
		_, err := client.Get(t.Context(), "http://nowhere.test/")
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Kind != KindDNS || e.Temporary() != c.temporary {
			t.Errorf("%s: %v, want kind %s, temporary %v", name, err, KindDNS, c.temporary)
		}
	}
}

// resolver answers every question with a code and no address.
func resolver(t *testing.T, code dnsmessage.RCode) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				continue
			}
			m.Response, m.RCode, m.Additionals = true, code, nil
			if answer, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	})
	t.Cleanup(func() { conn.Close(); running.Wait() })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
