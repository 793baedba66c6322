package app

import (
	"bytes"
	"log"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// Every text that the window asks a translation of is one.
func TestStartingAsksForNoEmptyText(t *testing.T) {
	var said bytes.Buffer
	usual := log.Writer()
	log.SetOutput(&said)
	t.Cleanup(func() { log.SetOutput(usual) })
	openApp(t, &fakeLibrary{})
	if strings.Contains(said.String(), "Translation") {
		t.Error(said.String())
	}
}

// The parts of the drawer stand one under the other, each as high as its text, whichever session comes after which.
func TestThePartsOfTheDrawerHaveRoom(t *testing.T) {
	l := &fakeLibrary{}
	for _, f := range crawlers.Families() {
		spec := session.Spec{Keywords: "coral", Family: f.Name, Settings: engine.Default()}
		if f.Model != nil {
			spec.Model, spec.ModelName = []byte("{}"), "a.json"
		}
		if _, err := l.Create(spec); err != nil {
			t.Fatal(err)
		}
	}
	a := openApp(t, l)
	a.window.Resize(fyne.NewSize(1000, 800))
	a.showDrawer(true)
	for _, of := range l.crawls {
		a.open(of.id, false)
		bottom := float32(0)
		for _, part := range a.drawer.body.Objects {
			if !part.Visible() {
				continue
			}
			if part.Position().Y < bottom {
				t.Errorf("%s: a part begins at %v, the one over it ends at %v", of.spec.Family, part.Position().Y, bottom)
			}
			bottom = part.Position().Y + part.Size().Height
			walk(part, func(o fyne.CanvasObject) {
				if note, ok := o.(*widgets.Note); ok && note.Size().Height < note.MinSize().Height {
					t.Errorf("%s: %.60q has a height of %v, and needs %v", of.spec.Family, note.Text(), note.Size().Height, note.MinSize().Height)
				}
			})
			if part.Size().Height < part.MinSize().Height {
				t.Errorf("%s: a part has a height of %v, and needs %v", of.spec.Family, part.Size().Height, part.MinSize().Height)
			}
		}
	}
}
