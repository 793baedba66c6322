package text

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTerms(t *testing.T) {
	long := strings.Repeat("x", 3*maxToken)
	for _, c := range []struct {
		name, lang, text string
		want             []string
	}{
		{"stop words out, lower case, stems", "en", "The Running of the Bulls", []string{"run", "bull"}},
		{"not known is English", "", "The Running of the Bulls", []string{"run", "bull"}},
		{"letters and digits together", "en", "B2B in 2007: 30,221,532 km²", []string{"b2b", "2007", "30", "221", "532", "km"}},
		{"apostrophes part words", "en", "Don't touch Asia's or Asia’s rim", []string{"touch", "asia", "asia", "rim"}},
		{"French elision", "fr", "L'eau qu'on boit aujourd’hui", []string{"eau", "boit", "aujourd", "hui"}},
		{"Spanish", "es", "las ciudades", []string{"ciudad"}},
		{"Norwegian by its written forms", "nb", "hestene", []string{"hest"}},
		{"German", "de", "Die Häuser und der Baum", []string{"haus", "baum"}},
		{"no stemmer, own stop list", "pl", "Dom i drzewa", []string{"dom", "drzewa"}},
		{"no stemmer, no stop list", "el", "Οι ΘΕΟΙ", []string{"οι", "θεοι"}},
		{"combining marks belong to their letter", "en", "cafe\u0301 café", []string{"café", "café"}},
		{"vowel signs belong to their word", "hi", "हिन्दी भाषा", []string{"हिन्दी", "भाषा"}},
		{"a mark alone is no word", "en", "\u0301 x\u0301", []string{"x\u0301"}},
		{"pairs of Han letters", "zh", "东京都", []string{"东京", "京都"}},
		{"one Han letter", "zh", "2007年", []string{"2007", "年"}},
		{"kana with its length mark", "ja", "コーヒー", []string{"コー", "ーヒ", "ヒー"}},
		{"pairs stay apart from other letters", "ja", "Goで書く", []string{"go", "で書", "書く"}},
		{"Hangul", "ko", "한국어 문서", []string{"한국", "국어", "문서"}},
		{"very long runs are cut", "de", long, []string{long[:maxToken]}},
		{"no words", "en", " –  the… ", []string{}},
		{"broken UTF-8", "en", "a\xffweb\xc3", []string{"web"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Terms(c.text, c.lang); !slices.Equal(got, c.want) {
				t.Errorf("Terms(%q, %q) = %q, want %q", c.text, c.lang, got, c.want)
			}
		})
	}
}

func TestOffsetsPointAtTheWords(t *testing.T) {
	a := NewAnalyzer(nil)
	a.Begin("en")
	a.Add("Spiders, ", 0)
	a.Add("in the café’s webs 東京都", 9)
	// Bytes: "Spiders, " 0–8, "in" 9, "the" 12, "café" 16–20, "’" 21–23, "s" 24, "webs" 26, 東 31, 京 34.
	if got, want := a.Offsets(), []int32{0, 16, 26, 31, 34}; !slices.Equal(got, want) {
		t.Errorf("words %q at %v, want them at %v", a.Words().Strings(), got, want)
	}
}

func TestWordsDoNotReachAcrossPieces(t *testing.T) {
	a := NewAnalyzer(nil)
	a.Begin("de")
	a.Add("haus", 0)
	a.Add("boot", 4)
	if got, want := a.Words().Strings(), []string{"haus", "boot"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
}

func TestLaterTextsLeaveEarlierOnesAlone(t *testing.T) {
	a := NewAnalyzer(nil)
	a.Begin("en")
	a.Add("one web two webs", 0)
	words, vector := a.Words().Strings(), a.Vector()
	a.Begin("en")
	a.Add("webs webs webs and other things", 0)
	if want := []string{"web", "two", "web"}; !slices.Equal(words, want) || vector.Freq("web") != 2 || vector.Len() != 2 {
		t.Errorf("after another text: words %q, web %d times", words, vector.Freq("web"))
	}
}

// What is remembered only saves time: an analyzer that has seen much gives what a new one gives, and a dictionary that
// is full begins anew, whichever of its analyzers notices.
func TestDictionaryIsBoundedAndChangesNothing(t *testing.T) {
	d := NewDictionary()
	analyzers := []*Analyzer{NewAnalyzer(d), NewAnalyzer(d)}
	begun := map[*lexicon]bool{}
	for page := range 20 {
		var b strings.Builder
		b.WriteString("spiders weaving webs ")
		for i := range maxLexicon / 8 {
			b.WriteString(strings.Repeat("q", page+1) + letters(i) + " ")
		}
		lang := []string{"en", "fr", "pl"}[page%3]
		a := analyzers[page%2]
		a.Begin(lang)
		a.Add(b.String(), 0)
		if want := Terms(b.String(), lang); !slices.Equal(a.Words().Strings(), want) {
			t.Fatalf("page %d: the words differ from a new analyzer's", page)
		}
		if got := a.vocabulary.lexicon.size(); got > maxLexicon+maxLexicon/8+3 {
			t.Fatalf("page %d: %d words remembered, want at most %d and those of one page", page, got, maxLexicon)
		}
		begun[a.vocabulary.lexicon] = true
	}
	if len(begun) != 3 {
		t.Errorf("the dictionary began %d times, want 3: 20 pages of an eighth each", len(begun))
	}
}

// Analyzers of one dictionary work side by side.
func TestAnalyzersShareADictionary(t *testing.T) {
	d := NewDictionary()
	var workers sync.WaitGroup
	for n := range 4 {
		workers.Go(func() {
			a := NewAnalyzer(d)
			for page := range 50 {
				words := "spiders weaving " + letters(n*50+page) + " webs " + letters(page)
				a.Begin("en")
				a.Add(words, 0)
				if want := Terms(words, "en"); !slices.Equal(a.Words().Strings(), want) || Cosine(a.Vector(), NewVector(want)) != 1 {
					t.Errorf("%q: %v, want %v", words, a.Words().Strings(), want)
				}
			}
		})
	}
	workers.Wait()
}

// letters writes a number in letters.
func letters(n int) string {
	s := ""
	for ; n > 0; n /= 26 {
		s += string(rune('a' + n%26))
	}
	return s
}

// Reference: the definition of algorithms §1, over runes, for scripts that are not read in pairs and have no marks.
func TestAnalyzerEqualsItsDefinition(t *testing.T) {
	a := NewAnalyzer(nil)
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"", "en", "fr", "de", "ru", "el"}).Draw(t, "lang")
		s := rapid.StringOfN(rapid.RuneFrom([]rune("aAeéÉèſsSтТдЖß0 19 ,.'’-_\n<")), 0, 60, -1).Draw(t, "text")
		l := languageOf(lang)
		want := []string{}
		counts := map[string]int{}
		for _, run := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if term := l.term(strings.Map(unicode.ToLower, run)); term != "" {
				want = append(want, term)
				counts[term]++
			}
		}
		a.Begin(lang)
		a.Add(s, 0)
		if !slices.Equal(a.Words().Strings(), want) {
			t.Fatalf("%q: %q, want %q", s, a.Words().Strings(), want)
		}
		vector := a.Vector()
		for term, n := range counts {
			if vector.Freq(term) != n {
				t.Fatalf("%q: %s %d times, want %d", s, term, vector.Freq(term), n)
			}
		}
		if vector.Len() != len(counts) {
			t.Fatalf("%q: %d terms, want %d", s, vector.Len(), len(counts))
		}
	})
}

func FuzzAnalyzer(f *testing.F) {
	for _, seed := range []string{"The Spider's web", "l’œuvre aujourd'hui", "東京都ABC한국어", "ﬁ İstanbul ẞ ǅ", "a\u0301\u0302", "\xff\xfe", "yyy'yaying", "ааааость", "ábóból"} {
		for i := range languages {
			f.Add(seed, i)
		}
	}
	warm := NewAnalyzer(nil)
	f.Fuzz(func(t *testing.T, s string, n int) {
		lang := languages[uint(n)%uint(len(languages))].code
		warm.Begin(lang)
		warm.Add(s, 0)
		if !slices.Equal(warm.Words().Strings(), Terms(s, lang)) {
			t.Fatalf("%q: words depend on what was read before", s)
		}
		for i, word := range warm.Words().Strings() {
			at := int(warm.Offsets()[i])
			if word == "" || !utf8.ValidString(word) || at < 0 || at >= len(s) || i > 0 && at <= int(warm.Offsets()[i-1]) {
				t.Fatalf("%q: word %d is %q at %d", s, i, word, at)
			}
		}
	})
}

// Words are counted in batches, and long ones by themselves: all stay in order. Reference: the words as written.
func TestWordsStayInOrder(t *testing.T) {
	var words []string
	for i := range 1000 {
		words = append(words, strconv.Itoa(i), strings.Repeat("9", 13+i%5)+strconv.Itoa(i))
	}
	a := NewAnalyzer(nil)
	for range 2 { // to learn, and learnt
		a.Begin("other")
		a.Add(strings.Join(words, " "), 0)
		if got := a.Words().Strings(); !slices.Equal(got, words) {
			t.Fatalf("%d words in another order: %.300q", len(got), got)
		}
		at := 0
		for i, offset := range a.Offsets() {
			if int(offset) != at {
				t.Fatalf("word %d, %s, is at %d, want %d", i, words[i], offset, at)
			}
			at += len(words[i]) + 1
		}
	}
}
