package text_test

import (
	"fmt"

	"orbweaver/crawlers/text"
)

func Example() {
	topic := text.NewQuery("spider webs")
	analyzer := text.NewAnalyzer(nil)
	for _, page := range []string{"The web of a spider is no cobweb.", "Cooking with herbs"} {
		analyzer.Begin("en")
		analyzer.Add(page, 0)
		fmt.Printf("%q %.2f\n", analyzer.Words().Strings(), text.Cosine(topic.Vector("en"), analyzer.Vector()))
	}
	// Output:
	// ["web" "spider" "cobweb"] 0.82
	// ["cook" "herb"] 0.00
}
