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

// Error is the failure in words: where, what kind, what exactly. It may be printed anywhere: characters that do not show
// are quoted, and what a server says at length is cut.
func (e *Error) Error() string {
	if e.Kind == KindStatus {
		return fmt.Sprintf("%s: %s: %d %s", printable(e.URL), e.Kind.Meaning(), e.Status, http.StatusText(e.Status))
	}
	return fmt.Sprintf("%s: %s: %s", printable(e.URL), e.Kind.Meaning(), printable(e.Err.Error()))
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

// foreign is an error of a library in words that may be printed anywhere. A server's words may stand in it as they came: the
// names in a certificate do.
type foreign struct{ error }

func (f foreign) Error() string { return printable(f.error.Error()) }

func (f foreign) Unwrap() error { return f.error }

// longestWords is how many bytes of a URL, and of what happened, a failure repeats: a server may have sent 64 KB of either.
const longestWords = 400

// printable is what a stranger may have said, in characters that show, and cut to a length that is read.
func printable(s string) string {
	if len(s) > longestWords {
		s = s[:longestWords] + "…"
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, isHidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isHidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isHidden(r rune) bool { return !unicode.IsPrint(r) }
