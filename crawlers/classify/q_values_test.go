package classify

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// hitsAre says that the pages of those URLs are hits.
func hitsAre(urls string) func(KnownPage) bool {
	return func(p KnownPage) bool { return slices.Contains(strings.Fields(urls), p.URL) }
}

// Worked by hand with γ = 0.5 and at most three links after the first page.
func TestQValuesOnKnownPaths(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		hits  string
		want  map[string]float64
	}{
		{
			"a path with two hits at its end", // d = 1, c = 1 + d/2, b = c/2, a = b/2; of z no more than three links count
			[]string{"z: → a", "a: → b", "b: → c", "c: → d", "d: →"}, "c d",
			map[string]float64{"d": 1, "c": 1.5, "b": 0.75, "a": 0.375, "z": 0.125}, // z: without d, which is four links away
		},
		{
			"the best path, not all paths", // b: max(c, x)/2 = 1.5/2
			[]string{"b: → x c", "c: → d", "d: →", "x: →"}, "c d x",
			map[string]float64{"b": 0.75, "x": 1},
		},
		{
			"a hit counts once", // c and d link to each other: 1 + 1/2, and no 1/4 for coming back
			[]string{"c: → d", "d: → c"}, "c d",
			map[string]float64{"c": 1.5, "d": 1.5},
		},
		{
			"the way out is not the way back", // s's best walk is s h s h, 1/2 + 1/8; its best path s h, or s x y h2: 1/8
			[]string{"s: → h x", "h: → s", "x: → y", "y: → h2", "h2: →"}, "h h2",
			map[string]float64{"s": 0.5, "h": 1 + 0.0}, // h: s is no hit, and from there x y are none
		},
		{"no hits", []string{"a: → b", "b: → a"}, "", map[string]float64{"a": 0, "b": 0}},
		{"a link to itself and one that leads out", []string{"a: → a gone"}, "a", map[string]float64{"a": 1}},
	} {
		h := hypertextOf(c.lines...)
		values, _ := h.values(hitsAre(c.hits), 0.5, 3)
		for url, want := range c.want {
			if got := values[h.places[url]]; math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %s is worth %v; want %v", c.name, url, got, want)
			}
		}
	}
}

// The search finds what trying all paths does.
func TestBestPathIsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "pages")
		var lines []string
		for i := range n {
			links := ""
			for j := range n {
				if rapid.IntRange(0, 2).Draw(t, "link") == 0 {
					links += " " + string(rune('a'+j))
				}
			}
			lines = append(lines, string(rune('a'+i))+": →"+links)
		}
		hits := rapid.StringMatching(`([a-g] ){0,4}`).Draw(t, "hits")
		steps := rapid.IntRange(0, 4).Draw(t, "steps")
		h := hypertextOf(lines...)
		values, _ := h.values(hitsAre(hits), 0.5, steps)
		for i, p := range h.pages {
			if want := anyPath(h, hitsAre(hits), p, steps, nil); math.Abs(values[i]-want) > 1e-12 {
				t.Fatalf("%v, hits %q, %d steps: %s is worth %v; want %v", lines, hits, steps, p.URL, values[i], want)
			}
		}
	})
}

// anyPath is the best of all paths from a page that keep off the pages passed.
func anyPath(h *Hypertext, isHit func(KnownPage) bool, p KnownPage, steps int, passed []string) float64 {
	most := 0.0
	if steps > 0 {
		for _, l := range p.Links {
			if !slices.Contains(append(passed, p.URL), l.URL) {
				most = max(most, anyPath(h, isHit, h.pages[h.places[l.URL]], steps-1, append(slices.Clone(passed), p.URL)))
			}
		}
	}
	if isHit(p) {
		return 1 + most/2
	}
	return most / 2
}

func TestBins(t *testing.T) {
	q := NewQValues(0.5, 4)
	for value, want := range map[float64]int{1.9: 0, 1: 0, 0.99: 1, 0.5: 1, 0.49: 2, 0.25: 2, 0.24: 3, 0: 3} {
		if got := q.Bin(value); got != want {
			t.Errorf("%v is in bin %d; want %d", value, got, want)
		}
	}
}

// Worked by hand. Bin 0 has learnt 1.5 and 1, the mean is 1.25, and of 3 words solar twice; bin 1 has learnt 0.25 and 0,
// the mean is 0.125, and of 3 words none is solar. V = 4: Pr(solar|0) = 3/7, Pr(solar|1) = 1/7, so Pr(0|solar) = 3/4, and
// 3/4·1.25 + 1/4·0.125 = 0.96875.
func TestExpectedQValue(t *testing.T) {
	q := NewQValues(0.5, 2)
	if q.Learn([]string{"solar"}, 0, 1); q.Predictor() != nil {
		t.Error("a predictor without a link that is worth anything")
	}
	q.Forget([]string{"solar"}, 0, 1)
	q.Learn([]string{"solar", "energy"}, 1.5, 1)
	q.Learn([]string{"solar"}, 1, 1)
	q.Learn([]string{"car"}, 0.25, 1)
	q.Learn([]string{"car", "road"}, 0, 1)
	p := q.Predictor()
	for _, c := range []struct {
		words string
		want  []float64
	}{
		{"solar", []float64{0.75 * 1.25, 0.25 * 0.125}},
		{"car moth", []float64{0.25 * 1.25, 0.75 * 0.125}},
		{"moth", []float64{0.5 * 1.25, 0.5 * 0.125}}, // nothing known: both bins are as probable
	} {
		sum, terms := p.Expected(strings.Fields(c.words))
		if math.Abs(terms[0]-c.want[0]) > 1e-6 || math.Abs(terms[1]-c.want[1]) > 1e-6 || math.Abs(sum-terms[0]-terms[1]) > 1e-12 {
			t.Errorf("%q: %v = %v; want %v", c.words, sum, terms, c.want)
		}
	}
}

// However many hits follow each other, a link to the page before the first is in bin 1: b before 20 hits in a row is worth
// γ + γ² + … = 1/2 + 1/4 + … < 1.
func TestBinsTellTheDistance(t *testing.T) {
	lines, hits := []string{"a: silk → b", "b: silk → h0"}, ""
	for i := range 20 {
		lines = append(lines, fmt.Sprintf("h%d: road → h%d", i, i+1))
		hits += fmt.Sprintf("h%d ", i)
	}
	q, err := LearnQValues(hypertextOf(append(lines, "h20: →")...), hitsAre(hits), MostDiscount, 5)
	if err != nil {
		t.Fatal(err)
	}
	// the links a → b, b → h0, 19 to further hits, one from the last hit to a page that is none
	if got := q.Links(); !reflect.DeepEqual(got, []int{20, 1, 0, 0, 1}) {
		t.Errorf("links by bin %v", got)
	}
}

func TestForgetUndoesLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := NewQValues(0.5, 3)
		q.Learn([]string{"orb", "web"}, 1, 1)
		before, err := q.Encode()
		if err != nil {
			t.Fatal(err)
		}
		words := rapid.SliceOf(rapid.SampledFrom([]string{"orb", "car", "silk"})).Draw(t, "words")
		value, weight := rapid.Float64Range(0, 2).Draw(t, "value"), rapid.Float64Range(0, 10).Draw(t, "weight")
		q.Learn(words, value, weight)
		q.Forget(words, value, weight)
		if after, err := q.Encode(); err != nil || string(after) != string(before) {
			t.Fatalf("%v %s; want %s", err, after, before)
		}
	})
}

// Two hubs lead to hits by links that say so, and elsewhere by others.
func TestLearnQValuesFromHypertext(t *testing.T) {
	h := hypertextOf("hub: solar → hit1 hit2", "hit1: back → hub", "hit2: →", "off: car → dull", "dull: road → off")
	q, err := LearnQValues(h, hitsAre("hit1 hit2"), 0.5, 4)
	if err != nil {
		t.Fatal(err)
	}
	// hit1 → hub → hit2 is worth 1 + 0 + 1/4; hit2 ends there, 1; their mean is 1.125. The hub is worth hit1's way back: 0.5.
	if got := q.bayes.Counts().Documents; !reflect.DeepEqual(got, []float64{2, 1, 0, 2}) || q.sums[0].float() != 2.25 || q.sums[1].float() != 0.5 {
		t.Errorf("links by bin %v, sums %v", got, q.sums)
	}
	good, _ := q.Predictor().Expected([]string{"solar"})
	bad, _ := q.Predictor().Expected([]string{"car"})
	if good <= bad {
		t.Errorf("solar %v, car %v", good, bad)
	}
	if _, err := LearnQValues(h, hitsAre(""), 0.5, 4); err == nil || !strings.Contains(err.Error(), "0 hits") {
		t.Errorf("without hits: %v", err)
	}
}
