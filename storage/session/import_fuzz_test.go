package session

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"orbweaver/crawlers/engine"
)

// Whatever an archive holds, it becomes a sound session or none, and leaves nothing behind.
func FuzzImport(f *testing.F) {
	w := newWebOf(f, 20, nil)
	l := mustLibrary(f)
	s := mustCreate(f, l, w.spec(5))
	mustRun(f, s, engine.StopBudget)
	var whole bytes.Buffer
	if _, err := s.Archive(f.Context(), &whole, "x.warc.gz", "Orbweaver"); err != nil {
		f.Fatal(err)
	}
	mustClose(f, s)
	f.Add(plainly(f, whole.Bytes()))
	f.Add([]byte("WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: urn:orbweaver:session\r\nContent-Length: 2\r\n\r\n{}\r\n\r\n"))
	f.Fuzz(func(t *testing.T, archive []byte) {
		other := mustLibrary(t)
		s, err := other.Import(t.Context(), bytes.NewReader(archive), int64(len(archive)))
		if err == nil {
			id := s.ID()
			mustClose(t, s)
			mustBeSound(t, other, id)
			return
		}
		if list, err := other.List(); err != nil || len(list) != 0 {
			t.Errorf("left behind: %v, %v", list, err)
		}
	})
}

// plainly is an archive without compression, so that what is changed in it is what is read.
func plainly(t testing.TB, archive []byte) []byte {
	t.Helper()
	members, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(members)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}
