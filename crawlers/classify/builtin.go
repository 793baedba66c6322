package classify

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"orbweaver/assets"
)

// BuiltIn returns the built-in taxonomy of common subjects, none of them marked good: the user's to change. Its texts
// are English.
func BuiltIn() *Taxonomy {
	t, err := builtIn()
	if err != nil {
		panic(err) // a file of the program's own, which a test reads
	}
	return &Taxonomy{t.root.clone()}
}

// builtIn is the built-in taxonomy, read when it is first asked for and never changed.
var builtIn = sync.OnceValues(readBuiltIn)

func readBuiltIn() (*Taxonomy, error) {
	const dir = "taxonomy"
	files, err := assets.Taxonomy.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("built-in taxonomy: %w", err)
	}
	all := NewTaxonomy()
	for _, f := range files {
		text, err := assets.Taxonomy.ReadFile(dir + "/" + f.Name())
		if err != nil {
			return nil, fmt.Errorf("built-in taxonomy: %w", err)
		}
		t, err := ReadIndented(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("built-in taxonomy, %s: %w", f.Name(), err)
		}
		for _, c := range t.root.children {
			all.root.append(c)
		}
	}
	return all, nil
}

// clone is a copy of a category with everything below it.
func (c *Category) clone() *Category {
	copied := &Category{name: c.name, good: c.good, examples: slices.Clone(c.examples)}
	for _, child := range c.children {
		copied.append(child.clone())
	}
	return copied
}
