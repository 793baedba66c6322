package classify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const spiders = `Nature
    Birds *
        | Feathers, wings and beaks

        @de https://voegel.example/ Die Vögel
        | Federn und Schnäbel
    Fish
Cars
    | road wheel
`

func indentedText(t testing.TB, taxonomy *Taxonomy) string {
	t.Helper()
	var b strings.Builder
	if err := taxonomy.WriteIndented(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Everything that can be done to a taxonomy, step by step.
func TestOperations(t *testing.T) {
	taxonomy := read(t, spiders)
	find := func(path string) *Category {
		c, err := taxonomy.Find(path)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	spider, err := taxonomy.Add(find("Nature"), "  Spiders   and kin ")
	ok(err)
	ok(taxonomy.Rename(spider, "Spiders"))
	ok(taxonomy.Rename(spider, "spiders")) // its own name in other letters
	ok(taxonomy.AddExample(spider, NewExample("https://web.example/", "Orb\nweavers", "spin   webs", "en")))
	ok(taxonomy.AddExample(spider, NewExample("https://web.example/", "Orb weavers", "spin webs of silk", "en"))) // the same page
	ok(taxonomy.MoveExample(find("Nature/Birds"), 0, find("Nature/Fish")))
	ok(taxonomy.DeleteExample(find("Nature/Fish"), 0))
	ok(taxonomy.SetGood(find("Nature/Birds"), false))
	ok(taxonomy.SetGood(spider, true))
	ok(taxonomy.Move(spider, taxonomy.Root()))
	ok(taxonomy.Delete(find("Cars")))
	const want = `Nature
    Birds
        @de https://voegel.example/ Die Vögel
        | Federn und Schnäbel
    Fish
spiders *
    @en https://web.example/ Orb weavers
    | spin webs of silk
`
	if got := indentedText(t, taxonomy); got != want {
		t.Errorf("after all that:\n%s\nwant:\n%s", got, want)
	}
	if n := taxonomy.Root().Count(); n != 2 {
		t.Errorf("%d examples; want 2", n)
	}
}

// What must not be done says why, and changes nothing.
func TestRefusals(t *testing.T) {
	taxonomy := read(t, spiders)
	nature, birds, cars := taxonomy.Root().Children()[0], taxonomy.Root().Children()[0].Children()[0], taxonomy.Root().Children()[1]
	deleted, err := taxonomy.Add(cars, "Vans")
	if err != nil {
		t.Fatal(err)
	}
	if err := taxonomy.Delete(deleted); err != nil {
		t.Fatal(err)
	}
	deep := taxonomy.Root()
	for range maxDepth {
		if deep, err = taxonomy.Add(deep, strings.Repeat("ä", maxName)); err != nil {
			t.Fatal(err)
		}
	}
	add := func(parent *Category, name string) error { _, err := taxonomy.Add(parent, name); return err }
	for what, refused := range map[string]struct {
		err  error
		says string
	}{
		"cycle":           {taxonomy.Move(nature, birds), `"Nature" below "Nature/Birds" would put it below itself`},
		"onto itself":     {taxonomy.Move(nature, nature), "below itself"},
		"same name":       {add(nature, "BIRDS"), `"Nature" has a category "Birds" already`},
		"no name":         {add(nature, "  "), "needs a name"},
		"path as name":    {add(nature, "a/b"), "leave that out"},
		"root renamed":    {taxonomy.Rename(taxonomy.Root(), "x"), "choose a category below it"},
		"root deleted":    {taxonomy.Delete(taxonomy.Root()), "choose a category below it"},
		"root good":       {taxonomy.SetGood(taxonomy.Root(), true), "choose a category below it"},
		"deleted parent":  {add(deleted, "x"), "was deleted"},
		"deleted again":   {taxonomy.Delete(deleted), "was deleted"},
		"no words":        {taxonomy.AddExample(birds, NewExample("https://a.example/", "", "the of", "en")), "no words"},
		"no address":      {taxonomy.AddExample(birds, NewExample("a.example", "Birds", "", "en")), "not the address of a page"},
		"too deep":        {add(deep, "x"), "more than 32 categories deep"},
		"moved too deep":  {taxonomy.Move(nature, deep.Parent()), "more than 32 deep"},
		"long name":       {add(nature, strings.Repeat("ä", 201)), "it may have 200 characters"},
		"no such example": {taxonomy.MoveExample(birds, 2, cars), "2 examples, none with index 2"},
		"nor that":        {taxonomy.DeleteExample(birds, -1), "none with index -1"},
	} {
		if refused.err == nil || !strings.Contains(refused.err.Error(), refused.says) {
			t.Errorf("%s: error %v; want one that says %q", what, refused.err, refused.says)
		}
	}
	if err := taxonomy.Delete(taxonomy.Root().Children()[2]); err != nil { // the deep one
		t.Fatal(err)
	}
	if got := indentedText(t, taxonomy); got != spiders {
		t.Errorf("the taxonomy is now\n%s", got)
	}
	if _, err := taxonomy.Find("Nature/Bats"); err == nil || !strings.Contains(err.Error(), `"Bats" below "Nature"`) {
		t.Errorf("Find: %v", err)
	}
	if err := taxonomy.Check(); err == nil || !strings.Contains(err.Error(), `"Nature/Fish" is empty`) {
		t.Errorf("Check: %v; want one that names Nature/Fish", err)
	}
	if err := NewTaxonomy().Check(); err == nil {
		t.Error("Check: a taxonomy without categories passes")
	}
}

// Whatever is done to a taxonomy, a category is found by its name in any case of its letters, and an example by its URL.
func TestIndexesKeepUp(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "A", "ſ", "s", "K", "k", "\u212a", "Σ", "ς", "ö"}) // ſ is an s, the sign of Kelvin a k
	rapid.Check(t, func(t *rapid.T) {
		taxonomy := NewTaxonomy()
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			all := append(slices.Collect(taxonomy.All()), taxonomy.Root())
			some := rapid.SampledFrom(all)
			c, name := some.Draw(t, "category"), name.Draw(t, "name")
			switch rapid.IntRange(0, 7).Draw(t, "step") { // what is refused is refused
			case 0, 1, 2:
				_, _ = taxonomy.Add(c, name)
			case 3:
				_ = taxonomy.Rename(c, name)
			case 4:
				_ = taxonomy.Move(c, some.Draw(t, "to"))
			case 5:
				_ = taxonomy.Delete(c)
			case 6:
				_ = taxonomy.AddExample(c, NewExample("http://"+name+"/", name+" orb", "", "en"))
			case 7:
				_ = taxonomy.DeleteExample(c, 0)
			}
			for c := range taxonomy.All() {
				i := slices.IndexFunc(c.parent.children, func(child *Category) bool { return strings.EqualFold(child.name, name) })
				if found := c.parent.child(name); (found != nil) != (i >= 0) || found != nil && found != c.parent.children[i] {
					t.Fatalf("%q below %q is found as %v", name, c.parent, found)
				}
				for i, e := range c.examples {
					if c.put(e); len(c.examples) <= i || slices.IndexFunc(c.examples, func(o Example) bool { return o.URL == e.URL }) != i {
						t.Fatalf("%q is twice in %q", e.URL, c)
					}
				}
			}
		}
	})
}

// A file of many categories, or of many examples, is read as fast as it is long: not even a slow computer takes 20 s,
// which it would if each looked at all before it.
func TestFlatFilesAreReadFast(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "c%d\n | orb\n", i)
	}
	b.WriteString("pages\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "@en http://a.example/%d orb\n\n", i)
	}
	begun := time.Now()
	taxonomy, err := Read([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := taxonomy.Check(); err != nil {
		t.Fatal(err)
	}
	NewClassifier(taxonomy)
	if took := time.Since(begun); taxonomy.Root().Count() != 200_000 || took > 20*time.Second {
		t.Errorf("%d examples took %v", taxonomy.Root().Count(), took)
	}
}

// steps is an indented text of categories one below another.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "A\n")
	}
	return b.String()
}

// drawTaxonomy draws a taxonomy with names and texts of all sorts.
func drawTaxonomy(t *rapid.T) *Taxonomy {
	taxonomy := NewTaxonomy()
	all := []*Category{taxonomy.Root()}
	for range rapid.IntRange(0, 12).Draw(t, "categories") {
		parent := rapid.SampledFrom(all).Draw(t, "parent")
		c, err := taxonomy.Add(parent, cleanName(rapid.String().Draw(t, "name")))
		if err != nil {
			continue
		}
		all = append(all, c)
		c.good = rapid.Bool().Draw(t, "good")
		for range rapid.IntRange(0, 2).Draw(t, "examples") {
			url := rapid.SampledFrom([]string{"", "https://a.example/", "https://b.example/x y"}).Draw(t, "url")
			lang := rapid.SampledFrom([]string{"", "en", "de"}).Draw(t, "lang")
			_ = taxonomy.AddExample(c, NewExample(url, rapid.String().Draw(t, "title"), rapid.String().Draw(t, "text"), lang)) // some have no words
		}
	}
	return taxonomy
}

// What was written is read as it was, in both formats.
func TestFormatsHoldEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		taxonomy := drawTaxonomy(t)
		want, err := json.Marshal(taxonomy)
		if err != nil {
			t.Fatal(err)
		}
		var indented bytes.Buffer
		if err := taxonomy.WriteIndented(&indented); err != nil {
			t.Fatal(err)
		}
		fromText, err := ReadIndented(bytes.NewReader(indented.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, indented.Bytes())
		}
		if got, _ := json.Marshal(fromText); !bytes.Equal(got, want) {
			t.Fatalf("from indented text\n%s\ncame\n%s\nnot\n%s", indented.Bytes(), got, want)
		}
		fromJSON, err := Read(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(fromJSON); !bytes.Equal(got, want) {
			t.Fatalf("from JSON came\n%s\nnot\n%s", got, want)
		}
	})
}

func TestBadFiles(t *testing.T) {
	for file, says := range map[string]string{
		"{\n\"taxonomy\": 1,\n\"categories\": [}":                                                                                 "line 3",
		"{\n\"taxonomy\": 1,\n\"categories\": [{\"nam\": \"x\"}]}":                                                                `line 3: json: unknown field "nam"`,
		"{\n\"taxonomy\": \"one\"}":                                                                                               "line 2",
		`{"taxonomy": 9, "categories": []}`:                                                                                       `"taxonomy": 9; this program reads 1`,
		`{"taxonomy": 1, "categories": []}`:                                                                                       "no categories",
		`{"taxonomy": 1, "categories": [{"name": "A"}]}`:                                                                          `"A" is empty`,
		`{"taxonomy": 1, "categories": [{"name": "A", "categories": [{"name": "B"}, {"name": "b"}]}]}`:                            `"A" has a category "B" already`,
		`{"taxonomy": 1, "categories": [{"name": "A", "categories": [{"name": ""}]}]}`:                                            "needs a name",
		`{"taxonomy": 1, "categories": [{"name": "A", "examples": [{"url": "http://a/", "text": "of"}]}]}`:                        "no words",
		strings.Repeat(`<dl><dt><h3>A</h3>`, 34):                                                                                  `line 1: folder "A" lies more than 32 folders deep`,
		`{"taxonomy": 1, "categories": [` + strings.Repeat(`{"name": "A", "categories": [`, 33) + strings.Repeat(`]}`, 33) + `]}`: "more than 32 categories deep",
		steps(33):                             "line 33: adding category \"A\": it would lie more than 32 categories deep",
		strings.Repeat("n", 201) + "\n  | x":  "line 1: adding a category: the name \"nnnnnnnnnnnnnnnnnnnn\"… is too long",
		"":                                    "no categories",
		"A\n  | x\nA\n  | y":                  `line 3: adding a category: "all categories" has a category "A" already`,
		"| orphan\nA":                         "line 2: the example before this line stands above the first category",
		"\x89PNG\r\n\x1a\n\x00\x00":           "no text file",
		"\xff\xfeA\x00\n\x00":                 "UTF-16",
		"Caf\xe9\n  | x":                      "(line 1): save it as text in UTF-8",
		"A\n  | x\n{\xff":                     "(line 3)",
		"A\n  @en - the\nB":                   "line 3",
		"A/B\n  | x":                          "line 1",
		"<html><body>Hello</body></html>":     "no list of bookmarks",
		"<dl><dt><h3>A</h3><dl>":              `within folder "A": it was cut off`,
		"<dl>\n<dt><h3>A</h3>\n<dt>\n</dl>":   `line 4: folder "A" has no list`,
		"<dl></dl>\n</dl>":                    "line 2: a list ends that has not begun",
		"<dl></dl>\n<dl></dl>":                "line 2: a second list",
		"<dl>\n<dl></dl></dl>":                "line 2: a list begins that belongs to no folder",
		"<a href='http://a.example/'>A</a>\n": "", // no list either
	} {
		err := CheckFile([]byte(file))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v; want one that says %q", file, err, says)
		}
	}
}
