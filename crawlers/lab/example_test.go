package lab_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"orbweaver/crawlers/lab"
)

// Two families on two topics of the sample web, whose seeds lead to a target within two links.
func Example() {
	spec, err := lab.ReadSpec(strings.NewReader(`{
		"corpus": {"kind": "sample"},
		"topics": {"names": ["Astronomy", "Chess"]},
		"task": {"distance": 2},
		"pages": 200,
		"contestants": [{"family": "best-first", "params": {"n": 1}}, {"family": "breadth-first"}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := os.MkdirTemp("", "lab")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(out)
	experiment, err := lab.Open(context.Background(), spec, lab.Options{Out: out})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer experiment.Close()
	results, err := experiment.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	best, breadth := results.Curve("target-recall", "best-first"), results.Curve("target-recall", "breadth-first")
	last := len(best.X) - 1
	fmt.Printf("at %v pages best-first has found more: %v\n", best.X[last], best.Mean[last] > breadth.Mean[last])
	// Output: at 200 pages best-first has found more: true
}
