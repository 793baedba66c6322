package classify

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"orbweaver/crawlers/text"
)

var someWords = rapid.SliceOfN(rapid.SampledFrom([]string{"orb", "web", "silk", "car", "été"}), 1, 6)

func TestContextGraphsSurviveTheirFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layers := make([][]text.Vector, rapid.IntRange(2, 1+mostLayers).Draw(t, "layers"))
		for l := range layers {
			for range rapid.IntRange(0, 3).Draw(t, "pages") {
				layers[l] = append(layers[l], text.NewVector(someWords.Draw(t, "words")))
			}
		}
		layers[0] = append(layers[0], vector("orb web"))
		g := NewContextGraph(layers)
		g.examples = rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "examples")
		if rapid.Bool().Draw(t, "marked") {
			g.Add(g.Other(), vector("car"), 10)
		}
		file, err := g.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadContextGraph(file)
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		if !reflect.DeepEqual(back.counts, g.counts) || back.layers != g.layers {
			t.Fatalf("%+v became %+v", g, back)
		}
		page := text.NewVector(someWords.Draw(t, "page"))
		if got, want := back.Classifier(0.5).Classify(page), g.Classifier(0.5).Classify(page); got != want {
			t.Fatalf("%+v; want %+v", got, want)
		}
	})
}

func TestQValuesSurviveTheirFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := NewQValues(rapid.Float64Range(0.1, MostDiscount).Draw(t, "discount"), rapid.IntRange(2, mostBins).Draw(t, "bins"))
		for range rapid.IntRange(1, 5).Draw(t, "links") {
			q.Learn(someWords.Draw(t, "words"), rapid.Float64Range(0.01, 1).Draw(t, "value"), float64(rapid.IntRange(1, 10).Draw(t, "weight")))
		}
		file, err := q.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadQValues(file)
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		words := someWords.Draw(t, "link")
		want, _ := q.Predictor().Expected(words)
		if got, _ := back.Predictor().Expected(words); got != want {
			t.Fatalf("%v; want %v", got, want)
		}
		if again, _ := back.Encode(); string(again) != string(file) {
			t.Fatalf("%s\nbecame\n%s", file, again)
		}
	})
}

const (
	someGraph  = `{"format":"orbweaver context graph","version":1,"layers":1,"examples":["http://a.example/"],"counts":{"documents":[1,1,0],"terms":{"orb":[2,0,0]}}}`
	someValues = `{"format":"orbweaver q-values","version":1,"discount":0.5,"sums":[1,0],"counts":{"documents":[1,1],"terms":{"orb":[1,0]}}}`
)

func TestDamagedModelsSaySo(t *testing.T) {
	graph := func(file []byte) error { _, err := ReadContextGraph(file); return err }
	values := func(file []byte) error { _, err := ReadQValues(file); return err }
	if err := graph([]byte(someGraph)); err != nil {
		t.Fatal(err)
	}
	if err := values([]byte(someValues)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		read          func([]byte) error
		file          string
		replace, with string
		want          string
	}{
		{graph, "", "", "", "line 1: unexpected end"},
		{graph, "\n\n{\"format\": oops", "", "", "line 3: invalid character"},
		{graph, "[1]", "", "", "this is no file of a context graph that Orbweaver has written, or it is damaged: json"},
		{graph, someValues, "", "", "this is a file of Q-values; one of a context graph is needed"},
		{values, someGraph, "", "", "one of Q-values is needed"},
		{values, `{"format":"shopping list"}`, "", "", `no file of Q-values that Orbweaver has written: its format is "shopping list"`},
		{values, someValues, `"version":1`, `"version":2`, "made by a newer Orbweaver"},
		{values, someValues, `"version":1`, `"version":0`, "has no version"},
		{graph, someGraph + "x", "", "", "invalid character 'x'"},
		{graph, someGraph, `"layers":1`, `"layers":9`, "it has 9 layers"},
		{graph, someGraph, `"layers":1`, `"leyers":1`, `unknown field "leyers"`},
		{graph, someGraph, `[1,1,0]`, `[1,1]`, "documents are counted for 2 classes; there are 3"},
		{graph, someGraph, `[2,0,0]`, `[2,0]`, `the term "orb" is counted for 2 classes`},
		{graph, someGraph, `[2,0,0]`, `[2,-1,0]`, "the count -1 of class 1"},
		{graph, someGraph, `[2,0,0]`, `[1e300,0,0]`, "the count 1e+300"},
		{graph, someGraph, `"orb"`, `""`, "one of the terms is empty"},
		{graph, someGraph, `[1,1,0]`, `[0,1,0]`, "the context graph is empty"},
		{values, someValues, `{"orb":[1,0]}`, `{}`, "the Q-values are empty"},
		{values, someValues, `0.5`, `1`, "a discount of 1"},
		{values, someValues, `"sums":[1,0]`, `"sums":[1]`, "1 bins"},
		{values, someValues, `"sums":[1,0]`, `"sums":[-1,0]`, "the count -1"},
		{graph, someGraph, `"orb":[2,0,0]`, `"orb":[9e11,0,0],"web":[9e11,0,0]`, "all terms together: the count 1.8e+12 of class 0"},
		{values, someValues, `"sums":[1,0]`, `"sums":[2.1,0]`, "those of the 1 links of bin 0 sum up to 2.1; none is more than 2"}, // 1 + 1/2 + 1/4 + …
		{values, someValues, `[1,1]`, `[0,1]`, "those of the 0 links of bin 0 sum up to 1"},
	} {
		file := strings.Replace(c.file, c.replace, c.with, 1)
		if err := c.read([]byte(file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v; want %q", file, err, c.want)
		}
	}
}

// Whatever is read can be used.
func FuzzModelFiles(f *testing.F) {
	f.Add([]byte(someGraph))
	f.Add([]byte(someValues))
	f.Fuzz(func(t *testing.T, file []byte) {
		if g, err := ReadContextGraph(file); err == nil {
			if got := g.Classifier(0.5).Classify(vector("orb web")); got.Number > g.Other() || !(got.Probability >= 0 && got.Probability <= 1) {
				t.Errorf("%+v", got)
			}
		}
		if q, err := ReadQValues(file); err == nil {
			if sum, terms := q.Predictor().Expected([]string{"orb"}); sum != sum || len(terms) != q.Bins() {
				t.Errorf("%v %v", sum, terms)
			}
		}
	})
}
