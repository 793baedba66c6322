package widgets

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

func TestSpiderTreeShowsProgenyUnderParents(t *testing.T) {
	themed(test.NewTempApp(t))
	tree := NewSpiderTree()
	test.NewTempWindow(t, tree).Resize(fyne.NewSize(300, 300))
	chosen := 0
	tree.OnChosen = func(id int) { chosen = id }
	tree.Set([]SpiderNode{{ID: 1, Label: "Spider 1"}, {ID: 2, Label: "Spider 2"}, {ID: 3, Parent: 1, Label: "Spider 3"}, {ID: 9, Parent: 8, Label: "Spider 9"}})
	for parent, want := range map[string][]string{"": {"1", "2", "9"}, "1": {"3"}, "3": nil} {
		if got := tree.ChildUIDs(parent); !slices.Equal(got, want) {
			t.Errorf("under %q stand %v, want %v", parent, got, want)
		}
	}
	if !tree.IsBranchOpen("1") {
		t.Error("a new family is folded up")
	}
	tree.Choose(3)
	tree.CloseBranch("1")
	tree.Set([]SpiderNode{{ID: 1, Label: "Spider 1"}, {ID: 3, Parent: 1, Label: "Spider 3", Notes: []string{"40 pages"}}, {ID: 4, Parent: 1, Label: "Spider 4"}})
	if chosen != 3 || tree.IsBranchOpen("1") {
		t.Errorf("chosen %d; a branch that was closed is open: %v", chosen, tree.IsBranchOpen("1"))
	}
}

func TestSpiderLineLeavesOutNotesWithoutRoom(t *testing.T) {
	themed(test.NewTempApp(t))
	line := newSpiderLine()
	window := test.NewTempWindow(t, line)
	line.show(SpiderNode{ID: 1, Label: "Spider 1", Notes: []string{"40 pages", "energy 1.25"}})
	for width, want := range map[float32]string{400: "40 pages · energy 1.25", 150: "40 pages"} {
		window.Resize(fyne.NewSize(width, 40))
		if got := line.note.Text(); got != want {
			t.Errorf("at %v the line says %q, want %q", width, got, want)
		}
	}
}

func TestSessionListActions(t *testing.T) {
	themed(test.NewTempApp(t))
	list := NewSessionList("none yet")
	test.NewTempWindow(t, list).Resize(fyne.NewSize(300, 300))
	if !list.hint.Visible() {
		t.Error("an empty list says nothing")
	}
	did := ""
	note := func(what string) func(SessionRow) { return func(r SessionRow) { did += what + " " + r.ID + ";" } }
	list.OnOpen, list.OnResume, list.OnRename, list.OnDelete = note("open"), note("resume"), note("rename"), note("delete")
	rows := []SessionRow{{ID: "a", Name: "coral", Resume: true}, {ID: "b", Name: "solar"}}
	list.Set(rows)
	list.list.Select(0)
	list.list.Select(0)
	for _, item := range list.Actions(rows[1]).Items {
		if item.Action != nil && !item.Disabled {
			item.Action()
		}
	}
	if want := "open a;open a;open b;rename b;delete b;"; did != want {
		t.Errorf("did %q, want %q: what is finished can not be resumed", did, want)
	}
}

func TestReader(t *testing.T) {
	themed(test.NewTempApp(t))
	reader := NewReader("Choose a hit.")
	test.NewTempWindow(t, reader).Resize(fyne.NewSize(400, 400))
	if reader.tabs.Visible() || reader.message.Text() != "Choose a hit." {
		t.Error("an empty reader does not say what to do")
	}
	links := []Link{{URL: "http://a.example/"}, {URL: "http://b.example/", Title: "B", Saved: true}}
	reader.Open(Document{Title: "Coral", URL: "http://coral.example/", Text: []Paragraph{{Text: "Reefs"}}, Links: links, Path: links[:1]})
	if !reader.tabs.Visible() || reader.message.Text() != "" || reader.tabs.Items[1].Text != "Links 2" || reader.tabs.Items[2].Text != "Path 1" {
		t.Errorf("tabs %q %q", reader.tabs.Items[1].Text, reader.tabs.Items[2].Text)
	}
	var followed []Link
	reader.OnLink = func(l Link) { followed = append(followed, l) }
	reader.links.list.Select(1)
	test.Tap(reader.path.steps.Objects[0].(fyne.Tappable))
	if !slices.Equal(followed, []Link{links[1], links[0]}) {
		t.Errorf("followed %v", followed)
	}
	copied := ""
	reader.OnCopy = func(url string) { copied = url }
	test.Tap(reader.buttons[3].(fyne.Tappable))
	if copied != "http://coral.example/" {
		t.Errorf("copied %q", copied)
	}
	reader.Clear("gone")
	if reader.URL() != "" || reader.tabs.Visible() {
		t.Error("a cleared reader shows a page")
	}
}

// A judgement is shown at once, the same again takes it back, and until one is settled there is no other.
func TestReaderJudges(t *testing.T) {
	themed(test.NewTempApp(t))
	reader := NewReader("")
	test.NewTempWindow(t, reader).Resize(fyne.NewSize(400, 400))
	var told []Judgement
	reader.OnJudge = func(url string, j Judgement) { told = append(told, j) }
	reader.Judge(Good) // no page is shown
	reader.Open(Document{Title: "Coral", URL: "http://coral.example/", Judgement: Bad})
	if reader.bad.Importance != widget.DangerImportance {
		t.Error("a page that was judged does not show it")
	}
	test.Tap(reader.good)
	test.Tap(reader.bad) // not settled
	reader.SetJudgement("http://other.example/", Bad)
	if reader.good.Importance != widget.SuccessImportance || !reader.good.Disabled() {
		t.Error("the choice is not shown at once")
	}
	reader.SetJudgement("http://coral.example/", Good)
	test.Tap(reader.good)
	if want := []Judgement{Good, Unjudged}; !slices.Equal(told, want) || reader.good.Importance != widget.MediumImportance {
		t.Errorf("told %v, want %v", told, want)
	}
}

// Where there is no room for all buttons in a row, each stands whole in a row under it; why a page was chosen is broken
// into as many lines as it needs.
func TestReaderInANarrowPane(t *testing.T) {
	themed(test.NewTempApp(t))
	reader := NewReader("")
	window := test.NewTempWindow(t, reader)
	reader.Open(Document{Title: "Coral", URL: "http://coral.example/", Path: []Link{
		{URL: "http://a.example/", Why: "a seed"}, {URL: "http://b.example/", Why: strings.Repeat("similarity 0.412, ", 12)}, {URL: "http://c.example/", Why: "x"}}})
	for _, width := range []float32{260, 700} {
		window.Resize(fyne.NewSize(width, 500))
		last := reader.buttons[3]
		for _, b := range reader.buttons {
			if b.Position().X+b.Size().Width > reader.Size().Width {
				t.Errorf("at %v a button is cut off", width)
			}
		}
		if below := last.Position().Y > reader.good.Position().Y; below != (width < 400) {
			t.Errorf("at %v the last button stands below: %v", width, below)
		}
		steps := reader.path.steps.Objects
		reader.tabs.SelectIndex(2)
		tall := steps[1].Size().Height - steps[2].Size().Height
		if line := steps[2].(*pathStep).why.MinSize().Height; width < 400 && tall < 2*line || steps[2].Position().Y < steps[1].Position().Y+steps[1].Size().Height {
			t.Errorf("at %v the reason has only %v more than a line of %v", width, tall, line)
		}
	}
}

func TestStatusBarLeavesOutWhatHasNoRoom(t *testing.T) {
	themed(test.NewTempApp(t))
	bar := NewStatusBar()
	window := test.NewTempWindow(t, bar)
	facts := []Fact{{Name: "Pages", Value: "200 / 500"}, {Name: "Failed", Value: "12", Details: []string{"9 status", "3 timeout"}}, {Name: "Remaining", Value: "2:03"}}
	for _, tc := range []struct {
		width float32
		want  int
	}{{900, 3}, {340, 2}, {200, 0}} {
		window.Resize(fyne.NewSize(tc.width, 60))
		bar.Set(Status{State: "Running", Done: 0.4, Facts: facts})
		visible := 0
		for _, c := range bar.cells {
			if c.Visible() {
				visible++
			}
		}
		if visible != tc.want {
			t.Errorf("at %v there is room for %d facts, want %d", tc.width, visible, tc.want)
		}
	}
	window.Resize(fyne.NewSize(900, 60))
	test.Tap(bar.cells[1])
	if window.Canvas().Overlays().Top() == nil {
		t.Error("a click on the failures shows no details")
	}
}
