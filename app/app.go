package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"orbweaver/assets"
	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// Icon is the program's icon.
func Icon() fyne.Resource { return fyne.NewStaticResource("Icon.png", assets.Icon) }

// Options are what New can be told. The zero value is right for users.
type Options struct {
	DataDir string    // where sessions live; "" = the user's data folder
	Latency io.Writer // takes a line for each time that the screen's goroutine was asked for and how long it took; nil = nobody asks
}

// phase is what the buttons depend on.
type phase int

const (
	empty   phase = iota // no session: the form is open
	busy                 // a session is being opened, created or saved
	running              // or restoring, or stopping
	paused
	resting // a session is open, and does not run
)

// App is the window and everything behind it. Its fields belong to Fyne's goroutine, except where they say otherwise.
type App struct {
	fyne    fyne.App
	window  fyne.Window
	library library
	sample  sampleWeb // shared
	log     *journal  // shared

	ctx    context.Context // ends with the window, or with a signal to end; shared
	cancel context.CancelFunc
	work   sync.WaitGroup // all goroutines; shared
	spawn  func(func())   // starts one of them; shared
	pump   *pump          // shared

	form     *form
	drawer   *drawer
	hits     *hitsPane
	reader   *readerPane
	spiders  *spidersPane
	status   *statusPane
	sessions *widgets.SessionList
	tabs     *container.AppTabs // spiders, sessions
	right    *fyne.Container    // reader or drawer
	page     *fyne.Container    // all of that, in whose place the laboratory can be shown
	lab      *laboratory
	commands commands

	phase   phase
	sitting *sitting
	shown   atomic.Pointer[sitting] // the same, for the pump; shared
	listed  int                     // how often the sessions were listed, and
	newest  int                     // which of these lists is shown
	asked   bool                    // whether to go on with an interrupted session has been asked
	closing bool
}

// New builds the window over the sessions in the data folder. An error says what is wrong with that folder and what to
// do; the window is then not built.
func New(fa fyne.App, o Options) (*App, error) {
	if err := loadTranslations(); err != nil {
		return nil, err
	}
	lib, err := session.OpenLibrary(o.DataDir)
	if err != nil {
		return nil, err
	}
	log := newJournal(lib.Dir(), fa.Preferences().String(prefLogLevel))
	lib.LogTo(log.Logger)
	a := newApp(fa, savedSessions{lib}, log, nil)
	log.Info("window opens", "version", fa.Metadata().Version, "data", lib.Dir())
	a.background(func() { a.pump.run(a.ctx) })
	if o.Latency != nil {
		a.background(func() { a.probe(o.Latency) })
	}
	return a, nil
}

// loadTranslations makes the window speak the user's language, if there is a translation.
func loadTranslations() error {
	if err := lang.AddTranslationsFS(assets.Translations, assets.TranslationsDir); err != nil {
		return fmt.Errorf("translations: %w", err)
	}
	return nil
}

// newApp builds the window. Tests have a spawn of their own, which decides when what is done in the background is done;
// nil starts a goroutine.
func newApp(fa fyne.App, lib library, log *journal, spawn func(func())) *App {
	a := &App{fyne: fa, library: lib, log: log, spawn: spawn}
	if spawn == nil {
		a.spawn = a.work.Go
	}
	a.ctx, a.cancel = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	a.pump = newPump(a.fold, a.ui)
	a.applyLook()
	a.window = fa.NewWindow("Orbweaver")
	a.window.SetMaster()
	a.build()
	a.restoreForm()
	a.setPhase(empty)
	a.window.Resize(a.savedSize()) // not earlier: with all buttons of the form the window could not be as small
	a.window.SetCloseIntercept(a.quit)
	a.window.SetOnDropped(a.dropped)
	a.window.Canvas().Focus(a.form.keywords)
	a.offerSample()
	a.refreshSessions()
	return a
}

// end waits for all goroutines and saves what is open, after Fyne's own goroutine has ended.
func (a *App) end() error {
	a.cancel()
	a.work.Wait()
	a.sample.close()
	var err error
	if a.sitting != nil {
		err = a.sitting.close()
	}
	return errors.Join(err, a.log.close())
}

// build makes the panes and puts them into the window.
func (a *App) build() {
	a.reader = newReaderPane(a.background, a.ui, a.fyne.OpenURL, func(text string) { a.fyne.Clipboard().SetContent(text) }, a.fail)
	a.reader.view.OnJudge = a.judge
	keys := keys{a.shortcut, a.escape}
	a.hits = newHitsPane(keys, a.pump.now, a.openHit)
	a.spiders = newSpidersPane(a.reader.follow)
	a.status = &statusPane{bar: widgets.NewStatusBar()}
	a.status.clear()
	a.status.bar.OnDetail = a.statusDetail
	a.drawer = newDrawer(a.toggleDrawer, a.chooseModel, a.chooseGood)
	a.form = newForm(crawlers.Families(), formActions{
		start: a.start, pause: a.pauseOrContinue, stop: a.stop, fresh: a.fresh, advanced: a.toggleDrawer, load: a.chooseSeedFile,
		family: a.familyChosen, laboratory: func() { a.lab.enter(raceTab) }, keys: keys,
		reflow: func() { a.ui(func() { a.window.Content().Refresh() }) },
	})
	a.sessions = widgets.NewSessionList(lang.L("Every crawl is saved here by itself."))
	a.sessions.OnOpen = func(r widgets.SessionRow) { a.open(r.ID, false) }
	a.sessions.OnResume = func(r widgets.SessionRow) { a.open(r.ID, true) }
	a.sessions.OnAgain = a.again
	a.sessions.OnRename = a.rename
	a.sessions.OnDelete = a.delete
	a.sessions.OnWhatIf = func(r widgets.SessionRow) { a.lab.askWhatIf(r) }

	a.tabs = container.NewAppTabs(container.NewTabItem(lang.L("Spiders"), a.spiders.view), container.NewTabItem(lang.L("Sessions"), a.sessions))
	a.tabs.OnSelected = func(*container.TabItem) { a.refreshSessions() }
	a.right = container.NewStack(a.reader.view, a.drawer.view)
	a.drawer.view.Hide()
	inner := container.NewHSplit(widgets.NewPanel(a.hits.view), widgets.NewPanel(a.right))
	inner.SetOffset(0.56)
	outer := container.NewHSplit(widgets.NewPanel(a.tabs), inner)
	outer.SetOffset(0.22)
	form, status := widgets.NewPanel(a.form.view), widgets.NewPanel(a.status.bar)
	a.page = container.New(layout.NewBorderLayout(form, status, nil, nil), form, outer, status) // the Tab key goes in this order
	a.lab = newLaboratory(a)
	a.window.SetContent(container.NewPadded(container.NewStack(a.page, a.lab.view)))
	a.window.SetMainMenu(a.menu())
	a.addShortcuts()
}

// background runs f in a goroutine that end waits for.
func (a *App) background(f func()) { a.spawn(f) }

// backgroundThen runs work in the background, and then what it returns on Fyne's goroutine.
func (a *App) backgroundThen(work func() (then func())) {
	a.background(func() { a.ui(work()) })
}

// ui runs f on Fyne's goroutine, some time later. Once the window is gone, when Fyne would run it on the goroutine that
// asks, it is not run.
func (a *App) ui(f func()) {
	fyne.Do(func() {
		if a.ctx.Err() == nil {
			f()
		}
	})
}

// fold is called by the pump: it asks every pane what there is to show.
func (a *App) fold(tick int) func() {
	crawl := a.foldCrawl(tick)
	var compared func()
	if tick%4 == 0 {
		compared = a.lab.fold()
	}
	switch {
	case crawl == nil:
		return compared
	case compared == nil:
		return crawl
	}
	return func() {
		crawl()
		compared()
	}
}

// foldCrawl asks the panes of the crawl.
func (a *App) foldCrawl(tick int) func() {
	s := a.shown.Load()
	if s == nil {
		return nil
	}
	stats := s.crawl.Stats()
	shows := []func(){a.status.fold(s, stats)}
	if tick%2 == 0 {
		shows = append(shows, a.hits.fold(s, stats))
	}
	if tick%4 == 0 {
		shows = append(shows, a.spiders.fold(a.ctx, s, stats, tick))
	}
	kept := shows[:0]
	for _, show := range shows {
		if show != nil {
			kept = append(kept, show)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return func() {
		if a.sitting != s {
			return // another session has been opened since
		}
		for _, show := range kept {
			show()
		}
		a.followState(stats.State)
	}
}

// followState takes over a pause or its end, which the crawl answers to in its own time.
func (a *App) followState(state engine.State) {
	switch {
	case a.phase == running && state == engine.StatePaused:
		a.setPhase(paused)
	case a.phase == paused && state == engine.StateRunning:
		a.setPhase(running)
	}
}

// attach makes a session the one that the window shows; nil = none.
func (a *App) attach(s *sitting) {
	a.sitting = s
	a.shown.Store(s)
	a.hits.attach(s)
	a.reader.attach(s)
	a.spiders.clear()
	if s == nil {
		a.status.clear()
		return
	}
	a.showSpec(s.crawl.Spec())
	a.pump.now()
}

// setPhase makes buttons, form and title those of a phase.
func (a *App) setPhase(p phase) {
	a.phase = p
	f := a.form
	open := p != empty
	enable(f.keywords, !open)
	enable(f.family, !open)
	enable(f.seeds, !open)
	enable(f.source, !open)
	enable(f.load, !open)
	enable(f.budget, p == empty || p == resting)
	show(f.second, !open)
	a.drawer.enable(!open)

	enable(f.start, p == empty || p == resting)
	enable(f.pause, p == running || p == paused)
	enable(f.stop, p == running || p == paused)
	show(f.fresh, p == resting)
	show(f.pause, p != resting) // there is no room for all of them in a small window
	show(f.stop, p != resting)
	f.start.SetText(lang.L("Start"))
	if p == resting {
		f.start.SetText(lang.L("Resume"))
	}
	f.pause.SetText(lang.L("Pause"))
	f.pause.SetIcon(theme.MediaPauseIcon())
	if p == paused {
		f.pause.SetText(lang.L("Continue"))
		f.pause.SetIcon(theme.MediaPlayIcon())
	}
	a.window.Content().Refresh() // parts of the form have come or gone
	a.window.SetTitle(a.title())
	a.menuPhase()
}

// title is the window's title, which says what goes on.
func (a *App) title() string {
	states := map[phase]string{busy: lang.L("One moment…"), running: lang.L("Running"), paused: lang.L("Paused"), resting: lang.L("At rest")}
	name, state := "", states[a.phase]
	if a.sitting != nil {
		name = a.sitting.name
	}
	if a.lab.open.Load() {
		name, state = a.lab.title()
	}
	parts := []string{}
	for _, part := range []string{name, state, "Orbweaver"} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " – ")
}

// openHit shows a hit in the reader, in place of the drawer.
func (a *App) openHit(h *widgets.Hit) {
	a.showDrawer(false)
	a.reader.open(h.URL)
}

func (a *App) toggleDrawer() { a.showDrawer(!a.drawer.view.Visible()) }

func (a *App) showDrawer(on bool) {
	show(a.drawer.view, on)
	show(a.reader.view, !on)
}

func enable(o fyne.Disableable, on bool) {
	if on {
		o.Enable()
	} else {
		o.Disable()
	}
}

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
