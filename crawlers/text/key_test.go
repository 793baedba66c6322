package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// Reference: the word byte by byte.
func TestReadShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom(nil, unicode.Letter, unicode.Digit, &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: 0x7F, Stride: 1}}, LatinOffset: 1}), 0, 40, -1).Draw(t, "text")
		at := rapid.IntRange(0, len(s)).Draw(t, "at")
		end := at
		for end < len(s) && end-at <= shortWord && s[end] < 0x80 && lowerASCII[s[end]] != 0 {
			end++
		}
		k, n := readShort(s, at)
		if n != end-at {
			t.Fatalf("readShort(%q, %d) found %d letters, want %d", s, at, n, end-at)
		}
		if want := strings.ToLower(s[at:end]); n <= shortWord && k.word() != want {
			t.Fatalf("readShort(%q, %d) is %q, want %q", s, at, k.word(), want)
		}
		for _, l := range []*language{languages[0], unstemmed} {
			if n <= shortWord && k.in(l) != keyOf(strings.ToLower(s[at:end])).in(l) {
				t.Fatalf("readShort(%q, %d) and keyOf differ", s, at)
			}
		}
	})
}

// Every byte that there is, at every place, parts words or belongs to them.
func TestReadEightKnowsEveryByte(t *testing.T) {
	for place := range 8 {
		for c := range 256 {
			s := strings.Repeat("x", place) + string([]byte{byte(c)}) + strings.Repeat("x", 8)
			_, n := readEight(s, 0)
			if isWord := c < 0x80 && lowerASCII[c] != 0; isWord != (n == 8) || !isWord && n != place {
				t.Errorf("byte %#x at %d: %d letters", c, place, n)
			}
		}
	}
}

func TestTableEqualsAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table, want := newTable(emptyTable), map[key]int32{}
	for i := range int32(5000) {
		k := key{random.Uint64N(4000), random.Uint64N(2)}
		number, known := want[k]
		if got, _ := table.get(k); known != (got >= 0) || known && got != number {
			t.Fatalf("%v: %d, want %d, %v", k, got, number, known)
		}
		if !known {
			want[k] = i
			table = table.with(k, i)
		}
	}
	if table.used != len(want) {
		t.Errorf("%d keys, want %d", table.used, len(want))
	}
}
