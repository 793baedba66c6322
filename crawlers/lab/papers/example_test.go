package papers_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"orbweaver/crawlers/lab/papers"
)

// A plan with one experiment on the sample web, whose result is written between the marks of a document.
func Example() {
	folder, err := os.MkdirTemp("", "papers")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	for name, text := range map[string]string{
		"doc.md": "<!-- begin run -->\n<!-- end run -->\n<!-- begin facts -->\n<!-- end facts -->\n<!-- begin recall -->\n<!-- end recall -->\n",
		"spec.json": `{"corpus": {"kind": "sample"}, "topics": {"names": ["Chess", "Railways", "Astronomy"]}, "task": {"distance": 1}, "pages": 40,
			"contestants": [{"label": "best", "family": "best-first", "params": {"n": 1}}, {"label": "breadth", "family": "breadth-first"}]}`,
		"plan.json": `{"document": "doc.md", "experiments": [{"pages": "spec.json", "figures": [{"name": "recall",
			"panels": [{"title": "Target recall", "metric": "target-recall"}],
			"findings": [{"published": "best-first finds more", "metric": "target-recall", "better": "best", "worse": "breadth"}]}]}]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	plan, err := papers.ReadPlan(filepath.Join(folder, "plan.json"))
	if err != nil {
		log.Fatal(err)
	}
	result, err := papers.Run(context.Background(), plan, papers.Options{Out: filepath.Join(folder, "out")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Crawls, "crawls;", result.Verdicts)
	// Output: 6 crawls; map[agrees:1]
}
