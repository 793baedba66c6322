package classify

import (
	"fmt"
	"slices"
)

// Category is a node of a Taxonomy. The root stands for everything and has no name.
type Category struct {
	name     string
	good     bool
	examples []Example
	parent   *Category
	children []*Category

	// Indexes, made when they are first needed; nil when something has changed that they do not show.
	named map[string]*Category // the children, by folded name
	pages map[string]int       // the places of the examples, by URL
}

// maxDepth is how deep categories may lie below one another: an example is learnt by every category above it, so that
// without a bound a small file could take a computer's whole memory.
const maxDepth = 32

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

// String is the path, or what the root is called in messages.
func (c *Category) String() string {
	if c.parent == nil {
		return "all categories"
	}
	return c.Path()
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

// depth is how many categories the path of this one names.
func (c *Category) depth() int {
	depth := 0
	for ; c.parent != nil; c = c.parent {
		depth++
	}
	return depth
}

// height is how many categories lie below one another from this one on, itself included.
func (c *Category) height() int {
	height := 0
	for _, child := range c.children {
		height = max(height, child.height())
	}
	return 1 + height
}

// child is the category of that name directly below c, whatever the case of its letters; nil if there is none.
func (c *Category) child(name string) *Category {
	if c.named == nil {
		c.named = make(map[string]*Category, len(c.children))
		for _, child := range c.children {
			c.named[folded(child.name)] = child
		}
	}
	return c.named[folded(name)]
}

// append adds a child, whose name is free, as the last.
func (c *Category) append(child *Category) {
	child.parent = c
	c.children = append(c.children, child)
	if c.named != nil {
		c.named[folded(child.name)] = child
	}
}

func (c *Category) detach() {
	c.parent.children = slices.DeleteFunc(c.parent.children, func(child *Category) bool { return child == c })
	c.parent.named, c.parent = nil, nil
}

// put adds an example, in place of the one of the same URL if there is one.
func (c *Category) put(e Example) {
	if c.pages == nil {
		c.pages = make(map[string]int, len(c.examples))
		for i, example := range c.examples {
			c.pages[example.URL] = i
		}
	}
	if i, held := c.pages[e.URL]; held && e.URL != "" {
		c.examples[i] = e
		return
	}
	c.pages[e.URL] = len(c.examples)
	c.examples = append(c.examples, e)
}

// drop takes out the example at an index.
func (c *Category) drop(i int) {
	c.examples, c.pages = slices.Delete(c.examples, i, i+1), nil
}

func (c *Category) checkExample(i int) error {
	if i < 0 || i >= len(c.examples) {
		return fmt.Errorf("category %q has %d examples, none with index %d", c, len(c.examples), i)
	}
	return nil
}
