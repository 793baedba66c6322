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
