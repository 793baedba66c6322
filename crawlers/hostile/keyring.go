package hostile

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"time"
)

// keyring makes certificates: of an authority that is trusted, and of one that is not.
type keyring struct {
	key     *ecdsa.PrivateKey // of all there is: it is the names that are tested
	trusted *x509.Certificate
	unknown *x509.Certificate
}

func newKeyring() (*keyring, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	k := &keyring{key: key}
	if k.trusted, err = k.authority("Trusted Authority"); err != nil {
		return nil, err
	}
	k.unknown, err = k.authority("Unknown Authority")
	return k, err
}

func (k *keyring) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(k.trusted)
	return pool
}

func (k *keyring) authority(name string) (*x509.Certificate, error) {
	a := template(name, -time.Hour, time.Hour)
	a.IsCA, a.BasicConstraintsValid, a.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, a, a, &k.key.PublicKey, k.key)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// template is a certificate for a host, from and until so long from now.
func template(host string, from, until time.Duration) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: now.Add(from), NotAfter: now.Add(until),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
}

// signed is what a host shows of itself, signed by an authority; nil = by itself. Protocols are those it speaks over TLS.
func (k *keyring) signed(cert, by *x509.Certificate, protocols ...string) *tls.Config {
	if by == nil {
		by = cert
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, by, &k.key.PublicKey, k.key)
	if err != nil {
		return &tls.Config{} // no handshake succeeds, which its test notices
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: k.key}}, NextProtos: protocols}
}
