package seeds

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a service that answers as the handler does, and returns its address.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return s.URL
}

// inMemory is a transport that hands requests to a handler without any connection, for tests in which time is virtual.
type inMemory struct{ http.Handler }

func (m inMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w.Result(), nil
}

func TestMediaWiki(t *testing.T) {
	var asked *http.Request
	// The shape of MediaWiki's API:Search.
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r
		fmt.Fprint(w, `{"batchcomplete":"","continue":{"sroffset":3,"continue":"-||"},"query":{"searchinfo":{"totalhits":3},"search":[
			{"ns":0,"title":"Solar energy","pageid":27743,"snippet":"<span class=\"searchmatch\">Solar</span> energy &amp; light"},
			{"ns":0,"title":"AC/DC: what?","pageid":2,"snippet":""},
			{"ns":0,"title":"Solar energy","pageid":27743,"snippet":"twice"}]}}`)
	})
	got, err := Search(t.Context(), "mediawiki="+base+"/", "solar energy", 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []Seed{
		{URL: base + "/wiki/Solar_energy", Title: "Solar energy", Snippet: "Solar energy & light"},
		{URL: base + "/wiki/AC/DC:_what%3F", Title: "AC/DC: what?"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, want := asked.URL.String(), "/w/api.php?action=query&format=json&list=search&srlimit=10&srsearch=solar+energy"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	if !strings.HasPrefix(asked.UserAgent(), "Orbweaver/") {
		t.Errorf("User-Agent %q does not say who asks", asked.UserAgent())
	}
}

func TestMediaWikiBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times []time.Time
		m := &mediaWiki{service: newService("the wiki"), base: "http://wiki.example"}
		m.http.Transport = inMemory{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			times = append(times, time.Now())
			switch len(times) {
			case 1:
				w.Header().Set("Retry-After", "5")
				fmt.Fprint(w, `{"error":{"code":"maxlag","info":"Waiting for a database server: 6 seconds lagged"}}`)
			case 2:
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				fmt.Fprint(w, `{"query":{"search":[{"title":"Orb"}]}}`)
			}
		})}
		got, err := m.Search(t.Context(), "orb", 5)
		if err != nil || len(got) != 1 {
			t.Fatalf("Search = %v, %v; want one seed", got, err)
		}
		if a, b := times[1].Sub(times[0]), times[2].Sub(times[1]); a != 5*time.Second || b != 7*time.Second {
			t.Errorf("waited %v and %v, want the 5 s and 7 s asked for", a, b)
		}
	})
}

func TestSearXNGPages(t *testing.T) {
	// Three pages: two results, one of them new, none.
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/search" || r.FormValue("format") != "json" || r.FormValue("q") != "coral reefs" {
			t.Errorf("asked for %s", r.URL)
		}
		switch r.FormValue("pageno") {
		case "1":
			fmt.Fprint(w, `{"query":"coral reefs","results":[{"url":"https://a.example/","title":"A","content":"reef"},{"url":"ftp://b.example/","title":"no page"}]}`)
		case "2":
			fmt.Fprint(w, `{"results":[{"url":"https://A.example","title":"A again"},{"url":"https://c.example/x","title":"C"}]}`)
		default:
			fmt.Fprint(w, `{"results":[]}`)
		}
	})
	got, err := Search(t.Context(), "searxng="+base, "coral reefs", 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []Seed{{URL: "https://a.example/", Title: "A", Snippet: "reef"}, {URL: "https://c.example/x", Title: "C"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBrave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times []time.Time
		b := &brave{service: newService("Brave Search"), base: "https://brave.example", key: "k3y"}
		b.http.Transport = inMemory{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/res/v1/web/search" || r.Header.Get("X-Subscription-Token") != "k3y" || r.FormValue("count") != "20" {
				t.Errorf("asked for %s with %v", r.URL, r.Header)
			}
			times = append(times, time.Now())
			w.Header().Set("X-RateLimit-Limit", "1, 15000")
			w.Header().Set("X-RateLimit-Remaining", "0, 14999")
			w.Header().Set("X-RateLimit-Reset", "1, 1419704")
			var results []string
			for i := range bravePage {
				results = append(results, fmt.Sprintf(`{"url":"https://e.example/%s-%d","title":"T","description":"<strong>D</strong>"}`, r.FormValue("offset"), i))
			}
			fmt.Fprintf(w, `{"type":"search","web":{"type":"search","results":[%s]}}`, strings.Join(results, ","))
		})}
		got, err := b.Search(t.Context(), "x", 25)
		if err != nil || len(got) != 25 {
			t.Fatalf("%d seeds, %v; want 25", len(got), err)
		}
		if got[20].URL != "https://e.example/1-0" || got[0].Snippet != "D" {
			t.Errorf("seeds 0 and 20 are %v and %v", got[0], got[20])
		}
		if len(times) != 2 || times[1].Sub(times[0]) != time.Second {
			t.Errorf("asked at %v, want twice, a second apart: the first window was used up", times)
		}
	})
}

func TestErrorsSayWhatToDo(t *testing.T) {
	answer := func(status int, body string, fields ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(fields); i += 2 {
				w.Header().Set(fields[i], fields[i+1])
			}
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}
	}
	wiki := func(s service) Source { return &mediaWiki{service: s, base: "http://s.example"} }
	searx := func(s service) Source { return &searXNG{service: s, base: "http://s.example"} }
	key := func(s service) Source { return &brave{service: s, base: "http://s.example", key: "k"} }
	for _, c := range []struct {
		name    string
		source  func(service) Source
		handler http.HandlerFunc
		want    string
	}{
		{"JSON is off", searx, answer(403, "Forbidden"), "search.formats"},
		{"no results", searx, answer(200, `{"results":[]}`), "write other keywords"},
		{"a web page", searx, answer(200, `<!doctype html>`), "is this the service's address?"},
		{"nothing there", wiki, answer(404, ""), "404 Not Found"},
		{"error of the wiki", wiki, answer(200, `{"error":{"code":"badvalue","info":"Unrecognized value"}}`), "Unrecognized value"},
		{"wiki always busy", wiki, answer(200, `{"error":{"code":"ratelimited","info":"Too many requests"}}`), "Too many requests"},
		{"no pages", wiki, answer(200, `{"query":{"search":[]}}`), "found no page about"},
		{"key refused", key, answer(422, `{"type":"ErrorResponse"}`), "BRAVE_API_KEY"},
		{"month used up", key, answer(429, "", "X-RateLimit-Remaining", "1, 0", "X-RateLimit-Reset", "1, 86400"), "retry after 24h"},
		{"server broken", key, answer(500, ""), "500 Internal Server Error"},
		{"endless answer", wiki, answer(200, `"`+strings.Repeat("x", maxAnswer+10)), "not the JSON expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newService("the service")
				s.http.Transport = inMemory{c.handler}
				start := time.Now()
				got, err := c.source(s).Search(t.Context(), "spiders", 10)
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("Search = %v, %v; want an error that says %q", got, err, c.want)
				}
				if took := time.Since(start); took > retryTime {
					t.Errorf("gave up after %v, want at most %v", took, retryTime)
				}
			})
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Setenv("BRAVE_API_KEY", "")
	for source, want := range map[string]string{
		"":                  "unknown seed source",
		"gogle":             "write one of mediawiki",
		"brave":             "BRAVE_API_KEY",
		"brave=https://x.y": "unknown seed source",
		"searxng":           "searxng=https://HOST",
		"searxng=localhost": "not the URL of a service",
		"mediawiki=ftp://x": "not the URL of a service",
		"mediawiki=http://": "not the URL of a service",
	} {
		if _, err := Open(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q) = %v, want an error that says %q", source, err, want)
		}
	}
	if _, err := Search(t.Context(), "mediawiki", " ", 1); err == nil {
		t.Error("a search without keywords was let through")
	}
}

func TestUnreachable(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close() // its port answers no more
	if _, err := Search(t.Context(), "mediawiki="+s.URL, "x", 1); err == nil || !strings.Contains(err.Error(), "connected?") {
		t.Errorf("Search = %v, want an error that asks about the connection", err)
	}
}

func TestPlain(t *testing.T) {
	for markup, want := range map[string]string{
		"a <b>bold</b>\n  word": "a bold word",
		"1 &lt; 2":              "1 < 2",
		"<script":               "",
		"":                      "",
	} {
		if got := plain(markup); got != want {
			t.Errorf("plain(%q) = %q, want %q", markup, got, want)
		}
	}
}
