package text

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func vector(words string) Vector { return NewVector(strings.Fields(words)) }

// Worked by hand. The query "orb web" has length √2: 0.707107 each. Good: orb 3, silk 4, of length 5: 0.6 and 0.8. Bad:
// web 4, car 3: 0.8 and 0.6. The weights are
//
//	orb  0.707107 + 0.75·0.6 = 1.157107
//	web  0.707107 − 0.15·0.8 = 0.587107
//	silk 0.75·0.8            = 0.6
//	car  −0.15·0.6 < 0: dropped
//
// and Σ w² = 1.338896 + 0.344694 + 0.36 = 2.043591. A page with orb and silk once each has the similarity
// (1.157107+0.6)/√(2.043591·2) = 1.757107/2.021678 = 0.869133, one with web and car 0.587107/2.021678 = 0.290406.
func TestRocchio(t *testing.T) {
	f := NewFeedback([]Vector{vector("orb silk orb silk orb silk silk")}, []Vector{vector("web web car car web web car")})
	p := NewProfile(NewQuery("orb web"), f)
	for term, want := range map[string]float64{"orb": 1.157107, "web": 0.587107, "silk": 0.6, "car": 0, "moth": 0} {
		if got := p.Weight("en", term); math.Abs(got-want) > 1e-6 {
			t.Errorf("weight of %s = %v; want %v", term, got, want)
		}
	}
	for words, want := range map[string]float64{"orb silk": 0.869133, "web car": 0.290406, "car": 0, "": 0} {
		if got := p.Similarity("en", vector(words)); math.Abs(got-want) > 1e-6 {
			t.Errorf("similarity of %q = %v; want %v", words, got, want)
		}
		if got := p.On("en", vector(words)).Similarity(strings.Fields(words)); math.Abs(got-want) > 1e-6 {
			t.Errorf("similarity of the text %q = %v; want %v", words, got, want)
		}
	}
}

// Two good pages count half each: silk 0.75·(1+0)/2 = 0.375, moth the same.
func TestRocchioTakesTheMean(t *testing.T) {
	p := NewProfile(NewQuery("orb"), NewFeedback([]Vector{vector("silk"), vector("moth moth")}, nil))
	if silk, moth := p.Weight("", "silk"), p.Weight("", "moth"); silk != 0.375 || moth != 0.375 {
		t.Errorf("weights %v and %v; want 0.375", silk, moth)
	}
}

func TestRocchioOfWhatIsEmpty(t *testing.T) {
	good := []Vector{vector("silk"), {}}
	if p := NewProfile(NewQuery("the"), NewFeedback(good, nil)); p.Similarity("en", vector("silk")) != 1 {
		t.Error("without keywords the judged pages alone say what is looked for")
	}
	for _, p := range []*Profile{{}, NewProfile(Query{}, NewFeedback(good, nil)), NewProfile(NewQuery("orb"), NewFeedback(nil, []Vector{vector("orb"), vector("orb orb")}))} {
		if got := p.Similarity("en", vector("moth")); got != 0 {
			t.Errorf("similarity %v; want 0", got)
		}
	}
}

// Of thirty new terms of falling frequency, those from word30 down to word11 are taken; the query's word1 is there anyway.
func TestRocchioBoundsTheTerms(t *testing.T) {
	var words []string
	for i := 1; i <= 30; i++ {
		for range i {
			words = append(words, fmt.Sprintf("word%d", i))
		}
	}
	p := NewProfile(NewQuery("word1"), NewFeedback([]Vector{NewVector(words)}, nil))
	for i := 1; i <= 30; i++ {
		if got, want := p.Weight("en", fmt.Sprintf("word%d", i)) > 0, i > 10 || i == 1; got != want {
			t.Errorf("word%d is looked for: %v; want %v", i, got, want)
		}
	}
}

// While nothing is judged the profile is the query, to the last bit, for pages and for short texts.
func TestProfileWithoutFeedbackIsTheQuery(t *testing.T) {
	word := rapid.SampledFrom([]string{"orb", "web", "silk", "moth", "die", "3"})
	rapid.Check(t, func(t *rapid.T) {
		q := NewQuery(strings.Join(rapid.SliceOf(word).Draw(t, "keywords"), " "))
		words := rapid.SliceOf(word).Draw(t, "page")
		lang := rapid.SampledFrom([]string{"", "en", "de", "el"}).Draw(t, "lang")
		p, want := NewProfile(q, Feedback{}), Cosine(q.Vector(lang), NewVector(words))
		if got := p.Similarity(lang, NewVector(words)); got != want {
			t.Errorf("similarity %v; want %v", got, want)
		}
		if got := p.On(lang, NewVector(words)).Similarity(words); got != want {
			t.Errorf("similarity of the text %v; want %v", got, want)
		}
	})
}

// Whatever is judged, a similarity is a number from 0 to 1, and that of a piece of a page is that of its vector.
func TestRocchioStaysInBounds(t *testing.T) {
	words := rapid.SliceOf(rapid.SampledFrom([]string{"orb", "web", "silk", "moth", "car"}))
	vectors := rapid.SliceOfN(rapid.Map(words, NewVector), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		p := NewProfile(NewQuery("orb web web"), NewFeedback(vectors.Draw(t, "good"), vectors.Draw(t, "bad")))
		page := words.Draw(t, "page")
		if got := p.Similarity("en", NewVector(page)); !(got >= 0 && got <= 1) {
			t.Errorf("similarity %v", got)
		}
		at := rapid.IntRange(0, len(page)).Draw(t, "at")
		got, want := p.On("en", NewVector(page)).Similarity(page[:at]), p.Similarity("en", NewVector(page[:at]))
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("similarity of a piece %v; want %v", got, want)
		}
	})
}

func BenchmarkSimilarity(b *testing.B) {
	var words []string
	for i := range 1500 {
		words = append(words, fmt.Sprintf("word%d", i*i%700))
	}
	page := NewVector(words)
	for name, f := range map[string]Feedback{"query": {}, "feedback": NewFeedback([]Vector{page}, nil)} {
		b.Run(name, func(b *testing.B) {
			p := NewProfile(NewQuery("orb web spider silk"), f)
			for b.Loop() {
				p.Similarity("en", page)
			}
		})
	}
}
