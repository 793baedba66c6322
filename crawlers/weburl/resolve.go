package weburl

import (
	"errors"
	"strings"

	whatwgerrors "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"
)

// Resolver resolves the references of one page. It is not safe for concurrent use.
type Resolver struct {
	rules  Rules
	base   string      // resolved form; "" = there is none
	origin string      // "scheme://host" of the base
	folder string      // the base up to the last slash of its path
	parsed *whatwg.Url // the base, parsed when a reference needs it
}

// NewResolver makes a resolver against an absolute base URL. The error is an *Error.
func (r Rules) NewResolver(base string) (*Resolver, error) {
	without := Resolver{rules: r}
	resolved, err := without.resolve(base)
	if err != nil {
		return nil, err
	}
	origin, _ := splitHost(resolved)
	path, _, _ := strings.Cut(resolved, "?")
	return &Resolver{rules: r, base: resolved, origin: origin, folder: path[:strings.LastIndexByte(path, '/')+1]}, nil
}

// Resolve resolves a reference as browsers do and returns the canonical form of the URL, the resolved form that is to
// be sent, and the host. Only http and https URLs without credentials are let through. The error is an *Error.
func (r *Resolver) Resolve(ref string) (canonical, resolved, host string, err error) {
	if resolved, err = r.resolve(ref); err != nil {
		return "", "", "", err
	}
	prefix, tail := splitHost(resolved)
	if canonical, err = r.rules.canonical(resolved, prefix, tail); err != nil {
		return "", "", "", err
	}
	_, host, _ = strings.Cut(prefix, "//")
	return canonical, resolved, host, nil
}

func (r *Resolver) resolve(ref string) (string, error) {
	// A number sign begins the fragment wherever it stands.
	reference, _, _ := strings.Cut(ref, "#")
	if scheme, found := schemeOf(reference); found && scheme != "http" && scheme != "https" {
		return "", refuse(ref, "has the scheme %q: only http and https can be fetched", scheme)
	}
	// What is parsed at all is bounded: dots, tabs and session ids can make a long reference a short URL, but hostile
	// ones must not cost more than their share of the page.
	if len(reference) > 4*r.rules.MaxLength+1024 && r.rules.MaxLength > 0 {
		return "", refuse(ref, "is longer than %d bytes", r.rules.MaxLength)
	}
	if resolved, ok := r.plain(reference); ok {
		return resolved, nil
	}
	return r.parse(ref) // with its fragment: without it, the spaces before it would be trimmed
}

// schemeOf is the lower-cased scheme in front of a reference, if there is one without characters that parsing removes.
func schemeOf(ref string) (string, bool) {
	if strings.IndexByte(ref, ':') < 0 { // most
		return "", false
	}
	ref = strings.TrimLeft(ref, " \t\r\n\f")
	for i := range len(ref) {
		switch c := ref[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(ref[:i]), true
		default:
			return "", false
		}
	}
	return "", false
}

// parse resolves any reference, by the WHATWG URL standard.
func (r *Resolver) parse(ref string) (string, error) {
	u, err := r.url(ref)
	if err != nil {
		return "", refuse(ref, "%s", reasonOf(err))
	}
	switch {
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
	if r.base != "" && r.parsed == nil {
		base, err := parseAgainst(nil, r.base)
		if err != nil {
			return nil, err
		}
		r.parsed = base
	}
	return parseAgainst(r.parsed, ref)
}

// reasonOf puts a parser's error in the user's words.
func reasonOf(err error) string {
	if violation, ok := errors.AsType[*whatwgerrors.ValidationError](err); ok {
		switch violation.Type() {
		case whatwgerrors.HostMissing, whatwgerrors.InvalidCredentials:
			return "has no host"
		case whatwgerrors.PortInvalid, whatwgerrors.PortOutOfRange:
			return "has a port that is no number from 0 to 65535"
		case whatwgerrors.MissingSchemeNonRelativeURL:
		default:
			return "has a host that can not be: write one such as example.org"
		}
	}
	return "is not a URL: write one such as https://example.org/"
}
