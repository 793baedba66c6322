package app

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"

	"fyne.io/fyne/v2/test"
)

func TestWords(t *testing.T) {
	openApp(t, &fakeLibrary{}) // loads the translations
	for _, tc := range []struct{ got, want string }{
		{clock(41 * time.Second), "0:41"},
		{clock(12*time.Minute + 3*time.Second), "12:03"},
		{clock(time.Hour + 2*time.Minute + 3*time.Second), "1:02:03"},
		{size(999), "999 B"},
		{size(20_700), "21 KB"},
		{size(1_234_567), "1.2 MB"},
		{pages(1), "1 page"},
		{pages(0), "0 pages"},
		{pages(2048), "2,048 pages"},
		{hitCount(1), "1 hit"},
		{joined("a", "", "b"), "a · b"},
		{day(time.Time{}), ""},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}

func TestStatus(t *testing.T) {
	openApp(t, &fakeLibrary{})
	for _, tc := range []struct {
		name      string
		stats     engine.Stats
		state     string
		done      float64
		remaining string
	}{
		// 300 pages are left at 2 a second: 150 s.
		{"pages", engine.Stats{State: engine.StateRunning, Pages: 200, Budget: 500, Rate: 2}, "Running", 0.4, "2:30"},
		{"no pace yet", engine.Stats{State: engine.StateRunning, Pages: 0, Budget: 500}, "Running", 0, "–"},
		// 60 s of time are left, less than the 150 s that the pages would take; 0.4 of the pages, 0.5 of the time.
		{"time", engine.Stats{State: engine.StateRunning, Pages: 200, Budget: 500, Rate: 2, Ran: time.Minute, TimeBudget: 2 * time.Minute}, "Running", 0.5, "1:00"},
		{"no budget", engine.Stats{State: engine.StateRunning, Pages: 200, Rate: 2}, "Running", -1, "–"},
		{"finished", engine.Stats{State: engine.StateStopped, Stop: engine.StopBudget, Pages: 500, Budget: 500}, "Finished", 1, "–"},
		{"stopped", engine.Stats{State: engine.StateStopped, Stop: engine.StopInterrupted, Pages: 100, Budget: 500}, "Stopped", 0.2, "–"},
	} {
		s := statusOf(tc.stats)
		if s.State != tc.state || s.Done != tc.done || s.Facts[6].Value != tc.remaining {
			t.Errorf("%s: %q, done %v, remaining %q", tc.name, s.State, s.Done, s.Facts[6].Value)
		}
	}
	enough := statusOf(engine.Stats{State: engine.StateStopped, Stop: engine.StopSaturated, Why: "the pages are poor; the links are"})
	if why := enough.Facts[0]; enough.State != "Finished" || enough.Note == "" || !slices.Equal(why.Details, []string{"the pages are poor", "the links are"}) {
		t.Errorf("what has enough shows %+v", enough)
	}
	got := failures(map[string]int{"timeout": 3, "status": 9, "dns": 3})
	want := []string{"9 × the server refused", "3 × the host's name has no address", "3 × no complete answer in time"}
	if !slices.Equal(got, want) {
		t.Errorf("failures %q, want %q", got, want)
	}
}

func TestSettingsGoIntoTheFormAndBack(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(widgets.Theme{})
	d := newDrawer(func() {}, func() {}, func() {})
	d.setFamily(crawlers.Families()[0])
	_, defaults, fault := d.values()
	if fault != "" || !reflect.DeepEqual(defaults, engine.Default()) {
		t.Errorf("the form's defaults are %+v (%s), the engine's %+v", defaults, fault, engine.Default())
	}
	want := engine.Default()
	want.HitScore, want.Workers, want.Delay, want.Time, want.Timeout = 0.25, 3, 1500*time.Millisecond, 90*time.Second, 4*time.Second
	want.Scope, want.PagesPerHost, want.MaxBuffer, want.Retries, want.MaxBytes = "site", 7, 99, 5, 64*1024
	want.Saturation, want.SaturationShare = 50, 0.1
	want.Rand, want.Proxy, want.FollowNofollow, want.DropSessionIDs = 123456, "socks5://127.0.0.1:1080", true, true
	d.show(nil, want)
	if _, got, fault := d.values(); fault != "" || !reflect.DeepEqual(got, want) {
		t.Errorf("back came %+v (%s), want %+v", got, fault, want)
	}
	d.crawl.Set(map[string]string{"proxy": "nonsense"})
	if _, _, fault := d.values(); !strings.HasPrefix(fault, "Proxy: ") {
		t.Errorf("a proxy that is none: %q", fault)
	}
}

func TestAFamilysParametersAreKeptWhileAnotherIsChosen(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(widgets.Theme{})
	d := newDrawer(func() {}, func() {}, func() {})
	family := func(name string) crawlers.Family {
		f, err := crawlers.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	d.setFamily(family("best-first"))
	d.params.Set(map[string]string{"n": "16"})
	d.setFamily(family("breadth-first"))
	d.setFamily(family("best-first"))
	if params, _, _ := d.values(); params["n"] != "16" {
		t.Errorf("n is %q, want 16", params["n"])
	}
}

func TestSeedLines(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"\uFEFFhttp://a.example/\r\n\r\n# a remark\n  http://b.example/  \n", []string{"http://a.example/", "http://b.example/"}},
		{"", nil},
		{"# only a remark\n", nil},
		{"GIF89a\x00\x01", nil},
		{"\xff\xfe", nil},
		{strings.Repeat("x", 1<<20), nil},
	} {
		got, err := seedLines(strings.NewReader(tc.in))
		if !slices.Equal(got, tc.want) || (err == nil) != (tc.want != nil) {
			t.Errorf("%.20q: %v, %v", tc.in, got, err)
		}
	}
}

func TestManySeedsStayOutOfTheEntry(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	fill(a, "coral", "http://a.example/")
	a.form.addSeeds([]string{"http://b.example/"}, "few.txt")
	many := slices.Repeat([]string{"http://c.example/"}, 10_000)
	a.form.addSeeds(many, "many.txt")
	if got := len(a.form.seedLines()); got != 10_002 {
		t.Errorf("%d seeds, want 10,002", got)
	}
	if got := a.form.list.Text(); got != "and 10,000 more seeds from many.txt" || strings.Count(a.form.seeds.Text, "\n") > seedsInEntry {
		t.Errorf("the form says %q", got)
	}
	test.Tap(a.form.drop)
	if got := len(a.form.seedLines()); got != 2 {
		t.Errorf("%d seeds, want 2", got)
	}
}
