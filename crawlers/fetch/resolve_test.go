package fetch

import (
	"strings"
	"testing"
)

func TestResolveRules(t *testing.T) {
	for _, c := range []struct{ rule, asked, want string }{
		{"a.example:80:127.0.0.1", "a.example:80", "127.0.0.1:80"},
		{"a.example:80:127.0.0.1:8080", "a.example:80", "127.0.0.1:8080"},
		{"A.Example.:80:127.0.0.1", "a.EXAMPLE:80", "127.0.0.1:80"},
		{"*:443:[::1]:8443", "anything.example:443", "[::1]:8443"},
		{"a.example:80:[2001:db8::1]", "a.example:80", "[2001:db8::1]:80"},
		{"[2001:db8::2]:80:127.0.0.1", "[2001:db8::2]:80", "127.0.0.1:80"},
		{"a.example:80:127.0.0.1", "a.example:443", ""},
		{"a.example:80:127.0.0.1", "b.example:80", ""},
	} {
		o, err := parseResolve([]string{c.rule})
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		got := ""
		if to, ok := o.find(c.asked); ok {
			got = to.String()
		}
		if got != c.want {
			t.Errorf("%s: %s goes to %q, want %q", c.rule, c.asked, got, c.want)
		}
	}
}

func TestANamedHostComesBeforeTheStar(t *testing.T) {
	o, err := parseResolve([]string{"*:80:127.0.0.1:1", "a.example:80:127.0.0.1:2"})
	if err != nil {
		t.Fatal(err)
	}
	if to, _ := o.find("a.example:80"); to.Port() != 2 {
		t.Errorf("a.example goes to %v, want port 2", to)
	}
}

func TestOptionsThatCanNotBeUsed(t *testing.T) {
	for name, c := range map[string]struct {
		o    Options
		says string
	}{
		"no address":         {Options{Resolve: []string{"a.example:80"}}, "address is missing"},
		"no host":            {Options{Resolve: []string{":80:127.0.0.1"}}, "host or address is missing"},
		"name for address":   {Options{Resolve: []string{"a.example:80:b.example"}}, "not an IP address"},
		"bare IPv6":          {Options{Resolve: []string{"a.example:80:::1"}}, "missing"},
		"port of words":      {Options{Resolve: []string{"a.example:http:127.0.0.1"}}, "not a port"},
		"port too large":     {Options{Resolve: []string{"a.example:80:127.0.0.1:65536"}}, "not a port"},
		"open bracket":       {Options{Resolve: []string{"a.example:80:[::1"}}, "bracket"},
		"glued port":         {Options{Resolve: []string{"a.example:80:[::1]8080"}}, "colon is missing"},
		"proxy of words":     {Options{Proxy: "my proxy"}, "http://HOST:PORT"},
		"proxy no URL":       {Options{Proxy: "http://[::1"}, "not a URL"},
		"proxy other scheme": {Options{Proxy: "ftp://p:1"}, "socks5://HOST:PORT"},
		"proxy without host": {Options{Proxy: "http://"}, "http://HOST:PORT"},
		"negative timeout":   {Options{Timeout: -1}, "negative"},
		"negative limit":     {Options{MaxBytes: -1}, "negative"},
		"agent of two lines": {Options{Agent: "a\r\nHost: b"}, "printable ASCII"},
	} {
		if _, err := New(c.o); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func FuzzResolveRule(f *testing.F) {
	for _, s := range []string{"a:80:127.0.0.1", "*:443:[::1]:8443", "[::1]:80:[::2]:1", ":::", "[]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rule string) {
		if key, to, err := parseResolveRule(rule); err == nil && (key == "" || !to.IsValid() || to.Port() == 0) {
			t.Errorf("%q gives %q → %v", rule, key, to)
		}
	})
}
