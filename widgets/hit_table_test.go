package widgets

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// themed gives an application of a test the look that the widgets expect.
func themed(app fyne.App) { app.Settings().SetTheme(Theme{}) }

// openTable shows a table in a window of its own.
func openTable(t *testing.T) *HitTable {
	themed(test.NewTempApp(t))
	table := NewHitTable(NewHint("nothing yet"))
	window := test.NewTempWindow(t, table)
	window.Resize(fyne.NewSize(600, 300))
	return table
}

func pointerAt(y float32) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(50, y)}}
}

func TestRowsStandStillUnderThePointer(t *testing.T) {
	all := someHits(60)
	table := openTable(t)
	table.Update(all[:10])
	expectRows(t, table, "the first rows come at once", 10, 0)
	table.Update(all[:20])
	expectRows(t, table, "nobody points: live", 20, 0)

	table.watch.MouseIn(pointerAt(30))
	table.Update(all[:50])
	expectRows(t, table, "the pointer is over the rows", 20, 30)
	if !table.news.Visible() || table.news.Text != "30 new hits: show" {
		t.Errorf("news = %q, visible %v", table.news.Text, table.news.Visible())
	}
	table.news.MouseIn(pointerAt(3))
	table.Update(all[:51])
	expectRows(t, table, "the pointer is on the button over the rows", 20, 31)
	test.Tap(table.news)
	expectRows(t, table, "asked for", 51, 0)
	if table.news.Visible() {
		t.Error("the button stays after its click")
	}

	table.Update(all[:53])
	table.news.MouseOut()
	expectRows(t, table, "the pointer has gone", 53, 0)
}

func TestRowsStandStillWhenScrolled(t *testing.T) {
	all := someHits(60)
	table := openTable(t)
	table.Update(all[:40])
	table.watch.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -100)})
	if table.list.GetScrollOffset() != 100 {
		t.Fatalf("scrolled to %v, want 100", table.list.GetScrollOffset())
	}
	table.Update(all)
	expectRows(t, table, "the user reads further down", 40, 20)
	table.Replace(all[5:])
	expectRows(t, table, "another filter is what the user asked for", 55, 0)
}

func expectRows(t *testing.T, table *HitTable, when string, shown, held int) {
	t.Helper()
	if s, h := table.Rows(); s != shown || h != held {
		t.Errorf("%s: %d shown and %d held back, want %d and %d", when, s, h, shown, held)
	}
}

func TestSelectionStaysWithItsHit(t *testing.T) {
	all := someHits(30)
	table := openTable(t)
	var opened []*Hit
	table.OnOpen = func(h *Hit) { opened = append(opened, h) }
	table.Update(all[10:])
	table.list.Select(2)
	if len(opened) != 1 || opened[0] != all[12] {
		t.Fatalf("opened %v, want the third row", opened)
	}
	table.Update(all) // ten better ones come in above
	if row := table.chosenRow(); row != 12 {
		t.Errorf("the selection is at row %d, want 12, with its hit", row)
	}
	table.list.Select(12)
	if len(opened) != 2 || opened[1] != all[12] {
		t.Error("a second click on the same hit opens nothing")
	}
}

func TestKeysMoveTheSelection(t *testing.T) {
	table := openTable(t)
	table.Update(someHits(30))
	table.watch.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(10, 100)}})
	for _, step := range []struct {
		key  fyne.KeyName
		want int
	}{
		{fyne.KeyUp, 0}, {fyne.KeyDown, 1}, {fyne.KeyDown, 2}, {fyne.KeyUp, 1},
		{fyne.KeyEnd, 29}, {fyne.KeyDown, 29}, {fyne.KeyHome, 0}, {fyne.KeyTab, 0},
	} {
		table.list.TypedKey(&fyne.KeyEvent{Name: step.key})
		if row := table.chosenRow(); row != step.want {
			t.Fatalf("%s leads to row %d, want %d", step.key, row, step.want)
		}
		at := table.watch.mark.Position()
		if table.watch.follow(); table.watch.mark.Position() != at {
			t.Errorf("after %s the mark under the pointer lies between two rows", step.key)
		}
	}
}

func TestHeadingsSort(t *testing.T) {
	table := openTable(t)
	table.Update(someHits(3))
	type order struct {
		column HitColumn
		falls  bool
	}
	var asked []order
	table.OnSort = func(c HitColumn, d bool) { asked = append(asked, order{c, d}) }
	for _, c := range []HitColumn{ByScore, ByTitle, ByTitle, ByFound} {
		test.Tap(table.header.cells[c])
	}
	want := []order{{ByScore, false}, {ByTitle, false}, {ByTitle, true}, {ByFound, true}}
	for i, w := range want {
		if asked[i] != w {
			t.Errorf("click %d asks for %v, want %v", i+1, asked[i], w)
		}
	}
}

func TestColumnsGiveWayWhenNarrow(t *testing.T) {
	for _, tc := range []struct {
		width float32
		shown []HitColumn
	}{
		{800, []HitColumn{ByScore, ByTitle, BySite, ByDepth, BySpider, ByFound}},
		{350, []HitColumn{ByScore, ByTitle, BySite, ByDepth}},
		{220, []HitColumn{ByScore, ByTitle, BySite}},
	} {
		columns := hitColumns(tc.width, 13, true)
		var shown []HitColumn
		for c, at := range columns {
			if at.width > 0 {
				shown = append(shown, HitColumn(c))
			}
			if at.x < 0 || at.x+at.width > tc.width {
				t.Errorf("at %v column %d goes from %v over %v", tc.width, c, at.x, at.width)
			}
		}
		if len(shown) != len(tc.shown) {
			t.Errorf("at %v columns %v are shown, want %v", tc.width, shown, tc.shown)
		}
	}
}

func TestClock(t *testing.T) {
	now := time.Date(2026, 11, 21, 15, 0, 0, 0, time.Local)
	for _, tc := range []struct {
		t    time.Time
		want string
	}{
		{time.Time{}, ""},
		{now.Add(-time.Minute), "14:59:00"},
		{now.AddDate(0, 0, -1), "2026-11-20"},
		{now.AddDate(-1, 0, 0), "2025-11-21"},
	} {
		if got := clock(tc.t, now); got != tc.want {
			t.Errorf("clock(%v) = %q, want %q", tc.t, got, tc.want)
		}
	}
}

// A hundred thousand hits are to cost what a screenful costs.
func BenchmarkUpdateHits(b *testing.B) {
	themed(test.NewApp())
	table := NewHitTable(NewHint(""))
	window := test.NewWindow(table)
	defer window.Close()
	window.Resize(fyne.NewSize(700, 600))
	rows := someHits(100_000)
	for n := 0; b.Loop(); n++ {
		table.Replace(rows[n%100:])
	}
}

// A judgement is shown at once, even while rows are held back, and stays with its hit; the rows handed over stay as they are.
func TestJudgedRow(t *testing.T) {
	themed(test.NewTempApp(t))
	table := NewHitTable(NewNote(""))
	test.NewTempWindow(t, table).Resize(fyne.NewSize(500, 400))
	rows := someHits(5)
	table.Replace(rows)
	table.Judge(rows[1].URL, Good)
	table.Judge("http://elsewhere.example/", Bad)
	if table.rows[1].Judgement != Good || rows[1].Judgement != Unjudged || table.rows[0] != rows[0] {
		t.Error("the row is not judged, or the owner's rows were changed")
	}
	row := newHitRow(table)
	row.show(table.rows[1], false, time.Now())
	if row.sign.Resource == nil {
		t.Error("the row shows no sign")
	}
	row.show(table.rows[0], false, time.Now())
	if row.sign.Resource != nil {
		t.Error("a reused row keeps the sign of another hit")
	}
}
