package text

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Words made of a slice, and those of a text, do what the slice does.
func TestWordsEqualASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.StringOfN(rapid.RuneFrom([]rune("abcdé")), 1, 30, -1)).Draw(t, "words")
		a := NewAnalyzer(nil)
		a.Begin(otherLanguage)
		for _, word := range want {
			a.Add(word, 0)
		}
		for name, words := range map[string]Words{"made": WordsOf(want), "read": a.Words()} {
			if words.Len() != len(want) || !slices.Equal(words.Strings(), want) {
				t.Fatalf("%s: %q, want %q", name, words.Strings(), want)
			}
			from := rapid.IntRange(0, len(want)).Draw(t, "from")
			to := rapid.IntRange(from, len(want)).Draw(t, "to")
			part := words.Slice(from, to)
			for i, word := range part.All() {
				if word != want[from+i] || part.At(i) != word {
					t.Fatalf("%s: word %d of %d:%d is %q and %q, want %q", name, i, from, to, word, part.At(i), want[from+i])
				}
			}
			if got := part.AppendTo([]string{"x"}); !slices.Equal(got[1:], want[from:to]) || got[0] != "x" {
				t.Fatalf("%s: AppendTo gives %q, want x and %q", name, got, want[from:to])
			}
		}
	})
}

// Whoever keeps many texts must not keep a copy of the dictionary for each time that it grew.
func TestWordsKeepNoCopyOfTheDictionary(t *testing.T) {
	a := NewAnalyzer(nil)
	read := func(s string) (Words, *term) {
		a.Begin(otherLanguage)
		a.Add(s, 0)
		w := a.Words()
		return w, w.terms.at(w.numbers[0])
	}
	words, before := read("spider")
	for i := range 3 * termBlock {
		read(strconv.Itoa(i))
	}
	if _, after := read("spider"); after != before || words.At(0) != "spider" {
		t.Errorf("%q has moved in a dictionary that grew", words.At(0))
	}
}
