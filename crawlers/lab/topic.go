package lab

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/weburl"
)

// Topic is something to look for in a corpus, with what only the judges know of it.
type Topic struct {
	Name        string   // of its category: "Science.Biology.Birds"
	Keywords    string   // the words of the category's path: all that crawlers are told
	Pages       []string // that belong to it, canonical URLs, in the corpus's order
	Description string   // as the topics' file gives it; empty = the opening texts of the pages
	Line        int      // of the topics' file; 0 = none

	numbers []int    // of the Pages in the web
	missing []string // pages that the corpus does not hold, with their lines
}

// Omission is something that an experiment had to leave out.
type Omission struct {
	What string `json:"what"` // "topic Birds", "contestant focused"
	Why  string `json:"why"`  // with the file and line, where there is one
}

// entry is a topic as a file gives it.
type entry struct {
	name, keywords, description string
	pages                       []string // as named there
	lines                       []int    // of the pages; nil where all are on the topic's
	line                        int
}

// topics makes topics of a file's entries. What can not be made one is left out and said.
func (w *web) topics(file string, entries []entry, spec TopicsSpec) (topics []Topic, out []Omission) {
	omit := func(e entry, format string, args ...any) {
		out = append(out, Omission{"topic " + e.name, place(file, e.line) + fmt.Sprintf(format, args...)})
	}
	first := map[string]int{} // lines of the topics by name
	for _, e := range entries {
		if len(spec.Names) > 0 && !slices.Contains(spec.Names, e.name) {
			continue
		}
		if line, twice := first[e.name]; twice {
			omit(e, "line %d has a topic of this name already", line)
			continue
		}
		first[e.name] = e.line
		topic := Topic{Name: e.name, Keywords: e.keywords, Description: e.description, Line: e.line}
		for i, name := range e.pages {
			if v, ok := w.find(name); !ok {
				line := e.line
				if e.lines != nil {
					line = e.lines[i]
				}
				topic.missing = append(topic.missing, place(file, line)+name)
			} else if !slices.Contains(topic.numbers, v) {
				topic.numbers = append(topic.numbers, v)
			}
		}
		slices.Sort(topic.numbers)
		for _, v := range topic.numbers {
			topic.Pages = append(topic.Pages, w.canonical[v])
		}
		switch {
		case len(topic.numbers) == 0:
			omit(e, "it has no targets: none of its pages is in the corpus")
		case len(topic.numbers) < spec.MinPages:
			omit(e, "it has %d pages, and %d are wanted (topics.min_pages)", len(topic.numbers), spec.MinPages)
		case strings.TrimSpace(topic.Keywords) == "":
			omit(e, "it has no keywords")
		default:
			topics = append(topics, topic)
		}
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.name
	}
	for _, name := range spec.Names {
		if !slices.Contains(names, name) {
			why := "there is no topic of this name"
			if nearest := crawlers.Nearest(name, names); nearest != "" {
				why += fmt.Sprintf("; did you mean %q?", nearest)
			}
			out = append(out, Omission{"topic " + name, place(file, 0) + why})
		}
	}
	slices.SortFunc(topics, func(a, b Topic) int { return cmp.Compare(a.Name, b.Name) })
	return topics, out
}

// place is where something stands, to begin a message with.
func place(file string, line int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

// find is the page that a topics' file names: by its URL, by its path within a folder, or by that without .html, also
// below wiki.
func (w *web) find(name string) (int, bool) {
	addresses := []string{name}
	if !strings.Contains(name, "://") {
		base := "http://" + corpus.FolderHost + "/"
		name = strings.TrimPrefix(name, "/")
		addresses = []string{base + name, base + name + ".html", base + "wiki/" + name + ".html"}
		if meant, err := url.PathUnescape(name); err == nil { // what is escaped there need not be in links
			meant = (&url.URL{Path: meant}).EscapedPath()
			addresses = append(addresses, base+meant, base+meant+".html", base+"wiki/"+meant+".html")
		}
	}
	for _, address := range addresses {
		if canonical, err := weburl.Canonical(address); err == nil {
			if v, ok := w.number[canonical]; ok {
				return v, true
			}
		}
	}
	return 0, false
}

// keywordsOf are the words of a category's path, each once.
func keywordsOf(path []string) string {
	var words []string
	known := map[string]bool{}
	for _, part := range path {
		for word := range strings.FieldsFuncSeq(part, func(r rune) bool { return r == '_' || r == ' ' || r == '-' }) {
			if key := strings.ToLower(word); !known[key] {
				known[key] = true
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, " ")
}
