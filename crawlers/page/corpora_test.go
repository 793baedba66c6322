package page

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"orbweaver/crawlers/text"
	"orbweaver/crawlers/weburl"
)

// corpora finds files of real data, or skips the test.
func corpora(t testing.TB, pattern string) []string {
	t.Helper()
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) == 0 {
		t.Skipf("needs the corpora: nothing at %s in %s (%v)", pattern, dir, err)
	}
	return files
}

// check holds a parsed page against what every page must be.
func check(t testing.TB, p *Page) {
	t.Helper()
	if !utf8.ValidString(p.Text) || !utf8.ValidString(p.Title) || !utf8.ValidString(p.Description) {
		t.Fatalf("text is not UTF-8: %.200q", p.Text)
	}
	if v := text.NewVector(p.Words.Strings()); v.Len() != p.Vector.Len() || v.SumSquares() != p.Vector.SumSquares() || len(p.offsets) != p.Words.Len() {
		t.Fatalf("%d words at %d places make a vector of %d terms", p.Words.Len(), len(p.offsets), p.Vector.Len())
	}
	known := map[string]bool{p.URL: true}
	for _, l := range p.Links {
		if again, err := weburl.Canonical(l.URL); again != l.URL || known[l.URL] {
			t.Fatalf("link %q, canonically %q, %v; there before: %v", l.URL, again, err, known[l.URL])
		}
		known[l.URL] = true
		if c, err := weburl.Canonical(l.Target()); c != l.URL || l.Host != weburl.Host(l.URL) {
			t.Fatalf("%q is sent for %q (%q, %v), host %q", l.Target(), l.URL, c, err, l.Host)
		}
		if !utf8.ValidString(l.Anchor) || l.Start > l.End || l.End > p.Words.Len() || l.TagPath == "" {
			t.Fatalf("link %+v on a page of %d words", l, p.Words.Len())
		}
		p.Context(l)
	}
}

// html5lib's cases are inputs here: whatever they hold, a page comes out.
func TestHTML5LibInputs(t *testing.T) {
	var inputs []string
	for _, file := range corpora(t, "conformance/html/*.test") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases struct{ Tests []struct{ Input any } }
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range cases.Tests {
			inputs = append(inputs, fmt.Sprint(c.Input)) // some are in parts
		}
	}
	for _, file := range corpora(t, "conformance/html/tree/*.dat") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range strings.Split(string(data), "#data\n")[1:] {
			input, _, _ := strings.Cut(c, "#errors")
			inputs = append(inputs, input)
		}
	}
	if len(inputs) < 1000 {
		t.Fatalf("only %d inputs were found", len(inputs))
	}
	parser := NewParser(Options{Rules: weburl.DefaultRules(), FollowFrames: true, FollowNofollow: true})
	for _, input := range inputs {
		p, err := parser.Parse(at, []byte(input+"<a href=y>y</a>"))
		if err != nil {
			t.Fatalf("%q: %v", input, err)
		}
		check(t, p)
	}
}

// On well-made pages one pass over the tokens must see what a tree builder sees.
func TestAgainstATreeBuilder(t *testing.T) {
	files := corpora(t, "wikispeedia/wiki/*.html")
	parser := NewParser(Options{Rules: weburl.DefaultRules()})
	for i := 0; i < len(files); i += 50 {
		body, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		url := "http://w.example/wiki/" + filepath.Base(files[i])
		p, err := parser.Parse(url, body)
		if err != nil {
			t.Fatal(err)
		}
		check(t, p)
		tree, err := goquery.NewDocumentFromReader(strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(strings.Fields(p.Text), ""), strings.Join(strings.Fields(tree.Find("title").Text()+tree.Find("body").Text()), ""); got != want {
			t.Errorf("%s: text differs from the tree's", url)
		}
		base, err := weburl.DefaultRules().NewResolver(url)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		seen := map[string]bool{p.URL: true}
		tree.Find("a[href]").Each(func(_ int, a *goquery.Selection) {
			if u, _, _, err := base.Resolve(a.AttrOr("href", "")); err == nil && !seen[u] {
				seen[u] = true
				want = append(want, u+" "+treePath(a.Get(0)))
			}
		})
		for _, l := range p.Links {
			got = append(got, l.URL+" "+l.TagPath)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: links %q, want %q", url, got, want)
		}
	}
}

// treePath is the tag path of a node in a tree.
func treePath(n *html.Node) string {
	path := n.Data
	for n = n.Parent; n != nil && n.Type == html.ElementNode; n = n.Parent {
		path = n.Data + "/" + path
	}
	return path
}

// Hostile documents take time and room in line with their size: none may take long, and all is bounded.
func TestHostileDocuments(t *testing.T) {
	const size = 1 << 20
	for name, unit := range map[string]string{
		"deep": "<div>", "deep unknown": "<x>", "closing": "</div>", "lists": "<ul><li>", "tables": "<table><tr><td>", "unclosed anchors": "<a href=x>a ",
		"attributes": "<a href=x b=c d=e", "entities": "&amp;&#1;&notit;", "comment starts": "<!--", "markup starts": "<", "one word": "x", "spaces": " ",
		"long words in Han": "東", "marks": "\u0301", "bases": "<base href=/x/>", "many titles": "<title>x</title>", "alternatives": "<img alt='x y'>",
		"credentials": "<a href=http://a@a@a@b/>", "templates": "<template>", "cells": "<td>", "paragraphs in buttons": "<p><button>",
	} {
		t.Run(name, func(t *testing.T) {
			p := parse(t, "<html lang=en>"+strings.Repeat(unit, size/len(unit)))
			check(t, p)
			if len(p.Links) > maxLinks {
				t.Errorf("%d links", len(p.Links))
			}
			for _, l := range p.Links {
				if len(l.TagPath) > maxDepth*33 || len(l.Anchor) > 2*maxTitle+1 || len(l.Words) > 2*maxAnchorWords {
					t.Errorf("link with a path of %d bytes, an anchor of %d and %d words", len(l.TagPath), len(l.Anchor), len(l.Words))
				}
			}
		})
	}
	var many strings.Builder
	for i := range maxLinks + 500 {
		many.WriteString("<a href=" + strings.Repeat("y", i%50+1) + strings.Repeat("z", i/50) + ">z</a>")
	}
	if p := parse(t, many.String()); len(p.Links) > maxLinks || len(p.Links) < maxLinks*9/10 {
		t.Errorf("%d links of %d", len(p.Links), maxLinks+500)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"<html lang=en><title>t</title><base href=/b/><p>a <a href=y>b</a><img alt=c>", "<table><td><a href=x>y<td>z", "<?xml version='1.0'?><a href='x'/>",
		"<template><template></template>x", "<script/>x</script>", "<meta name=robots content=none><frame src=x>", "<a href=1><a href=2></p></table>", "\xff<svg><title>",
	} {
		f.Add([]byte(seed))
	}
	parser := NewParser(Options{Rules: weburl.DefaultRules(), FollowFrames: true})
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parser.Parse(at, body)
		if err != nil {
			t.Fatal(err)
		}
		check(t, p)
		p.Snippet(text.NewQuery("a b"), 50)
		again, err := NewParser(Options{Rules: weburl.DefaultRules(), FollowFrames: true}).Parse(at, body)
		if err != nil || again.Text != p.Text || !slices.Equal(again.Words.Strings(), p.Words.Strings()) || len(again.Links) != len(p.Links) {
			t.Fatalf("a new parser sees another page, %v", err)
		}
	})
}
