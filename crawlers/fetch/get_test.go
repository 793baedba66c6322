package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

const small = "<!DOCTYPE html><html><head><title>Small</title></head><body><p>Hello</p></body></html>"

func serve(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func html(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, body)
}

func get(t testing.TB, c *Client, url string) *Response {
	t.Helper()
	r, err := c.Get(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGet(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", r.RequestURI+" "+r.UserAgent()+" "+r.Method)
		w.Header().Set("ETag", `"1"`)
		html(w, small)
	})
	c := newClient(t, Options{Agent: "Test/1.0"})
	r := get(t, c, s.URL+"/a|b/%7Ec?x=[1]#frag")
	if r.Status != 200 || string(r.Body) != small || r.Truncated || r.Location != "" || r.Took <= 0 {
		t.Errorf("%+v", r)
	}
	if want := s.URL + "/a|b/%7Ec?x=[1]"; r.URL != want {
		t.Errorf("sent as %s, want %s", r.URL, want)
	}
	if got, want := r.Header.Get("X-Echo"), "/a|b/%7Ec?x=[1] Test/1.0 GET"; got != want {
		t.Errorf("the server saw %q, want %q", got, want)
	}
	if head := string(r.Head); !strings.HasPrefix(head, "HTTP/1.1 200 OK\r\n") || !strings.Contains(head, "\r\nEtag: \"1\"\r\n") || !strings.HasSuffix(head, "\r\n") || strings.Contains(head, "\r\n\r\n") {
		t.Errorf("head %q", head)
	}
}

func TestGetCutsLongBodies(t *testing.T) {
	long := small + strings.Repeat("x", 10_000)
	for name, announce := range map[string]bool{"announced": true, "chunked": false} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if announce {
				w.Header().Set("Content-Length", fmt.Sprint(len(long)))
			}
			html(w, long[:5000])
			w.(http.Flusher).Flush()
			fmt.Fprint(w, long[5000:])
		})
		for _, c := range []struct {
			limit, want int
			cut         bool
		}{{1000, 1000, true}, {len(long) - 1, len(long) - 1, true}, {len(long), len(long), false}, {len(long) + 1, len(long), false}} {
			r := get(t, newClient(t, Options{MaxBytes: c.limit}), s.URL)
			if string(r.Body) != long[:c.want] || r.Truncated != c.cut {
				t.Errorf("%s, limit %d: %d bytes, truncated %v; want %d, %v", name, c.limit, len(r.Body), r.Truncated, c.want, c.cut)
			}
		}
	}
}

func TestGetFollowsNoRedirect(t *testing.T) {
	asked := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/new place?q#f", http.StatusMovedPermanently)
	})
	r := get(t, newClient(t, Options{}), s.URL+"/old")
	if want := s.URL + "/new%20place?q"; r.Location != want || r.Status != 301 || asked != 1 || len(r.Body) != 0 {
		t.Errorf("location %q, status %d, %d requests, %d bytes of body; want %q, 301, 1, 0", r.Location, r.Status, asked, len(r.Body), want)
	}
}

// Answers without a page must not cost the connection.
func TestConnectionsAreUsedAgain(t *testing.T) {
	connections := 0
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gone":
			http.Error(w, strings.Repeat("not here ", 500), http.StatusNotFound)
		case "/moved":
			http.Redirect(w, r, "/", http.StatusFound)
		default:
			html(w, small)
		}
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections++
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	for range 5 {
		get(t, c, s.URL)
		get(t, c, s.URL+"/moved")
		if _, err := c.Get(t.Context(), s.URL+"/gone"); KindOf(err) != KindStatus {
			t.Fatal(err)
		}
	}
	if connections != 1 {
		t.Errorf("15 requests took %d connections, want 1", connections)
	}
}

func TestGetSendsNoCookies(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Cookie"); got != "" {
			t.Errorf("cookie %q was sent back", got)
		}
		http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
		html(w, small)
	})
	c := newClient(t, Options{})
	get(t, c, s.URL)
	get(t, c, s.URL)
}

func TestGetOverHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		html(w, small+r.Proto+r.RequestURI)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	c.transport.TLSClientConfig.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	for _, path := range []string{"/x|y", "//x"} {
		r := get(t, c, s.URL+path)
		if !bytes.HasSuffix(r.Body, []byte("HTTP/2.0"+path)) || !bytes.HasPrefix(r.Head, []byte("HTTP/2.0 200 OK\r\n")) {
			t.Errorf("%s: head %q, body %q", path, r.Head, r.Body)
		}
	}
}

func TestCompressedPages(t *testing.T) {
	page := small + strings.Repeat("<p>again and again", 100_000)
	packed := gzipped(page)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			t.Error("gzip is not asked for")
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(packed)
	})
	for name, c := range map[string]struct {
		limit, want int
		cut         bool
	}{
		"whole":          {2 << 20, len(page), false},
		"bomb":           {64 << 10, 64 << 10, false}, // it passes the limit only when unpacked
		"cut in transit": {1 << 10, 1 << 10, true},
	} {
		r := get(t, newClient(t, Options{MaxBytes: c.limit}), s.URL)
		if r.Truncated != c.cut || !c.cut && !bytes.Equal(r.Body, packed) {
			t.Errorf("%s: %d bytes, truncated %v", name, len(r.Body), r.Truncated)
		}
		text, err := Decode(r.Header, r.Body, c.limit)
		if err != nil || string(text) != page[:c.want] {
			t.Errorf("%s: %d bytes of text, %v; want %d", name, len(text), err, c.want)
		}
	}
}

func TestAnswersBrokenOffOverHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		html(w, small)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	c.transport.TLSClientConfig.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	if _, err := c.Get(t.Context(), s.URL); KindOf(err) != KindClosed {
		t.Errorf("%v, want %s", err, KindClosed)
	}
}

func TestResolveLeadsToOtherAddresses(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { html(w, small+r.Host) })
	to := s.Listener.Addr().String()
	c, err := New(Options{Resolve: []string{"*:80:" + to, "one.example:8080:" + to}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for _, host := range []string{"a.example", "b.example", "one.example:8080"} {
		if r := get(t, c, "http://"+host+"/"); !bytes.HasSuffix(r.Body, []byte(host)) {
			t.Errorf("%s answered %q", host, r.Body)
		}
	}
	if _, err := c.Get(t.Context(), s.URL); KindOf(err) != KindRefusedAddress {
		t.Errorf("the address itself, by another port: %v, want a refusal", err)
	}
}

func TestGetThroughAProxy(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		html(w, small+r.RequestURI)
	})
	c, err := New(Options{Proxy: proxy.URL}) // on loopback, and allowed because the user named it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for _, url := range []string{"http://a.example/x|y?z", "http://a.example//x", "http://b.example:8080/"} {
		if r := get(t, c, url); !bytes.HasSuffix(r.Body, []byte(url)) {
			t.Errorf("%s: the proxy was asked for %q", url, bytes.TrimPrefix(r.Body, []byte(small)))
		}
	}
	for url, want := range map[string]Kind{
		"https://a.example/":       KindConnect, // CONNECT is forbidden
		"http://127.0.0.1/":        KindRefusedAddress,
		"http://localhost/":        KindRefusedAddress,
		"http://[::ffff:7f00:1]/":  KindRefusedAddress,
		"http://169.254.169.254/x": KindRefusedAddress,
	} {
		if _, err := c.Get(t.Context(), url); KindOf(err) != want {
			t.Errorf("%s: %v, want %s", url, err, want)
		}
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("the server was asked") })
	c, err := New(Options{AllowPrivate: []netip.Prefix{netip.MustParsePrefix("192.168.7.0/24")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	port := s.Listener.Addr().(*net.TCPAddr).Port
	for _, host := range []string{"127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0"} {
		_, err := c.Get(t.Context(), fmt.Sprintf("http://%s:%d/", host, port))
		if KindOf(err) != KindRefusedAddress {
			t.Errorf("%s: %v, want a refusal", host, err)
		}
	}
}

func TestACanceledGetEndsAtOnce(t *testing.T) {
	asked := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	start := time.Now()
	_, err := newClient(t, Options{}).Get(ctx, s.URL)
	if KindOf(err) != KindCanceled || !errors.Is(err, context.Canceled) || time.Since(start) > time.Second {
		t.Errorf("after %v: %v, want canceled at once", time.Since(start), err)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"":                              0,
		"120":                           2 * time.Minute,
		" 7 ":                           7 * time.Second,
		"Sat, 21 Nov 2026 12:01:00 GMT": time.Minute,
		"Sat, 21 Nov 2026 11:00:00 GMT": 0, // in the past
		"-5":                            0,
		"soon":                          0,
		"99999999999999":                24 * time.Hour, // the cap
		"99999999999999999999":          24 * time.Hour, // more than 64 bits hold
		"Sun, 21 Nov 2027 12:00:00 GMT": 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", value, got, want)
		}
	}
}

func gzipped(s string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.Bytes()
}
