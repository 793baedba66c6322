package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readTopics reads a topics' file: docs/laboratory.md describes both forms. An error is that of a file that can not be
// read at all; what is wrong with single topics is said by the omissions.
func readTopics(name string) ([]entry, []Omission, error) {
	file, err := os.Open(name) // #nosec G304 -- the user names the experiment
	if err != nil {
		return nil, nil, fmt.Errorf("the topics can not be read: %w", err)
	}
	defer file.Close()
	if strings.EqualFold(filepath.Ext(name), ".json") {
		return readTopicTree(filepath.Base(name), file)
	}
	return readCategories(filepath.Base(name), file)
}

// readCategories reads lines of a page, a tab and a category's path, whose parts are separated by dots or slashes. A
// first part that all categories share is their root and is left out of keywords and names.
func readCategories(name string, r io.Reader) ([]entry, []Omission, error) {
	var entries []entry
	var paths [][]string
	var out []Omission
	places := map[string]int{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		page, category, ok := strings.Cut(line, "\t")
		if !ok || page == "" || strings.TrimSpace(category) == "" {
			out = append(out, Omission{"line " + fmt.Sprint(n), place(name, n) + "it is not a page, a tab and a category"})
			continue
		}
		i, known := places[category]
		if !known {
			i = len(entries)
			places[category] = i
			entries = append(entries, entry{name: category, line: n})
			paths = append(paths, strings.FieldsFunc(category, func(r rune) bool { return r == '.' || r == '/' }))
		}
		entries[i].pages = append(entries[i].pages, page)
		entries[i].lines = append(entries[i].lines, n)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("the topics in %s can not be read: %w", name, err)
	}
	rooted := len(paths) > 1 && !slices.ContainsFunc(paths, func(p []string) bool { return len(p) < 2 || p[0] != paths[0][0] })
	kept := entries[:0]
	for i, e := range entries {
		if rooted {
			paths[i] = paths[i][1:]
			e.name = strings.Join(paths[i], ".")
		}
		if part, twice := repeated(paths[i]); twice {
			out = append(out, Omission{"topic " + e.name, place(name, e.line) + fmt.Sprintf("its categories go round in a circle: %s is above itself", part)})
			continue
		}
		e.keywords = keywordsOf(paths[i])
		kept = append(kept, e)
	}
	return kept, out, nil
}

// repeated is a part that stands twice in a path.
func repeated(path []string) (string, bool) {
	for i, part := range path {
		if slices.Contains(path[:i], part) {
			return part, true
		}
	}
	return "", false
}

// topicTree is the other form of a topics' file.
type topicTree struct {
	Topics []struct {
		Name        string   `json:"name"`
		Parent      string   `json:"parent"`
		Keywords    string   `json:"keywords"`
		Description string   `json:"description"`
		Pages       []string `json:"pages"`
	} `json:"topics"`
}

// readTopicTree reads topics that name their parents. Topics that others name as parent and that have no pages are there
// for their words only.
func readTopicTree(name string, r io.Reader) ([]entry, []Omission, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxTopicBytes))
	if err != nil {
		return nil, nil, fmt.Errorf("the topics in %s can not be read: %w", name, err)
	}
	var tree topicTree
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&tree); err != nil {
		return nil, nil, fmt.Errorf("the topics in %s: %w", name, decodingError(text, err, new(topicTree)))
	}
	lines := make([]int, len(tree.Topics))
	for _, f := range fieldsOf(text) {
		var i int
		if n, err := fmt.Sscanf(f.path, "topics[%d]", &i); err == nil && n == 1 && f.path == fmt.Sprintf("topics[%d]", i) && i < len(lines) { // there may be a longer list of the same name
			lines[i] = lineOf(text, f.offset)
		}
	}
	parents, inner := map[string]string{}, map[string]bool{}
	for _, t := range tree.Topics {
		parents[t.Name] = t.Parent
		inner[t.Parent] = true
	}
	var entries []entry
	var out []Omission
	for i, t := range tree.Topics {
		e := entry{name: t.Name, keywords: t.Keywords, description: t.Description, pages: t.Pages, line: lines[i]}
		path, err := pathOf(t.Name, parents)
		switch {
		case err != nil:
			out = append(out, Omission{"topic " + t.Name, place(name, lines[i]) + err.Error()})
			continue
		case len(t.Pages) == 0 && inner[t.Name]:
			continue
		case e.keywords == "":
			e.keywords = keywordsOf(path)
		}
		entries = append(entries, e)
	}
	return entries, out, nil
}

const maxTopicBytes = 256 << 20

// pathOf is the way from the root of a tree to a topic.
func pathOf(name string, parents map[string]string) ([]string, error) {
	var path []string
	for at := name; at != ""; at = parents[at] {
		if slices.Contains(path, at) {
			slices.Reverse(path)
			return nil, fmt.Errorf("its categories go round in a circle: %s is above itself (%s → %s)", at, at, strings.Join(path, " → "))
		}
		if _, known := parents[at]; !known {
			return nil, fmt.Errorf("its parent %q is no topic of this file", at)
		}
		path = append(path, at)
	}
	slices.Reverse(path)
	return path, nil
}
