package warc

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An answer that is confirmed later, and one of the same payload: what the records say, and the lines of the index.
func TestRevisits(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, "r.warc", false)
	later := noon.Add(time.Hour)
	whole := Exchange{URL: "http://a.example/", Time: noon, Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=x\r\n"), Body: []byte("<p>x")}
	confirmed := Exchange{
		URL: whole.URL, Time: later, Request: []byte("GET / HTTP/1.1\r\nIf-None-Match: \"1\"\r\n"), Head: []byte("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n"), Body: whole.Body,
	}
	var got []Entry
	add := func(e Entry, err error) {
		if err != nil {
			t.Fatal(err)
		}
		e.Place = Place{}
		got = append(got, e)
	}
	add(w.Exchange(whole))
	add(w.Unchanged(confirmed, noon))
	whole.URL = "http://b.example/"
	add(w.Exchange(whole))
	add(w.Exchange(Exchange{URL: "http://c.example/", Time: noon, Head: []byte("HTTP/1.1 204 No Content\r\n")}))
	add(w.Exchange(Exchange{URL: "http://d.example/", Time: noon, Head: []byte("HTTP/1.1 204 No Content\r\n")}))
	digest, none := Digest([]byte("<p>x")), Digest(nil)
	want := []Entry{
		{URL: "http://a.example/", Time: noon, Status: 200, MIME: "text/html", Digest: digest, Filename: "r.warc"},
		{URL: "http://a.example/", Time: later, Status: 304, MIME: "warc/revisit", Digest: digest, Filename: "r.warc"},
		{URL: "http://b.example/", Time: noon, Status: 200, MIME: "warc/revisit", Digest: digest, Filename: "r.warc"},
		{URL: "http://c.example/", Time: noon, Status: 204, Digest: none, Filename: "r.warc"},
		{URL: "http://d.example/", Time: noon, Status: 204, Digest: none, Filename: "r.warc"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("index: %s", d)
	}

	r, err := NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	var first, types []string
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kind := rec.Type()
		if rec.IsUnchanged() {
			kind = "unchanged"
			a, err := ReadAnswer(rec, 100)
			if err != nil || a.Status != 304 || len(a.Body) > 0 {
				t.Errorf("%+v, %v", a, err)
			}
			refers := []string{rec.Header.Get("WARC-Refers-To"), rec.Header.Get("WARC-Refers-To-Target-URI"), rec.Header.Get("WARC-Refers-To-Date")}
			if d := cmp.Diff(append(first, "http://a.example/", "2026-11-21T12:00:00.123456Z"), refers); d != "" {
				t.Errorf("refers to %s", d)
			}
		}
		if types = append(types, kind); first == nil {
			first = []string{rec.Header.Get("WARC-Record-ID")}
		}
	}
	if want := []string{Response, "unchanged", Request, Revisit, Response, Response}; !cmp.Equal(types, want) {
		t.Errorf("%v, want %v", types, want)
	}
}

// Whatever stands in a URL or a head, a record is as long as it says and its header has no line more: what follows is met.
func TestNothingBreaksOutOfARecord(t *testing.T) {
	const evil = "x\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n"
	var b bytes.Buffer
	w := NewWriter(&b, "evil\r\nWARC-Type: x", false)
	for _, e := range []Exchange{
		{URL: "http://a.example/" + evil, Time: noon, Head: []byte("HTTP/1.1 200 " + evil), Request: []byte(evil), Body: []byte(evil), Metadata: Header{{"via" + evil, evil}}},
		{URL: "http://last.example/", Time: noon, Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte("last")},
	} {
		if _, err := w.Exchange(e); err != nil {
			t.Fatal(err)
		}
	}
	r, err := NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for rec, err := r.Next(); err != io.EOF; rec, err = r.Next() {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, rec.Type())
	}
	if want := []string{Response, Request, Metadata, Response}; !cmp.Equal(types, want) {
		t.Errorf("%v, want %v", types, want)
	}
}

// A page that holds the same as another, and is confirmed later, refers to itself: never by the name of the other's record.
func TestConfirmedMirrorsReferToThemselves(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, "r.warc", false)
	e := Exchange{URL: "http://a.example/", Time: noon, Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte("<p>x")}
	if _, err := w.Exchange(e); err != nil {
		t.Fatal(err)
	}
	e.URL = "http://b.example/"
	if _, err := w.Exchange(e); err != nil {
		t.Fatal(err)
	}
	e.Time, e.Head = noon.Add(time.Hour), []byte("HTTP/1.1 304 Not Modified\r\n")
	if _, err := w.Unchanged(e, noon); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	got := []string{rec.Header.Get("WARC-Refers-To"), rec.Header.Get("WARC-Refers-To-Target-URI"), rec.Header.Get("WARC-Refers-To-Date")}
	if want := []string{"", "http://b.example/", "2026-11-21T12:00:00.123456Z"}; !cmp.Equal(got, want) {
		t.Errorf("refers to %q, want %q", got, want)
	}
}

// Heads are archived and read as they came, also those whose lines end in LF, and so does the empty line after them.
func TestHeadsKeepTheEndsOfTheirLines(t *testing.T) {
	for _, head := range []string{"HTTP/1.0 200 OK\nContent-Type: text/html\n", "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 200 OK\r\nA: b\n", "HTTP/1.1 200 OK\nA: b\r\n"} {
		var b bytes.Buffer
		if _, err := NewWriter(&b, "r.warc", false).Exchange(Exchange{URL: "http://a.example/", Time: noon, Head: []byte(head), Body: []byte("\n<p>x")}); err != nil {
			t.Fatal(err)
		}
		r, err := NewReader(&b)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		a, err := ReadAnswer(rec, 100)
		if err != nil || string(a.Head) != head || string(a.Body) != "\n<p>x" || a.Status != 200 {
			t.Errorf("%q came back as %q with %q, %v", head, a.Head, a.Body, err)
		}
	}
}
