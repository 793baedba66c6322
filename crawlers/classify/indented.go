package classify

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

// ReadIndented reads a taxonomy from indented text, which is the format to write one by hand:
//
//	# a comment
//	Nature
//	    Birds *
//	        | Feathers, wings and beaks: what is written after bars
//	        | in lines that follow one another is one example.
//
//	        @en https://birds.example/ The title of a page
//	        | and what it says
//	    Fish
//	        @de - Titel ohne Adresse
//
// A line is a category, below the nearest line above it that is less indented; a star after its name marks it good. A
// bar begins a line of an example of the category above it, in English. An example in another language or of a page
// begins with @, at once followed by its language if that is known, then its URL or a dash, then its title. An empty
// line, a category and an @ end an example. Indentation is of spaces or tabs, a tab counting as four spaces; that of
// examples does not matter. The error names the line.
func ReadIndented(r io.Reader) (*Taxonomy, error) {
	reader := indentedReader{taxonomy: NewTaxonomy()}
	reader.above = []indented{{-1, reader.taxonomy.root}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxFile)
	for number := 1; lines.Scan(); number++ {
		if err := reader.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the categories: %w", err)
	}
	if err := reader.endExample(); err != nil {
		return nil, fmt.Errorf("at the end: %w", err)
	}
	return reader.taxonomy, nil
}

// maxFile is the size of the largest file that is read as a taxonomy or as bookmarks, in bytes.
const maxFile = 64 << 20

// indentedReader is where reading has got to.
type indentedReader struct {
	taxonomy *Taxonomy
	above    []indented // the root, and the categories from the top to the last one
	page     *Example   // being read
	text     []string   // its lines
}

type indented struct {
	indent   int
	category *Category
}

func (r *indentedReader) last() *Category { return r.above[len(r.above)-1].category }

func (r *indentedReader) line(line string) error {
	content := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(content, "#"):
		return nil
	case strings.HasPrefix(content, "|"):
		return r.addText(content[1:])
	}
	if err := r.endExample(); err != nil || content == "" {
		return err
	}
	if strings.HasPrefix(content, "@") {
		r.beginPage(content[1:])
		return nil
	}
	return r.addCategory(indentOf(line), content)
}

func (r *indentedReader) addText(line string) error {
	if r.page == nil {
		r.page = &Example{Lang: "en"}
	}
	r.text = append(r.text, line)
	return nil
}

// beginPage reads what follows an @: language, URL or dash, title.
func (r *indentedReader) beginPage(line string) {
	lang, rest, _ := strings.Cut(line, " ")
	url, title, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if url == "-" {
		url = ""
	}
	r.page = &Example{URL: url, Title: title, Lang: lang}
}

func (r *indentedReader) endExample() error {
	if r.page == nil {
		return nil
	}
	e := NewExample(r.page.URL, r.page.Title, strings.Join(r.text, " "), r.page.Lang)
	r.page, r.text = nil, nil
	if r.last() == r.taxonomy.root {
		return fmt.Errorf("the example before this line stands above the first category: write the category's name first")
	}
	return r.taxonomy.AddExample(r.last(), e)
}

func (r *indentedReader) addCategory(indent int, content string) error {
	name, good := strings.CutSuffix(content, "*")
	for r.above[len(r.above)-1].indent >= indent {
		r.above = r.above[:len(r.above)-1]
	}
	c, err := r.taxonomy.Add(r.last(), name)
	if err != nil {
		return err
	}
	c.good = good
	r.above = append(r.above, indented{indent, c})
	return nil
}

// indentOf counts the spaces before a line's content.
func indentOf(line string) int {
	indent := 0
	for _, c := range line {
		switch c {
		case ' ':
			indent++
		case '\t':
			indent += 4
		default:
			return indent
		}
	}
	return indent
}

// WriteIndented writes the taxonomy as ReadIndented reads it.
func (t *Taxonomy) WriteIndented(w io.Writer) error {
	out := bufio.NewWriter(w)
	t.root.writeBelow(out, "")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing the categories: %w", err)
	}
	return nil
}

func (c *Category) writeBelow(out *bufio.Writer, indent string) {
	const step = "    "
	for _, child := range c.children {
		star := ""
		if child.good {
			star = " *"
		}
		fmt.Fprintf(out, "%s%s%s\n", indent, child.name, star)
		for i, e := range child.examples {
			if i > 0 {
				fmt.Fprintln(out)
			}
			e.write(out, indent+step)
		}
		child.writeBelow(out, indent+step)
	}
}

func (e Example) write(out *bufio.Writer, indent string) {
	if e.URL != "" || e.Title != "" || e.Lang != "en" {
		fmt.Fprintf(out, "%s@%s %s %s\n", indent, e.Lang, cmp.Or(e.URL, "-"), e.Title)
	}
	const width = 120
	line := ""
	for _, word := range strings.Fields(e.Text) {
		if line != "" && len(line)+1+len(word) > width {
			fmt.Fprintf(out, "%s| %s\n", indent, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		fmt.Fprintf(out, "%s| %s\n", indent, line)
	}
}
