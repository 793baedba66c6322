package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
)

var allKinds = []Kind{
	KindDNS, KindConnect, KindTLS, KindTimeout, KindStatus, KindType, KindTooLarge, KindRedirect, KindRefusedAddress,
	KindRefusedURL, KindProtocol, KindClosed, KindEncoding, KindCanceled, KindRobots, KindDuplicate, KindScope,
	KindHostLimit, KindTrap,
}

func TestEveryKindHasAMeaning(t *testing.T) {
	for _, k := range allKinds {
		if k.Meaning() == string(k) {
			t.Errorf("kind %s has no meaning in words", k)
		}
	}
	if len(allKinds) != len(meanings) {
		t.Errorf("%d kinds, %d meanings", len(allKinds), len(meanings))
	}
	if got := Kind("of-a-later-version").Meaning(); got != "of-a-later-version" {
		t.Errorf("an unknown kind means %q, want its own name", got)
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Kind
	}{
		{nil, ""},
		{fmt.Errorf("page 3: %w", &Error{Kind: KindTLS, Err: errors.New("x")}), KindTLS},
		{fmt.Errorf("stopped: %w", context.Canceled), KindCanceled},
		{context.DeadlineExceeded, KindTimeout},
		{errors.New("anything"), KindProtocol},
	} {
		if got := KindOf(c.err); got != c.want {
			t.Errorf("KindOf(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestTemporary(t *testing.T) {
	for _, c := range []struct {
		err  Error
		want bool
	}{
		{Error{Kind: KindTimeout}, true},
		{Error{Kind: KindConnect}, true},
		{Error{Kind: KindClosed}, true},
		{Error{Kind: KindTLS}, false},
		{Error{Kind: KindType}, false},
		{Error{Kind: KindStatus, Status: 404}, false},
		{Error{Kind: KindStatus, Status: 408}, true},
		{Error{Kind: KindStatus, Status: 429}, true},
		{Error{Kind: KindStatus, Status: 500}, true},
		{Error{Kind: KindStatus, Status: 501}, false},
		{Error{Kind: KindStatus, Status: 503}, true},
		{Error{Kind: KindStatus, Status: 505}, false},
		{Error{Kind: KindDNS, Err: &net.DNSError{IsNotFound: true}}, false},
		{Error{Kind: KindDNS, Err: fmt.Errorf("dial: %w", &net.DNSError{IsTemporary: true})}, true},
		{Error{Kind: KindDNS, Err: &net.DNSError{IsTimeout: true}}, true},
	} {
		if got := c.err.Temporary(); got != c.want {
			t.Errorf("%s %d %v: temporary = %v, want %v", c.err.Kind, c.err.Status, c.err.Err, got, c.want)
		}
	}
}
