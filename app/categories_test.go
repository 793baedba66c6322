package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"orbweaver/crawlers/classify"
	"orbweaver/widgets"
)

const birdTree = `Birds
    Owls
        | Owls hunt mice at night and hear well.
    Gulls
        | Gulls nest on cliffs by the sea.
Boats
    | Boats have sails, oars or engines.
`

// focusedApp is a window in which the family focused is chosen and its settings are shown.
func focusedApp(t *testing.T, l *fakeLibrary) *App {
	a := openApp(t, l)
	a.form.chooseFamily("focused")
	a.showDrawer(true)
	return a
}

// chooseFile gives the family focused a file.
func chooseFile(t *testing.T, a *App, path string) {
	t.Helper()
	file, err := storage.Reader(storage.NewFileURI(path))
	if err != nil {
		t.Fatal(err)
	}
	a.readModel(a.form.chosenFamily(), file)
}

func writeFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "birds.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tick marks or unmarks a category on the topmost dialog.
func tick(t *testing.T, a *App, label string) {
	t.Helper()
	var found *widgets.Check
	walk(a.window.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if check, ok := o.(*widgets.Check); ok && strings.TrimSpace(check.Text) == label {
			found = check
		}
	})
	if found == nil {
		t.Fatalf("no category %q in %q", label, top(a))
	}
	test.Tap(found)
}

// drawerText is all text of the drawer.
func drawerText(a *App) string { return strings.Join(texts(a.drawer.view), " ") }

// Categories are marked in a list; the crawl gets a marked copy, which is told under the file and remembered for the next
// start, and the user's file stays as it is.
func TestMarkingCategories(t *testing.T) {
	l := &fakeLibrary{}
	a := focusedApp(t, l)
	path := writeFile(t, birdTree)
	chooseFile(t, a, path)
	if shown := drawerText(a); !strings.Contains(shown, "birds.txt") || !strings.Contains(shown, "No category is marked good") {
		t.Fatalf("the drawer shows %q", shown)
	}
	test.Tap(a.drawer.model.mark)
	tick(t, a, "Owls (1)")
	tick(t, a, "Boats (1)")
	tick(t, a, "Boats (1)")
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Use these"))
	if shown := drawerText(a); !strings.Contains(shown, "Marked good: Birds/Owls") {
		t.Errorf("the drawer shows %q", shown)
	}
	fill(a, "night hunters", "http://a.example/")
	test.Tap(a.form.start)
	tree, err := classify.Read(l.crawls[0].spec.Model)
	if err != nil {
		t.Fatal(err)
	}
	for c := range tree.All() {
		if c.Good() != (c.Path() == "Birds/Owls") {
			t.Errorf("%s is good: %v", c, c.Good())
		}
	}
	if own, err := os.ReadFile(path); err != nil || string(own) != birdTree {
		t.Errorf("the user's file: %q, %v", own, err)
	}
	test.Tap(a.form.fresh)
	a.keepForm()
	again := newApp(a.fyne, l, newJournal(t.TempDir(), ""), func(f func()) { f() })
	if file := again.drawer.model.file(); file.name != "birds.txt" || !slices.Equal(file.good, []string{"Birds/Owls"}) {
		t.Errorf("the next start has %q with %q", file.name, file.good)
	}
	if err := again.end(); err != nil {
		t.Error(err)
	}
}

// Without a file it is the built-in tree whose categories are marked; with none marked any more there is no file again.
func TestMarkingTheBuiltInTree(t *testing.T) {
	a := focusedApp(t, &fakeLibrary{})
	mark := func() {
		test.Tap(a.drawer.model.mark)
		for c := range classify.BuiltIn().All() {
			tick(t, a, strings.TrimSpace(categoryLabel(c)))
			break
		}
		test.Tap(button(a.window.Canvas().Overlays().Top(), "Use these"))
	}
	mark()
	if file := a.drawer.model.file(); file.name != "Built-in tree" || len(file.good) != 1 {
		t.Fatalf("%q with %q", file.name, file.good)
	}
	a.keepForm()
	a.drawer.model.set(a.form.chosenFamily(), chosenFile{})
	a.restoreForm()
	if file := a.drawer.model.file(); file.name != "Built-in tree" || len(file.good) != 1 {
		t.Errorf("the next start has %q with %q", file.name, file.good)
	}
	mark()
	if file := a.drawer.model.file(); file.data != nil || a.drawer.model.drop.Visible() {
		t.Errorf("with nothing marked there is a file %q", file.name)
	}
}

// A file that has gone since the last start is told of, and a changed one is read anew.
func TestTheChosenFileIsRemembered(t *testing.T) {
	a := focusedApp(t, &fakeLibrary{})
	path := writeFile(t, birdTree)
	chooseFile(t, a, path)
	a.keepForm()
	restart := func() {
		a.drawer.model.set(a.form.chosenFamily(), chosenFile{})
		a.restoreForm()
	}
	restart()
	if file := a.drawer.model.file(); string(file.data) != birdTree || a.drawer.model.name.Text() != "birds.txt" {
		t.Errorf("the next start has %q", file.data)
	}
	for what, change := range map[string]func() error{
		"no tree": func() error { return os.WriteFile(path, nil, 0o600) },
		"gone":    func() error { return os.Remove(path) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		restart()
		if got := a.form.fault.Text(); !strings.Contains(got, "birds.txt") || a.drawer.model.file().data != nil {
			t.Errorf("%s: the form says %q", what, got)
		}
		a.form.say("")
	}
}
