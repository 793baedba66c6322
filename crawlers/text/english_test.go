package text

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEnglishStemsAreTheStemmersToo(t *testing.T) {
	english := languageOf("en")
	check := func(t interface{ Errorf(string, ...any) }, word string) {
		if stem := english.stemmed(word); isEnglishStem(word) && stem != word {
			t.Errorf("%q is no stem: the stemmer makes %q of it", word, stem)
		}
	}
	t.Run("made of endings", func(t *testing.T) {
		part := rapid.SampledFrom(strings.Fields("a e i o u y é b c d g l m n r s t w x z 7 ski tional enci anci abli ent izer ize ation ator al alism " +
			"aliti ful ness ous ive iviti bil ogi li icate ic iciti ative ance ence er able ible ant ement ment ism ate iti ion ed ly ing ied eed"))
		rapid.Check(t, func(t *rapid.T) { check(t, strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, "parts"), "")) })
	})
	t.Run("vocabulary", func(t *testing.T) {
		voc, err := os.ReadFile(corpora(t, "conformance/stem/english/voc.txt"))
		if err != nil {
			t.Fatal(err)
		}
		stems := 0
		for word := range strings.FieldsSeq(string(voc)) {
			check(t, strings.Trim(word, "'"))
			if isEnglishStem(word) {
				stems++
			}
		}
		if stems < 10_000 {
			t.Errorf("%d words of the vocabulary are seen to be stems at once, want at least 10,000", stems)
		}
	})
}
