package fetch

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// beyondRFC are cases of Google's tests that ask for more than RFC 9309 does, and why this crawler does otherwise.
var beyondRFC = map[string]string{
	"GoogleOnly_IndexHTMLisDirectory http://foo.com/allowed-slash/": "Google lets a permission for index.html stand for its folder; the RFC compares paths only",
}

func TestGooglesRobotsCases(t *testing.T) {
	file, err := os.Open(corpora(t, "conformance/robots/google.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	count, left := 0, 0
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var c struct {
			Test, Robots, Agent, URL string
			Allowed                  bool
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		count++
		got := ParseRobots([]byte(c.Robots)).Allowed(c.Agent, pathAndQuery(c.URL))
		if _, ok := beyondRFC[c.Test+" "+c.URL]; ok {
			left++
			if got == c.Allowed {
				t.Errorf("%s %s passes: take it off the list", c.Test, c.URL)
			}
			continue
		}
		if got != c.Allowed {
			t.Errorf("%s: %q for %s at %s: allowed = %v, want %v", c.Test, c.Robots, c.Agent, c.URL, got, c.Allowed)
		}
	}
	if count != 140 || left != len(beyondRFC) {
		t.Errorf("%d cases, %d of them left out; want 140 and %d", count, left, len(beyondRFC))
	}
}

// pathAndQuery cuts a URL as it stands: whoever sends it has encoded it already.
func pathAndQuery(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	i := strings.IndexByte(rest, '/')
	if i < 0 {
		return "/"
	}
	path, _, _ := strings.Cut(rest[i:], "#")
	return path
}

// Every robots.txt that was ever put on the Web is read, and quickly.
func TestRealRobots(t *testing.T) {
	packed, err := os.Open(corpora(t, "conformance/robots/real-robots.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacked.Close()
	files, withRules, slowest := 0, 0, time.Duration(0)
	for r := tar.NewReader(unpacked); ; {
		entry, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if entry.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		robots := ParseRobots(body)
		robots.Allowed("Orbweaver", "/a/path/of/some/length.html?with=a&query=string")
		slowest = max(slowest, time.Since(start))
		files++
		if len(robots.groups) > 0 {
			withRules++
		}
	}
	t.Logf("%d files, %d with rules, slowest %v", files, withRules, slowest)
	if files < 4000 || withRules < files/2 || slowest > time.Second {
		t.Errorf("%d files, %d with rules, slowest %v", files, withRules, slowest)
	}
}

func TestRobotsRules(t *testing.T) {
	for _, c := range []struct {
		name, robots, path string
		want               bool
	}{
		{"empty", "", "/x", true},
		{"nothing but noise", "\x00\xff\n:::\nDisallow: /\n", "/x", true}, // a rule of no agent
		{"all", "User-agent: *\nDisallow: /", "/x", false},
		{"empty disallow", "User-agent: *\nDisallow:", "/x", true},
		{"robots.txt itself", "User-agent: *\nDisallow: /", "/robots.txt", true}, // RFC 9309 §2.2.2
		{"own group wins", "User-agent: *\nDisallow: /\nUser-agent: orbweaver\nDisallow: /y", "/x", true},
		{"own groups are one", "User-agent: orbweaver\nDisallow: /x\nUser-agent: other\nDisallow: /\nUser-agent: Orbweaver\nDisallow: /y", "/y", false},
		{"star groups are one", "User-agent: *\nDisallow: /x\nUser-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /y", "/x", false},
		{"two agents, one group", "User-agent: other\nUser-agent: orbweaver\nDisallow: /x", "/x", false},
		{"version after the name", "User-agent: Orbweaver/1.0\nDisallow: /x", "/x", false},
		{"longer name is another", "User-agent: orbweaverbot\nDisallow: /", "/x", true},
		{"longest wins", "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true},
		{"longest wins, other way", "User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b/c", false},
		{"allow in a tie", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true},
		{"carriage returns", "User-agent: *\rDisallow: /x\r\rAllow: /x/y\r\n", "/x/z", false},
		{"byte order mark", "\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", false},
		{"comments", "User-agent: * # all\nDisallow: /x # private", "/x", false},
		{"other lines between", "User-agent: *\nSitemap: http://a.example/s\nCrawl-delay: 1\nUser-agent: other\nDisallow: /x", "/x", false},
		{"star inside", "User-agent: *\nDisallow: /a*b*c", "/a1b2c3", false},
		{"star finds nothing", "User-agent: *\nDisallow: /a*b*c", "/a1c2b3", true},
		{"star and end", "User-agent: *\nDisallow: /*.php$", "/x/y.php", false},
		{"star and not the end", "User-agent: *\nDisallow: /*.php$", "/x/y.php?z", true},
		{"end overlaps", "User-agent: *\nDisallow: /ab*ba$", "/aba", true}, // the b stands once only
		{"star first", "User-agent: *\nDisallow: *secret", "/a/secret", false},
		{"end alone", "User-agent: *\nDisallow: /$", "/x", true},
		{"dollar inside", "User-agent: *\nDisallow: /a$b", "/a$b", false},
		{"case counts in paths", "User-agent: *\nDisallow: /X", "/x", true},
		{"query", "User-agent: *\nDisallow: /*?sort=", "/list?sort=up", false},
		{"lower-case escapes", "User-agent: *\nDisallow: /%c3%a9", "/%C3%A9", false},
		{"bare UTF-8", "User-agent: *\nDisallow: /é", "/%C3%A9", false},
		{"tilde escaped in the rule", "User-agent: *\nDisallow: /%7Euser", "/~user/x", false}, // RFC 9309 §2.2.2
		{"tilde escaped in the URL", "User-agent: *\nDisallow: /~user", "/%7euser/x", false},
		{"slash escaped is no slash", "User-agent: *\nDisallow: /a/b", "/a%2Fb", true},
		{"escape cut off", "User-agent: *\nDisallow: /a%2", "/a%2", false},
	} {
		if got := ParseRobots([]byte(c.robots)).Allowed("Orbweaver", c.path); got != c.want {
			t.Errorf("%s: %q allows %s = %v, want %v", c.name, c.robots, c.path, got, c.want)
		}
	}
}

func TestRobotsDelay(t *testing.T) {
	r := ParseRobots([]byte(`
Sitemap: http://a.example/1
User-agent: *
Crawl-delay: 10
Disallow: /x
User-agent: slow
Crawl-delay: 2.5
Disallow: /x
sitemap:/2
User-agent: odd
Crawl-delay: often
User-agent: slow
Disallow: /y
Crawl-delay: 4
`))
	// "odd" shares its group with the second "slow": a Crawl-delay does not end the user-agent lines. Sitemap lines are of no group.
	for agent, want := range map[string]time.Duration{"Anyone": 10 * time.Second, "Slow": 4 * time.Second, "odd": 4 * time.Second} {
		if got, ok := r.Delay(agent); got != want || !ok {
			t.Errorf("%s: %v, %v; want %v", agent, got, ok, want)
		}
	}
	for _, value := range []string{"-1", "NaN", "", "1e400", "x"} {
		if got, ok := ParseRobots([]byte("User-agent: *\nCrawl-delay: " + value)).Delay("a"); ok && got <= 0 {
			t.Errorf("Crawl-delay %q is %v", value, got)
		}
	}
}

func TestRobotsOfAHost(t *testing.T) {
	page := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	no := "User-agent: *\nDisallow: /"
	hops := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Path)-len("/robots.txt") < n {
				http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
				return
			}
			_, _ = io.WriteString(w, no)
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		allowed bool
		failed  bool
	}{
		"rules":            {page(200, no), false, false},
		"empty":            {page(200, ""), true, false},
		"an HTML page":     {page(200, small), true, false},
		"not found":        {page(404, no), true, false},
		"forbidden":        {page(403, no), true, false},
		"gone":             {page(410, no), true, false},
		"server error":     {page(500, ""), false, true},
		"overloaded":       {page(503, ""), false, true},
		"five redirects":   {hops(5), false, false},
		"six redirects":    {hops(6), true, false},
		"redirect nowhere": {page(302, ""), true, false},
		"redirect to a mailbox": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "mailto:a@b.example", http.StatusFound)
		}, true, false},
		"redirect to the metadata address": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
		}, false, true},
		"gzip": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(gzipped(no))
		}, false, false},
		"gzip that is none": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, no)
		}, false, true},
		"too long":           {page(200, no+"\n"+strings.Repeat("# a comment that goes on and on\n", 30_000)), false, false},
		"never ends in time": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, false, true},
	} {
		s := serve(t, c.handler)
		r, err := newClient(t, Options{Timeout: 200 * time.Millisecond}).Robots(t.Context(), s.URL)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := r.Allowed("Orbweaver", "/x"); got != c.allowed || (r.Failure != nil) != c.failed {
			t.Errorf("%s: allowed = %v, failure %v; want %v, failure %v", name, got, r.Failure, c.allowed, c.failed)
		}
		if left := time.Until(r.Expires); left <= 0 || left > 24*time.Hour || c.failed && left > time.Hour {
			t.Errorf("%s: expires in %v", name, left)
		}
	}
}

func TestRobotsOfACanceledCrawl(t *testing.T) {
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	c := newClient(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := c.Robots(ctx, s.URL); r != nil || KindOf(err) != KindCanceled {
		t.Errorf("%v, %v; want nothing, canceled", r, err)
	}
}

func TestFreshness(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"":                       24 * time.Hour,
		"public, max-age=3600":   time.Hour,
		"Max-Age=\"7200\"":       2 * time.Hour,
		"max-age=999999999":      24 * time.Hour,
		"max-age=0":              time.Minute,
		"no-cache, max-age=3600": time.Minute,
		"max-age=soon":           24 * time.Hour,
	} {
		if got := freshness(http.Header{"Cache-Control": {value}}); got != want {
			t.Errorf("Cache-Control %q: fresh for %v, want %v", value, got, want)
		}
	}
}

func FuzzRobots(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /*a*$\nAllow: /%c3"), "/%C3%a9?x")
	f.Add([]byte("user-agent a\rdisallow /\r\nCrawl-delay: 1e99"), "")
	f.Add(bytes.Repeat([]byte("*"), 100), "$")
	f.Fuzz(func(t *testing.T, body []byte, path string) {
		r := ParseRobots(body)
		if r.Allowed("a", path) != ParseRobots(body).Allowed("A", path) {
			t.Error("the case of the agent's name matters")
		}
		if d, ok := r.Delay("a"); d < 0 || !ok && d != 0 {
			t.Errorf("delay %v, %v", d, ok)
		}
	})
}

// A pattern made to be slow is not.
func BenchmarkRobotsWorstPattern(b *testing.B) {
	r := ParseRobots([]byte("User-agent: *\nDisallow: /" + strings.Repeat("*a", 1000) + "$"))
	path := "/" + strings.Repeat("a", 2000) + "b"
	for b.Loop() {
		r.Allowed("Orbweaver", path)
	}
}
