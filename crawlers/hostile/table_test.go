package hostile_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
)

var update = flag.Bool("update", false, "write the table of docs/reliability.md anew")

const (
	tableBegins = "<!-- What follows is written by go test ./crawlers/hostile -update -->\n"
	tableEnds   = "<!-- until here -->\n"
)

// table is the part of docs/reliability.md that says what comes of every behaviour: what the tests of fetch and engine
// hold the crawler to.
func table() string {
	var b strings.Builder
	group := ""
	for _, x := range hostile.Behaviours() {
		if x.Group != group {
			group = x.Group
			fmt.Fprintf(&b, "\n**%s**\n\n| a host that | one GET | in a crawl |\n|---|---|---|\n", group)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", x.Does, cell(x.Get, "an answer"), cell(x.Crawl, "a page"))
	}
	return b.String() + "\n"
}

func cell(k fetch.Kind, good string) string {
	if k == hostile.Page {
		return good
	}
	return "`" + string(k) + "`"
}

func TestTheTableTellsTheTruth(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "reliability.md")
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := bytes.Cut(page, []byte(tableBegins))
	written, after, ends := bytes.Cut(rest, []byte(tableEnds))
	if !begins || !ends {
		t.Fatalf("%s lacks the lines between which the table stands", name)
	}
	if string(written) == table() {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is out of date: go test ./crawlers/hostile -update writes it anew", name)
	}
	if err := os.WriteFile(name, fmt.Appendf(nil, "%s%s%s%s%s", before, tableBegins, table(), tableEnds, after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Names are hosts and what is expected of them stands in one place: none may come twice, none without a word.
func TestBehavioursAreNamed(t *testing.T) {
	names := map[string]bool{}
	for _, b := range hostile.Behaviours() {
		if names[b.Name] || b.Does == "" || b.Group == "" {
			t.Errorf("%+v", b)
		}
		names[b.Name] = true
	}
	if len(names) < 50 {
		t.Errorf("%d behaviours", len(names))
	}
}
