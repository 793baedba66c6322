package lab

import (
	"path/filepath"
	"strings"
	"testing"
)

// summary says in a line what came of a topics' file: topics with their keywords, and what was left out.
func summary(t *testing.T, name, text string) (topics, out string) {
	t.Helper()
	entries, omissions, err := readTopics(filepath.Join(write(t, map[string]string{name: text}), name))
	if err != nil {
		return "", err.Error()
	}
	for _, e := range entries {
		topics += e.name + " (" + e.keywords + ") " + strings.Join(e.pages, " ") + "; "
	}
	for _, o := range omissions {
		out += o.What + ": " + o.Why + "; "
	}
	return strings.TrimSuffix(topics, "; "), strings.TrimSuffix(out, "; ")
}

func TestTopicsOfAList(t *testing.T) {
	for _, c := range []struct{ text, topics, out string }{
		{"# page\tcategory\nA\tsubject.Life.Birds\nB\tsubject.Life.Birds\nA\tsubject.Life_of.Life-boats\n",
			"Life.Birds (Life Birds) A B; Life_of.Life-boats (Life of boats) A", ""},
		{"A\tLife/Birds\nB\tArts\n", "Life/Birds (Life Birds) A; Arts (Arts) B", ""},
		{"A\tx\nno tab\nB\t\n", "x (x) A", "line 2: list.tsv:2: it is not a page, a tab and a category; line 3: list.tsv:3: it is not a page, a tab and a category"},
		{"A\tArts.Birds.Arts\nB\tLife\n", "Life (Life) B", "topic Arts.Birds.Arts: list.tsv:1: its categories go round in a circle: Arts is above itself"},
	} {
		if topics, out := summary(t, "list.tsv", c.text); topics != c.topics || out != c.out {
			t.Errorf("%q:\n%s\n%s\nwant\n%s\n%s", c.text, topics, out, c.topics, c.out)
		}
	}
}

func TestTopicsOfATree(t *testing.T) {
	for _, c := range []struct{ text, topics, out string }{
		{`{"topics": [{"name": "Life"}, {"name": "Birds", "parent": "Life", "pages": ["A"]}, {"name": "Fish", "keywords": "cod", "pages": ["B"]}]}`,
			"Birds (Life Birds) A; Fish (cod) B", ""},
		{"{\"topics\": [\n{\"name\": \"A\", \"parent\": \"B\", \"pages\": [\"1\"]},\n{\"name\": \"B\", \"parent\": \"A\", \"pages\": [\"2\"]},\n{\"name\": \"C\", \"pages\": [\"3\"]}]}",
			"C (C) 3", "topic A: tree.json:2: its categories go round in a circle: A is above itself (A → B → A); topic B: tree.json:3: its categories go round in a circle: B is above itself (B → A → B)"},
		{`{"topics": [{"name": "A", "parent": "B", "pages": ["1"]}]}`, "", `topic A: tree.json:1: its parent "B" is no topic of this file`},
		{`{"topics": [{"name": "A", "pages": ["1"]}, {"name": "B", "pages": ["2"]}], "topics": [{"name": "C", "pages": ["3"]}]}`, "C (C) 3", ""},
		{"{\"topics\": [\n{\"nam\": \"A\"}]}", "", "the topics in tree.json: line 2: topics[0].nam: there is no field of this name; docs/laboratory.md has all"},
		{"{\"topics\": [\n{\"name\": 1}]}", "", "the topics in tree.json: line 2: topics.name: a number stands where a text is wanted"},
	} {
		if topics, out := summary(t, "tree.json", c.text); topics != c.topics || out != c.out {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", c.text, topics, out, c.topics, c.out)
		}
	}
}

func TestWhatCanNotBeATopicIsLeftOut(t *testing.T) {
	w := chain(t)
	entries := []entry{
		{name: "two pages", keywords: "k", pages: []string{"0", "http://corpus.example/1.html", "0.html", "nowhere"}, lines: []int{3, 4, 5, 6}, line: 3},
		{name: "one page", keywords: "k", pages: []string{"/2.html"}, line: 7},
		{name: "no page", keywords: "k", pages: []string{"nowhere"}, line: 8},
		{name: "no words", pages: []string{"0", "1"}, line: 9},
		{name: "two pages", keywords: "again", pages: []string{"1", "2"}, line: 10},
	}
	topics, out := w.topics("f.tsv", entries, TopicsSpec{MinPages: 2})
	if len(topics) != 1 || len(topics[0].Pages) != 2 || strings.Join(topics[0].missing, " ") != "f.tsv:6: nowhere" {
		t.Errorf("%+v", topics)
	}
	want := []Omission{
		{"topic one page", "f.tsv:7: it has 1 pages, and 2 are wanted (topics.min_pages)"},
		{"topic no page", "f.tsv:8: it has no targets: none of its pages is in the corpus"},
		{"topic no words", "f.tsv:9: it has no keywords"},
		{"topic two pages", "f.tsv:10: line 3 has a topic of this name already"},
	}
	if len(out) != len(want) {
		t.Fatalf("%+v", out)
	}
	for i := range want {
		if out[i] != want[i] {
			t.Errorf("%+v, want %+v", out[i], want[i])
		}
	}
}
