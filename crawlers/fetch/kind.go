package fetch

import (
	"context"
	"errors"
)

// Kind is the kind of a failure, as it is counted, shown and saved.
type Kind string

// The kinds of failure. Those of the second group are not found by a Client but by the crawl around it.
const (
	KindDNS            Kind = "dns"
	KindConnect        Kind = "connect"
	KindTLS            Kind = "tls"
	KindTimeout        Kind = "timeout"
	KindStatus         Kind = "status"
	KindType           Kind = "type"
	KindTooLarge       Kind = "too-large"
	KindRedirect       Kind = "redirect"
	KindRefusedAddress Kind = "refused-address"
	KindRefusedURL     Kind = "refused-url"
	KindProtocol       Kind = "protocol"
	KindClosed         Kind = "closed"
	KindEncoding       Kind = "encoding"
	KindCanceled       Kind = "canceled"

	KindRobots    Kind = "robots"
	KindDuplicate Kind = "duplicate"
	KindScope     Kind = "scope"
	KindHostLimit Kind = "host-limit"
	KindTrap      Kind = "trap"
)

var meanings = map[Kind]string{
	KindDNS:            "the host's name has no address",
	KindConnect:        "the host can not be reached",
	KindTLS:            "no secure connection to the host",
	KindTimeout:        "no complete answer in time",
	KindStatus:         "the server refused",
	KindType:           "not an HTML page",
	KindTooLarge:       "the answer's header is too large",
	KindRedirect:       "a redirect that leads nowhere",
	KindRefusedAddress: "an address that is not asked",
	KindRefusedURL:     "a URL that is not asked for",
	KindProtocol:       "the answer makes no sense",
	KindClosed:         "the connection broke off",
	KindEncoding:       "the page's compression can not be undone",
	KindCanceled:       "the crawl was stopped",
	KindRobots:         "robots.txt forbids it",
	KindDuplicate:      "asked for already under another URL",
	KindScope:          "outside the scope of the crawl",
	KindHostLimit:      "enough pages of this host",
	KindTrap:           "looks like a spider trap",
}

// String is the kind as it is saved: "refused-address".
func (k Kind) String() string { return string(k) }

// Meaning is the kind in words, to follow a URL and a colon.
func (k Kind) Meaning() string {
	if m, ok := meanings[k]; ok {
		return m
	}
	return string(k)
}

// Temporary says whether failures of this kind may pass by themselves. [Error.Temporary] knows more.
func (k Kind) Temporary() bool {
	return k == KindTimeout || k == KindConnect || k == KindClosed
}

// KindOf is the kind of a failure: that of the [*Error] in err. An error of another package counts as KindCanceled or
// KindTimeout when a context says so, and as KindProtocol otherwise; nil has the kind "".
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if errors.Is(err, context.Canceled) {
		return KindCanceled
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return KindTimeout
	}
	return KindProtocol
}
