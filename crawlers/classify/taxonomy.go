package classify

import (
	"errors"
	"fmt"
	"iter"
	"slices"
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

// Category is a node of a Taxonomy. The root stands for everything and has no name.
type Category struct {
	name     string
	good     bool
	examples []Example
	parent   *Category
	children []*Category
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

func (c *Category) walk(yield func(*Category) bool) bool {
	for _, child := range c.children {
		if !yield(child) || !child.walk(yield) {
			return false
		}
	}
	return true
}

// Name is the category's own name.
func (c *Category) Name() string { return c.name }

// Path is the names from the top to the category, joined by "/"; "" for the root.
func (c *Category) Path() string {
	if c.parent == nil || c.parent.parent == nil {
		return c.name
	}
	return c.parent.Path() + "/" + c.name
}

// Good says whether the category itself is marked good: what is below it then is good as well.
func (c *Category) Good() bool { return c.good }

// Parent is the category above, nil for the root.
func (c *Category) Parent() *Category { return c.parent }

// Children are the categories directly below, in order. The slice is a copy.
func (c *Category) Children() []*Category { return slices.Clone(c.children) }

// Examples are the category's own examples, in order. The slice is a copy.
func (c *Category) Examples() []Example { return slices.Clone(c.examples) }

// Count is the number of examples of the category and of all below it.
func (c *Category) Count() int {
	n := len(c.examples)
	for _, child := range c.children {
		n += child.Count()
	}
	return n
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

// String is the path, or what the root is called in messages.
func (c *Category) String() string {
	if c.parent == nil {
		return "all categories"
	}
	return c.Path()
}

func (c *Category) child(name string) *Category {
	for _, child := range c.children {
		if strings.EqualFold(child.name, name) {
			return child
		}
	}
	return nil
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
	c := &Category{name: name, parent: parent}
	parent.children = append(parent.children, c)
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
	c.name = name
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
	c.detach()
	c.parent = to
	to.children = append(to.children, c)
	return nil
}

// Delete removes a category with everything below it.
func (t *Taxonomy) Delete(c *Category) error {
	if err := t.checkNotRoot(c); err != nil {
		return fmt.Errorf("deleting: %w", err)
	}
	c.detach()
	c.parent = nil
	return nil
}

func (c *Category) detach() {
	c.parent.children = slices.DeleteFunc(c.parent.children, func(child *Category) bool { return child == c })
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

func (c *Category) put(e Example) {
	same := func(other Example) bool { return e.URL != "" && other.URL == e.URL }
	if i := slices.IndexFunc(c.examples, same); i >= 0 {
		c.examples[i] = e
		return
	}
	c.examples = append(c.examples, e)
}

// MoveExample corrects where an example belongs: the one at index i of a category becomes one of another.
func (t *Taxonomy) MoveExample(c *Category, i int, to *Category) error {
	if err := errors.Join(c.checkExample(i), t.checkNotRoot(c), t.checkNotRoot(to)); err != nil {
		return fmt.Errorf("moving an example: %w", err)
	}
	e := c.examples[i]
	c.examples = slices.Delete(c.examples, i, i+1)
	to.put(e)
	return nil
}

// DeleteExample removes the example at index i of a category.
func (t *Taxonomy) DeleteExample(c *Category, i int) error {
	if err := errors.Join(c.checkExample(i), t.checkNotRoot(c)); err != nil {
		return fmt.Errorf("deleting an example: %w", err)
	}
	c.examples = slices.Delete(c.examples, i, i+1)
	return nil
}

func (c *Category) checkExample(i int) error {
	if i < 0 || i >= len(c.examples) {
		return fmt.Errorf("category %q has %d examples, none with index %d", c, len(c.examples), i)
	}
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

// freeName is a name as it is kept, if it may be given to a child of c: to the one already there, or to a new one (nil).
func (c *Category) freeName(name string, child *Category) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if err := checkName(name); err != nil {
		return "", err
	}
	if other := c.child(name); other != nil && other != child {
		return "", fmt.Errorf("%q has a category %q already: choose another name", c, other.name)
	}
	return name, nil
}

// Characters with a meaning of their own in paths or in the indented text.
const (
	notInNames     = "/\u2028\u2029"
	notBeforeNames = "|@#"
	notAfterNames  = "*"
)

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("a category needs a name")
	case strings.ContainsAny(name, notInNames) || strings.ContainsAny(name[:1], notBeforeNames) || strings.HasSuffix(name, notAfterNames):
		return fmt.Errorf("the name %q holds /, begins with | @ or #, or ends in *, which mean something else: leave that out", name)
	case strings.ToValidUTF8(name, "") != name || strings.ContainsFunc(name, isControl):
		return fmt.Errorf("the name %q holds characters that are none: leave them out", name)
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// cleanName makes a name of a folder that somebody else has named.
func cleanName(name string) string {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, ""), "/", " - ")
	name = strings.Map(func(r rune) rune {
		if isControl(r) || strings.ContainsRune(notInNames, r) {
			return ' '
		}
		return r
	}, name)
	for { // taking one off may bring another to light
		cleaned := strings.TrimRight(strings.TrimLeft(strings.TrimSpace(name), notBeforeNames), notAfterNames)
		if cleaned == name {
			break
		}
		name = cleaned
	}
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return "Unnamed"
	}
	return name
}
