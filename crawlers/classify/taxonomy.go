package classify

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"orbweaver/crawlers/text"
)

// Taxonomy is a tree of categories with examples, which its user may change: everything that a window or a program does
// with one is a method here. It is not safe for concurrent use.
//
// Categories of one parent have different names, whatever the case of their letters. A Category belongs to the Taxonomy
// that made it, until it is deleted.
type Taxonomy struct {
	root *Category
}

// Example is a document that shows what belongs into a category.
type Example struct {
	URL   string `json:"url,omitempty"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"` // words of the document, as many as maxExampleText allows; white space collapsed
	Lang  string `json:"lang,omitempty"` // ISO 639-1 code, by which the words are stemmed; "" when it is not known

	vector text.Vector // of an example that NewExample made
}

// maxExampleText is how much of a document's text is kept, in bytes: the beginning says what it is about.
const maxExampleText = 8 << 10

// NewExample makes an example of a document. Long texts are cut.
func NewExample(url, title, text, lang string) Example {
	words, size := strings.Fields(strings.ToValidUTF8(text, " ")), 0
	for i, w := range words {
		if size += len(w) + 1; size > maxExampleText {
			words = words[:i]
			break
		}
	}
	e := Example{
		URL:  strings.Join(strings.Fields(strings.ToValidUTF8(url, "")), "%20"),
		Text: strings.Join(words, " "), Title: strings.Join(strings.Fields(strings.ToValidUTF8(title, " ")), " "),
		Lang: strings.ToLower(strings.Join(strings.Fields(lang), "")),
	}
	e.vector = e.Vector()
	return e
}

// Vector holds the example's terms.
func (e Example) Vector() text.Vector {
	if e.vector.Len() > 0 {
		return e.vector
	}
	return text.NewVector(text.Terms(e.Title+"\n"+e.Text, e.Lang))
}

// NewTaxonomy returns a Taxonomy without categories.
func NewTaxonomy() *Taxonomy { return &Taxonomy{&Category{}} }

// Root is the category that all others are below.
func (t *Taxonomy) Root() *Category { return t.root }

// All yields the categories without the root, parents before children, in the order of the tree.
func (t *Taxonomy) All() iter.Seq[*Category] {
	return func(yield func(*Category) bool) { t.root.walk(yield) }
}

// Find returns the category of a path, as Path writes it. The error names the nearest part of it that there is.
func (t *Taxonomy) Find(path string) (*Category, error) {
	c := t.root
	for name := range strings.SplitSeq(path, "/") {
		next := c.child(name)
		if next == nil {
			return nil, fmt.Errorf("there is no category %q below %q", name, c)
		}
		c = next
	}
	return c, nil
}

// Add puts a new category below another, as the last.
func (t *Taxonomy) Add(parent *Category, name string) (*Category, error) {
	if err := t.check(parent); err != nil {
		return nil, fmt.Errorf("adding category %q: %w", name, err)
	}
	name, err := parent.freeName(name, nil)
	if err != nil {
		return nil, fmt.Errorf("adding a category: %w", err)
	}
	if parent.depth() == maxDepth {
		return nil, fmt.Errorf("adding category %q: it would lie more than %d categories deep: put it further up", name, maxDepth)
	}
	c := &Category{name: name}
	parent.append(c)
	return c, nil
}

// Rename gives a category another name.
func (t *Taxonomy) Rename(c *Category, name string) error {
	if err := t.checkNotRoot(c); err != nil {
		return fmt.Errorf("renaming: %w", err)
	}
	name, err := c.parent.freeName(name, c)
	if err != nil {
		return fmt.Errorf("renaming category %q: %w", c, err)
	}
	c.name, c.parent.named = name, nil
	return nil
}

// Move puts a category, with everything below it, below another, as the last.
func (t *Taxonomy) Move(c, to *Category) error {
	if err := errors.Join(t.checkNotRoot(c), t.check(to)); err != nil {
		return fmt.Errorf("moving: %w", err)
	}
	for above := to; above != nil; above = above.parent {
		if above == c {
			return fmt.Errorf("moving category %q below %q would put it below itself: move it elsewhere", c, to)
		}
	}
	if _, err := to.freeName(c.name, c); err != nil {
		return fmt.Errorf("moving category %q: %w", c, err)
	}
	if to.depth()+c.height() > maxDepth {
		return fmt.Errorf("moving category %q below %q would put categories more than %d deep: move it further up", c, to, maxDepth)
	}
	c.detach()
	to.append(c)
	return nil
}

// Delete removes a category with everything below it.
func (t *Taxonomy) Delete(c *Category) error {
	if err := t.checkNotRoot(c); err != nil {
		return fmt.Errorf("deleting: %w", err)
	}
	c.detach()
	return nil
}

// SetGood marks a category good, or takes the mark back: pages of good categories are what a crawl looks for.
func (t *Taxonomy) SetGood(c *Category, good bool) error {
	if err := t.checkNotRoot(c); err != nil {
		return fmt.Errorf("marking: %w", err)
	}
	c.good = good
	return nil
}

// AddExample gives a category a further example. One of the same URL that the category has already is replaced.
func (t *Taxonomy) AddExample(c *Category, e Example) error {
	if err := t.checkNotRoot(c); err != nil {
		return fmt.Errorf("adding an example: %w", err)
	}
	if e.URL != "" && !strings.Contains(e.URL, "://") {
		return fmt.Errorf("adding an example to %q: %q is not the address of a page: leave it empty or write one such as https://example.org/", c, e.URL)
	}
	if e.Vector().Len() == 0 {
		return fmt.Errorf("adding an example to %q: %q has no words to learn from: give it a title or a text", c, e.URL)
	}
	c.put(e)
	return nil
}

// Place says where a document would fall now: the leaves it most likely belongs to, at most limit of them.
func (t *Taxonomy) Place(e Example, limit int) []Likelihood {
	tree := NewClassifier(t).Tree()
	return tree.Likeliest(tree.Place(e.Vector()), limit)
}

// Check says whether a crawl can use the taxonomy: every category must hold an example, itself or below it, or the
// classifier could never find it. That names differ and no category is below itself holds at any time.
func (t *Taxonomy) Check() error {
	if len(t.root.children) == 0 {
		return errors.New("the taxonomy has no categories: add some, with examples")
	}
	for c := range t.All() {
		if c.Count() == 0 {
			return fmt.Errorf("category %q is empty: add an example to it or to a category below it, or delete it", c)
		}
	}
	return nil
}

// MoveExample corrects where an example belongs: the one at index i of a category becomes one of another.
func (t *Taxonomy) MoveExample(c *Category, i int, to *Category) error {
	if err := errors.Join(c.checkExample(i), t.checkNotRoot(c), t.checkNotRoot(to)); err != nil {
		return fmt.Errorf("moving an example: %w", err)
	}
	e := c.examples[i]
	c.drop(i)
	to.put(e)
	return nil
}

// DeleteExample removes the example at index i of a category.
func (t *Taxonomy) DeleteExample(c *Category, i int) error {
	if err := errors.Join(c.checkExample(i), t.checkNotRoot(c)); err != nil {
		return fmt.Errorf("deleting an example: %w", err)
	}
	c.drop(i)
	return nil
}

// check says whether a category is part of this taxonomy.
func (t *Taxonomy) check(c *Category) error {
	for above := c; above != nil; above = above.parent {
		if above == t.root {
			return nil
		}
	}
	return errors.New("the category is none of this taxonomy, or was deleted")
}

func (t *Taxonomy) checkNotRoot(c *Category) error {
	if c == t.root {
		return errors.New("the root of a taxonomy stands for everything: choose a category below it")
	}
	return t.check(c)
}
