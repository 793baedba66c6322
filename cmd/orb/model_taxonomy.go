package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/classify"
)

// The family that takes a taxonomy, and what it calls the file.
const (
	taxonomyFamily = "focused"
	taxonomyModel  = "taxonomy"
)

type taxonomyModelCommand struct {
	From string   `placeholder:"FILE" help:"The categories to write: a browser's exported bookmarks, indented text, or JSON. Without it: the built-in tree of common subjects."`
	Good []string `sep:"none" placeholder:"CATEGORY" help:"A category to mark good, by its name or its path, such as Science/Astronomy; may be given often."`
	Out  string   `required:"" placeholder:"FILE" help:"The file to write, as indented text. It must not be there yet."`
}

// taxonomyModelLine is the JSON that model taxonomy prints.
type taxonomyModelLine struct {
	Model      string   `json:"model"` // "taxonomy"
	File       string   `json:"file"`
	Categories int      `json:"categories"`
	Examples   int      `json:"examples"`
	Good       []string `json:"good"` // paths of those marked good
}

// Run writes a taxonomy that a person can edit.
func (cmd *taxonomyModelCommand) Run(c *call) error {
	if err := checkNew(cmd.Out); err != nil {
		return err
	}
	taxonomy, err := cmd.read()
	if err != nil {
		return err
	}
	for _, name := range cmd.Good {
		category, err := namedCategory(taxonomy, name)
		if err != nil {
			return misused("--good: %w", err)
		}
		if err := taxonomy.SetGood(category, true); err != nil {
			return err
		}
	}
	if err := whole(cmd.Out, func(out io.Writer) error { return writeTaxonomy(out, taxonomy) }); err != nil {
		return err
	}
	line := taxonomyModelLine{Model: taxonomyModel, File: cmd.Out, Examples: taxonomy.Root().Count(), Good: goodPaths(taxonomy)}
	for range taxonomy.All() {
		line.Categories++
	}
	if c.json {
		return c.answerJSON(line)
	}
	good := "none marked good"
	if len(line.Good) > 0 {
		good = "marked good: " + strings.Join(line.Good, ", ")
	}
	return c.print("wrote %s with %s to %s; %s", count(line.Categories, "category", "categories"), count(line.Examples, "example", "examples"), line.File, good)
}

func (cmd *taxonomyModelCommand) read() (*classify.Taxonomy, error) {
	if cmd.From == "" {
		return classify.BuiltIn(), nil
	}
	file, err := readModel(taxonomyFamily, cmd.From)
	if err != nil {
		return nil, misused("--from: %w", err)
	}
	return classify.Read(file)
}

// writeTaxonomy writes a taxonomy as indented text that says how it is edited.
func writeTaxonomy(out io.Writer, taxonomy *classify.Taxonomy) error {
	const how = `# A tree of categories: further to the right is below. A star after a name marks a category good: pages like its
# examples are what a crawl looks for. Lines that begin with a bar are an example, in English; others begin with a line
# such as: @de https://example.org/ The title of the page
`
	if _, err := io.WriteString(out, how); err != nil {
		return err
	}
	return taxonomy.WriteIndented(out)
}

// namedCategory is the category of that path, or the only one of that name. The error names those that may be meant.
func namedCategory(taxonomy *classify.Taxonomy, name string) (*classify.Category, error) {
	if category, err := taxonomy.Find(name); err == nil {
		return category, nil
	}
	var same []*classify.Category
	var known, paths []string
	for category := range taxonomy.All() {
		known = append(known, category.Name(), category.Path())
		if strings.EqualFold(category.Name(), name) {
			same, paths = append(same, category), append(paths, category.Path())
		}
	}
	switch len(same) {
	case 0:
		return nil, fmt.Errorf("there is no category %q; did you mean %q?", name, nearestCategory(name, known))
	case 1:
		return same[0], nil
	}
	return nil, fmt.Errorf("there are several categories %q: write one of %s", name, strings.Join(paths, ", "))
}

// nearestCategory is the first of the names that holds what was typed, else the one that is spelt most like it.
func nearestCategory(typed string, known []string) string {
	holds := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(typed)) }
	if i := slices.IndexFunc(known, holds); i >= 0 {
		return known[i]
	}
	return crawlers.Nearest(typed, known)
}

// goodPaths are the paths of the categories marked good.
func goodPaths(taxonomy *classify.Taxonomy) []string {
	paths := []string{}
	for category := range taxonomy.All() {
		if category.Good() {
			paths = append(paths, category.Path())
		}
	}
	return paths
}
