package widgets

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// SpiderNode is one line of a SpiderTree.
type SpiderNode struct {
	ID     int      // > 0
	Parent int      // the ID of the node that this one stands under; 0, or one that is not there = top level
	Label  string   // what the line says
	Notes  []string // muted texts after it; the last ones are left out where they have no room
}

func (n SpiderNode) equal(m SpiderNode) bool {
	return n.ID == m.ID && n.Parent == m.Parent && n.Label == m.Label && slices.Equal(n.Notes, m.Notes)
}

// SpiderTree shows spiders with their progeny under them. New branches are open until the user closes them.
type SpiderTree struct {
	widget.Tree

	// OnChosen is called with a node's ID when the user selects it.
	OnChosen func(id int)

	nodes    map[string]SpiderNode
	children map[string][]string // by parent; made anew only when somebody was born
	opened   map[string]bool     // branches that have been opened once
}

// NewSpiderTree returns a tree without nodes.
func NewSpiderTree() *SpiderTree {
	t := &SpiderTree{nodes: map[string]SpiderNode{}, children: map[string][]string{}, opened: map[string]bool{}}
	t.ChildUIDs = func(id string) []string { return t.children[id] }
	t.IsBranch = func(id string) bool { return id == "" || len(t.children[id]) > 0 }
	t.CreateNode = func(bool) fyne.CanvasObject { return newSpiderLine() }
	t.UpdateNode = func(id string, _ bool, o fyne.CanvasObject) { o.(*spiderLine).show(t.nodes[id]) }
	t.OnSelected = func(id string) {
		if n, ok := t.nodes[id]; ok && t.OnChosen != nil {
			t.OnChosen(n.ID)
		}
	}
	t.HideSeparators = true
	t.ExtendBaseWidget(t)
	return t
}

// TypedKey implements fyne.Focusable; Escape is the window's.
func (t *SpiderTree) TypedKey(k *fyne.KeyEvent) {
	if !escaped(t, k) {
		t.Tree.TypedKey(k)
	}
}

// Set shows these nodes, those of one parent in the order given. The selection stays where it is.
func (t *SpiderTree) Set(nodes []SpiderNode) {
	known := map[string]SpiderNode{}
	for _, n := range nodes {
		known[strconv.Itoa(n.ID)] = n
	}
	if maps.EqualFunc(known, t.nodes, SpiderNode.equal) {
		return
	}
	t.nodes = known
	t.children = map[string][]string{}
	for _, n := range nodes {
		parent := strconv.Itoa(n.Parent)
		if _, ok := known[parent]; !ok || n.Parent == n.ID {
			parent = ""
		}
		t.children[parent] = append(t.children[parent], strconv.Itoa(n.ID))
	}
	for _, parent := range slices.Sorted(maps.Keys(t.children)) {
		if parent != "" && !t.opened[parent] {
			t.opened[parent] = true
			t.OpenBranch(parent)
		}
	}
	t.Refresh()
}

// Choose selects the node of that ID, as a click on it would.
func (t *SpiderTree) Choose(id int) { t.Select(strconv.Itoa(id)) }

// spiderLine is a row of the tree.
type spiderLine struct {
	widget.BaseWidget
	label, note *Line
	notes       []string
}

func newSpiderLine() *spiderLine {
	l := &spiderLine{label: NewLine(""), note: NewCaption("")}
	l.label.Whole = true
	l.ExtendBaseWidget(l)
	return l
}

func (l *spiderLine) show(n SpiderNode) {
	if l.label.Text() != n.Label {
		l.label.SetText(n.Label)
		l.place(l.Size())
	}
	l.notes = n.Notes
	l.fit()
}

// fit shows as many of the notes as there is room for, the first ones first: half a number tells a wrong one.
func (l *spiderLine) fit() {
	room := l.Size().Width - l.label.MinSize().Width - 2*spiderGap // the scroll bar lies over the right end
	notes := l.notes
	for len(notes) > 0 && fyne.MeasureText(strings.Join(notes, noteSign), l.note.textSize(), l.note.Style).Width > room {
		notes = notes[:len(notes)-1]
	}
	l.note.SetText(strings.Join(notes, noteSign))
}

const (
	spiderGap = 8     // between the label and the notes
	noteSign  = " · " // between notes
)

// CreateRenderer implements fyne.Widget.
func (l *spiderLine) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(60, l.label.MinSize().Height+8) }
	return arranged(least, l.place, l.label, l.note)
}

func (l *spiderLine) place(size fyne.Size) {
	text, note := l.label.MinSize(), l.note.MinSize()
	put(l.label, 0, (size.Height-text.Height)/2, text.Width, text.Height)
	x := text.Width + spiderGap
	l.fit()
	put(l.note, x, (size.Height-note.Height)/2+1, max(0, size.Width-x-spiderGap), note.Height)
}
