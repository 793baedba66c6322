package fetch

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// Validators name the version of a page that an answer held, so that the same page can be asked for again only if it has
// changed (RFC 9110 §8.8, §13.1). The zero value names none.
type Validators struct {
	ETag         string // as received, with its quotes
	LastModified string // as received
}

// ValidatorsOf are those that came with an answer.
func ValidatorsOf(h http.Header) Validators {
	return Validators{ETag: repeatable(h.Get("ETag")), LastModified: repeatable(h.Get("Last-Modified"))}
}

// longestValidator is more than any server sends that means it: what is longer would be sent back with every request.
const longestValidator = 1 << 10

// repeatable is a value that can stand in a request; empty for others.
func repeatable(value string) string {
	if len(value) > longestValidator || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return ""
	}
	return value
}

// withConditions are the fields of a request for what is no longer the version that v names. A server that knows entity
// tags leaves the date out of account (RFC 9110 §13.1.3).
func (v Validators) withConditions(fields http.Header) http.Header {
	if v == (Validators{}) {
		return fields
	}
	fields = fields.Clone()
	if v.ETag != "" {
		fields.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		fields.Set("If-Modified-Since", v.LastModified)
	}
	return fields
}

// ErrOtherVersion is a server's word that a page has not changed, about another version than it was told of. Nothing follows
// from it (RFC 9111 §4.3.4): the page is to be asked for without conditions.
var ErrOtherVersion = errors.New("it says of another version of the page that it has not changed")

// isOther says whether the head of a 304 names another version. Entity tags count if both have one, weak or not, which
// servers mix up; else dates do. What is not said is taken for the same.
func (v Validators) isOther(h http.Header) bool {
	said := ValidatorsOf(h)
	if v.ETag != "" && said.ETag != "" {
		return strings.TrimPrefix(v.ETag, "W/") != strings.TrimPrefix(said.ETag, "W/")
	}
	return v.LastModified != "" && said.LastModified != "" && v.LastModified != said.LastModified
}

// newer are the validators of an answer that came later: what it does not tell is as before.
func (v Validators) newer(h http.Header) Validators {
	later := ValidatorsOf(h)
	if later == (Validators{}) {
		return v
	}
	return later
}

// GetIf is Get of a page of which some version is known. If the server says that it is still the same, the Response is
// Unchanged and has no Body. If it says so of another version, the error is of KindProtocol and wraps ErrOtherVersion.
func (c *Client) GetIf(ctx context.Context, rawURL string, known Validators) (*Response, error) {
	r, err := c.exchange(ctx, rawURL, known, c.maxBytes, checkHeader)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Location != "" || r.Unchanged:
		return r, nil
	case r.Status == http.StatusNoContent || r.Status == http.StatusResetContent:
		err = &Error{Kind: KindType, Err: errors.New("the server says that there is nothing to read")}
	default:
		err = checkContent(r.Header, r.Body)
	}
	if err != nil {
		return nil, refine(err, r.URL, r.Status)
	}
	return r, nil
}
