package fetch

import (
	"strings"
	"testing"
)

func TestTarget(t *testing.T) {
	for _, c := range []struct{ raw, href, opaque string }{
		{"http://a.example/b?c=d", "http://a.example/b?c=d", "/b?c=d"},
		{"http://a.example", "http://a.example/", "/"},
		{"http://a.example?q", "http://a.example/?q", "/?q"},
		{"HTTP://A.Example:80/#top", "http://a.example/", "/"},
		{" http://a.example/a b ", "http://a.example/a%20b", "/a%20b"},
		{"http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC", "/%C3%BC"},
		{"http://a.example/x/../y", "http://a.example/y", "/y"},
		{"http://a.example/100%", "http://a.example/100%", "/100%"},                      // net/url refuses it
		{"http://a.example/a|b[1]", "http://a.example/a|b[1]", "/a|b[1]"},                // net/url would escape it
		{"http://a.example/%7Eu/%C3%89", "http://a.example/%7Eu/%C3%89", "/%7Eu/%C3%89"}, // stays as the page wrote it
		{"http://a.example//x", "http://a.example//x", "//a.example//x"},                 // net/http would take x for a host
		{"http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/", "/"},
		{"http://2130706433/", "http://127.0.0.1/", "/"}, // an address in disguise, for the guard to see
		{"http://a.example/it's", "http://a.example/it's", "/it's"},
	} {
		u, href, err := target(c.raw)
		if err != nil {
			t.Errorf("%q: %v", c.raw, err)
			continue
		}
		if got := requestTarget(u, false); href != c.href || got != c.opaque {
			t.Errorf("%q: sends %s for %s, want %s for %s", c.raw, got, href, c.opaque, c.href)
		}
	}
}

func TestURLsThatAreNotAskedFor(t *testing.T) {
	for _, raw := range []string{
		"", "a.example/", "ftp://a.example/", "mailto:a@b.example", "javascript:alert(1)", "file:///etc/passwd",
		"http://", "http://user:secret@a.example/", "http://a b/", "http://a.example:70000/", "http://[::1/",
	} {
		if _, href, err := target(raw); err == nil {
			t.Errorf("%q is sent as %q", raw, href)
		}
	}
}

func TestLocation(t *testing.T) {
	for location, want := range map[string]string{
		"/new":                "http://a.example/new",
		"new?x#y":             "http://a.example/dir/new?x",
		"?q":                  "http://a.example/dir/page?q",
		"//b.example/":        "http://b.example/",
		"https://b.example":   "https://b.example/",
		`\other`:              "http://a.example/other",
		"/a b":                "http://a.example/a%20b",
		"/\xc3\xa9":           "http://a.example/%C3%A9",
		"/\xe9":               "http://a.example/%E9", // Latin-1: as it was sent
		"mailto:x@b.example":  "mailto:x@b.example",   // resolved here, refused by whoever follows it
		"http://b.example:80": "http://b.example/",
	} {
		got, err := resolveLocation("http://a.example/dir/page", location)
		if err != nil || got != want {
			t.Errorf("Location %q leads to %q (%v), want %q", location, got, err, want)
		}
	}
}

// What isPlain lets past the parser must be what the parser would have given.
func FuzzTarget(f *testing.F) {
	for _, s := range []string{
		"http://a.example/b?c=d", "http://127.0.0.1:8080/x", "https://a-b.example/%zz", "http://1.2.3/", "http://a.1/", "http://a/.%2e/b",
		"http://a..b/", "http://a.example/?'", "http://xn--a/", "http://a:1/", "http://a/x|y", "http://a/C:/..", "http://-/", "http://a./",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		plain := isPlain(raw)
		href, err := parseHref(raw)
		if plain && (err != nil || href != raw) {
			t.Errorf("%q is taken as it is, and the parser gives %q, %v", raw, href, err)
		}
		u, sent, err := target(raw)
		if err != nil {
			return
		}
		if u.Host == "" || !strings.HasPrefix(u.Opaque, "/") || strings.ContainsAny(sent, " \r\n\t#") {
			t.Errorf("%q would be sent as %q to %q", raw, u.Opaque, u.Host)
		}
	})
}
