package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"orbweaver/crawlers/weburl"
)

// errNoURL stands for the parser's own errors, which repeat the URL as it is: what a stranger has written is only shown
// quoted.
var errNoURL = errors.New("it is not a URL that can be asked for")

// target is a URL ready to be sent. net/url refuses some URLs that are on the Web ("/100%"), and writes others in
// another way than the page did; so the path and query travel as Opaque, which is sent as it is.
func target(raw string) (u *url.URL, href string, err error) {
	href = raw
	if !isPlain(raw) {
		if href, err = parseHref(raw); err != nil {
			return nil, "", err
		}
	}
	scheme, rest, _ := strings.Cut(href, "://")
	slash := strings.IndexByte(rest, '/') // an http URL always has a path
	return &url.URL{Scheme: scheme, Host: rest[:slash], Opaque: rest[slash:]}, href, nil
}

// requestTarget is what stands in the request line. Through a proxy it is the whole URL, and so it is for a path that
// begins with two slashes, which net/http would take for a host (RFC 9112 §3.2.2: every server understands it).
func requestTarget(u *url.URL, proxied bool) string {
	if proxied && u.Scheme == "http" || strings.HasPrefix(u.Opaque, "//") {
		return "//" + u.Host + u.Opaque
	}
	return u.Opaque
}

// parseHref normalises a URL as a browser does before it sends it.
func parseHref(raw string) (string, error) {
	u, err := weburl.Parse("", raw)
	if err != nil {
		return "", errNoURL
	}
	if scheme := u.Scheme(); scheme != "http" && scheme != "https" {
		return "", fmt.Errorf("only http and https are fetched, not %q", scheme)
	}
	if u.Username() != "" || u.Password() != "" {
		return "", errors.New("it holds a user name or password")
	}
	return u.Href(true), nil
}

// isPlain says, quickly, whether a URL is already in the form that parseHref would give it. It may say no to one that
// is, never yes to one that is not.
func isPlain(raw string) bool {
	rest, ok := strings.CutPrefix(raw, "http://")
	if !ok {
		if rest, ok = strings.CutPrefix(raw, "https://"); !ok {
			return false
		}
	}
	slash := strings.IndexByte(rest, '/')
	return slash > 0 && isPlainHost(rest[:slash]) && isPlainPath(rest[slash:])
}

func isPlainHost(host string) bool {
	name, port, hasPort := strings.Cut(host, ":")
	if hasPort {
		if n, err := parsePort(port); err != nil || n == 80 || n == 443 || port[0] == '0' {
			return false
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return false
	}
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	if strings.Contains(name, "..") || name[0] == '.' {
		return false
	}
	if last[0] >= '0' && last[0] <= '9' {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	return true
}

func isPlainPath(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case c <= ' ' || c >= 0x7f:
			return false
		case c == '"' || c == '#' || c == '\'' || c == '<' || c == '>' || c == '\\' || c == '^' || c == '`' || c == '{' || c == '}':
			return false
		case c == '/' && i+1 < len(path) && (path[i+1] == '.' || path[i+1] == '%'):
			return false // perhaps a segment to be resolved
		}
	}
	return true
}

// resolveLocation makes an absolute URL of a Location field. Its fragment is not sent and so left out. Bytes that are
// no UTF-8 are percent-encoded as they are: servers mean them as they sent them.
func resolveLocation(base, location string) (string, error) {
	if !utf8.ValidString(location) {
		var b strings.Builder
		for i := range len(location) {
			if c := location[i]; c < utf8.RuneSelf {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		location = b.String()
	}
	u, err := weburl.Parse(base, location)
	if err != nil {
		return "", errNoURL
	}
	return u.Href(true), nil
}
