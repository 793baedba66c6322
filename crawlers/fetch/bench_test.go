package fetch

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// page21k is as large as the mean page of the wikispeedia corpus.
var page21k = append([]byte(small), bytes.Repeat([]byte("<p>Some words of a page. "), 21_000/25)...)

func benchServer(b *testing.B) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{"text/html; charset=utf-8"}
		_, _ = w.Write(page21k)
	}))
	b.Cleanup(s.Close)
	return s.URL + "/wiki/Page.html"
}

func BenchmarkGet(b *testing.B) {
	url := benchServer(b)
	c := newClient(b, Options{})
	b.ReportAllocs()
	b.SetBytes(int64(len(page21k)))
	for b.Loop() {
		if _, err := c.Get(b.Context(), url); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRoundTrip is the least that BenchmarkGet could cost.
func BenchmarkRoundTrip(b *testing.B) {
	url := benchServer(b)
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	b.ReportAllocs()
	b.SetBytes(int64(len(page21k)))
	for b.Loop() {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
		if err != nil {
			b.Fatal(err)
		}
		answer, err := transport.RoundTrip(request)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}
