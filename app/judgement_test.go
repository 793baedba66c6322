package app

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// A page is judged while the crawl runs, by its button and by the shortcut; the hit's row shows it, and so does the page
// when it is opened again.
func TestJudgingAPage(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	l.during = func(c *fakeCrawl) {
		c.found("http://a.example/", "Coral reefs", 0.8)
		c.found("http://a.example/kelp", "Kelp", 0.5)
		a.pump.turn(0)
		a.form.keywords.TypedShortcut(key(fyne.KeyG)) // no page is shown: nothing happens
		a.hits.table.OnOpen(hitOf(c.history[1]))
		a.form.keywords.TypedShortcut(key(fyne.KeyG))
		if c.history[1].Judgement != crawlers.Good || c.history[0].Judgement != "" {
			t.Errorf("the crawl was told %q of the page", c.history[1].Judgement)
		}
		a.pump.turn(0)
		a.reader.open("http://a.example/")
		a.reader.view.Judge(widgets.Bad)
		a.reader.view.Judge(widgets.Bad) // the same again takes it back
		if c.history[0].Judgement != crawlers.Unmarked {
			t.Errorf("taken back, it is %q", c.history[0].Judgement)
		}
		rows, _, _ := a.sitting.hits.view()
		if rows[1].Judgement != widgets.Good || rows[0].Judgement != widgets.Unjudged {
			t.Errorf("the rows are judged %v and %v", rows[0].Judgement, rows[1].Judgement)
		}
		c.err = errors.New("the disk is full")
		a.reader.open("http://a.example/kelp")
		a.reader.view.Judge(widgets.Bad)
		if !strings.Contains(top(a), "the disk is full") {
			t.Errorf("what went wrong is not told: %q", top(a))
		}
		a.escape()
		if top(a) != "" {
			t.Error("Escape does not close the message")
		}
		a.reader.view.Judge(widgets.Good) // it is good still: taken back
		c.err = nil
		a.escape()
	}
	test.Tap(a.form.start)
}

// memoryFile is a file that the user has chosen.
type memoryFile struct {
	io.Reader
	name string
}

func (f memoryFile) Close() error  { return nil }
func (f memoryFile) URI() fyne.URI { return storage.NewFileURI("/somewhere/" + f.name) }

// A file is checked when it is chosen, belongs to its family, goes into the session and is shown with it.
func TestChoosingAFileForTheFamily(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	family := a.form.families[0]
	family.Model = &crawlers.Model{Name: "Recipe", Doc: "What to cook.", Check: func(data []byte) error {
		if string(data) != "salt" {
			return errors.New("line 1 is not salt")
		}
		return nil
	}}
	a.form.families[0] = family
	other := a.form.families[1]
	other.Model = nil
	a.form.families[1] = other
	a.form.family.SetSelectedIndex(1)
	if a.drawer.model.view.Visible() {
		t.Error("a family without a file has a place for one")
	}
	a.form.family.SetSelectedIndex(0)
	a.showDrawer(true)
	if shown := strings.Join(texts(a.drawer.view), " "); !strings.Contains(shown, "Recipe") || !strings.Contains(shown, "What to cook.") || !strings.Contains(shown, "No file") {
		t.Errorf("the drawer shows %q", shown)
	}
	a.readModel(family, memoryFile{bytes.NewBufferString("sugar"), "sugar.txt"})
	if !strings.Contains(top(a), "line 1 is not salt") || a.drawer.model.file().data != nil {
		t.Errorf("a wrong file: %q", top(a))
	}
	a.escape()
	a.readModel(family, memoryFile{bytes.NewBufferString("salt"), "salt.txt"})
	a.form.family.SetSelectedIndex(1)
	a.form.family.SetSelectedIndex(0)
	if a.drawer.model.name.Text() != "salt.txt" || !a.drawer.model.drop.Visible() {
		t.Errorf("shown: %q", a.drawer.model.name.Text())
	}
	fill(a, "coral", "http://a.example/")
	test.Tap(a.form.start)
	if spec := l.crawls[0].spec; string(spec.Model) != "salt" || spec.ModelName != "salt.txt" {
		t.Errorf("the session got %q called %q", spec.Model, spec.ModelName)
	}
	if a.drawer.model.name.Text() != "salt.txt" || !a.drawer.model.choose.Disabled() {
		t.Error("an open session does not show its file, or lets it be changed")
	}
	a.fresh()
	test.Tap(a.drawer.model.drop)
	if a.drawer.model.file().data != nil || a.drawer.model.name.Text() != "No file" {
		t.Error("the file can not be put away")
	}
}
