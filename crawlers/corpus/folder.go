package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// keptBytes is the size up to which a folder's pages are kept in memory once they have been asked for.
const keptBytes = 256 << 20

// Files is a folder of HTML files as a corpus. It answers for every host alike.
type Files struct {
	root    *os.Root
	files   map[string]*file // by path: "/wiki/Algorithm.html"
	escaped map[string]*file // by what the path means, of files whose own names are percent-encoded
	pages   int
	kept    bool
}

// file is one file of a folder.
type file struct {
	name     string // within the root
	size     int64
	modified time.Time
	robots   bool
	body     atomic.Pointer[[]byte] // nil until it was asked for
}

// Folder opens a folder as a corpus: its HTML files and its robots.txt, nothing else. A folder that holds wiki and
// categories.tsv is the Wikispeedia corpus, of which only wiki is shown: the other file is the answer key. Files are
// found when the folder is opened and read when they are asked for; symbolic links that lead out of it are not followed.
// Close it after use.
func Folder(dir string) (*Files, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the corpus can not be opened: %w", err)
	}
	p := &Files{root: root, files: map[string]*file{}, escaped: map[string]*file{}}
	if err := p.find(); err != nil {
		return nil, errors.Join(fmt.Errorf("the corpus %s can not be read: %w", dir, err), root.Close())
	}
	if p.pages == 0 {
		return nil, errors.Join(fmt.Errorf("the corpus %s holds no HTML files (.html, .htm, .xhtml)", dir), root.Close())
	}
	return p, nil
}

// find lists the files.
func (p *Files) find() error {
	start := "."
	if p.isWikispeedia() {
		start = "wiki"
	}
	var total int64
	err := fs.WalkDir(p.root.FS(), start, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != start && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || !isPage(name) && name != "robots.txt":
			return nil
		}
		info, err := p.root.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil // gone, or a link that leads out
		}
		total += info.Size()
		p.add(&file{name: name, size: info.Size(), modified: info.ModTime(), robots: name == "robots.txt"})
		return nil
	})
	p.kept = total <= keptBytes
	return err
}

func (p *Files) isWikispeedia() bool {
	key, err := p.root.Stat("categories.tsv")
	if err != nil || !key.Mode().IsRegular() {
		return false
	}
	wiki, err := p.root.Stat("wiki")
	return err == nil && wiki.IsDir()
}

func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

func (p *Files) add(f *file) {
	p.files["/"+f.name] = f
	if meant, err := url.PathUnescape(f.name); err == nil && meant != f.name {
		p.escaped["/"+meant] = f
	}
	if !f.robots {
		p.pages++
	}
}

// Close closes the folder.
func (p *Files) Close() error {
	if err := p.root.Close(); err != nil {
		return fmt.Errorf("closing the corpus: %w", err)
	}
	return nil
}

// Pages is the number of HTML files.
func (p *Files) Pages() int { return p.pages }

// FolderHost is the host under which URLs lists the pages of a folder, which answers for every host alike.
const FolderHost = "corpus.example"

// URLs are the pages' URLs, in order. A file whose own name is percent-encoded has the URL that its name means, as the
// links of such folders do.
func (p *Files) URLs() []string {
	urls := make([]string, 0, p.pages)
	for name, f := range p.files {
		if meant, err := url.PathUnescape(name); err == nil && p.file(meant) == f {
			name = meant
		}
		if !f.robots {
			urls = append(urls, (&url.URL{Scheme: "http", Host: FolderHost, Path: name}).String())
		}
	}
	slices.Sort(urls)
	return urls
}

// Answer answers with a file, with the index page of a folder, or that there is none. The query does not matter.
func (p *Files) Answer(_, pathAndQuery string) Answer {
	raw, _, _ := strings.Cut(pathAndQuery, "?")
	asked, err := url.PathUnescape(raw)
	if err != nil {
		return notFound()
	}
	f := p.file(asked)
	if f == nil {
		if !strings.HasSuffix(asked, "/") && p.file(asked+"/") != nil {
			return redirect(raw + "/")
		}
		return notFound()
	}
	body, err := p.read(f)
	if err != nil {
		return message(http.StatusNotFound, "This page can no longer be read.")
	}
	a := Answer{Status: http.StatusOK, Body: body, Modified: f.modified, Tag: strconv.FormatInt(f.size, 36) + "-" + strconv.FormatInt(f.modified.UnixNano(), 36)}
	if f.robots {
		a.Type = "text/plain; charset=utf-8"
	}
	return a
}

func (p *Files) file(asked string) *file {
	if strings.HasSuffix(asked, "/") {
		for _, index := range []string{"index.html", "index.htm", "index.xhtml"} {
			if f := p.files[asked+index]; f != nil {
				return f
			}
		}
		return nil
	}
	if f := p.files[asked]; f != nil {
		return f
	}
	return p.escaped[asked]
}

func (p *Files) read(f *file) ([]byte, error) {
	if body := f.body.Load(); body != nil {
		return *body, nil
	}
	body, err := p.root.ReadFile(f.name)
	if err != nil {
		return nil, err
	}
	if p.kept {
		f.body.Store(&body)
	}
	return body, nil
}
