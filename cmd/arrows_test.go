// Package cmd_test checks what holds for the tree as a whole: which package may import which, how long files get, that
// every package introduces itself. docs/architecture.md gives the reasons.
package cmd_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "orbweaver/"

// row is a row of the table: a package, and what it may import.
type row struct {
	pkg string
	may []string
}

// arrows is the table of docs/architecture.md: what a package may import of ours, from top to ground. A name that ends
// in /... stands for a package and all below it.
var arrows = []row{
	{"cmd/orbweaver", []string{"app/..."}},
	{"cmd/orb", []string{"storage/race", "storage/session", "crawlers/...", "storage", "assets"}},
	{"app", []string{"widgets", "storage/race", "storage/session", "crawlers/...", "storage", "assets"}},
	{"app/fynecache", nil},
	{"widgets", nil},
	{"storage/race", []string{"storage/session", "crawlers/lab", "crawlers/engine", "crawlers", "crawlers/corpus", "crawlers/fetch", "crawlers/page", "crawlers/text", "crawlers/weburl"}},
	{"storage/session", []string{"crawlers/engine", "crawlers", "crawlers/warc", "storage"}},
	{"storage", []string{"crawlers", "crawlers/page", "crawlers/weburl"}},
	{"crawlers/lab/papers", []string{"crawlers/lab", "crawlers/weburl"}},
	{"crawlers/lab", []string{"crawlers/engine", "crawlers", "crawlers/corpus", "crawlers/fetch", "crawlers/page", "crawlers/text", "crawlers/webgraph", "crawlers/weburl", "assets"}},
	{"crawlers/engine", []string{"crawlers", "crawlers/fetch", "crawlers/page", "crawlers/weburl"}},
	{"crawlers/crawlertest", []string{"crawlers", "crawlers/page", "crawlers/text", "crawlers/weburl"}},
	{"crawlers", []string{"crawlers/classify", "crawlers/frontier", "crawlers/page", "crawlers/text", "crawlers/webgraph", "crawlers/weburl"}},
	{"crawlers/corpus", []string{"crawlers/fetch", "crawlers/page", "crawlers/warc", "crawlers/weburl"}},
	{"crawlers/seeds", []string{"crawlers/fetch", "crawlers/weburl"}},
	{"crawlers/hostile", []string{"crawlers/fetch"}},
	{"crawlers/fetch", []string{"crawlers/weburl"}},
	{"crawlers/page", []string{"crawlers/text", "crawlers/weburl"}},
	{"crawlers/frontier", []string{"crawlers/weburl"}},
	{"crawlers/webgraph", nil},
	{"crawlers/classify", []string{"crawlers/text", "assets"}},
	{"crawlers/text", []string{"assets"}},
	{"crawlers/warc", nil},
	{"crawlers/weburl", nil},
	{"assets", nil},
}

// Files of more than this many lines need a reason, given here.
const longest = 600

var mayBeLonger = map[string]string{}

// What lies at the top of the tree, beside dot files of git and editors.
var topLevel = []string{
	".ci", ".github", "CONTRIBUTING.md", "FyneApp.toml", "LICENSE", "Makefile", "README.md",
	"app", "assets", "cmd", "crawlers", "docs", "go.mod", "go.sum", "storage", "widgets",
}

// listed is what go list says of a package.
type listed struct {
	Dir, ImportPath, Name, Doc                               string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles             []string
	Imports, TestImports, XTestImports, Deps, IgnoredGoFiles []string
}

// name is the package's path within the module: "crawlers/page".
func (p listed) name() string { return strings.TrimPrefix(p.ImportPath, module) }

// goList runs go list at the top of the tree, as the programs are built.
func goList(t *testing.T, patterns ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-tags", "migrated_fynedo", "-json"}, patterns...)...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// matches says whether a pattern of arrows stands for the package.
func matches(pattern, pkg string) bool {
	if root, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == root || strings.HasPrefix(pkg, root+"/")
	}
	return pkg == pattern
}

func TestArrows(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if len(p.GoFiles) == 0 { // tests only
			continue
		}
		i := slices.IndexFunc(arrows, func(r row) bool { return r.pkg == p.name() })
		if i < 0 {
			t.Errorf("%s has no row in the table: give it one, here and in docs/architecture.md", p.name())
			continue
		}
		for _, imported := range p.Imports {
			own, ok := strings.CutPrefix(imported, module)
			if ok && !slices.ContainsFunc(arrows[i].may, func(pattern string) bool { return matches(pattern, own) }) {
				t.Errorf("%s imports %s; it may import only %v", p.name(), own, arrows[i].may)
			}
		}
	}
}

func TestTableIsInOrder(t *testing.T) {
	for i, r := range arrows {
		for _, pattern := range r.may {
			for _, above := range arrows[:i+1] {
				if matches(pattern, above.pkg) {
					t.Errorf("%s may import %s, which stands above it", r.pkg, above.pkg)
				}
			}
		}
	}
}

func TestFyneStaysOnTheScreen(t *testing.T) {
	const fyne = "fyne.io/fyne/v2"
	for _, p := range goList(t, "./...") {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			of := strings.Split(p.name(), "/")[0]
			if strings.HasPrefix(imported, fyne) && of != "app" && of != "widgets" && p.name() != "cmd/orbweaver" {
				t.Errorf("%s imports %s: only app, widgets and cmd/orbweaver may", p.name(), imported)
			}
			if imported == fyne+"/app" && p.name() != "cmd/orbweaver" {
				t.Errorf("%s imports %s, which needs a C compiler and a display: only cmd/orbweaver may", p.name(), imported)
			}
		}
	}
	for _, p := range goList(t, "./cmd/orb") {
		if i := slices.IndexFunc(p.Deps, func(dep string) bool {
			return strings.HasPrefix(dep, fyne)
		}); i >= 0 {
			t.Errorf("cmd/orb depends on %s: it runs without a screen", p.Deps[i])
		}
	}
}

func TestPackagesIntroduceThemselves(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if len(p.GoFiles) == 0 {
			continue
		}
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.name())
		}
		if p.Name != "main" && !hasExample(t, p) {
			t.Errorf("%s has no runnable Example (one with an // Output: comment)", p.name())
		}
	}
}

// hasExample says whether a package's tests hold an example that is run.
func hasExample(t *testing.T, p listed) bool {
	t.Helper()
	var files []*ast.File
	fset := token.NewFileSet()
	for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return slices.ContainsFunc(doc.Examples(files...), func(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput })
}

func TestNoFileIsTooLong(t *testing.T) {
	for _, p := range goList(t, "./...") {
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles, p.IgnoredGoFiles) {
			file := path.Join(p.name(), name)
			if n := lines(t, filepath.Join(p.Dir, name)); n > longest && mayBeLonger[file] == "" {
				t.Errorf("%s has %d lines: divide it by what is inside, or give a reason here", file, n)
			}
		}
	}
}

func lines(t *testing.T, name string) (n int) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); n++ {
	}
	return n
}

func TestTopLevel(t *testing.T) {
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("not a git checkout, where alone is known what has been committed:", err)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git:", err)
	}
	cmd := exec.Command("git", "-c", "safe.directory=*", "ls-tree", "--name-only", "HEAD") // whoever owns it
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git can not list the tree: %v", err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		dotFile := strings.HasPrefix(name, ".git") || strings.HasPrefix(name, ".editor")
		if !slices.Contains(topLevel, name) && !dotFile {
			t.Errorf("%s lies at the top of the tree, where only these belong: %s", name, strings.Join(topLevel, " "))
		}
	}
}
