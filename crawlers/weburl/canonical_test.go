package weburl

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ raw, want string }{ // by the rules of algorithms §2
		{"HTTP://www.UIOWA.edu", "http://www.uiowa.edu/"},
		{"http://myspiders.biz.uiowa.edu/faq.html#what", "http://myspiders.biz.uiowa.edu/faq.html"},
		{"http://dollar.biz.uiowa.edu/%7Epant/BizIntel/Seeds/../ODPSeeds.dat", "http://dollar.biz.uiowa.edu/~pant/BizIntel/ODPSeeds.dat"},
		{"http://dollar.biz.uiowa.edu/~pant/", "http://dollar.biz.uiowa.edu/~pant/"},
		{"https://a.example:443/", "https://a.example/"},
		{"http://a.example:8080/x", "http://a.example:8080/x"},
		{"http://a.example/x/index.html", "http://a.example/x/"},
		{"http://a.example/x/index.html?y=1", "http://a.example/x/?y=1"},
		{"http://a.example/myindex.html", "http://a.example/myindex.html"},
		{"http://bücher.example/", "http://xn--bcher-kva.example/"},
		// Names in ASCII are taken as they are, in lower case, whatever they look like ("domain to ASCII", beStrict false).
		{"http://A.Xn--pokxncvks/x", "http://a.xn--pokxncvks/x"},
		{"http://xn--8i7caa.example/", "http://xn--8i7caa.example/"}, // Punycode of "ｗｗｗ", which should be "www"
		{"http://%58n--abc-.example:8080/", "http://xn--abc-.example:8080/"},
		{"http://a.example/ä b", "http://a.example/%C3%A4%20b"},
		{"http://a.example/%c3%a4", "http://a.example/%C3%A4"},
		{"http://a.example/100%", "http://a.example/100%25"},
		{"http://a.example/a/%2e%2e/b/./c", "http://a.example/b/c"},
		{"http://a.example?x", "http://a.example/?x"},
		{"http://a.example/?", "http://a.example/"},
		{"http://a.example/?a[]=1|2", "http://a.example/?a%5B%5D=1%7C2"},
		{" http:\\\\a.example\\x ", "http://a.example/x"},
		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://[::FFFF:1.2.3.4]/", "http://[::ffff:102:304]/"},
		{"http://a.example/;jsessionid=1?PHPSESSID=2", "http://a.example/;jsessionid=1?PHPSESSID=2"},
	} {
		if got, err := Canonical(c.raw); got != c.want || err != nil {
			t.Errorf("Canonical(%q) = %q, %v; want %q", c.raw, got, err, c.want)
		}
	}
}

func TestCanonicalWithoutSessionIDs(t *testing.T) {
	r := DefaultRules()
	r.DropSessionIDs = true
	for raw, want := range map[string]string{
		"http://a.example/x/index.html;jsessionid=AB12?utm_source=n&q=1&PHPSESSID=3": "http://a.example/x/?q=1",
		"http://a.example/p;v=1;JSESSIONID=2/q?fbclid=1":                             "http://a.example/p;v=1/q",
		"http://a.example/?side=1&sid=2":                                             "http://a.example/?side=1",
		"http://a.example/?%73id=2":                                                  "http://a.example/",
		"http://a.example/x/..;sid=1/y":                                              "http://a.example/x/..;sid=1/y", // no dots: they would be resolved
	} {
		if got, err := r.Canonical(raw); got != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", raw, got, err, want)
		}
	}
}

func TestRefusedURLsSayWhy(t *testing.T) {
	for raw, why := range map[string]string{
		"ftp://a.example/":                             "ftp",
		"javascript:alert(1)":                          "javascript",
		"data:text/html,x":                             "data",
		"http://":                                      "no host",
		"nonsense":                                     "not a URL",
		"http://a.example:99999/":                      "port",
		"http://a b.example/":                          "host",
		"http://ü.xn--pokxncvks/":                      "host",
		"http://xn--a b/":                              "host",
		"http://xn--%2541/":                            "host",
		"http://xn--.1.2/":                             "host", // an IPv4 address that is none
		"http://user:secret@a.example/":                "password",
		"http://a.example/" + strings.Repeat("x", 240): "longer than 256",
		strings.Repeat("x", 70<<10):                    "longer than",
	} {
		_, err := Canonical(raw)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), why) || len(err.Error()) > 300 {
			t.Errorf("%.40q: error %v, want an *Error with %q", raw, err, why)
		}
	}
}

func TestName(t *testing.T) {
	if got := Name("http://www.uiowa.edu/"); got != "160766577426e1d01fcb7735091ec584" { // algorithms §2
		t.Errorf("Name = %s", got)
	}
}

func TestHostSiteAndRepeatedSegments(t *testing.T) {
	for url, want := range map[string][2]string{
		"http://www.a.co.uk:8080/x":  {"www.a.co.uk:8080", "a.co.uk"},
		"https://a.example/?u=b/c":   {"a.example", "a.example"},
		"http://127.0.0.1:99/":       {"127.0.0.1:99", "127.0.0.1"},
		"http://[::1]:80/":           {"[::1]:80", "[::1]"},
		"http://localhost/":          {"localhost", "localhost"},
		"http://me.github.io/":       {"me.github.io", "me.github.io"},
		"http://www.a.co.uk.:8080/":  {"www.a.co.uk.:8080", "a.co.uk"},
		"http://localhost./":         {"localhost.", "localhost"},
		"http://a.b.kawasaki.jp/xyz": {"a.b.kawasaki.jp", "a.b.kawasaki.jp"},
	} {
		if got := Host(url); got != want[0] || Site(got) != want[1] {
			t.Errorf("%s: host %q, site %q; want %v", url, got, Site(got), want)
		}
	}
	for url, want := range map[string]int{
		"http://a.example/": 1, "http://a.example/x/x": 2, "http://a.example/x/y/x/z/x?x/x/x": 3, "http://a.example/a/b/c/d": 1, "http://a.example/x/x/": 2, "a:": 1, "": 1,
	} {
		if got := RepeatedSegments(url); got != want {
			t.Errorf("RepeatedSegments(%s) = %d, want %d", url, got, want)
		}
	}
}

// References of all sorts, made of the parts that matter to a parser.
func reference() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{
		"http://", "https://", "HTTP:", "a.example", "B.example:80", ":8080", ":443", ":080", ":65536", "127.0.0.1", "xn--", ".", "1.2.3", "01.2.3.4", "256", "/", "//", "\\", ".", "..", "%2e", "%7E", "%zz", "%", "?", "#", "&", "=", ";",
		"x", "Y", "ü", " ", "\t", "'", "\"", "<", "|", "[", "]", "^", "index.html", "@", ":", "+", "*", "1", "0x7f", "jsessionid=1", "~", "\x00",
		"/..;sid=1/", "%73id=1", "/./", "/../",
	}), 0, 12), func(parts []string) string { return strings.Join(parts, "") })
}

func TestCanonicalIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := DefaultRules()
		r.DropSessionIDs = rapid.Bool().Draw(t, "drop")
		once, err := r.Canonical("http://a.example/" + reference().Draw(t, "reference"))
		if err != nil {
			return
		}
		if twice, err := r.Canonical(once); twice != once || err != nil {
			t.Fatalf("%q becomes %q, %v", once, twice, err)
		}
	})
}

// checkPlainEqualsParse compares the two for a reference against a base, and as an absolute URL.
func checkPlainEqualsParse(t interface{ Fatalf(string, ...any) }, base, ref string) {
	ref, _, _ = strings.Cut(ref, "#")
	checkPlain(t, &Resolver{rules: DefaultRules()}, ref)
	if r, err := DefaultRules().NewResolver(base); err == nil {
		checkPlain(t, r, ref)
	}
}

func checkPlain(t interface{ Fatalf(string, ...any) }, r *Resolver, ref string) {
	quick, ok := r.plain(ref)
	if !ok {
		return
	}
	if slow, err := r.parse(ref); err != nil || slow != quick {
		t.Fatalf("base %q, reference %q: plain %q, parse %q, %v", r.base, ref, quick, slow, err)
	}
}

func TestPlainEqualsParse(t *testing.T) {
	r, _ := DefaultRules().NewResolver("http://a.example/x/y?z")
	for _, ref := range []string{"/wiki/%C3%81ed%C3%A1n.html", "z", "", "../z?a=b:c", "/a/../b/.", "http://a.example/q?r=s", "/wiki/Earth's_atmosphere.html", "https://b.example", "http://b.example?c",
		"http://127.0.0.1:8080/wiki/Mars.html", "https://b.example:80/"} {
		if _, ok := r.plain(ref); !ok {
			t.Errorf("%q is not taken for plain", ref)
		}
	}
	for _, ref := range []string{"/x?it's", "http://b'.example/", "http://b.example:80/", "https://b.example:443/", "http://b.example:080/", "http://b.example:0/", "http://b.example:+8/",
		"http://b.example:/", "http://b.example:65536/", "http://127.1/", "http://127.0.0.01/", "http://0x7f.0.0.1/", "http://1.2.3.4./", "http://256.0.0.1/", "http://b.4/", "http://127.0.0.1.xn--/", "http://xn--.com/"} {
		if quick, ok := r.plain(ref); ok {
			t.Errorf("%q is taken for plain: %q", ref, quick)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		checkPlainEqualsParse(t, "http://a.example/"+reference().Draw(t, "base"), reference().Draw(t, "reference"))
	})
	rapid.Check(t, func(t *rapid.T) { // most of what reference makes of a host is none
		scheme := rapid.SampledFrom([]string{"http://", "https://"}).Draw(t, "scheme")
		host := rapid.StringMatching(`([a0-9.x-]|xn--){1,8}(\.[0-9]{1,3}){0,3}(:[0-9+]{0,6})?`).Draw(t, "host")
		checkPlainEqualsParse(t, scheme+"127.0.0.1:8080/x", scheme+host+reference().Draw(t, "tail"))
	})
}

func FuzzResolve(f *testing.F) {
	f.Add("http://a.example/x/", "../y?z#w")
	f.Add("https://a.example:8443/x;y", "//b.example/%7e")
	f.Add("http://127.0.0.1:8080/x", "http://127.0.0.1:080/y")
	f.Fuzz(func(t *testing.T, base, ref string) {
		checkPlainEqualsParse(t, base, ref)
		if once, err := Canonical(ref); err == nil {
			if twice, err := Canonical(once); twice != once || err != nil {
				t.Fatalf("%q becomes %q, %v", once, twice, err)
			}
		}
	})
}

func corpora(t testing.TB, path string) string {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	file := filepath.Join(dir, path)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("needs the corpora: %v", err)
	}
	return file
}

func TestWHATWGConformance(t *testing.T) {
	data, err := os.ReadFile(corpora(t, "conformance/url/urltestdata.json"))
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, m := range raw {
		var c struct {
			Input, Href, Protocol, Username, Password string
			Base                                      *string
			Failure                                   bool
		}
		if json.Unmarshal(m, &c) != nil { // a comment
			continue
		}
		r := &Resolver{rules: DefaultRules()}
		if c.Base != nil {
			if r, err = DefaultRules().NewResolver(*c.Base); err != nil {
				continue // bases of other schemes are no pages of ours
			}
		}
		if !c.Failure && c.Protocol != "http:" && c.Protocol != "https:" {
			continue
		}
		cases++
		_, got, _, err := r.Resolve(c.Input)
		want, _, _ := strings.Cut(c.Href, "#")
		refused := c.Failure || c.Username != "" || c.Password != ""
		if ok := refused && err != nil || !refused && got == want; !ok {
			t.Errorf("%q against %v: %q, %v; want %q (failure: %v)", c.Input, c.Base, got, err, want, c.Failure)
		}
	}
	if cases < 500 {
		t.Errorf("only %d cases apply", cases)
	}
}
