package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"orbweaver/crawlers"
)

const usualFields = "User-Agent: Tester/1\r\nAccept: text/html\r\n"

// Whatever was asked comes back byte for byte; what is usual takes no room.
func TestRequestsComeBackAsTheyWere(t *testing.T) {
	const url = "http://a.example:8080/x?y=%41"
	bare := len(pack(&crawlers.Answer{URL: url, Body: []byte("<p>page")}, usualFields))
	for _, c := range []struct {
		name, request string
		usual         bool
	}{
		{"not known", "", true},
		{"usual", "GET /x?y=%41 HTTP/1.1\r\nHost: a.example:8080\r\n" + usualFields, true},
		{"over HTTP/2", "GET /x?y=%41 HTTP/2.0\r\nHost: a.example:8080\r\n" + usualFields, true},
		{"through a proxy", "GET http://a.example:8080/x?y=%41 HTTP/1.1\r\nHost: a.example:8080\r\n" + usualFields, false},
		{"with a condition", "GET /x?y=%41 HTTP/1.1\r\nHost: a.example:8080\r\n" + usualFields + "If-None-Match: \"1\"\r\n", false},
		{"of another program", "GET /x?y=%41 HTTP/1.1\r\nHost: a.example:8080\r\nUser-Agent: Tester/2\r\nAccept: text/html\r\n", false},
		{"of another host", "GET /x?y=%41 HTTP/1.1\r\nHost: b.example:8080\r\n" + usualFields, false},
	} {
		want := &crawlers.Answer{
			URL: url, Request: []byte(c.request), Body: []byte("<p>page"), Truncated: true,
			Confirmed: []byte("HTTP/1.1 304 Not Modified\r\n"), Since: time.Date(2026, 11, 21, 12, 0, 0, 5, time.UTC),
		}
		if c.request == "" {
			want.Request = nil
		}
		got, err := unpack(pack(want, usualFields), usualFields)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %v, %s", c.name, err, cmp.Diff(want, got))
		}
		alone := len(pack(&crawlers.Answer{URL: url, Request: want.Request, Body: want.Body}, usualFields))
		if (alone == bare) != c.usual {
			t.Errorf("%s: %d bytes, %d without the request", c.name, alone, bare)
		}
	}
}

// Sessions of format 2 hold answers of version 1, and older ones of format 3 such of version 2.
func TestAnswersOfOldVersions(t *testing.T) {
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := &crawlers.Answer{URL: "http://x.example/", Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte("<p>text"), Truncated: true}
	for version, plain := range map[byte]string{
		1: "\x01\x11\x11http://x.example/HTTP/1.1 200 OK\r\n<p>text",
		2: "\x01\x11\x11\x00\x00\x00http://x.example/HTTP/1.1 200 OK\r\n<p>text",
	} {
		got, err := Unpack(encoder.EncodeAll([]byte(plain), []byte{version}))
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("version %d: %v, %s", version, err, cmp.Diff(want, got))
		}
	}
}
