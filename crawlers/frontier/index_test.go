package frontier

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// An Index does what a map does. The keys drawn are few and near each other, so that ways are long, cross, and go round the
// end of the table.
func TestIndexAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]int32{}
		urls := map[int32]string{}
		x := NewIndex(func(number int32) string { return urls[number] })
		next := int32(0)
		draw := func(t *rapid.T) (Key, string) {
			n := rapid.IntRange(0, 150).Draw(t, "url")
			return Key(^uint32(0) - uint32(n%7)), fmt.Sprint(n)
		}
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				if k, url := draw(t); urls[want[url]] != url {
					want[url], urls[next] = next, url
					x.Put(k, next)
					next++
				}
			},
			"delete": func(t *rapid.T) {
				if k, url := draw(t); urls[want[url]] == url {
					x.Delete(k, want[url])
					delete(urls, want[url])
					delete(want, url)
				}
			},
			"": func(t *rapid.T) {
				if x.used != len(want) {
					t.Fatalf("%d URLs; want %d", x.used, len(want))
				}
				for n := range 150 {
					url := fmt.Sprint(n)
					number, known := want[url]
					if got, ok := x.Find(Key(^uint32(0)-uint32(n%7)), url); ok != known || known && got != number {
						t.Fatalf("Find(%s) = %d, %v; want %d, %v", url, got, ok, number, known)
					}
				}
			},
		})
	})
}

// The same URL has the same key, and a thousand others are told from it.
func TestIndexKeys(t *testing.T) {
	var urls []string
	x := NewIndex(func(number int32) string { return urls[number] })
	for i := range 1000 {
		urls = append(urls, fmt.Sprintf("http://example.org/%d", i))
		x.Put(KeyOf(urls[i]), int32(i))
	}
	for i, url := range urls {
		if got, ok := x.Find(KeyOf(url), url); !ok || got != int32(i) {
			t.Errorf("Find(%s) = %d, %v", url, got, ok)
		}
	}
	if _, ok := x.Find(KeyOf("http://example.org/"), "http://example.org/"); ok {
		t.Error("finds what is not there")
	}
}
