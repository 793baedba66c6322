package corpus

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"net/http/httptest"

	"orbweaver/crawlers/fetch"
)

func serve(t testing.TB, c Corpus, hooks ...func(Access)) *Server {
	t.Helper()
	s, err := Serve(t.Context(), c, "127.0.0.1:0", hooks...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestHostsAreServedByName(t *testing.T) {
	s := serve(t, sample(t))
	if s.Pages() != 2001 {
		t.Errorf("%d pages", s.Pages())
	}
	for name, o := range map[string]fetch.Options{
		"as a proxy":         {Proxy: "http://" + s.Addr()},
		"by an own resolver": {Resolve: []string{"*:80:" + s.Addr()}},
	} {
		c, err := fetch.New(o)
		if err != nil {
			t.Fatal(err)
		}
		for host, want := range map[string]string{"reef-notes.example": "Reef Notes", "Night-Sky.example.": "The Night Sky"} {
			r, err := c.Get(t.Context(), "http://"+host+"/")
			if err != nil || !strings.Contains(string(r.Body), "<h1>"+want+"</h1>") {
				t.Errorf("%s, %s: %v", name, host, err)
			}
		}
		r, err := c.Get(t.Context(), "http://reef-notes.example/friends.html")
		if err != nil || r.Location != "http://marine-life.example/" {
			t.Errorf("%s: redirect to %v, %v", name, r, err)
		}
		if _, err = c.Get(t.Context(), "http://nowhere.example/"); fetch.KindOf(err) != fetch.KindStatus {
			t.Errorf("%s: an unknown host: %v", name, err)
		}
		robots, err := c.Robots(t.Context(), "http://endgame-school.example")
		if err != nil || robots.Allowed("Orbweaver", "/members/") || !robots.Allowed("Orbweaver", "/") {
			t.Errorf("%s: robots %+v, %v", name, robots, err)
		}
		c.Close()
	}
}

// handle answers one request without a network.
func handle(s *Server, method, target string, field ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(field); i += 2 {
		r.Header.Set(field[i], field[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestServerAnswers(t *testing.T) {
	var lines bytes.Buffer
	s := serve(t, folder(t, map[string]string{"index.html": "<p>home", "sub/index.html": "sub"}), LogTo(&lines))
	get := handle(s, "GET", "http://any.example/?q")
	body, _ := io.ReadAll(get.Body)
	tag := get.Header.Get("ETag")
	if get.StatusCode != 200 || string(body) != "<p>home" || get.Header.Get("Content-Type") != htmlType || get.ContentLength != 7 || tag == "" || get.Header.Get("Last-Modified") == "" {
		t.Errorf("GET: %v %q", get, body)
	}
	head := handle(s, "HEAD", "http://any.example/")
	if body, _ := io.ReadAll(head.Body); head.StatusCode != 200 || len(body) != 0 || head.Header.Get("Content-Length") != "7" {
		t.Errorf("HEAD: %v %q", head, body)
	}
	if r := handle(s, "GET", "http://any.example/", "If-None-Match", tag); r.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged page answers %d", r.StatusCode)
	}
	if r := handle(s, "GET", "http://any.example/", "If-None-Match", `"x"`); r.StatusCode != http.StatusOK {
		t.Errorf("changed page answers %d", r.StatusCode)
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "CONNECT", "OPTIONS"} {
		if r := handle(s, method, "http://any.example/"); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s answers %d", method, r.StatusCode)
		}
	}
	if r := handle(s, "GET", "http://any.example/sub"); r.StatusCode != 301 || r.Header.Get("Location") != "/sub/" {
		t.Errorf("folder without slash: %v", r)
	}
	if r := handle(s, "GET", "http://any.example/robots.txt"); r.StatusCode != 404 {
		t.Errorf("robots.txt of a corpus without one answers %d", r.StatusCode)
	}
	log := strings.Split(strings.TrimSpace(lines.String()), "\n")
	if len(log) != 11 {
		t.Fatalf("%d lines of log, want one for each of 11 requests:\n%s", len(log), &lines)
	}
	fields := strings.Fields(log[0])
	if at, err := time.Parse(time.RFC3339Nano, fields[0]); err != nil || time.Since(at) > time.Minute {
		t.Errorf("time %s: %v", fields[0], err)
	}
	if got := strings.Join(fields[1:], " "); got != "any.example /?q 200 7" {
		t.Errorf("first line of log: %q", got)
	}
}

func TestServeRefusesOtherThanLoopback(t *testing.T) {
	c := folder(t, map[string]string{"index.html": ""})
	for _, addr := range []string{"0.0.0.0:0", ":8080", "192.168.1.1:80", "[::]:0", "example.org:80", "8080", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:70000", ""} {
		s, err := Serve(t.Context(), c, addr)
		if err == nil {
			t.Errorf("%q was served", addr)
			_ = s.Close()
		} else if !strings.Contains(err.Error(), "write 127.0.0.1:") {
			t.Errorf("%q: %v does not say what to write", addr, err)
		}
	}
	taken := serve(t, c)
	if s, err := Serve(t.Context(), c, taken.Addr()); err == nil {
		t.Error("a port was taken twice")
		_ = s.Close()
	}
	s, err := Serve(t.Context(), c, "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestServerEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Serve(ctx, folder(t, map[string]string{"index.html": ""}), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", s.Addr()); err == nil {
		conn.Close()
		t.Error("still listening")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing what has ended: %v", err)
	}
}

// The slow host is slow, and lets go at once of a client that does not wait.
func TestDelay(t *testing.T) {
	w := sample(t)
	synctest.Test(t, func(t *testing.T) {
		s := &Server{corpus: w}
		start := time.Now()
		if r := handle(s, "GET", "http://hut-book.example/"); r.StatusCode != 200 {
			t.Errorf("status %d", r.StatusCode)
		}
		if took, want := time.Since(start), w.Answer("hut-book.example", "/").Delay; took != want {
			t.Errorf("took %v, want %v", took, want)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var last Access
		s.hooks = []func(Access){func(a Access) { last = a }}
		start = time.Now()
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "http://hut-book.example/", nil))
		if time.Since(start) != 0 || last.Status != 0 {
			t.Errorf("waited %v for a client that had gone, status %d", time.Since(start), last.Status)
		}
	})
}

// BenchmarkServe is a plain GET loop over the Wikispeedia corpus: what the crawl's speed is compared with.
func BenchmarkServe(b *testing.B) {
	f := wikispeedia(b)
	s := serve(b, f)
	var urls []string
	for path := range f.files {
		urls = append(urls, "http://"+s.Addr()+(&url.URL{Path: path}).EscapedPath())
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for _, u := range urls { // once, so that no page is read from disk below
		fetchOne(b, client, u)
	}
	b.SetParallelism(8)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			fetchOne(b, client, urls[i%len(urls)])
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}

func fetchOne(b *testing.B, client *http.Client, url string) {
	r, err := client.Get(url)
	if err != nil {
		b.Error(err)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		b.Errorf("%s answers %d", url, r.StatusCode)
	}
}
