package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
)

// signs are parts of messages of net/http, which has no types for these errors, and what they are a sign of.
var signs = []struct {
	part string
	kind Kind
}{
	{"response headers exceeded", KindTooLarge},
	{"response header list larger", KindTooLarge},
	{"header list too large", KindTooLarge},
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
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
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

// isTLS says whether an error is about certificates or the protocol that carries them.
func isTLS(err error) bool { return secureFault(err) != "" }

// secureFault says in plain words why there is no secure connection, empty when an error is no such reason. Most of those
// who read it know what a certificate is for, and not what X.509 is.
func secureFault(err error) string {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		cert := invalid.Cert
		if time.Now().Before(cert.NotBefore) {
			return "its certificate is not valid before " + cert.NotBefore.Format(dayFormat)
		}
		return "its certificate expired on " + cert.NotAfter.Format(dayFormat)
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "its certificate belongs to another host"
	}
	if unknown, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		if cert := unknown.Cert; cert != nil && bytes.Equal(cert.RawIssuer, cert.RawSubject) && !cert.IsCA {
			return "its certificate is signed by nobody but itself"
		}
		return "its certificate comes from an authority that this computer does not know"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its certificate can not be trusted"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return "what it answers is no secure connection"
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return "it declines to make one"
	}
	if message := err.Error(); strings.Contains(message, "tls: protocol version not supported") || strings.Contains(message, "tls: server selected unsupported protocol version") {
		return "it knows only an old protocol that is not safe any more"
	}
	return ""
}

// dayFormat writes a day without a doubt about which number is the month.
const dayFormat = "2 January 2006"
