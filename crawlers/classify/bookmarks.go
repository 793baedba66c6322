package classify

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ReadBookmarks makes a taxonomy of the bookmarks that a browser has exported (the "Netscape bookmark file" that all of
// them write): folders become categories, bookmarks their examples, with title and description as text. Bookmarks
// outside any folder go to a category of their own; folders of one name in one folder become one; empty folders, and
// bookmarks of anything but web pages, are left out. What a page says can be added to its example later
// (Taxonomy.AddExample with the same URL). The error names the line.
func ReadBookmarks(r io.Reader) (*Taxonomy, error) {
	counted := html.NewTokenizer(io.LimitReader(r, maxFile))
	counted.SetMaxBuf(1 << 20)
	b := bookmarks{taxonomy: NewTaxonomy(), line: 1}
	b.folder = b.taxonomy.root
	for {
		kind := counted.Next()
		if kind == html.ErrorToken {
			break
		}
		line := b.line
		b.line += bytes.Count(counted.Raw(), []byte("\n")) // Raw is gone after Token
		if err := b.token(counted.Token()); err != nil {
			return nil, fmt.Errorf("bookmarks, line %d: %w", line, err)
		}
	}
	if err := counted.Err(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("bookmarks, line %d: %w", b.line, err)
	}
	if err := b.end(); err != nil {
		return nil, fmt.Errorf("bookmarks, line %d: %w", b.line, err)
	}
	b.taxonomy.root.dropEmpty()
	return b.taxonomy, nil
}

// looseBookmarks is the category of bookmarks outside any folder.
const looseBookmarks = "Bookmarks"

// bookmarks is where reading has got to.
type bookmarks struct {
	taxonomy *Taxonomy
	folder   *Category // the open folder
	named    string    // name of the folder whose list is about to begin
	lists    int       // open ones
	begun    bool      // there was a list
	line     int
	reading  atom.Atom // the element whose text is read: H3, A or DD; 0 = none
	text     strings.Builder
	page     *Example // the last bookmark, which a description may follow
}

func (b *bookmarks) token(t html.Token) error {
	switch t.Type {
	case html.TextToken:
		if b.reading != 0 {
			b.text.WriteString(t.Data)
		}
		return nil
	case html.StartTagToken, html.SelfClosingTagToken:
		return b.start(t)
	case html.EndTagToken:
		switch t.DataAtom {
		case atom.H3, atom.A:
			return b.finishText()
		case atom.Dl:
			return b.endList()
		}
	}
	return nil
}

func (b *bookmarks) start(t html.Token) error {
	switch t.DataAtom {
	case atom.Dl:
		if err := b.finishBookmark(); err != nil {
			return err
		}
		return b.beginList()
	case atom.Dt, atom.Hr:
		return b.finishBookmark()
	case atom.H3:
		if err := b.finishBookmark(); err != nil {
			return err
		}
		b.reading = atom.H3
	case atom.A:
		if err := b.finishBookmark(); err != nil {
			return err
		}
		b.reading, b.page = atom.A, &Example{}
		for _, a := range t.Attr {
			if a.Key == "href" {
				b.page.URL = a.Val
			}
		}
	case atom.Dd:
		if err := b.finishText(); err != nil {
			return err
		}
		b.reading = atom.Dd
	}
	return nil
}

// finishText takes what was read of a name, a title or a description.
func (b *bookmarks) finishText() error {
	text, of := strings.TrimSpace(b.text.String()), b.reading
	b.text.Reset()
	b.reading = 0
	switch {
	case of == atom.H3 && b.named != "":
		return fmt.Errorf("folder %q has no list of bookmarks: its <DL> is missing", b.named)
	case of == atom.H3:
		b.named = cleanName(text)
	case of == atom.A:
		b.page.Title = text
	case of == atom.Dd && b.page != nil:
		b.page.Text = text
	}
	return nil
}

// finishBookmark puts the last bookmark, if there is one, into the open folder.
func (b *bookmarks) finishBookmark() error {
	if err := b.finishText(); err != nil {
		return err
	}
	if b.page == nil {
		return nil
	}
	page := *b.page
	b.page = nil
	if !strings.HasPrefix(page.URL, "http://") && !strings.HasPrefix(page.URL, "https://") {
		return nil // of the browser itself, of a file, a script
	}
	if !b.begun {
		return errors.New("a bookmark stands before the first list: this is no file of bookmarks as browsers export them")
	}
	e := NewExample(page.URL, page.Title, page.Text, "")
	if e.Vector().Len() == 0 {
		e = NewExample(page.URL, page.URL, "", "") // its words are better than none
	}
	into := b.folder
	if into == b.taxonomy.root {
		into = into.folder(looseBookmarks)
	}
	into.put(e)
	return nil
}

func (b *bookmarks) beginList() error {
	if b.begun && b.lists == 0 {
		return errors.New("a second list begins after the end of the first: the file was damaged")
	}
	switch {
	case b.lists == 0:
	case b.named == "":
		return errors.New("a list begins that belongs to no folder: its <H3> is missing")
	case b.lists > maxDepth:
		return fmt.Errorf("folder %q lies more than %d folders deep: move it further up and export again", b.named, maxDepth)
	default:
		b.folder = b.folder.folder(b.named)
	}
	b.named, b.begun = "", true
	b.lists++
	return nil
}

func (b *bookmarks) endList() error {
	if err := b.finishBookmark(); err != nil {
		return err
	}
	if b.lists == 0 {
		return errors.New("a list ends that has not begun: the file was damaged")
	}
	if b.named != "" {
		return fmt.Errorf("folder %q has no list of bookmarks: its <DL> is missing", b.named)
	}
	if b.lists--; b.lists > 0 {
		b.folder = b.folder.parent
	}
	return nil
}

func (b *bookmarks) end() error {
	switch {
	case !b.begun:
		return errors.New("there is no list of bookmarks: export them from the browser as HTML")
	case b.lists > 0 && b.folder == b.taxonomy.root:
		return errors.New("the file ends before its list does: it was cut off")
	case b.lists > 0:
		return fmt.Errorf("the file ends within folder %q: it was cut off", b.folder)
	}
	return nil
}

// folder returns the category of that name below c, which it makes if there is none.
func (c *Category) folder(name string) *Category {
	child := c.child(name)
	if child == nil {
		child = &Category{name: name}
		c.append(child)
	}
	return child
}

// dropEmpty deletes the categories without examples at or below them.
func (c *Category) dropEmpty() {
	kept := c.children[:0]
	for _, child := range c.children {
		if child.dropEmpty(); child.Count() > 0 {
			kept = append(kept, child)
		}
	}
	c.children, c.named = kept, nil
}
