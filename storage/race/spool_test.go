package race

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"orbweaver/crawlers/fetch"
)

// Answers come back as they were, whatever their order, and a text takes a fraction of its length.
func TestSpool(t *testing.T) {
	s, err := newSpool(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	page := &fetch.Response{
		URL: "http://h/a", Request: []byte("GET /a HTTP/1.1"), Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Head: []byte("HTTP/1.1 200 OK"),
		Body: []byte(strings.Repeat("The sun gives solar energy. ", 1000)), Truncated: true, Took: time.Second,
	}
	moved := &fetch.Response{URL: "http://h/b", Status: 302, Location: "http://h/a"}
	var places []place
	for _, r := range []*fetch.Response{page, moved} {
		p, err := s.put(r)
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, p)
	}
	said := cmpopts.IgnoreUnexported(fetch.Response{})
	for i, want := range []*fetch.Response{1: page, 0: moved} {
		if got, err := s.get(places[1-i]); err != nil || cmp.Diff(want, got, said) != "" {
			t.Errorf("%v\n%s", err, cmp.Diff(want, got, said))
		}
	}
	if s.size > int64(len(page.Body))/10 {
		t.Errorf("%d bytes for a page of %d that repeats itself", s.size, len(page.Body))
	}
	if _, err := s.get(place{places[0].at + 1, places[0].length}); err == nil {
		t.Error("an answer that is damaged was read")
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// What a killed program has left is taken away, in a folder of any name; other files stay.
func TestSpoolsLeftBehind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sessions [old]")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	left, other := filepath.Join(dir, ".race-123.tmp"), filepath.Join(dir, "notes.tmp")
	for _, name := range []string{left, other} {
		if err := os.WriteFile(name, bytes.Repeat([]byte("x"), 9), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what was left behind is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
