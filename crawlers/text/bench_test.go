package text

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// benchTexts are some real pages' texts, or made ones of their size where the corpora are absent.
func benchTexts(b *testing.B) []string {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "wikispeedia", "wiki", "A*.html"))
	tags := regexp.MustCompile(`<[^>]*>`)
	var texts []string
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, tags.ReplaceAllString(string(page), " "))
	}
	if texts == nil {
		texts = []string{strings.Repeat("Spiders weave orb webs in the forests of Africa. ", 300)}
	}
	return texts
}

func BenchmarkVectorise(b *testing.B) {
	texts := benchTexts(b)
	size := 0
	for _, s := range texts {
		size += len(s)
	}
	a := NewAnalyzer(nil)
	b.SetBytes(int64(size / len(texts)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		a.Begin("en")
		a.Add(texts[i%len(texts)], 0)
		a.Vector()
		i++
	}
}

func BenchmarkCosine(b *testing.B) {
	q := NewQuery("african history of kingdoms").Vector("en")
	p := NewVector(Terms(benchTexts(b)[0], "en"))
	b.ReportAllocs()
	for b.Loop() {
		Cosine(q, p)
	}
}
