package weburl

import (
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// maxReference bounds what is parsed at all, in bytes: browsers' own limit is of this order.
const maxReference = 64 << 10

// Resolver resolves the references of one page. It is not safe for concurrent use.
type Resolver struct {
	rules  Rules
	base   *whatwg.Url
	origin string // "scheme://host" of the base
	folder string // path of the base up to its last slash
}

// NewResolver makes a resolver against an absolute base URL. The error is an *Error.
func (r Rules) NewResolver(base string) (*Resolver, error) {
	u, err := parser.Parse(base)
	if err != nil {
		return nil, refuse(base, "is not a URL: %v", err)
	}
	if u.Scheme() != "http" && u.Scheme() != "https" {
		return nil, refuse(base, "is no Web address: only http and https are")
	}
	if u.Username() != "" || u.Password() != "" {
		return nil, refuse(base, "holds a user name or password, which are never sent")
	}
	path := u.Pathname()
	return &Resolver{rules: r, base: u, origin: u.Scheme() + "://" + u.Host(), folder: path[:strings.LastIndexByte(path, '/')+1]}, nil
}

// Resolve resolves a reference as browsers do and returns the canonical form of the URL, the resolved form that is to
// be sent, and the host. Only http and https URLs without credentials are let through. The error is an *Error.
func (r *Resolver) Resolve(ref string) (canonical, resolved, host string, err error) {
	resolved, ok := r.plain(ref)
	if !ok {
		if resolved, err = r.parse(ref); err != nil {
			return "", "", "", err
		}
	}
	if canonical, err = r.rules.canonical(resolved); err != nil {
		return "", "", "", err
	}
	return canonical, resolved, Host(resolved), nil
}

// parse resolves any reference, by the WHATWG URL standard.
func (r *Resolver) parse(ref string) (string, error) {
	if len(ref) > maxReference {
		return "", refuse(ref, "is longer than %d bytes", maxReference)
	}
	u, err := r.url(ref)
	switch {
	case err != nil:
		return "", refuse(ref, "is not a URL: write one such as https://example.org/")
	case u.Scheme() != "http" && u.Scheme() != "https":
		return "", refuse(ref, "has the scheme %q: only http and https can be fetched", u.Scheme())
	case u.Host() == "":
		return "", refuse(ref, "has no host")
	case u.Username() != "" || u.Password() != "":
		return "", refuse(ref, "holds a user name or password, which are never sent")
	}
	return u.Href(true), nil
}

func (r *Resolver) url(ref string) (*whatwg.Url, error) {
	if r.base == nil {
		return parser.Parse(ref)
	}
	return r.base.Parse(ref)
}

// plainRef are the bytes of references that need none of the standard's subtleties. An apostrophe is left out because
// queries encode it, a colon because it ends a scheme.
var plainRef = bytesOf(unreservedChars + "!$&()*+,;=@/%")

// plain resolves the common references: a path, or a URL of the base's own host, in characters that stay as they are.
// A differential fuzz test holds it against parse.
func (r *Resolver) plain(ref string) (resolved string, ok bool) {
	if r.base == nil {
		return "", false
	}
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		ref = ref[:i]
	}
	if strings.HasPrefix(ref, r.origin) && len(ref) > len(r.origin) && ref[len(r.origin)] == '/' {
		ref = ref[len(r.origin):]
		if strings.HasPrefix(ref, "//") {
			return "", false
		}
	}
	if ref == "" || len(ref) > maxReference || strings.HasPrefix(ref, "//") {
		return "", false
	}
	path, query, hasQuery := strings.Cut(ref, "?")
	if path == "" || !allOf(path, &plainRef) || hasQuery && !allOf(query, &plainRef) || hasDotSegment(path) {
		return "", false
	}
	if path[0] == '/' {
		return r.origin + ref, true
	}
	return r.origin + r.folder + ref, true
}

func allOf(s string, set *byteSet) bool {
	for i := range len(s) {
		if !set[s[i]] {
			return false
		}
	}
	return true
}

// hasDotSegment says whether a segment of the path may be "." or "..", percent-encoded or not.
func hasDotSegment(path string) bool {
	if strings.HasPrefix(path, ".") || strings.Contains(path, "/.") {
		return true
	}
	return strings.Contains(path, "%2e") || strings.Contains(path, "%2E")
}
