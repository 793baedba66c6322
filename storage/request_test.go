package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// A session of format 2 holds answers of version 1.
func TestAnswersOfVersion1(t *testing.T) {
	plain := "\x01\x11\x11http://x.example/HTTP/1.1 200 OK\r\n<p>text"
	packed := append([]byte{1}, encoder().EncodeAll([]byte(plain), nil)...)
	want := &crawlers.Answer{URL: "http://x.example/", Head: []byte("HTTP/1.1 200 OK\r\n"), Body: []byte("<p>text"), Truncated: true}
	got, err := Unpack(packed)
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %s", err, cmp.Diff(want, got))
	}
}
