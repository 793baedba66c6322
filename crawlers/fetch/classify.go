package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
)

// signs are parts of messages of net/http, which has no types for these errors, and what they are a sign of.
var signs = []struct {
	part string
	kind Kind
}{
	{"response headers exceeded", KindTooLarge},
	{"response header list larger", KindTooLarge},
	{"TLS handshake timeout", KindTimeout},
	{"tls: ", KindTLS},
	{"x509: ", KindTLS},
	{"server gave HTTP response to HTTPS client", KindTLS},
	{"server closed idle connection", KindClosed},
	{"server sent GOAWAY", KindClosed},
	{"client connection lost", KindClosed},
	{"; INTERNAL_ERROR", KindClosed}, // HTTP/2's way to break off an answer
	{"; REFUSED_STREAM", KindClosed},
	{"socks connect", KindConnect},
}

// classify finds the kind of an error of net/http.
func classify(err error) Kind {
	if errors.Is(err, errRefusedAddress) {
		return KindRefusedAddress
	}
	if errors.Is(err, errProxy) {
		return KindConnect
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsTimeout { // which of the deadlines comes first is chance
			return KindTimeout
		}
		return KindDNS
	}
	if isTLS(err) {
		return KindTLS
	}
	message := err.Error()
	for _, s := range signs {
		if strings.Contains(message, s.part) {
			return s.kind
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return KindTimeout
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && (op.Op == "dial" || op.Op == "proxyconnect") {
		return KindConnect
	}
	for _, broken := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED} {
		if errors.Is(err, broken) {
			return KindClosed
		}
	}
	return KindProtocol
}

func isTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.UnknownAuthorityError](err)
	return ok
}
