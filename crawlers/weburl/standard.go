package weburl

import (
	"errors"
	"strings"

	whatwgerrors "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"
)

// standard is safe for concurrent use: it only holds options.
var standard = whatwg.NewParser()

// Parse resolves a reference by the WHATWG URL standard, as browsers do, against an absolute base URL; an empty base is
// none. It takes URLs of every scheme, and may be called concurrently. An error may repeat what a stranger has written.
func Parse(base, ref string) (*whatwg.Url, error) {
	if base == "" {
		return parseAgainst(nil, ref)
	}
	parsed, err := parseAgainst(nil, base)
	if err != nil {
		return nil, err
	}
	return parseAgainst(parsed, ref)
}

func parseAgainst(base *whatwg.Url, ref string) (*whatwg.Url, error) {
	u, err := standard.BasicParser(ref, base, nil, whatwg.NoState)
	if fault, ok := errors.AsType[*whatwgerrors.ValidationError](err); ok && fault.Type() == whatwgerrors.DomainToASCII {
		return parseASCIIName(base, ref)
	}
	return u, err
}

// parseASCIIName parses a URL whose host was refused, and lets the host pass if it is in ASCII: such names are taken as they
// are, in lower case, because there are sites whose names look like Punycode and are none, or stand for characters that
// no name may hold ("domain to ASCII" of the standard, with beStrict false). The parser knows an older rule; what it
// looks into is hidden from it, and all else that it checks is checked.
func parseASCIIName(base *whatwg.Url, ref string) (*whatwg.Url, error) {
	var name string
	hide := func(_ *whatwg.Url, host string) string {
		if name = decoded(host); !isASCII(name) || strings.Contains(name, "%") { // which the parser would decode again
			name = ""
			return host
		}
		name = strings.ToLower(name)
		return strings.ReplaceAll(name, "xn--", "xn00")
	}
	show := func(_ *whatwg.Url, host string) string {
		if name == "" {
			return host
		}
		return name
	}
	parser := whatwg.NewParser(whatwg.WithPreParseHostFunc(hide), whatwg.WithPostParseHostFunc(show))
	return parser.BasicParser(ref, base, nil, whatwg.NoState)
}

// decoded undoes percent-encoding once; what encodes nothing stays as it is.
func decoded(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
