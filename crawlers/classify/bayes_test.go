package classify

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"orbweaver/crawlers/text"
)

func vector(words string) text.Vector { return text.NewVector(strings.Fields(words)) }

// sixDocuments are two classes of three documents each. The counts, by hand: class 0 has 8 words: orb 4, web 3, silk 1;
// class 1 has 9: car 4, road 3, web 2. V = {orb, web, silk, car, road}: 5.
func sixDocuments(o Options) *Bayes {
	b := NewBayes(2, o)
	for _, d := range []string{"orb web orb", "web silk orb", "orb web"} {
		b.Add(0, vector(d), 1)
	}
	for _, d := range []string{"car road car", "road car web", "web road car"} {
		b.Add(1, vector(d), 1)
	}
	return b
}

// Worked by hand. With s = 1 the denominators are 8+5 = 13 and 9+5 = 14.
func TestNaiveBayesOnSixDocuments(t *testing.T) {
	for _, c := range []struct {
		document string
		options  Options
		priors   []float64
		want     float64 // Pr(0|d)
	}{
		// web: 4/13 against 3/14.
		{"web", Options{}, nil, (4. / 13) / (4./13 + 3./14)},
		// orb web: (5/13)(4/13) = 20/169 against (1/14)(3/14) = 3/196.
		{"orb web", Options{}, nil, (20. / 169) / (20./169 + 3./196)},
		// car car silk: (1/13)²(2/13) = 2/2197 against (5/14)²(1/14) = 25/2744.
		{"car car silk", Options{}, nil, (2. / 2197) / (2./2197 + 25./2744)},
		// What no class knows says nothing: the answer is the prior.
		{"moth moth", Options{}, nil, 0.5},
		{"", Options{}, []float64{3, 1}, 0.75},
		// Priors 1 to 3: 4/13·1 against 3/14·3.
		{"web moth", Options{}, []float64{1, 3}, (4. / 13) / (4./13 + 9./14)},
		{"orb", Options{}, []float64{0, 1}, 0},
		// s = 0.5: orb 4.5/(8+2.5) against 0.5/(9+2.5).
		{"orb", Options{Smoothing: 0.5}, nil, (4.5 / 10.5) / (4.5/10.5 + 0.5/11.5)},
		// Two words count as one: the square roots of 20/169 and 3/196.
		{"orb web", Options{MostWords: 1}, nil, math.Sqrt(20./169) / (math.Sqrt(20./169) + math.Sqrt(3./196))},
	} {
		got := sixDocuments(c.options).Snapshot().Posteriors(vector(c.document), c.priors)
		if math.Abs(got[0]-c.want) > 1e-12 || math.Abs(got[0]+got[1]-1) > 1e-12 {
			t.Errorf("%q %+v, priors %v: %v; want %v", c.document, c.options, c.priors, got, c.want)
		}
	}
}

// A document learnt with weight 2.5 counts as two and a half of it.
func TestWeightsRepeatDocuments(t *testing.T) {
	b := NewBayes(2, Options{})
	b.Add(0, vector("orb"), 2.5)
	b.Add(1, vector("car"), 1)
	s := b.Snapshot()
	// V = 2: orb (2.5+1)/(2.5+2) against 1/(1+2).
	if got, want := s.Posteriors(vector("orb"), nil)[0], (3.5/4.5)/(3.5/4.5+1./3); math.Abs(got-want) > 1e-6 {
		t.Errorf("Pr = %v; want %v", got, want)
	}
	if s.Documents(0) != 2.5 || s.Documents(1) != 1 {
		t.Errorf("documents %v, %v; want 2.5, 1", s.Documents(0), s.Documents(1))
	}
}

// A snapshot stays as it is while its classifier learns on.
func TestSnapshotsStayAsTheyAre(t *testing.T) {
	b := sixDocuments(Options{})
	s := b.Snapshot()
	if b.Snapshot() != s {
		t.Error("nothing has changed, and the snapshot is another one")
	}
	before := s.Posteriors(vector("web"), nil)
	b.Add(0, vector("web web moth"), 3)
	if got := s.Posteriors(vector("web"), nil); !reflect.DeepEqual(got, before) {
		t.Errorf("the snapshot says %v; it said %v", got, before)
	}
	if b.Snapshot() == s {
		t.Error("the snapshot does not know what was learnt since")
	}
}

func document(t *rapid.T) text.Vector {
	word := rapid.SampledFrom(strings.Fields("orb web silk car road moth wing egg"))
	return text.NewVector(rapid.SliceOfN(word, 0, 300).Draw(t, "words"))
}

func TestPosteriorsSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(1, 5).Draw(t, "classes")
		b := NewBayes(classes, Options{
			Smoothing: rapid.SampledFrom([]float64{0, 1e-9, 0.1, 10}).Draw(t, "smoothing"),
			MostWords: rapid.SampledFrom([]float64{0, 1, 50}).Draw(t, "most words"),
		})
		for range rapid.IntRange(0, 6).Draw(t, "documents") {
			b.Add(rapid.IntRange(0, classes-1).Draw(t, "class"), document(t), rapid.Float64Range(0, 1e6).Draw(t, "weight"))
		}
		sum := 0.0
		for _, p := range b.Snapshot().Posteriors(document(t), nil) {
			if math.IsNaN(p) || p < 0 || p > 1 {
				t.Fatalf("posterior %v", p)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the posteriors sum to %v", sum)
		}
	})
}

func TestRemoveUndoesAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, same := sixDocuments(Options{}), sixDocuments(Options{})
		type learnt struct {
			class    int
			document text.Vector
			weight   float64
		}
		var all []learnt
		for range rapid.IntRange(1, 6).Draw(t, "documents") {
			d := learnt{rapid.IntRange(0, 1).Draw(t, "class"), document(t), rapid.Float64Range(0, 1e6).Draw(t, "weight")}
			all = append(all, d)
			b.Add(d.class, d.document, d.weight)
		}
		for _, d := range rapid.Permutation(all).Draw(t, "order") {
			b.Remove(d.class, d.document, d.weight)
		}
		if d := cmp.Diff(same, b, cmp.AllowUnexported(Bayes{}, tally{})); d != "" {
			t.Fatalf("after adding and removing: %s", d)
		}
	})
}
