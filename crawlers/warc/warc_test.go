package warc

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.UTC)

// file is a WARC file of an info record, two answers with one payload, and a resource.
func file(t testing.TB, compress bool) (content []byte, places []Place) {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, "test.warc", compress)
	add := func(p Place, err error) {
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, p)
	}
	add(w.Info(noon, Header{{"software", "Orbweaver"}, {"description", "two\r\nWARC-Type: response"}}))
	e := Exchange{
		URL: "http://a.example/1", Time: noon, Body: []byte("<p>x"),
		Head:    []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\ntransfer-encoding: chunked\r\n"),
		Request: []byte("GET /1 HTTP/1.1\r\nHost: a.example\r\n"),
	}
	exchange := func(e Exchange) {
		entry, err := w.Exchange(e)
		add(entry.Place, err)
	}
	exchange(e)
	e.URL, e.Time, e.Request, e.Truncated = "http://a.example/2", noon.Add(time.Second), nil, true
	e.Metadata = Header{{"via", "http://a.example/1"}}
	exchange(e)
	add(w.Resource("urn:x", "text/plain", noon, []byte("last")))
	return b.Bytes(), places
}

// The blocks by hand: what the standard asks for, line by line.
func TestWriter(t *testing.T) {
	content, _ := file(t, false)
	want := strings.ReplaceAll(`WARC/1.1
WARC-Type: response
WARC-Record-ID: ID
WARC-Date: 2026-11-21T12:00:00.123456Z
WARC-Target-URI: http://a.example/1
WARC-Payload-Digest: `+Digest([]byte("<p>x"))+`
WARC-Block-Digest: `+Digest([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Archive-Orig-transfer-encoding: chunked\r\n\r\n<p>x"))+`
Content-Type: application/http;msgtype=response
Content-Length: 91

HTTP/1.1 200 OK
Content-Type: text/html
X-Archive-Orig-transfer-encoding: chunked

<p>x

`, "\n", "\r\n")
	got := string(content[bytes.Index(content, []byte("WARC/1.1\r\nWARC-Type: response")):])
	id := got[strings.Index(got, "<urn:"):]
	id = id[:strings.Index(id, ">")+1]
	if got = strings.Replace(got, id, "ID", 1); !strings.HasPrefix(got, want) {
		t.Errorf("%s", cmp.Diff(want, got[:min(len(got), len(want))]))
	}
	again, _ := file(t, false)
	if !bytes.Equal(content, again) {
		t.Error("the same records give another file")
	}
}

func TestReaderReadsWhatTheWriterWrites(t *testing.T) {
	for _, compress := range []bool{false, true} {
		content, places := file(t, compress)
		r, err := NewReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		var offsets []int64
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			types, offsets = append(types, rec.Type()), append(offsets, rec.Offset)
			switch rec.Type() {
			case Response, Revisit:
				a, err := ReadAnswer(rec, 1000)
				if err != nil || a.Status != 200 || a.Header.Get("Content-Type") != "text/html" {
					t.Errorf("%+v, %v", a, err)
				}
				if want := rec.Type() == Response; want != (string(a.Body) == "<p>x") || want == a.Truncated {
					t.Errorf("%s: %+v", rec.Type(), a)
				}
				if d, err := rec.Date(); err != nil || rec.Type() == Response && !d.Equal(noon) {
					t.Errorf("%s: received %v, %v", rec.Type(), d, err)
				}
			}
		}
		if want := []string{Info, Response, Request, Revisit, Metadata, Resource}; !cmp.Equal(types, want) {
			t.Errorf("compress %v: %s", compress, cmp.Diff(want, types))
		}
		for i, at := range []int{0, 1, 3, 5} {
			if places[i].Offset != offsets[at] {
				t.Errorf("compress %v: record %d is at %d, written at %d", compress, at, offsets[at], places[i].Offset)
			}
			alone, err := NewReader(io.NewSectionReader(bytes.NewReader(content), places[i].Offset, places[i].Length))
			if err != nil {
				t.Fatal(err)
			}
			if rec, err := alone.Next(); err != nil || rec.Type() != types[at] {
				t.Errorf("compress %v: the record at place %d is %v, %v", compress, i, rec, err)
			}
			if _, err := alone.Next(); err != io.EOF {
				t.Errorf("compress %v: after the record at place %d: %v", compress, i, err)
			}
		}
	}
}

func TestReaderOfBrokenFiles(t *testing.T) {
	whole, _ := file(t, false)
	for _, c := range []struct{ name, content, want string }{
		{"nothing", "", "EOF"},
		{"no WARC", "hello\r\n", "not the beginning of a WARC record"},
		{"ARC", "filedesc://x.arc 0.0.0.0 20140101 text/plain 9\n", "ARC file"},
		{"a version to come", "WARC/9.0\r\n\r\n", "not known"},
		{"no length", "WARC/1.1\r\nWARC-Type: info\r\n\r\n", "is no length"},
		{"a negative length", "WARC/1.1\r\nContent-Length: -1\r\n\r\n", "is no length"},
		{"no field", "WARC/1.1\r\nrubbish\r\n\r\n", "is no field"},
		{"cut in the header", "WARC/1.1\r\nWARC-Type: respo", "unexpected EOF"},
		{"an endless header", "WARC/1.1\r\nX: " + strings.Repeat("y", maxHeader+1), "longer than"},
		{"cut in the block", string(whole[:len(whole)-8]), "before the record does"},
		{"damaged gzip", "\x1f\x8bxxxxxxxxxx", "gzip"},
	} {
		r, err := NewReader(strings.NewReader(c.content))
		for err == nil {
			_, err = r.Next()
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// The samples of other programs are read, or refused with a reason.
func TestSamplesOfOthers(t *testing.T) {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	files, _ := filepath.Glob(filepath.Join(dir, "conformance/warc/*"))
	if len(files) == 0 {
		t.Skip("needs the conformance data of the corpora")
	}
	want := map[string]struct {
		records int
		err     string // "" = the file ends as it should
	}{
		"bad.arc": {0, "ARC file"}, "example-space-in-url.arc": {0, "ARC file"}, "example.arc": {0, "ARC file"}, "example.arc.gz": {0, "ARC file"},
		"example-bad-non-chunked.warc.gz": {6, ""}, "example-bad.warc.gz.bad": {6, ""}, "example-digest.warc": {4, ""},
		"example-iana.org-chunked.warc": {3, ""}, "example-resource.warc.gz": {3, ""}, "example-space-in-target-uri.warc.gz": {2, ""},
		"example-trunc.warc": {3, "not the beginning of a WARC record"}, "example-wget-bad-target-uri.warc.gz": {6, ""}, "example-wrong-chunks.warc.gz": {2, ""},
		"example.warc": {6, ""}, "example.warc.gz": {6, ""}, "post-test.warc.gz": {6, ""},
	}
	for _, path := range files {
		name := filepath.Base(path)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewReader(f)
		n := 0
		for err == nil {
			var rec *Record
			if rec, err = r.Next(); err != nil {
				break
			}
			n++
			if rec.Type() == Response && strings.HasPrefix(rec.Header.Get(fieldContent), "application/http") {
				if a, err := ReadAnswer(rec, 1<<20); err != nil || a.Status == 0 {
					t.Errorf("%s: %+v, %v", name, a, err)
				}
			}
		}
		f.Close()
		if w := want[name]; n != w.records || (w.err == "") != (err == io.EOF) || !strings.Contains(err.Error(), w.err) {
			t.Errorf("%s: %d records, %v; want %+v", name, n, err, w)
		}
	}
}

func TestIndex(t *testing.T) {
	for raw, want := range map[string]string{
		"http://www.Example.org/":            "org,example)/",
		"https://a.b.example.org:8443/X?b&a": "org,example,b,a:8443)/x?a&b",
		"http://example.org:80":              "org,example)/",
		"urn:x y":                            "urn:x%20y",
	} {
		if got := SURT(raw); got != want {
			t.Errorf("SURT(%q) = %q, want %q", raw, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		for range rapid.IntRange(0, 5).Draw(t, "entries") {
			entries = append(entries, Entry{
				URL:    "http://" + rapid.StringMatching(`[a-z]{1,3}\.example/[a-z "\\]{0,4}`).Draw(t, "url"),
				Time:   time.Unix(rapid.Int64Range(0, 2e9).Draw(t, "time"), 0).UTC(),
				Status: rapid.SampledFrom([]int{0, 200, 404}).Draw(t, "status"), MIME: "text/html", Digest: "sha1:X", Filename: "f.warc.gz",
				Place: Place{rapid.Int64Min(0).Draw(t, "offset"), rapid.Int64Min(0).Draw(t, "length")},
			})
		}
		var b bytes.Buffer
		if err := WriteIndex(&b, entries); err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(b.String(), "\n")
		for i := 1; i+1 < len(lines); i++ {
			if lines[i-1][:strings.Index(lines[i-1], "{")] > lines[i][:strings.Index(lines[i], "{")] {
				t.Fatalf("out of order:\n%s", b.String())
			}
		}
		read, err := ReadIndex(&b)
		if err != nil || len(read) != len(entries) {
			t.Fatalf("%d entries of %d, %v", len(read), len(entries), err)
		}
		for _, e := range entries {
			found := false
			for _, r := range read {
				found = found || cmp.Equal(r, e)
			}
			if !found {
				t.Fatalf("%+v is not in %+v", e, read)
			}
		}
	})
	if _, err := ReadIndex(strings.NewReader("!meta\n\norg,example)/ 2026 {}\n")); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a broken line: %v", err)
	}
}

func FuzzReader(f *testing.F) {
	for _, compress := range []bool{false, true} {
		content, _ := file(f, compress)
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		r, err := NewReader(bytes.NewReader(content))
		for err == nil {
			var rec *Record
			if rec, err = r.Next(); err == nil {
				if a, err := ReadAnswer(rec, 1000); err == nil && len(a.Body) > 1000 {
					t.Errorf("a body of %d bytes", len(a.Body))
				}
			}
		}
	})
}
