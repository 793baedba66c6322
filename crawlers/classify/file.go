package classify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// fileVersion is raised when files of the older form can no longer be read as they are.
const fileVersion = 1

// file is a taxonomy as it is kept: categories within categories, so that none can be below itself.
type file struct {
	Version    int            `json:"taxonomy"`
	Categories []fileCategory `json:"categories"`
}

type fileCategory struct {
	Name       string         `json:"name"`
	Good       bool           `json:"good,omitempty"`
	Examples   []Example      `json:"examples,omitempty"`
	Categories []fileCategory `json:"categories,omitempty"`
}

// Read reads a taxonomy from whatever it was written as: the JSON of MarshalJSON, a browser's bookmarks, or indented
// text.
func Read(data []byte) (*Taxonomy, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("the file is too long: %d bytes, of which %d can be read", len(data), maxFile)
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("this is no text file, or one in UTF-16: take a browser's exported bookmarks, or indented text or JSON in UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	start := bytes.TrimSpace(data)
	if bytes.HasPrefix(start, []byte("<")) { // browsers cut titles within a character
		return ReadBookmarks(bytes.NewReader(data))
	}
	if line := lineNotUTF8(data); line > 0 {
		return nil, fmt.Errorf("this is no text file, or not in UTF-8 (line %d): save it as text in UTF-8", line)
	}
	if bytes.HasPrefix(start, []byte("{")) {
		t := NewTaxonomy()
		return t, t.UnmarshalJSON(start)
	}
	return ReadIndented(bytes.NewReader(data))
}

// lineNotUTF8 is the first line, counted from 1, that is not UTF-8; 0 if all are.
func lineNotUTF8(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		if number++; !utf8.Valid(line) {
			return number
		}
	}
	return 0
}

// CheckFile says what is wrong with a file that a crawl is to use as its taxonomy, where, and what to do.
func CheckFile(data []byte) error {
	t, err := Read(data)
	if err != nil {
		return err
	}
	return t.Check()
}

// MarshalJSON writes the taxonomy as one JSON object, which holds everything there is to it.
func (t *Taxonomy) MarshalJSON() ([]byte, error) {
	return json.MarshalIndent(file{fileVersion, t.root.saved()}, "", "  ")
}

func (c *Category) saved() []fileCategory {
	var all []fileCategory
	for _, child := range c.children {
		all = append(all, fileCategory{child.name, child.good, child.examples, child.saved()})
	}
	return all
}

// UnmarshalJSON replaces the taxonomy by what MarshalJSON has written, or a person with the same fields. The error names
// the line or the category.
func (t *Taxonomy) UnmarshalJSON(data []byte) error {
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return fmt.Errorf("reading a taxonomy: line %d: %w", lineOf(data, d, err), err)
	}
	if f.Version != fileVersion {
		return fmt.Errorf(`reading a taxonomy: the file says "taxonomy": %d; this program reads %d: use the program that wrote it, or a newer one`, f.Version, fileVersion)
	}
	read := NewTaxonomy()
	if err := read.load(read.root, f.Categories); err != nil {
		return fmt.Errorf("reading a taxonomy: %w", err)
	}
	*t = *read
	return nil
}

func (t *Taxonomy) load(parent *Category, categories []fileCategory) error {
	for _, saved := range categories {
		c, err := t.Add(parent, saved.Name)
		if err != nil {
			return err
		}
		c.good = saved.Good
		for _, e := range saved.Examples {
			if err := t.AddExample(c, NewExample(e.URL, e.Title, e.Text, e.Lang)); err != nil {
				return err
			}
		}
		if err := t.load(c, saved.Categories); err != nil {
			return err
		}
	}
	return nil
}

// lineOf is the line, counted from 1, that an error of the decoder is about.
func lineOf(data []byte, d *json.Decoder, err error) int {
	at := d.InputOffset()
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at = mismatch.Offset
	}
	return 1 + bytes.Count(data[:min(max(at, 0), int64(len(data)))], []byte("\n"))
}
