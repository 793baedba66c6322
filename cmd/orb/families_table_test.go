package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// TestFamiliesTable prints the table of docs/families.md: how many targets of a topic each family finds in 1,000 pages.
// Of the categories with ten pages that are three links away, and no less, from the nearest member, it takes one a sixth,
// one half and one five sixths of the way through the alphabet.
func TestFamiliesTable(t *testing.T) {
	if os.Getenv("ORBWEAVER_FAMILIES") == "" {
		t.Skip("set ORBWEAVER_FAMILIES=1 to make the table of docs/families.md")
	}
	web := wikispeedia(t)
	tasks := tableTasks(t, filepath.Join(corporaDir(), "wikispeedia"))
	var table strings.Builder
	for _, f := range crawlers.Families() {
		if strings.HasPrefix(f.Name, "test-") {
			continue // of another test
		}
		fmt.Fprintf(&table, "| %s |", f.Name)
		for _, task := range tasks {
			data := t.TempDir()
			args := []string{"--keywords", task.keywords, "--delay", "0", "--family", f.Name, "--pages", "1000", "--rand", "1", "--workers", "1"}
			for _, seed := range task.seeds {
				args = append(args, "--seed", "http://"+web.Addr()+seed)
			}
			done := crawl(t, data, args...)
			found := 0
			for _, a := range history(t, data, done.Session) {
				if _, path, ok := strings.Cut(a.URL, web.Addr()); ok && a.Kind == crawlers.KindOK && task.targets[path] {
					found++
				}
			}
			if done.Pages != 1000 {
				t.Logf("%s on %s: %d pages, %s", f.Name, task.name, done.Pages, done.Stop)
			}
			fmt.Fprintf(&table, " %d |", found)
		}
		table.WriteString("\n")
	}
	for _, task := range tasks {
		t.Logf("%s: keywords %q, %d targets, %d seeds", task.name, task.keywords, len(task.targets), len(task.seeds))
	}
	t.Log("\n" + table.String())
}

// tableTask is what one crawl of the table starts from and is judged by; pages by their paths.
type tableTask struct {
	name, keywords string
	seeds          []string
	targets        map[string]bool
}

func tableTasks(t *testing.T, dir string) []tableTask {
	t.Helper()
	parents := linkedFrom(t, dir)
	var all []tableTask
	members := categories(t, dir)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		task := tableTask{name: name, targets: members[name]}
		task.keywords = strings.Join(strings.FieldsFunc(strings.TrimPrefix(name, "subject."), func(r rune) bool { return r == '.' || r == '_' }), " ")
		if away := exactlyAway(parents, task.targets, 3); len(away) >= 10 {
			rand.New(rand.NewPCG(1, 0)).Shuffle(len(away), func(i, j int) { away[i], away[j] = away[j], away[i] })
			task.seeds = away[:10]
			all = append(all, task)
		}
	}
	n := len(all)
	if n < 6 {
		t.Fatalf("only %d categories have pages three links away", n)
	}
	return []tableTask{all[n/6], all[n/2], all[5*n/6]}
}

// exactlyAway are the pages whose shortest path to a target has so many links, in order.
func exactlyAway(parents map[string][]string, targets map[string]bool, links int) []string {
	known, layer := maps.Clone(targets), slices.Collect(maps.Keys(targets))
	for range links {
		var next []string
		for _, p := range layer {
			for _, q := range parents[p] {
				if !known[q] {
					known[q] = true
					next = append(next, q)
				}
			}
		}
		layer = next
	}
	slices.Sort(layer)
	return layer
}

// linkedFrom is, for each page, those that link to it.
func linkedFrom(t *testing.T, dir string) map[string][]string {
	t.Helper()
	files, err := corpus.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	parents := map[string][]string{}
	for p, err := range corpus.Documents(context.Background(), files, page.Options{Rules: weburl.DefaultRules()}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Links {
			parents[pathOf(l.URL)] = append(parents[pathOf(l.URL)], pathOf(p.URL))
		}
	}
	return parents
}

func pathOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest[cmp.Or(strings.IndexByte(rest, '/'), len(rest)):]
}

// categories are the members of each category.
func categories(t *testing.T, dir string) map[string]map[string]bool {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "categories.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	members := map[string]map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		article, name, ok := strings.Cut(lines.Text(), "\t")
		if !ok || strings.HasPrefix(article, "#") {
			continue
		}
		canonical, err := weburl.Canonical("http://x.example/wiki/" + article + ".html")
		if err != nil {
			t.Fatal(err)
		}
		if members[name] == nil {
			members[name] = map[string]bool{}
		}
		members[name][pathOf(canonical)] = true
	}
	return members
}
