package corpus

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"orbweaver/crawlers/warc"
)

// writeArchive makes a WARC file of exchanges.
func writeArchive(t *testing.T, exchanges ...warc.Exchange) string {
	t.Helper()
	var b bytes.Buffer
	w := warc.NewWriter(&b, "x.warc.gz", true)
	for i, e := range exchanges {
		e.Time = time.Unix(int64(i), 0)
		if _, err := w.Exchange(e); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "x.warc.gz")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func gzipped(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchiveAnswersAsTheWebDid(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n"
	name := writeArchive(t,
		warc.Exchange{URL: "http://a.example/old", Head: []byte(head), Body: []byte("<p>old")},
		warc.Exchange{URL: "http://a.example/old", Head: []byte(head), Body: []byte("<p>caf\xe9")},
		warc.Exchange{URL: "https://b.example/?q=1", Head: []byte(head + "Content-Encoding: gzip\r\n"), Body: gzipped(t, "<p>packed")},
		warc.Exchange{URL: "https://b.example/again", Head: []byte(head), Body: []byte("<p>caf\xe9")},
		warc.Exchange{URL: "http://a.example/moved", Head: []byte("HTTP/1.1 302 Found\r\nLocation: /old\r\n")},
		warc.Exchange{URL: "http://a.example/gone", Head: []byte("HTTP/1.1 410 Gone\r\nContent-Type: text/html\r\n"), Body: []byte("gone")},
		warc.Exchange{URL: "http://a.example/robots.txt", Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"), Body: []byte("User-agent: *")},
	)
	a, err := Archive(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if urls := []string{"http://a.example/old", "https://b.example/?q=1", "https://b.example/again"}; a.Pages() != 3 || !cmp.Equal(a.URLs(), urls) {
		t.Errorf("%d pages: %v", a.Pages(), a.URLs())
	}
	for _, c := range []struct {
		host, path string
		status     int
		want       string
	}{
		{"a.example", "/old", 200, "<p>café"}, {"b.example", "/?q=1", 200, "<p>packed"}, {"b.example", "/again", 200, "<p>café"},
		{"a.example", "/robots.txt", 200, "User-agent: *"}, {"a.example", "/gone", 404, ""}, {"b.example", "/old", 404, ""}, {"a.example", "/moved", 301, ""},
	} {
		answer := a.Answer(c.host, c.path)
		if answer.Status != c.status || c.want != "" && string(answer.Body) != c.want {
			t.Errorf("%s%s: %d %q, want %d %q", c.host, c.path, answer.Status, answer.Body, c.status, c.want)
		}
	}
	if got := a.Answer("a.example", "/moved").Location; got != "/old" {
		t.Errorf("redirect to %q", got)
	}
}

func TestArchiveThatIsNone(t *testing.T) {
	empty := writeArchive(t, warc.Exchange{URL: "http://a.example/", Head: []byte("HTTP/1.1 404 Not Found\r\n")})
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no archive\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{empty: "no HTML pages", text: "not the beginning of a WARC record", text + "x": "no such file"} {
		if _, err := Archive(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// The samples that other programs have written, where the corpora are.
func TestArchivesOfOthers(t *testing.T) {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	for name, want := range map[string]string{"example.warc.gz": "Example Domain", "example-iana.org-chunked.warc": "Internet Assigned Numbers"} {
		a, err := Archive(filepath.Join(dir, "conformance/warc", name))
		if err != nil {
			t.Skipf("needs the conformance data of the corpora: %v", err)
		}
		for _, u := range a.URLs() {
			host, path, _ := strings.Cut(strings.TrimPrefix(u, "http://"), "/")
			if answer := a.Answer(host, "/"+path); answer.Status != 200 || !strings.Contains(string(answer.Body), want) {
				t.Errorf("%s: %s: %d %.60q", name, u, answer.Status, answer.Body)
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
