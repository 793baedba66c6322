package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// Whatever a click gives the focus to leaves Escape to the window; other keys are its own.
func TestEscapeIsTheWindows(t *testing.T) {
	themed(test.NewTempApp(t))
	table, tree := NewHitTable(NewNote("")), NewSpiderTree()
	table.Replace(someHits(3))
	tree.Set([]SpiderNode{{ID: 1, Label: "Spider 1"}})
	lines := NewLinkList()
	lines.Set([]Link{{URL: "http://a.example/"}})
	focusable := map[string]fyne.Focusable{
		"a choice": NewSelect([]string{"a", "b"}, nil), "a box": NewCheck("on", nil), "an entry of a form": newFormEntry(),
		"a list": lines.list, "the hits": table.list, "the spiders": tree,
	}
	content := container.NewVBox(table, lines)
	for name, o := range focusable {
		if name != "a list" && name != "the hits" {
			content.Add(o.(fyne.CanvasObject))
		}
	}
	w := test.NewTempWindow(t, content)
	var got []fyne.KeyName
	w.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { got = append(got, k.Name) })
	for name, o := range focusable {
		got = nil
		w.Canvas().Focus(o)
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if len(got) != 1 || got[0] != fyne.KeyEscape {
			t.Errorf("%s: the window got %v, want Escape alone", name, got)
		}
	}
}
