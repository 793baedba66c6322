package classify

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

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
		"no such example": {taxonomy.MoveExample(birds, 2, cars), "2 examples, none with index 2"},
		"nor that":        {taxonomy.DeleteExample(birds, -1), "none with index -1"},
	} {
		if refused.err == nil || !strings.Contains(refused.err.Error(), refused.says) {
			t.Errorf("%s: error %v; want one that says %q", what, refused.err, refused.says)
		}
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
		"{\n\"taxonomy\": 1,\n\"categories\": [}":                                                          "line 3",
		"{\n\"taxonomy\": 1,\n\"categories\": [{\"nam\": \"x\"}]}":                                         `line 3: json: unknown field "nam"`,
		"{\n\"taxonomy\": \"one\"}":                                                                        "line 2",
		`{"taxonomy": 9, "categories": []}`:                                                                `"taxonomy": 9; this program reads 1`,
		`{"taxonomy": 1, "categories": []}`:                                                                "no categories",
		`{"taxonomy": 1, "categories": [{"name": "A"}]}`:                                                   `"A" is empty`,
		`{"taxonomy": 1, "categories": [{"name": "A", "categories": [{"name": "B"}, {"name": "b"}]}]}`:     `"A" has a category "B" already`,
		`{"taxonomy": 1, "categories": [{"name": "A", "categories": [{"name": ""}]}]}`:                     "needs a name",
		`{"taxonomy": 1, "categories": [{"name": "A", "examples": [{"url": "http://a/", "text": "of"}]}]}`: "no words",
		"":                                    "no categories",
		"A\n  | x\nA\n  | y":                  `line 3: adding a category: "all categories" has a category "A" already`,
		"| orphan\nA":                         "line 2: the example before this line stands above the first category",
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
