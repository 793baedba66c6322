package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orbweaver/crawlers/weburl"
)

// sample is a page of about 21 KB: a real one where the corpora are, else a generated one.
func sample() []byte {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	if body, err := os.ReadFile(filepath.Join(dir, "wikispeedia/wiki/Mars.html")); err == nil {
		return body[:min(len(body), 21<<10)]
	}
	var b strings.Builder
	b.WriteString("<html lang=en><title>Mars</title><body>")
	for i := 0; b.Len() < 21<<10; i++ {
		fmt.Fprintf(&b, "<p>The %dth planet has <a href=/wiki/Moon_%d.html>moons</a> and a thin atmosphere of carbon dioxide, dust and storms.</p>\n", i, i%26)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	body := sample()
	p := NewParser(Options{Rules: weburl.DefaultRules()})
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Parse("http://127.0.0.1:8080/wiki/Mars.html", body); err != nil {
			b.Fatal(err)
		}
	}
}
