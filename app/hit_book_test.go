package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"orbweaver/widgets"
)

// Whatever comes in between, the view is what sorting and filtering all hits at once gives.
func TestHitBookEqualsSortingEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		book := newHitBook()
		var all []*widgets.Hit
		column, falls, filter := widgets.ByScore, true, ""
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				h := &widgets.Hit{
					URL:   fmt.Sprintf("http://%s.example/%d", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "host"), len(all)),
					Title: rapid.SampledFrom([]string{"Coral reef", "Kelp", "coral"}).Draw(t, "title"),
					Score: float64(rapid.IntRange(0, 3).Draw(t, "score")), Depth: rapid.IntRange(0, 2).Draw(t, "depth"),
					Found: time.Unix(int64(len(all)), 0),
				}
				all = append(all, h)
				book.add(h)
			},
			"sort": func(t *rapid.T) {
				column, falls = widgets.HitColumn(rapid.IntRange(0, 5).Draw(t, "column")), rapid.Bool().Draw(t, "falls")
				book.sortBy(column, falls)
			},
			"filter": func(t *rapid.T) {
				filter = rapid.SampledFrom([]string{"", "coral", "coral b.example", "nothing"}).Draw(t, "filter")
				book.search(filter)
			},
			"judge": func(t *rapid.T) {
				if len(all) > 0 {
					i := rapid.IntRange(0, len(all)-1).Draw(t, "which")
					judged := *all[i]
					judged.Judgement = widgets.Judgement(rapid.IntRange(0, 2).Draw(t, "judgement"))
					all[i] = &judged
					book.judge(judged.URL, judged.Judgement)
				}
			},
			"view": func(t *rapid.T) { book.view() },
			"": func(t *rapid.T) {
				rows, _, _ := book.view()
				want := passing(slices.SortedStableFunc(slices.Values(all), hitOrder(column, falls)), filter)
				if !slices.EqualFunc(rows, want, func(a, b *widgets.Hit) bool { return *a == *b }) {
					t.Fatalf("view has %d rows, want %d", len(rows), len(want))
				}
				if book.count() != len(all) {
					t.Fatalf("counts %d, want %d", book.count(), len(all))
				}
			},
		})
	})
}

// Bad hits go below all others, whichever way the rest is sorted, and come back when the mark is taken back.
func TestBadHitsComeLast(t *testing.T) {
	book := newHitBook()
	book.add(&widgets.Hit{URL: "a", Score: 0.9}, &widgets.Hit{URL: "b", Score: 0.5, Judgement: widgets.Good}, &widgets.Hit{URL: "c", Score: 0.7})
	order := func() string {
		rows, _, _ := book.view()
		var all []string
		for _, h := range rows {
			all = append(all, h.URL)
		}
		return strings.Join(all, " ")
	}
	book.view()
	book.judge("a", widgets.Bad)
	if got := order(); got != "c b a" {
		t.Errorf("the best is bad: %s", got)
	}
	book.sortBy(widgets.ByScore, false)
	if got := order(); got != "b c a" {
		t.Errorf("the worst first: %s", got)
	}
	book.judge("a", widgets.Unjudged)
	if got := order(); got != "b c a" {
		t.Errorf("taken back, the worst first: %s", got)
	}
	book.sortBy(widgets.ByScore, true)
	if got := order(); got != "a c b" {
		t.Errorf("taken back: %s", got)
	}
}

func TestHitBookSaysWhatChanged(t *testing.T) {
	book := newHitBook()
	if _, changed, _ := book.view(); changed {
		t.Error("an empty book has news")
	}
	book.add(&widgets.Hit{URL: "http://a.example/"})
	if rows, changed, asked := book.view(); len(rows) != 1 || !changed || asked {
		t.Errorf("after a hit: %d rows, changed %v, asked %v", len(rows), changed, asked)
	}
	shown, _, _ := book.view()
	book.judge("http://a.example/", widgets.Good)
	if rows, changed, asked := book.view(); rows[0].Judgement != widgets.Good || !changed || asked || shown[0].Judgement != widgets.Unjudged {
		t.Errorf("after a judgement: %+v, changed %v, asked %v; rows handed over before: %+v", rows[0], changed, asked, shown[0])
	}
	book.search("kelp")
	if rows, changed, asked := book.view(); len(rows) != 0 || !changed || !asked {
		t.Errorf("after a search: %d rows, changed %v, asked %v", len(rows), changed, asked)
	}
}

// 40 new hits among 100,000: what a tick costs late in a long crawl.
func BenchmarkHitBookTick(b *testing.B) {
	book := newHitBook()
	for i := range 100_000 {
		book.add(&widgets.Hit{URL: "http://a.example/" + strings.Repeat("x", i%50), Score: float64(i % 1000), Found: time.Unix(int64(i), 0)})
	}
	book.view()
	for n := 0; b.Loop(); n++ {
		for i := range 40 {
			book.add(&widgets.Hit{URL: "http://b.example/", Score: float64(i * 20), Found: time.Unix(int64(200_000+n), 0)})
		}
		book.view()
	}
}
