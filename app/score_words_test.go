package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/webgraph"
)

// Every part of a score that a family names in its source is said in words.
func TestPartsOfScoresHaveWords(t *testing.T) {
	found := 0
	for _, pattern := range []string{"../crawlers/*.go", "../crawlers/webgraph/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				literalOf, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				all := []ast.Expr{literalOf}
				of := exprName(literalOf.Type)
				if list, ok := literalOf.Type.(*ast.ArrayType); ok {
					of, all = exprName(list.Elt), literalOf.Elts
				}
				if of != "Part" && of != "Term" {
					return true
				}
				for _, one := range all {
					part, ok := one.(*ast.CompositeLit)
					if !ok || len(part.Elts) == 0 {
						continue
					}
					if name := literal(part.Elts[0]); name != "" {
						found++
						if partWords[name] == "" {
							t.Errorf("%s: the part %q has no words", file, name)
						}
					}
				}
				return true
			})
		}
	}
	if found < 20 {
		t.Errorf("only %d parts found in the source", found)
	}
}

// Every estimator that a crawl can use is said in words; bandits choose among the others, and the oracle is for the laboratory.
func TestEstimatorsHaveWords(t *testing.T) {
	for _, name := range webgraph.Names() {
		if !strings.HasPrefix(name, "mab") && name != "oracle" && armWords[name] == "" {
			t.Errorf("the estimator %q has no words", name)
		}
	}
}

func TestWhyALinkWasChosen(t *testing.T) {
	openApp(t, &fakeLibrary{})
	on := func(p crawlers.Pick) crawlers.Pick {
		p.Parent = "http://a.example/"
		return p
	}
	for _, tc := range []struct {
		pick crawlers.Pick
		want string
	}{
		{crawlers.Pick{Score: 1}, "Seed"},
		{on(crawlers.Pick{Score: 3, Parts: []crawlers.Part{{Name: "relevance", Value: 1}, {Name: "hub", Value: 2}}}),
			"Link score 3 (the page it is on is on the subject: 1; that page has many good links: 2)"},
		{on(crawlers.Pick{Score: 5.671e-33, Parts: []crawlers.Part{{Name: "similarity", Value: 5.671e-33}}, Link: page.Link{Anchor: "Kelp"}}),
			"Link score below 0.001 (similarity of the page it is on: below 0.001) · link text “Kelp”"},
		{on(crawlers.Pick{Score: 0.25, Arm: "lr-fl", Parts: []crawlers.Part{{Name: "intercept", Value: 0.3333}, {Name: "weighted fl-deg", Value: -0.08333}}}),
			"Link score 0.250 (what any link gets: 0.333; pages with this link, as weighted by experience: -0.083) · chosen by lr-fl (what experience makes of the links to it)"},
		{on(crawlers.Pick{Score: -1e-9, Arm: "fl-deg", Parts: []crawlers.Part{{Name: "fl-deg", Value: 1204}}}),
			"Link score just below 0 (pages with this link: 1,204) · chosen by fl-deg (how many pages link to it)"},
	} {
		if got := whyChosen(tc.pick); got != tc.want {
			t.Errorf("got  %q\nwant %q", got, tc.want)
		}
	}
}
