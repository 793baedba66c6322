package fetch

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// newClient makes a Client that may ask the test's servers and is closed when the test ends.
func newClient(t testing.TB, o Options) *Client {
	t.Helper()
	o.AllowPrivate = append(o.AllowPrivate, loopback...)
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// corpora is the folder of conformance data, or the test is skipped.
func corpora(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ORBWEAVER_CORPORA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs the corpus %s; set ORBWEAVER_CORPORA to its folder", name)
	}
	return path
}
