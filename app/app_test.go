package app

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynestorage "fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
	"orbweaver/storage"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// fill types a crawl into the form.
func fill(a *App, keywords, seeds string) {
	a.form.keywords.SetText(keywords)
	a.form.seeds.SetText(seeds)
}

func TestACrawlFromTheFormToItsHits(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral reef", "http://a.example/\nhttp://b.example/start")
	a.form.budget.SetText("30")
	l.during = func(c *fakeCrawl) {
		if a.phase != running || !a.form.start.Disabled() || a.form.stop.Disabled() || !a.form.keywords.Disabled() {
			t.Errorf("phase %v; the buttons are not those of a running crawl", a.phase)
		}
		if !strings.Contains(a.window.Title(), "coral reef") || !strings.Contains(a.window.Title(), "Running") {
			t.Errorf("title %q", a.window.Title())
		}
		c.found("http://a.example/", "Coral reefs", 0.8)
		c.found("http://a.example/dull", "Dull", 0.01)
		c.spiders = []crawlers.Spider{{ID: 1, Pages: 2, Energy: 0.8, Keywords: []crawlers.Keyword{{Word: "coral", Weight: 0.7}}, Current: "http://a.example/", Title: "Coral reefs"}, {ID: 2, Parent: 1, Born: 2}}
		a.pump.turn(0)
		if shown, _ := a.hits.table.Rows(); shown != 1 {
			t.Errorf("%d hits while it runs, want 1", shown)
		}
		a.hits.table.OnOpen(hitOf(c.history[0]))
		if a.reader.view.URL() != "http://a.example/" {
			t.Error("a hit does not open while the crawl runs")
		}
	}
	test.Tap(a.form.start)

	if a.phase != resting || len(l.crawls) != 1 {
		t.Fatalf("phase %v, %d sessions, message %q", a.phase, len(l.crawls), top(a))
	}
	spec := l.crawls[0].spec
	if spec.Keywords != "coral reef" || !slices.Equal(spec.Seeds, []string{"http://a.example/", "http://b.example/start"}) || spec.Settings.Pages != 30 {
		t.Errorf("created %+v", spec)
	}
	if a.form.start.Text != "Resume" || !a.form.fresh.Visible() || a.form.second.Visible() {
		t.Error("a session at rest can not be resumed or left")
	}
	shown := strings.Join(texts(a.window.Content()), "\n")
	for _, want := range []string{"Spider 1", "Spider 2", "coral", "Coral reefs", "Finished", "The page budget is used up.", "2 / 30"} {
		a.pump.turn(0)
		shown = strings.Join(texts(a.window.Content()), "\n")
		if !strings.Contains(shown, want) {
			t.Errorf("the window does not show %q", want)
		}
	}
	if strings.Contains(shown, "Dull") {
		t.Error("a page that is no hit is among the hits")
	}
}

func TestWhatIsWrongWithTheForm(t *testing.T) {
	for _, tc := range []struct {
		name, keywords, seeds, pages string
		source                       int
		want                         string
	}{
		{"nothing", "", "", "500", 0, "Type what you are looking for"},
		{"keywords without seeds", "coral", "", "500", 2, "Keywords alone do not say where to start"},
		{"a malformed seed", "coral", "http://a.example/\n\nnot a url", "500", 0, "3"},
		{"another scheme", "coral", "ftp://a.example/", "500", 0, "ftp"},
		{"no number of pages", "coral", "http://a.example/", "many", 0, "Pages: write a whole number"},
		{"less than no pages", "coral", "http://a.example/", "-1", 0, "Pages: write a whole number"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := &fakeLibrary{}
			a := openApp(t, l)
			fill(a, tc.keywords, tc.seeds)
			a.form.budget.SetText(tc.pages)
			a.form.source.SetSelectedIndex(tc.source)
			test.Tap(a.form.start)
			if got := a.form.fault.Text(); !strings.Contains(got, tc.want) || !a.form.fault.Visible() {
				t.Errorf("the form says %q, want %q in it", got, tc.want)
			}
			if len(l.crawls) != 0 || a.phase != empty {
				t.Error("something was written")
			}
		})
	}
}

func TestNoDelayOnlyForOwnServers(t *testing.T) {
	for seed, fine := range map[string]bool{
		"http://127.0.0.1:8000/": true, "http://localhost/": true, "http://[::1]:80/": true, "http://192.168.1.4/": true,
		"http://a.example/": true, "http://example.org/": false, "http://localhost.org/": false,
	} {
		a := openApp(t, &fakeLibrary{})
		fill(a, "coral", seed)
		a.drawer.crawl.Set(map[string]string{"delay": "0"})
		_, err := a.spec()
		if (err == nil) != fine {
			t.Errorf("%s without delay: %v", seed, err)
		}
	}
}

func TestUnreachableHostsAreExplained(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.invalid/")
	l.during = func(c *fakeCrawl) { c.failed("http://a.invalid/", "dns", "a.invalid has no address") }
	test.Tap(a.form.start)
	a.pump.turn(0)
	hint := a.hits.hint.Text()
	for _, want := range []string{"No page could be fetched", "http://a.invalid/: The host's name has no address: a.invalid has no address", "Check the addresses"} {
		if !strings.Contains(hint, want) {
			t.Errorf("the hint is %q, without %q", hint, want)
		}
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want string
	}{
		{storage.ErrInUse, "another running copy"},
		{storage.ErrDamaged, "damaged"},
		{storage.ErrNewer, "newer version"},
		{storage.ErrReadOnly, "permissions"},
		{storage.ErrNoSpace, "Make room"},
		{errors.New("something else\x1b[31m"), "something else[31m"},
	} {
		l := &fakeLibrary{err: fmt.Errorf("session s1: %w", tc.err)}
		a := openApp(t, l)
		a.open("s1", false)
		if got := top(a); !strings.Contains(got, tc.want) {
			t.Errorf("%v: the message is %q, without %q", tc.err, got, tc.want)
		}
		if a.phase != empty || a.form.start.Disabled() {
			t.Errorf("%v: the window does not go on", tc.err)
		}
	}
}

func TestPauseContinueStop(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	l.during = func(c *fakeCrawl) {
		test.Tap(a.form.pause)
		if c.state != engine.StatePaused || a.form.pause.Text != "Continue" {
			t.Errorf("paused: %v, button %q", c.state, a.form.pause.Text)
		}
		test.Tap(a.form.pause)
		if c.state != engine.StateRunning || a.form.pause.Text != "Pause" {
			t.Errorf("continued: %v, button %q", c.state, a.form.pause.Text)
		}
		test.Tap(a.form.stop)
	}
	test.Tap(a.form.start)
	if c := l.crawls[0]; c.stop != engine.StopInterrupted || a.phase != resting {
		t.Errorf("stopped by %q, phase %v", c.stop, a.phase)
	}

	l.during = nil
	test.Tap(a.form.start)
	if l.crawls[0].runs != 2 {
		t.Errorf("%d runs after Resume, want 2", l.crawls[0].runs)
	}
	test.Tap(a.form.fresh)
	if a.phase != empty || !l.crawls[0].closed || a.form.keywords.Text != "coral" {
		t.Error("New crawl does not put the session away and keep the form")
	}
}

func TestResumingAUsedUpBudgetAsks(t *testing.T) {
	l := &fakeLibrary{during: func(c *fakeCrawl) {
		for i := range 5 {
			c.found(fmt.Sprintf("http://a.example/%d", i), "Coral", 0.5)
		}
	}}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	a.form.budget.SetText("5")
	test.Tap(a.form.start)
	test.Tap(a.form.start)
	if got := top(a); !strings.Contains(got, "The budget of 5 pages is used up. Go on until 105 pages?") {
		t.Fatalf("asks %q", got)
	}
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Yes"))
	if c := l.crawls[0]; c.runs != 2 || c.budget != 105 {
		t.Errorf("%d runs, budget %d", c.runs, c.budget)
	}
	test.Tap(a.form.fresh)
	if a.form.budget.Text != "5" {
		t.Errorf("the next crawl gets %s pages, want the 5 that the user typed", a.form.budget.Text)
	}
}

func TestSessionsAreReopenedRenamedAndDeleted(t *testing.T) {
	l := &fakeLibrary{during: func(c *fakeCrawl) { c.found("http://a.example/", "Coral reefs", 0.8) }}
	a := openApp(t, l)
	for _, keywords := range []string{"coral", "solar"} {
		fill(a, keywords, "http://a.example/")
		test.Tap(a.form.start)
		test.Tap(a.form.fresh)
	}
	a.open("s1", false)
	a.pump.turn(0)
	if shown, _ := a.hits.table.Rows(); shown != 1 || a.phase != resting || a.form.keywords.Text != "coral" || l.crawls[0].runs != 1 {
		t.Errorf("reopened: %d hits, phase %v, keywords %q", shown, a.phase, a.form.keywords.Text)
	}
	all, _ := l.List()
	a.delete(sessionRow(all[0], "s1"))
	if len(l.deleted) != 0 || !strings.Contains(top(a), "This session is open") {
		t.Error("the open session can be deleted")
	}
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Close"))
	a.delete(sessionRow(all[1], "s1"))
	if len(l.deleted) != 0 {
		t.Fatal("it does not ask first")
	}
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Delete"))
	if !slices.Equal(l.deleted, []string{"s2"}) {
		t.Errorf("deleted %v", l.deleted)
	}
	a.rename(sessionRow(all[0], "s1"))
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Rename"))
	if l.crawls[0].name != "coral" {
		t.Errorf("renamed to %q", l.crawls[0].name)
	}
	a.rename(sessionRow(all[0], "s1"))
	name := a.window.Canvas().Focused().(*entry)
	test.Type(name, "reefs") // takes the place of the old name
	name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if l.crawls[0].name != "reefs" || top(a) != "" || !strings.HasPrefix(a.window.Title(), "reefs – ") {
		t.Errorf("Enter renames to %q and leaves %q open; the title is %q", l.crawls[0].name, top(a), a.window.Title())
	}
}

func TestASessionIsCrawledAgain(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	test.Tap(a.form.start)
	all, _ := l.List()
	l.during = func(*fakeCrawl) {
		l.during = nil
		a.again(sessionRow(all[0], "")) // while it is crawled again it asks whether to end that
		if !strings.Contains(top(a), "A crawl is running") {
			t.Errorf("asks %q", top(a))
		}
		test.Tap(button(a.window.Canvas().Overlays().Top(), "No"))
	}
	a.again(sessionRow(all[0], "s1"))
	if len(l.crawls) != 2 || !l.crawls[0].closed || l.crawls[1].runs != 1 || l.crawls[1].spec.Earlier != "s1" || a.sitting.crawl.ID() != "s2" {
		t.Errorf("%d sessions, the window shows %s", len(l.crawls), a.sitting.crawl.ID())
	}
	if status := statusOf(engine.Stats{Unchanged: 3}); !slices.ContainsFunc(status.Facts, func(f widgets.Fact) bool { return f.Name == "Unchanged" && f.Value == "3" }) {
		t.Errorf("the status bar does not say how many pages had not changed: %+v", status.Facts)
	}
}

// Before a crawl has begun nobody knows of its spiders: nothing may be said of them.
func TestSpidersThatAreNotThereYetAreNotDenied(t *testing.T) {
	if note := frontierFacts(population{family: "infospiders"}).Note; note != "" {
		t.Errorf("before it begins it says %q", note)
	}
	if note := frontierFacts(population{family: "best-first", alone: true}).Note; !strings.Contains(note, "works alone") {
		t.Errorf("of a family without spiders it says %q", note)
	}
}

// A list of sessions that was asked for earlier and comes later than another is out of date.
func TestTheNewestListOfSessionsIsShown(t *testing.T) {
	l := &fakeLibrary{}
	var waiting []func()
	a := newApp(test.NewTempApp(t), l, newJournal(t.TempDir(), ""), func(f func()) { waiting = append(waiting, f) })
	a.refreshSessions()
	earlier := waiting[len(waiting)-1]
	a.refreshSessions()
	later := waiting[len(waiting)-1]
	if _, err := l.Create(session.Spec{Keywords: "coral"}); err != nil {
		t.Fatal(err)
	}
	later()
	l.crawls = nil
	earlier()
	if got := a.tabs.Items[1].Text; got != "Sessions 1" {
		t.Errorf("the tab says %q", got)
	}
	if err := a.end(); err != nil {
		t.Error(err)
	}
}

func TestASessionThatCanNotBeReadIsClosedAgain(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	c, _ := l.Create(session.Spec{Family: "best-first"})
	broken := c.(*fakeCrawl)
	broken.found("http://a.example/", "Coral reefs", 0.8)
	broken.damage = storage.ErrDamaged
	a.open("s1", false)
	if !broken.closed || a.phase != empty || !strings.Contains(top(a), "damaged") {
		t.Errorf("closed: %v, phase %v, the window says %q", broken.closed, a.phase, top(a))
	}
}

func TestFilesAreDroppedOnTheForm(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	drop := func(content string) {
		path := filepath.Join(t.TempDir(), "seeds.txt")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		a.dropped(fyne.Position{}, []fyne.URI{fynestorage.NewFileURI(path)})
	}
	drop("http://a.example/\n# b\nhttp://c.example/\n")
	if got := a.form.seeds.Text; got != "http://a.example/\nhttp://c.example/" {
		t.Errorf("the seeds are %q", got)
	}
	drop("\x00\x01")
	if got := top(a); !strings.Contains(got, "seeds.txt: This is not a text file") {
		t.Errorf("of a file that is no text it says %q", got)
	}
	a.dropped(fyne.Position{}, []fyne.URI{fynestorage.NewFileURI(filepath.Join(t.TempDir(), "none.txt"))})
	if got := top(a); !strings.Contains(got, "none.txt") {
		t.Errorf("of a file that is not there it says %q", got)
	}
}

func TestOpeningAnotherSessionWhileOneRunsAsks(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	test.Tap(a.form.start)
	test.Tap(a.form.fresh)
	l.during = func(*fakeCrawl) {
		a.open("s1", false)
		if !strings.Contains(top(a), "A crawl is running") {
			t.Errorf("asks %q", top(a))
		}
	}
	fill(a, "solar", "http://b.example/")
	test.Tap(a.form.start)
}

func TestQuittingDuringACrawlOffersItAgain(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	l.during = func(c *fakeCrawl) {
		c.found("http://a.example/", "Coral", 0.5)
		c.library.running = a.fyne.Preferences().String(prefGoOn)
	}
	test.Tap(a.form.start)
	test.Tap(a.form.fresh)
	if a.fyne.Preferences().String(prefGoOn) != "" {
		t.Error("a crawl that came to rest is taken for one that was cut off")
	}
	a.fyne.Preferences().SetString(prefGoOn, l.running) // as it was while the crawl ran

	a.asked = false
	a.refreshSessions()
	if got := top(a); !strings.Contains(got, "1 page of 500 so far") {
		t.Fatalf("the next start asks %q", got)
	}
	l.during = nil
	test.Tap(button(a.window.Canvas().Overlays().Top(), "Go on"))
	if l.crawls[0].runs != 2 {
		t.Error("it does not go on")
	}
	a.asked = false
	a.refreshSessions()
	if top(a) != "" {
		t.Error("it asks again")
	}
}

func TestFormIsRememberedAndLookChanges(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	fill(a, "coral", "http://a.example/")
	a.form.chooseFamily("best-first")
	a.keepForm()
	fill(a, "", "")
	a.form.chooseFamily("breadth-first")
	a.restoreForm()
	if a.form.keywords.Text != "coral" || a.form.chosenFamily().Name != "best-first" {
		t.Errorf("restored %q, %s", a.form.keywords.Text, a.form.chosenFamily().Name)
	}
	for _, menu := range a.window.MainMenu().Items {
		for _, i := range menu.Items {
			if i.Label == "Dark" || i.Label == "Large text" {
				i.Action()
			}
		}
	}
	if a.fyne.Preferences().String(prefLook) != lookDark || a.fyne.Preferences().Float(prefText) != 1.2 {
		t.Error("the look is not remembered")
	}
}

func TestShortcutsWorkInAnEntryToo(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	a.form.keywords.TypedShortcut(key(fyne.KeyReturn))
	if len(l.crawls) != 1 {
		t.Error("Ctrl+Enter in the keywords does not start")
	}
	a.form.keywords.TypedShortcut(key(fyne.KeyComma))
	if !a.drawer.view.Visible() || a.reader.view.Visible() {
		t.Error("Ctrl+, does not open the drawer")
	}
	a.escape()
	if a.drawer.view.Visible() {
		t.Error("Escape does not close it")
	}
	a.form.keywords.TypedShortcut(key(fyne.KeyF))
	if a.window.Canvas().Focused() != a.hits.filter {
		t.Error("Ctrl+F does not lead to the filter")
	}
	a.hits.filter.SetText("kelp")
	a.hits.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if a.hits.filter.Text != "" {
		t.Error("Escape does not clear the filter")
	}
	a.form.keywords.TypedShortcut(key(fyne.KeyPeriod)) // nothing runs: nothing happens
}

func TestLinksLeadToSavedPagesOrToTheBrowser(t *testing.T) {
	l := &fakeLibrary{during: func(c *fakeCrawl) {
		c.found("http://a.example/", "Coral reefs", 0.8)
		c.found("http://a.example/kelp", "Kelp", 0.4)
	}}
	a := openApp(t, l)
	var outside []string
	a.reader.browse = func(u *url.URL) error {
		outside = append(outside, u.String())
		return nil
	}
	fill(a, "coral", "http://a.example/")
	test.Tap(a.form.start)
	a.reader.follow(widgets.Link{URL: "http://a.example/kelp"})
	if a.reader.view.URL() != "http://a.example/kelp" || len(outside) != 0 {
		t.Errorf("a saved page opens as %q, outside %v", a.reader.view.URL(), outside)
	}
	a.reader.follow(widgets.Link{URL: "http://b.example/"})
	if !slices.Equal(outside, []string{"http://b.example/"}) {
		t.Errorf("outside %v", outside)
	}
	a.reader.follow(widgets.Link{URL: "file:///etc/passwd"})
	if len(outside) != 1 || !strings.Contains(top(a), "Only http and https") {
		t.Errorf("a file opens: %v, message %q", outside, top(a))
	}
	a.reader.open("http://nowhere.example/")
	if got := strings.Join(texts(a.reader.view), " "); !strings.Contains(got, "This page can not be shown") {
		t.Errorf("the reader says %q", got)
	}
}

func TestTheDataFolderIsExplained(t *testing.T) {
	fa := test.NewTempApp(t)
	why := fmt.Errorf("data folder /data: %w", storage.ErrReadOnly)
	w := explainStart(fa, Options{DataDir: "/data"}, why, func(*App) {})
	got := strings.Join(texts(w.Content()), " ")
	for _, want := range []string{"can not keep sessions here", "Change its permissions", "/data", "Try again", "Take another folder"} {
		if !strings.Contains(got, want) {
			t.Errorf("the window says %q, without %q", got, want)
		}
	}
}

// The frontier is shown while the crawl runs and stays when it has stopped, but for what was fetched last. A session that
// was opened again does not know it, and says no figure.
func TestFamiliesWithoutSpidersShowTheirFrontier(t *testing.T) {
	l := &fakeLibrary{}
	a := openApp(t, l)
	shows := func(when string, want ...string) {
		t.Helper()
		a.pump.turn(0)
		shown := strings.Join(texts(a.spiders.view), "\n")
		for _, one := range want {
			if !strings.Contains(shown, one) {
				t.Errorf("%s the pane does not show %q", when, one)
			}
		}
		if strings.Contains(shown, "e-33") {
			t.Errorf("%s the pane shows %s", when, shown)
		}
	}
	l.during = func(c *fakeCrawl) {
		c.found("http://a.example/", "Coral reefs", 0.8)
		c.waiting = 1387
		for _, one := range []struct {
			url, anchor string
			score       float64
		}{{"http://a.example/fish", "Reef fish", 0.9}, {"http://a.example/kelp", "Kelp forests", 0.8}, {"http://a.example/b", "Basalt", 5.671e-33}} {
			c.best = append(c.best, crawlers.Pick{Link: page.Link{URL: one.url, Anchor: one.anchor}, Score: one.score})
		}
		shows("while it runs", "Best-First", "works alone", "1,387", "Next in line", "Reef fish", "Kelp forests", "0.800", "below 0.001")
		c.found("http://a.example/fish", "Reef fish", 0.7)
		c.best, c.waiting = c.best[1:], 1287
	}
	fill(a, "coral", "http://a.example/")
	a.form.chooseFamily("best-first")
	test.Tap(a.form.start)
	shows("when it has stopped", "1,287", "Next in line", "Kelp forests")
	if shown := strings.Join(texts(a.spiders.view), "\n"); strings.Contains(shown, "Reef fish") {
		t.Error("a page that was fetched still waits")
	}
	if shown := strings.Join(texts(a.status.bar), "\n"); !strings.Contains(shown, "1,287") {
		t.Errorf("the status bar shows %q", shown)
	}
	test.Tap(a.form.fresh)
	a.open("s1", false)
	shows("opened again", "Links waiting", "–")
	if status := statusOf(l.crawls[0].Stats()); status.Facts[4].Value != "–" {
		t.Errorf("the status bar tells of %s links waiting", status.Facts[4].Value)
	}
	if shown := strings.Join(texts(a.spiders.view), "\n"); strings.Contains(shown, "Next in line") {
		t.Error("opened again, a session has links that nobody knows")
	}
}
