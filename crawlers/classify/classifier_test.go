package classify

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"orbweaver/crawlers/text"
)

func read(t testing.TB, indented string) *Taxonomy {
	t.Helper()
	taxonomy, err := ReadIndented(strings.NewReader(indented))
	if err != nil {
		t.Fatal(err)
	}
	return taxonomy
}

const twoLevels = `
Cars
    | road wheel
Nature
    Birds *
        | wing egg
    Spiders
        | web silk egg
`

// Two levels, worked by hand with Laplace's s = 1. The names count as well. At the top Cars has the words car, road,
// wheel (3), Nature has natur, bird, wing, egg×2, spider, web, silk (8); |V| = 10. "egg web" has in Cars (1/13)² =
// 1/169, in Nature (3/18)(2/18) = 1/54, in none of them (1/10)² = 1/100. Below Nature, Birds has 3 words and Spiders 4:
// (2/13)(1/13) = 2/169 against (2/14)² = 1/49.
func TestProbabilitiesDownTheTree(t *testing.T) {
	taxonomy := read(t, twoLevels)
	c := newClassifier(taxonomy, Options{})
	p := c.Tree().Place(vector("egg web"))
	const all = 1./54 + 1./169 + 1./100
	nature := (1. / 54) / all
	birds := nature * (2. / 169) / (2./169 + 1./49)
	for path, want := range map[string]float64{
		"Cars": (1. / 169) / all, "Nature": nature, "Nature/Birds": birds, "Nature/Spiders": nature - birds,
	} {
		category, err := taxonomy.Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Probability[c.Number(category)]; math.Abs(got-want) > 1e-12 {
			t.Errorf("Pr(%s) = %v; want %v", path, got, want)
		}
	}
	if p.Probability[0] != 1 || math.Abs(p.None-(1./100)/all) > 1e-12 || math.Abs(p.Relevance-birds) > 1e-12 {
		t.Errorf("Pr(root) = %v, none %v, R = %v; want 1, %v, Pr(Birds) = %v", p.Probability[0], p.None, p.Relevance, (1./100)/all, birds)
	}
	// Spiders is the best leaf, and neither it nor Nature is good.
	if best := c.Tree().Likeliest(p, 1)[0].Path; best != "Nature/Spiders" || p.Good {
		t.Errorf("best leaf %s, good: %v; want Nature/Spiders, false", best, p.Good)
	}
}

// The same page with Nature marked as well: its whole probability counts, once, and Spiders has a good parent.
func TestGoodIsInherited(t *testing.T) {
	taxonomy := read(t, strings.Replace(twoLevels, "Nature", "Nature *", 1))
	p := newClassifier(taxonomy, Options{}).Tree().Place(vector("egg web"))
	if want := (1. / 54) / (1./54 + 1./169 + 1./100); math.Abs(p.Relevance-want) > 1e-12 || !p.Good {
		t.Errorf("R = %v, good: %v; want %v, true", p.Relevance, p.Good, want)
	}
}

// An empty category is never found, and does not hide its parent.
func TestEmptyCategoriesAreNeverFound(t *testing.T) {
	taxonomy := read(t, "A *\n  | orb web\n  Empty\nB\n  | car\nC\n")
	c := NewClassifier(taxonomy)
	p := c.Tree().Place(vector("orb"))
	if got := c.Tree().Likeliest(p, 9); len(got) != 2 || got[0].Path != "A" || !p.Good {
		t.Errorf("leaves %v, good: %v; want A and B, true", got, p.Good)
	}
	if p := NewClassifier(NewTaxonomy()).Tree().Place(vector("orb")); p.Best != 0 || p.Good || p.Relevance != 0 {
		t.Errorf("without categories: %+v; want nothing", p)
	}
}

func TestLearnAndForget(t *testing.T) {
	taxonomy := read(t, twoLevels)
	c := NewClassifier(taxonomy)
	birds, err := taxonomy.Find("Nature/Birds")
	if err != nil {
		t.Fatal(err)
	}
	long := vector(strings.Repeat("feather nest beak ", 500))
	before := c.Tree().Place(vector("feather nest egg"))
	c.Learn(c.Number(birds), long)
	after := c.Tree().Place(vector("feather nest egg"))
	if after.Relevance <= before.Relevance || after.Relevance < 0.8 {
		t.Errorf("R = %v after learning, %v before", after.Relevance, before.Relevance)
	}
	c.Forget(c.Number(birds), long)
	if again := c.Tree().Place(vector("feather nest egg")); again.Relevance != before.Relevance {
		t.Errorf("R = %v after forgetting, %v before learning", again.Relevance, before.Relevance)
	}
}

// A page that is like nothing in the tree belongs to none of it, although it holds a word that Birds alone has: of the
// ten known words that each stand in it once, Birds has three.
func TestNoneOfTheCategories(t *testing.T) {
	p := newClassifier(read(t, twoLevels), Options{}).Tree().Place(vector("car road wheel natur bird wing egg spider web silk"))
	if p.None < 0.4 || p.Best != 0 || p.Good {
		t.Errorf("none %v, best %d, good %v; want the most, 0, false", p.None, p.Best, p.Good)
	}
}

// Whatever is learnt and asked, the leaves and none of them share one probability, and R is part of it.
func TestLeavesShareOne(t *testing.T) {
	taxonomy := read(t, twoLevels+"Empty\n  Emptier\n")
	rapid.Check(t, func(t *rapid.T) {
		c := NewClassifier(taxonomy)
		for range rapid.IntRange(0, 4).Draw(t, "examples") {
			c.Learn(rapid.IntRange(1, 6).Draw(t, "category"), document(t))
		}
		p := c.Tree().Place(document(t))
		sum := p.None
		for _, l := range c.Tree().Likeliest(p, 99) {
			sum += l.Probability
		}
		if math.Abs(sum-1) > 1e-9 || !(p.Relevance >= 0 && p.Relevance <= 1) {
			t.Fatalf("the leaves' probabilities sum to %v, R = %v", sum, p.Relevance)
		}
	})
}

// The built-in taxonomy can be used as it is, and knows its own subjects from everyday texts that are not its own.
func TestBuiltIn(t *testing.T) {
	taxonomy := BuiltIn()
	if err := taxonomy.Check(); err != nil {
		t.Fatal(err)
	}
	for want, sentence := range map[string]string{
		"Science and mathematics/Astronomy and space": "The comet passed the planet's orbit, and the telescope showed its tail among the stars.",
		"Food, home and garden/Cooking and food":      "Stir the flour and butter, add the eggs and bake the cake in the oven.",
		"Politics and law/Law and crime":              "The jury convicted the defendant of fraud, and the judge sentenced him to prison.",
		"Technology and transport/Railways":           "The steam locomotive pulled four carriages out of the station.",
		"Health and medicine/Diseases":                "Patients with fever and cough were tested for influenza and tuberculosis.",
	} {
		if got := taxonomy.Place(NewExample("", "", sentence, "en"), 1)[0]; got.Path != want {
			t.Errorf("%q falls into %+v; want %s", sentence, got, want)
		}
	}
	for c := range taxonomy.All() {
		if c.Good() || len(c.Children()) == 0 && len(c.Examples()) == 0 {
			t.Errorf("category %s: good %v, %d examples", c, c.Good(), c.Count())
		}
	}
}

// BenchmarkPlace classifies a document of 1,400 different terms, all of them known: the most a page can cost.
func BenchmarkPlace(b *testing.B) {
	tree := NewClassifier(BuiltIn()).Tree()
	var words []string
	for c := range BuiltIn().All() {
		for _, e := range c.Examples() {
			words = append(words, text.Terms(e.Text, "en")[:20]...)
		}
	}
	document := text.NewVector(words)
	b.ReportAllocs()
	for b.Loop() {
		tree.Place(document)
	}
}

// Whoever asks for the built-in taxonomy may change what they get.
func TestBuiltInIsTheCallersOwn(t *testing.T) {
	first := BuiltIn()
	for _, c := range first.Root().Children() {
		if err := first.Delete(c); err != nil {
			t.Fatal(err)
		}
	}
	if n := BuiltIn().Root().Count(); n == 0 {
		t.Error("what one caller deletes is gone for all")
	}
}
