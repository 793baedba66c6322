package classify

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// maxName is the most characters of a name.
const maxName = 200

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("a category needs a name")
	case utf8.RuneCountInString(name) > maxName:
		return fmt.Errorf("the name %.20q… is too long: it may have %d characters", name, maxName)
	case strings.ContainsAny(name, notInNames) || strings.ContainsAny(name[:1], notBeforeNames) || strings.HasSuffix(name, notAfterNames):
		return fmt.Errorf("the name %q holds /, begins with | @ or #, or ends in *, which mean something else: leave that out", name)
	case strings.ToValidUTF8(name, "") != name || strings.ContainsFunc(name, isControl):
		return fmt.Errorf("the name %q holds characters that are none: leave them out", name)
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// cleanName makes a name of a folder that somebody else has named; long ones are cut.
func cleanName(name string) string {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, ""), "/", " - ")
	name = strings.Map(func(r rune) rune {
		if isControl(r) || strings.ContainsRune(notInNames, r) {
			return ' '
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
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

// folded is the same for names that differ only in the case of their letters.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, name)
}
