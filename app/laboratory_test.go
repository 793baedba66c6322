package app

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/race"
	"orbweaver/storage/session"
)

// openReal opens the window over real sessions in a folder of the test. What belongs in the background is done at once.
func openReal(t *testing.T) *App {
	t.Helper()
	lib, err := session.OpenLibrary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fa := test.NewTempApp(t)
	if err := loadTranslations(); err != nil {
		t.Fatal(err)
	}
	a := newApp(fa, savedSessions{lib}, newJournal(lib.Dir(), ""), func(f func()) { f() })
	a.window.Resize(fyne.NewSize(1280, 800))
	t.Cleanup(func() {
		if err := a.end(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// onlyTakes lets these families take part.
func onlyTakes(p *contestantsPane, families ...string) {
	for _, c := range p.all {
		c.takes = false
		for _, f := range families {
			c.takes = c.takes || c.family.Name == f
		}
	}
	p.refresh()
}

// looksOn calls f with every event of the experiments of a pane, after the pane has taken it. The crawls wait.
func looksOn(p *experimentPane, f func(lab.Event)) {
	p.options.open = func(ctx context.Context, s lab.Spec, o lab.Options) (*lab.Experiment, error) {
		take := o.Observe
		o.Cores = 1
		o.Observe = func(e lab.Event) {
			take(e)
			f(e)
		}
		return lab.Open(ctx, s, o)
	}
}

func TestAnExperimentFromTheFormToItsReport(t *testing.T) {
	a := openReal(t)
	var opened *url.URL
	a.lab.enter(experimentTab)
	p := a.lab.experiments
	onlyTakes(p.contestants, "best-first", "breadth-first")
	p.form.numbers.Set(map[string]string{"pages": "20", "topics": "2"})

	stopped := false
	looksOn(p, func(e lab.Event) {
		if e.Crawls < 2 || stopped {
			return
		}
		stopped = true
		a.pump.turn(0)
		shown := strings.Join(texts(p.view), "\n")
		for _, want := range []string{"Running", "2 / 4", "Target recall", "pages crawled", "Best-First", "Breadth-First"} {
			if !strings.Contains(shown, want) {
				t.Errorf("while it runs the page does not show %q:\n%s", want, shown)
			}
		}
		if !strings.Contains(a.window.Title(), "Experiment – Running") {
			t.Errorf("title %q", a.window.Title())
		}
		test.Tap(p.board.stop)
	})
	test.Tap(p.board.start)
	a.pump.turn(0)
	shown := strings.Join(texts(p.view), "\n")
	if !stopped || !strings.Contains(shown, "Stopped") || !strings.Contains(shown, "it goes on") || !p.report.Disabled() {
		t.Errorf("stopped, the page shows\n%s", shown)
	}

	first := -1
	looksOn(p, func(e lab.Event) {
		if first < 0 {
			first = e.Crawls
		}
	})
	a.shortcut(key(fyne.KeyReturn))
	a.pump.turn(0)
	if first == 0 {
		t.Log("nothing of the first run was used again") // the two crawls under way may have been all
	}
	shown = strings.Join(texts(p.view), "\n")
	for _, want := range []string{"Finished", "4 / 4", "Better than", "±", "The report is written."} {
		if !strings.Contains(shown, want) {
			t.Errorf("at the end the page does not show %q:\n%s", want, shown)
		}
	}
	if len(p.board.metrics) < 10 {
		t.Errorf("only %d metrics can be chosen at the end", len(p.board.metrics))
	}
	if _, err := os.Stat(p.run.reportFile()); err != nil || p.report.Disabled() {
		t.Errorf("the report %q can not be opened: %v", p.run.reportFile(), err)
	}
	if opened != nil {
		t.Errorf("opened %v unasked", opened)
	}

	p.board.metric.SetSelected("Harvest rate")
	a.pump.turn(0)
	if shown = strings.Join(texts(p.board.chart), "\n"); !strings.Contains(shown, "Harvest rate") {
		t.Errorf("the chart shows %q", shown)
	}
	a.escape()
	if a.lab.view.Visible() || !a.page.Visible() {
		t.Error("Escape does not lead back to the crawl")
	}
}

func TestBadSpecsAreSaidByNameAndLine(t *testing.T) {
	a := openReal(t)
	p := a.lab.experiments
	for text, want := range map[string]string{
		"{\n\"corpus\": {\"kind\": \"sample\"},\n\"contestants\": [{\"family\": \"best-frist\"}]}": "bad.json: line 3: contestants[0].family: unknown family",
		"{\n\"page\": 3}": "bad.json: line 2: page: there is no field of this name",
		"{":               "bad.json: line 1",
	} {
		p.readSpec(memoryFile{bytes.NewBufferString(text), "bad.json"})
		if got := p.fault.Text(); !strings.Contains(got, want) || !p.fault.Visible() {
			t.Errorf("%s\nis said to be %q, want %q", text, got, want)
		}
	}
	const good = `{"name": "Two", "corpus": {"kind": "sample"}, "topics": {"count": 3}, "pages": 70, "rand": 7, "measure": {"last": 9},
		"contestants": [{"label": "BFS1", "family": "best-first", "params": {"n": 1}}, {"family": "breadth-first", "buffer": 64}]}`
	p.readSpec(memoryFile{bytes.NewBufferString(good), "good.json"})
	spec, _, err := p.spec()
	if err != nil || p.fault.Visible() {
		t.Fatalf("%v, %q", err, p.fault.Text())
	}
	if spec.Pages != 70 || spec.Rand != 7 || spec.Measure.Last != 9 || spec.Topics.Count != 3 || spec.Name != "Two" || len(spec.Contestants) != 2 ||
		spec.Contestants[0].Label != "BFS1" || spec.Contestants[0].Params["n"] != "1" || spec.Contestants[1].Buffer != 64 {
		t.Errorf("read %+v", spec)
	}
	if err := keepSpec(spec, filepath.Join(t.TempDir(), "kept")); err != nil {
		t.Error(err)
	}

	p.form.kind.SetSelectedIndex(1)
	test.Tap(p.board.start)
	if got := p.fault.Text(); !strings.Contains(got, "Choose the folder") {
		t.Errorf("without a folder it says %q", got)
	}
	p.form.kind.SetSelectedIndex(0)
	onlyTakes(p.contestants)
	test.Tap(p.board.start)
	if got := p.fault.Text(); !strings.Contains(got, "contestants: there are none") {
		t.Errorf("without contestants it says %q", got)
	}
}

func TestARaceTakesOverTheTopicAndEndsInSessions(t *testing.T) {
	a := openReal(t)
	web, err := a.sample.load()
	if err != nil {
		t.Fatal(err)
	}
	topic := web.Topics()[0]
	fill(a, topic.Keywords, strings.Join(topic.Seeds, "\n"))
	test.Tap(a.form.compare)
	p := a.lab.race
	if p.topic.keywords.Text != topic.Keywords || len(p.topic.lines()) != len(topic.Seeds) {
		t.Fatalf("taken over: %q, %q", p.topic.keywords.Text, p.topic.urls.Text)
	}
	p.topic.keywords.SetText("")
	test.Tap(p.board.start)
	if got := p.fault.Text(); !strings.Contains(got, "needs keywords") {
		t.Errorf("without keywords it says %q", got)
	}
	p.topic.keywords.SetText(topic.Keywords)
	onlyTakes(p.contestants, "best-first", "breadth-first")
	p.topic.numbers.Set(map[string]string{"pages": "12"})
	test.Tap(p.board.start)
	a.pump.turn(0)
	shown := strings.Join(texts(p.view), "\n")
	for _, want := range []string{"Finished", "did best for", "Harvest rate", "Best-First", "Browse its pages", "Requests spared", "Keep only the winner"} {
		if !strings.Contains(shown, want) {
			t.Errorf("after the race the page does not show %q:\n%s\n%s", want, shown, p.fault.Text())
		}
	}
	if all, _ := a.library.List(); len(all) != 2 {
		t.Errorf("%d sessions, want one of each contestant", len(all))
	}

	winner := p.run.comparison().Snapshot().Winner()
	test.Tap(button(p.view, "Browse its pages"))
	if a.lab.view.Visible() || a.sitting == nil || a.sitting.crawl.ID() == "" || winner == nil {
		t.Fatal("the pages of a contestant are not shown")
	}
	a.lab.askWhatIf(sessionRow(a.sitting.crawl.Summary(), ""))
	w := a.lab.whatIf
	onlyTakes(w.contestants, "shark-search")
	test.Tap(w.board.start)
	a.pump.turn(0)
	shown = strings.Join(texts(w.view), "\n")
	for _, want := range []string{"As it was: ", "Shark-Search", "Not known", "%"} {
		if !strings.Contains(shown, want) {
			t.Errorf("after what-if the page does not show %q:\n%s\n%s", want, shown, w.fault.Text())
		}
	}
}

func TestAHoldOutCheck(t *testing.T) {
	a := openReal(t)
	a.lab.enter(holdOutTab)
	p, f := a.lab.holdOut, a.lab.known
	f.urls.SetText("http://a.example/1\nhttp://a.example/2")
	onlyTakes(p.contestants, "best-first", "breadth-first")
	test.Tap(p.board.start)
	if got := p.fault.Text(); !strings.Contains(got, "at least 4") {
		t.Errorf("with two pages it says %q", got)
	}
	f.sample.SetSelectedIndex(0)
	f.numbers.Set(map[string]string{"pages": "20"})
	test.Tap(p.board.start)
	a.pump.turn(0)
	shown := strings.Join(texts(p.view), "\n")
	for _, want := range []string{"Finished", "Hidden pages found", "/ 8", "After page", "Hidden"} {
		if !strings.Contains(shown, want) {
			t.Errorf("after the check the page does not show %q:\n%s\n%s", want, shown, p.fault.Text())
		}
	}
}

// What a contestant's figures are worth is said before how it ended; that its budget was used up is not worth a line.
func TestNotesOfContestants(t *testing.T) {
	for _, tc := range []struct {
		c    race.Contestant
		want string
	}{
		{race.Contestant{Ended: true, Pages: 9, Stop: engine.StopBudget}, ""},
		{race.Contestant{Ended: true, Pages: 9, Unknown: 9, Stop: engine.StopBudget}, "Says little: the session never fetched 50 % of what it chose."},
		{race.Contestant{Ended: true, Pages: 9, Stop: engine.StopDeadEnd}, "No link is left to follow."},
		{race.Contestant{Ended: true, Stop: engine.StopBudget}, "None of the seeds gave a page."},
		{race.Contestant{Pages: 9}, ""},
	} {
		if got, _ := comparisonNote(tc.c); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.c, got, tc.want)
		}
	}
}
