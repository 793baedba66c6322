package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Error is a request that gave no page.
type Error struct {
	Kind       Kind
	URL        string        // as asked for
	Status     int           // of KindStatus, and of other kinds where there was an answer; 0 = none
	RetryAfter time.Duration // how long the server asks to be left alone; 0 = it does not say
	Err        error         // what happened; never nil
}

// Error is the failure in words: where, what kind, what exactly. Characters that do not show are quoted: it may be
// printed anywhere.
func (e *Error) Error() string {
	url := e.URL
	if strings.ContainsFunc(url, func(r rune) bool { return !unicode.IsPrint(r) }) {
		url = strconv.Quote(url)
	}
	if e.Kind == KindStatus {
		return fmt.Sprintf("%s: %s: %d %s", url, e.Kind.Meaning(), e.Status, http.StatusText(e.Status))
	}
	return fmt.Sprintf("%s: %s: %v", url, e.Kind.Meaning(), e.Err)
}

// Unwrap returns what happened.
func (e *Error) Unwrap() error { return e.Err }

// Temporary says whether another try may have more luck: timeouts, connections that failed or broke off, DNS servers
// that did not answer, and the statuses 408, 429 and 5xx but 501 and 505.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case KindStatus:
		switch e.Status {
		case http.StatusRequestTimeout, http.StatusTooManyRequests:
			return true
		case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
			return false
		}
		return e.Status >= 500
	case KindDNS:
		dns, ok := errors.AsType[*net.DNSError](e.Err)
		return ok && dns.Temporary()
	}
	return e.Kind.Temporary()
}
