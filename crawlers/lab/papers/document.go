package papers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// replace writes a document that is there: as a whole or not at all, because what people have written in it is nowhere else.
func replace(name, text string) (err error) {
	is, err := os.Stat(name)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if gone := os.Remove(file.Name()); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	_, err = file.WriteString(text)
	if err = cmp.Or(err, file.Chmod(is.Mode().Perm()), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// fill puts a text between the marks of a section: <!-- begin NAME --> and <!-- end NAME -->, each on a line of its own.
func fill(document, name, text string) (string, error) {
	begin, end := mark("begin", name), mark("end", name)
	before, rest, found := strings.Cut(document, begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return "", fmt.Errorf("the document has no place for %s: write the lines %s and %s", name, begin, end)
	}
	return before + begin + "\n" + text + end + after, nil
}

func mark(which, name string) string { return "<!-- " + which + " " + name + " -->" }

// Names of the sections that are about the run as a whole.
const (
	sectionRun   = "run"
	sectionFacts = "facts"
)

// sections are all that the document must have a place for.
func (p Plan) sections() []string {
	names := []string{sectionRun, sectionFacts}
	for _, e := range p.Experiments {
		for _, f := range e.Figures {
			names = append(names, f.Name)
		}
	}
	return names
}
