package classify_test

import (
	"fmt"
	"strings"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/text"
)

func ExampleBayes() {
	vector := func(words string) text.Vector { return text.NewVector(strings.Fields(words)) }
	b := classify.NewBayes(2, classify.Options{})
	b.Add(0, vector("orb web silk"), 1)
	b.Add(1, vector("car road wheel"), 1)
	fmt.Printf("%.2f\n", b.Snapshot().Posteriors(vector("silk web"), nil))
	// Output: [0.80 0.20]
}

func ExampleTaxonomy() {
	taxonomy := classify.BuiltIn()
	nature, err := taxonomy.Find("Nature and environment")
	if err != nil {
		fmt.Println(err)
		return
	}
	spiders, err := taxonomy.Add(nature, "Spiders")
	if err != nil {
		fmt.Println(err)
		return
	}
	page := classify.NewExample("https://spiders.example/", "Orb weavers", "Orb weavers spin webs of silk between twigs.", "en")
	if err := taxonomy.AddExample(spiders, page); err != nil {
		fmt.Println(err)
		return
	}
	another := classify.NewExample("", "", "The silk of an orb weaver's web", "en")
	fmt.Println(taxonomy.Place(another, 1)[0].Path)
	// Output: Nature and environment/Spiders
}
