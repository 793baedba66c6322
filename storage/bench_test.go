package storage

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers"
)

// wikispeedia returns up to n real answers, or as many made ones of the same size where the corpora are absent.
func wikispeedia(tb testing.TB, n int) []*crawlers.Answer {
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../shared/corpora"
	}
	files, err := filepath.Glob(filepath.Join(dir, "wikispeedia/wiki/*.html"))
	if err != nil {
		tb.Fatal(err)
	}
	var answers []*crawlers.Answer
	for i := range n {
		body := []byte(randomText(i, 21_000))
		if i < len(files) {
			if body, err = os.ReadFile(files[i]); err != nil {
				tb.Fatal(err)
			}
		}
		answers = append(answers, &crawlers.Answer{
			URL: fmt.Sprintf("http://wiki.example/wiki/%d.html", i), Body: body,
			Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nDate: Sat, 21 Nov 2026 14:30:12 GMT\r\n"),
		})
	}
	return answers
}

// BenchmarkPack is the worker's part of storing a page.
func BenchmarkPack(b *testing.B) {
	answers := wikispeedia(b, 100)
	bytes, packed, i := 0, 0, 0
	for b.Loop() {
		a := answers[i%len(answers)]
		i++
		bytes += len(a.Body)
		packed += len(Pack(a))
	}
	b.ReportMetric(float64(bytes)/float64(packed), "ratio")
}

// BenchmarkUnpack is what replay and readers pay for a page.
func BenchmarkUnpack(b *testing.B) {
	packed := Pack(wikispeedia(b, 1)[0])
	for b.Loop() {
		if _, err := Unpack(packed); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend is the writer's part of storing a page, commits included: 1,000 pages a session, the pick and the
// outcome of each. file-B/page is what they take on the disk.
func BenchmarkAppend(b *testing.B) {
	const pages = 1000
	answers := wikispeedia(b, pages)
	packed := make([][]byte, pages)
	for i, a := range answers {
		packed[i] = Pack(a)
	}
	f := mustFolder(b)
	size := int64(0)
	for b.Loop() {
		s, err := f.Create(testMeta)
		if err != nil {
			b.Fatal(err)
		}
		for i := range pages {
			asked, ended := step(i + 1)
			ended.Kind, ended.Packed = crawlers.KindOK, packed[i]
			mustAppend(b, s, asked, ended)
		}
		mustFlush(b, s)
		size = s.Summary().Size
		mustClose(b, s)
		if err := f.Delete(s.ID()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
	b.ReportMetric(float64(size)/pages, "file-B/page")
}

// BenchmarkOpen is opening a session of 1,000 pages, its tree checked.
func BenchmarkOpen(b *testing.B) {
	f := mustFolder(b)
	s, err := f.Create(testMeta)
	if err != nil {
		b.Fatal(err)
	}
	for i, a := range wikispeedia(b, 1000) {
		asked, ended := step(i + 1)
		ended.Kind, ended.Packed = crawlers.KindOK, Pack(a)
		mustAppend(b, s, asked, ended)
	}
	mustClose(b, s)
	for b.Loop() {
		s, err := f.Open(s.ID())
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		mustClose(b, s)
		b.StartTimer()
	}
}
