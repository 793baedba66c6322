package frontier

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Looking ahead changes nothing: what was expected ends where the same ends unexpected, also where a link of
// a page drops one that comes later on the same page.
func TestExpectChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 12).Draw(t, "limit")
		expecting, plain := NewPriority[int](limit), NewPriority[int](limit)
		address := rapid.IntRange(-1, 20)
		draw := func(t *rapid.T) string {
			if n := address.Draw(t, "url"); n >= 0 {
				return fmt.Sprint(n)
			}
			return ""
		}
		offered := 0
		t.Repeat(map[string]func(*rapid.T){
			"page": func(t *rapid.T) {
				items := make([]Item[int], rapid.IntRange(0, 8).Draw(t, "links"))
				for i := range items {
					url, score := draw(t), rapid.SampledFrom([]float64{-1, 0, 0.5, 1}).Draw(t, "score")
					items[i] = Item[int]{URL: url, Host: fmt.Sprint(len(url)), Score: score, Value: offered}
					offered++
				}
				keys := make([]Key, len(items))
				for i, it := range items {
					keys[i] = KeyOf(it.URL)
				}
				expecting.Expect(keys, func(i int) float64 { return items[i].Score })
				for i, it := range items {
					plain.Offer(it)
					it.Key = keys[i]
					expecting.Offer(it)
					if v := expecting.ValueOf(it.Key, it.URL); (v != nil) != plain.Contains(it.URL) || v != nil && *v != *plain.ValueOf(0, it.URL) {
						t.Fatalf("value of %q differs", it.URL)
					}
				}
			},
			"close": func(t *rapid.T) {
				url := draw(t)
				expecting.Close(url)
				plain.Close(url)
			},
			"take": func(t *rapid.T) {
				got, gotOK := expecting.Take(always)
				if want, ok := plain.Take(always); got != want || gotOK != ok {
					t.Fatalf("Take = %v, %v; want %v, %v", got, gotOK, want, ok)
				}
			},
			"": func(t *rapid.T) {
				if got, want := expecting.Best(100), plain.Best(100); !slices.Equal(got, want) {
					t.Fatalf("holds %v; want %v", got, want)
				}
				if err := expecting.check(); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}

// The links looked at are those that a full frontier is about to drop.
func TestExpectLooksAtTheWorst(t *testing.T) {
	const limit, n = 300, 100
	f := NewPriority[int](limit)
	for i := range limit {
		f.Offer(Item[int]{URL: fmt.Sprint(i), Score: float64(i * 7 % limit)})
	}
	keys := make([]Key, n)
	for i := range keys {
		keys[i] = KeyOf(fmt.Sprint(limit + i))
	}
	f.Expect(keys, func(int) float64 { return limit })
	for i := range n {
		worst, _ := f.DropWorst()
		if want := KeyOf(worst.URL); i >= len(f.gone) || f.gone[i] != want {
			t.Fatalf("%d looked at, of which not %d from the end", len(f.gone), i+1)
		}
	}
}
