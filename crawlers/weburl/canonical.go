package weburl

import (
	"crypto/md5" // #nosec G501 -- the papers' name of a page; two URLs of one name cost one page
	"encoding/hex"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Rules are the settings of the canonical form.
type Rules struct {
	MaxLength      int      // longest canonical URL in bytes; longer ones are refused
	DefaultPages   []string // names dropped at the end of a path
	DropSessionIDs bool     // session ids and tracking parameters are dropped
}

// DefaultRules returns the rules of algorithms §2.
func DefaultRules() Rules {
	return Rules{
		MaxLength:    256,
		DefaultPages: []string{"index.html", "index.htm", "default.html", "default.htm", "home.html", "home.htm"},
	}
}

// Error says why a URL is refused.
type Error struct {
	URL    string // as given, cut to a readable length
	Reason string // a sentence's second half: "has no host"
}

func (e *Error) Error() string { return fmt.Sprintf("URL %q %s", e.URL, e.Reason) }

func refuse(url, format string, args ...any) error {
	const readable = 120
	if len(url) > readable {
		url = strings.ToValidUTF8(url[:readable], "") + "…"
	}
	return &Error{url, fmt.Sprintf(format, args...)}
}

// Canonical is the canonical form of an absolute URL under the default rules. The error is an *Error.
func Canonical(raw string) (string, error) { return DefaultRules().Canonical(raw) }

// Canonical is the canonical form of an absolute URL. It is idempotent. The error is an *Error.
func (r Rules) Canonical(raw string) (string, error) {
	canonical, _, _, err := r.Resolve(raw)
	return canonical, err
}

// Resolve returns the canonical form of an absolute URL, the resolved form that is to be sent, and the host. The error
// is an *Error.
func (r Rules) Resolve(raw string) (canonical, resolved, host string, err error) {
	resolver := Resolver{rules: r}
	return resolver.Resolve(raw)
}

// canonical makes the canonical form of a resolved URL, which splitHost has cut: scheme://host[:port]/path[?query].
func (r Rules) canonical(resolved, prefix, rest string) (string, error) {
	path, query, _ := strings.Cut(rest, "?")
	path, query = encode(path, &pathBytes), encode(query, &queryBytes)
	if r.DropSessionIDs {
		path, query = dropSessionIDs(path, query)
	}
	if i := strings.LastIndexByte(path, '/'); slices.Contains(r.DefaultPages, path[i+1:]) {
		path = path[:i+1]
	}
	tail := path
	if query != "" {
		tail += "?" + query
	}
	canonical := resolved
	if tail != rest { // most are canonical as they are, and need no second string
		canonical = prefix + tail
	}
	if r.MaxLength > 0 && len(canonical) > r.MaxLength {
		return "", refuse(resolved, "is longer than %d bytes", r.MaxLength)
	}
	return canonical, nil
}

// splitHost cuts a resolved URL before its path.
func splitHost(resolved string) (prefix, rest string) {
	start := min(strings.IndexByte(resolved, ':')+len("://"), len(resolved))
	if i := strings.IndexByte(resolved[start:], '/'); i >= 0 {
		return resolved[:start+i], resolved[start+i:]
	}
	return resolved, "/"
}

// byteSet says for each byte whether it may stand for itself.
type byteSet [256]bool

func bytesOf(chars string) (set byteSet) {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
}

// RFC 3986: unreserved characters are the same with and without percent-encoding; paths and queries may hold these.
const (
	unreservedChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	pathChars       = unreservedChars + "!$&'()*+,;=:@/"
)

var (
	unreserved = bytesOf(unreservedChars)
	pathBytes  = bytesOf(pathChars)
	queryBytes = bytesOf(pathChars + "?")
)

// encode normalises percent-encoding: unreserved characters stand for themselves, hexadecimal digits are upper-case,
// and every byte that may not stand for itself is encoded, a percent sign that encodes nothing among them.
func encode(s string, plain *byteSet) string {
	if allOf(s, plain) {
		return s
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			if b := unhex(s[i+1])<<4 | unhex(s[i+2]); unreserved[b] {
				out = append(out, b)
			} else {
				out = appendEncoded(out, b)
			}
			i += 2
		} else if plain[c] {
			out = append(out, c)
		} else {
			out = appendEncoded(out, c)
		}
	}
	return string(out)
}

func appendEncoded(out []byte, b byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(out, '%', digits[b>>4], digits[b&15])
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

// Name is the file name of a page in the page repository: the MD5 of its canonical URL as 32 lower-case hexadecimal
// digits ([PSM04] §2.6).
func Name(canonical string) string {
	sum := md5.Sum([]byte(canonical)) // #nosec G401 -- the papers' name of a page; two URLs of one name cost one page
	return hex.EncodeToString(sum[:])
}

// Host is the host of a resolved or canonical URL, with its port unless that is the scheme's own: the key under which
// politeness is kept.
func Host(url string) string {
	start := strings.Index(url, "://")
	if start < 0 {
		return ""
	}
	host := url[start+len("://"):]
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	return host
}

// Site is the registrable domain of a host by the public suffix list: "a.co.uk" of "www.a.co.uk:8080" and, since the dot
// makes it no other host, of "www.a.co.uk.". Addresses and names without one are their own site.
func Site(host string) string {
	name := host
	if i := strings.LastIndexByte(name, ':'); i >= 0 && !strings.HasSuffix(name, "]") {
		name = name[:i]
	}
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return name
	}
	name = strings.TrimSuffix(name, ".")
	site, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil { // a public suffix itself, or a single label
		return name
	}
	return site
}

// RepeatedSegments is how often the most frequent segment of the URL's path stands in it: a mark of spider traps.
func RepeatedSegments(url string) int {
	_, rest := splitHost(url)
	path, _, _ := strings.Cut(rest, "?")
	if strings.Count(path, "/") < 3 { // two segments at most
		a, b, both := strings.Cut(strings.Trim(path, "/"), "/")
		if both && a == b {
			return 2
		}
		return 1
	}
	most := 1
	counts := map[string]int{}
	for segment := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		counts[segment]++
		most = max(most, counts[segment])
	}
	return most
}
