package text

import (
	"slices"
	"testing"

	"io/fs"
	"orbweaver/assets"
	"strings"
)

func TestQueryMeetsPagesOfEveryLanguage(t *testing.T) {
	const keywords = "Running running BULLS in cafe\u0301s"
	q := NewQuery(keywords)
	for _, lang := range []string{"", "en", "fr", "de", "nb", "el", "zh"} {
		page := NewVector(Terms(keywords, lang))
		if got := Cosine(q.Vector(lang), page); got < 1-1e-12 {
			t.Errorf("%q: sim of the keywords with themselves = %v, want 1", lang, got)
		}
	}
	if got := q.Vector("en").Freq("run"); got != 2 {
		t.Errorf("run stands %d times in the query, want 2: as typed", got)
	}
}

func TestKeywords(t *testing.T) {
	for typed, want := range map[string][]string{
		"the web of Spiders web":  {"web", "spiders"},
		"dogs dog DOG cats":       {"dogs", "cats"}, // one stem, one keyword
		"":                        nil,
		"of the and":              nil,
		"東京都":                     {"東京", "京都"},
		"machine-learning, c++ 3": {"machine", "learning", "c", "3"},
	} {
		var got []string
		for _, k := range NewQuery(typed).Keywords() {
			got = append(got, k.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: keywords %q, want %q", typed, got, want)
		}
	}
}

func TestKeywordInLanguages(t *testing.T) {
	k := NewQuery("die").Keywords()[0]
	if k.In("en") != "die" || k.In("") != "die" || k.In("de") != "" {
		t.Errorf("die: %q in English, %q when not known, %q in German; want die, die and none", k.In("en"), k.In(""), k.In("de"))
	}
	stem := StemKeyword("citi")
	if stem.In("en") != "citi" || stem.In("fr") != "citi" || stem.String() != "citi" {
		t.Errorf("a stem is itself everywhere: %q, %q", stem.In("en"), stem.In("fr"))
	}
}

func TestEmptyQueryIsLikeNothing(t *testing.T) {
	page := NewVector([]string{"web"})
	for _, q := range []Query{{}, NewQuery(""), NewQuery("the")} {
		if got := Cosine(q.Vector("en"), page); got != 0 || len(q.Keywords()) != 0 {
			t.Errorf("sim = %v with %d keywords, want none", got, len(q.Keywords()))
		}
	}
}

// Every entry of a stop list must be what the analyzer takes for one word, or it would stop nothing.
func TestStopListsHoldWords(t *testing.T) {
	files, err := fs.Glob(assets.StopLists, "stoplists/*.txt")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d stop lists, %v", len(files), err)
	}
	for _, file := range files {
		list, err := fs.ReadFile(assets.StopLists, file)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
		for i, word := range words {
			if got := terms(word, unstemmed); len(got) != 1 || got[0] != word {
				t.Errorf("%s, line %d: %q is read as %q", file, i+1, word, got)
			}
			if slices.Index(words, word) != i {
				t.Errorf("%s, line %d: %q stands there twice", file, i+1, word)
			}
		}
	}
}
