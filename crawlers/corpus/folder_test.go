package corpus

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestFolder(t *testing.T) {
	f := folder(t, map[string]string{
		"index.html":        "home",
		"a b.HTML":          "space",
		"sub/index.htm":     "sub",
		"sub/x.xhtml":       "x",
		"caf\u00e9.html":    "cafe",
		"100%.html":         "percent",
		"%C3%89ire.html":    "eire",
		"robots.txt":        "User-agent: *",
		"secret.tsv":        "key",
		".git/index.html":   "hidden",
		".hidden.html":      "hidden",
		"sub/robots.txt":    "not at the root",
		"picture.png":       "png",
		"deep/er/page.html": "deep",
	})
	if f.Pages() != 8 {
		t.Errorf("%d pages, want 8", f.Pages())
	}
	for _, c := range []struct {
		path   string
		status int
		want   string // the body, or where a redirect leads
	}{
		{"/", 200, "home"},
		{"/index.html", 200, "home"},
		{"/index.html?x=y", 200, "home"},
		{"/a%20b.HTML", 200, "space"},
		{"/a+b.HTML", 404, ""},
		{"/sub/", 200, "sub"},
		{"/sub", 301, "/sub/"},
		{"/deep", 404, ""},
		{"/deep/er/", 404, ""},
		{"/deep/er/page.html", 200, "deep"},
		{"/caf%C3%A9.html", 200, "cafe"},
		{"/100%25.html", 200, "percent"},
		{"/100%.html", 404, ""}, // no URL
		{"/%C3%89ire.html", 200, "eire"},
		{"/%25C3%2589ire.html", 200, "eire"},
		{"/robots.txt", 200, "User-agent: *"},
		{"/sub/robots.txt", 404, ""},
		{"/secret.tsv", 404, ""},
		{"/picture.png", 404, ""},
		{"/.git/index.html", 404, ""},
		{"/.hidden.html", 404, ""},
		{"/nowhere.html", 404, ""},
		{"/sub/../index.html", 404, ""},
		{"/..%2F..%2Fetc/passwd", 404, ""},
		{"//index.html", 404, ""},
	} {
		a := f.Answer("any.example", c.path)
		got := string(a.Body)
		switch a.Status {
		case http.StatusNotFound:
			got = ""
		case http.StatusMovedPermanently:
			got = a.Location
		}
		if a.Status != c.status || got != c.want {
			t.Errorf("%s: %d %q, want %d %q", c.path, a.Status, got, c.status, c.want)
		}
	}
	if a := f.Answer("", "/robots.txt"); !strings.HasPrefix(a.Type, "text/plain") {
		t.Errorf("robots.txt has type %q", a.Type)
	}
}

func TestLinksOutOfAFolderAreNotFollowed(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.html")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "b.html")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	f := open(t, dir)
	if a := f.Answer("", "/b.html"); a.Status != http.StatusNotFound || f.Pages() != 1 {
		t.Errorf("a link out of the folder answers %d %q", a.Status, a.Body)
	}
	// A file that becomes such a link after it was found.
	if err := os.Remove(filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	if a := f.Answer("", "/a.html"); a.Status != http.StatusNotFound {
		t.Errorf("a link out of the folder answers %d %q", a.Status, a.Body)
	}
}

func TestFoldersThatAreNone(t *testing.T) {
	empty, file := t.TempDir(), filepath.Join(t.TempDir(), "x.html")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{empty, file, filepath.Join(empty, "missing")} {
		if f, err := Folder(dir); err == nil {
			t.Errorf("%s was opened", dir)
			_ = f.Close()
		}
	}
}

func TestTheAnswerKeyIsNotServed(t *testing.T) {
	f := folder(t, map[string]string{"wiki/A.html": "a", "categories.tsv": "key", "index.html": "categories", "key/B.html": "b"})
	for path, want := range map[string]int{"/wiki/A.html": 200, "/categories.tsv": 404, "/index.html": 404, "/key/B.html": 404, "/": 404, "/wiki/../categories.tsv": 404} {
		if got := f.Answer("", path).Status; got != want {
			t.Errorf("%s answers %d, want %d", path, got, want)
		}
	}
	if f.Pages() != 1 {
		t.Errorf("%d pages, want 1", f.Pages())
	}
}

// Every link of every Wikispeedia page leads to a page, as it stands there and in other spellings of the same URL.
func TestWikispeedia(t *testing.T) {
	f := wikispeedia(t)
	if f.Pages() != 4604 {
		t.Errorf("%d pages, want 4604", f.Pages())
	}
	href := regexp.MustCompile(`<a href="([^"]+)"`)
	links := 0
	for path := range f.files {
		a := f.Answer("", (&url.URL{Path: path}).EscapedPath())
		if a.Status != http.StatusOK {
			t.Fatalf("%s answers %d", path, a.Status)
		}
		for _, m := range href.FindAllSubmatch(a.Body, -1) {
			link := strings.ReplaceAll(string(m[1]), "&amp;", "&")
			links++
			for _, spelling := range []string{link, strings.ReplaceAll(link, "'", "%27")} {
				if got := f.Answer("", spelling).Status; got != http.StatusOK {
					t.Fatalf("%s links to %s, which answers %d", path, spelling, got)
				}
			}
		}
	}
	if links != 119_772 {
		t.Errorf("%d links, want 119,772", links)
	}
	for _, path := range []string{"/categories.tsv", "/wiki/../categories.tsv", "/wiki/%2e%2e/categories.tsv", "/wiki/", "/wiki"} {
		if got := f.Answer("", path).Status; got != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got)
		}
	}
}
