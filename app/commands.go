package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// start begins a new crawl from the form, or lets the open session go on.
func (a *App) start() {
	switch a.phase {
	case empty:
		a.startNew()
	case resting:
		a.resume()
	}
}

// startNew checks the form and creates a session from it. What is wrong is said under the form, and nothing is written.
func (a *App) startNew() {
	spec, err := a.spec()
	if err != nil {
		a.form.say(err.Error())
		return
	}
	a.form.say("")
	a.keepForm()
	source := a.form.chosenSource()
	a.load(func(ctx context.Context) (*sitting, error) {
		if !a.sample.owns(spec.Seeds) {
			var err error
			if spec.Seeds, err = source.gather(ctx, spec.Keywords, spec.Seeds); err != nil {
				return nil, err
			}
		}
		return a.create(ctx, spec)
	}, a.run)
}

// create makes a session, and serves the sample web again where it is of that.
func (a *App) create(ctx context.Context, spec session.Spec) (*sitting, error) {
	if _, sample := samplePort(spec.Settings); sample || a.sample.owns(spec.Seeds) {
		var err error
		if spec.Settings, err = a.sample.serve(ctx, spec.Settings); err != nil {
			return nil, err
		}
	}
	c, err := a.library.Create(spec)
	if err != nil {
		return nil, err
	}
	return newSitting(c)
}

// spec is the session that the form describes. The error is a sentence for the user.
func (a *App) spec() (session.Spec, error) {
	f := a.form
	budget, ok := f.pages()
	if !ok {
		return session.Spec{}, errors.New(lang.L("Pages: write a whole number, or 0 to crawl until nothing is left."))
	}
	params, settings, fault := a.drawer.values()
	if fault != "" {
		a.showDrawer(true)
		return session.Spec{}, errors.New(fault)
	}
	settings.Pages = budget
	lines := f.seedLines()
	keywords := widgets.Clean(f.keywords.Text, 1000)
	searches := f.chosenSource().search != ""
	switch {
	case len(lines) == 0 && keywords == "":
		return session.Spec{}, errors.New(lang.L("Type what you are looking for, or paste at least one address to start from. Or try the sample web."))
	case len(lines) == 0 && !searches:
		return session.Spec{}, errors.New(lang.L("Keywords alone do not say where to start: paste at least one address, or let Wikipedia find some (Seeds from)."))
	}
	links, err := engine.SeedLinks(lines, settings)
	if err != nil && len(lines) > 0 {
		return session.Spec{}, err
	}
	others := func(l page.Link) bool { return !settings.OwnHost(l.Host) }
	if settings.Delay == 0 && slices.ContainsFunc(links, others) {
		a.showDrawer(true)
		return session.Spec{}, errors.New(lang.L("A delay of 0 is only for servers of your own, on this computer or its network. Write 1 or more seconds."))
	}
	if settings.Saturation > 0 && keywords == "" {
		a.showDrawer(true)
		return session.Spec{}, errors.New(lang.L("Stopping when there is enough needs keywords: without them no page is poorer than another. Write 0 for it, or keywords."))
	}
	model := a.drawer.model.file()
	return session.Spec{
		Keywords: keywords, Seeds: lines, Family: f.chosenFamily().Name, Params: params, Settings: settings, Model: model.data, ModelName: model.name,
	}, nil
}

// load prepares a session in the background, in place of the one that is open, shows it, and calls then, if there is
// anything to do then.
func (a *App) load(prepare func(context.Context) (*sitting, error), then func()) {
	old := a.sitting
	a.attach(nil)
	a.setPhase(busy)
	a.background(func() {
		var err error
		if old != nil {
			err = old.close()
		}
		var s *sitting
		if err == nil {
			s, err = prepare(a.ctx)
		}
		if s != nil && a.ctx.Err() != nil { // the window has been closed meanwhile
			_ = s.close() // nothing has been fetched, and nobody is left to be told
			return
		}
		a.ui(func() {
			if err != nil {
				a.setPhase(empty)
				if !errors.Is(err, context.Canceled) {
					a.fail(err)
				}
				a.refreshSessions()
				return
			}
			a.attach(s)
			a.setPhase(resting)
			a.refreshSessions()
			if then != nil {
				then()
			}
		})
	})
}

// run lets the open session go on.
func (a *App) run() {
	s := a.sitting
	a.fyne.Preferences().SetString(prefGoOn, s.crawl.ID()) // until it comes to rest by itself
	a.setPhase(running)
	a.tabs.SelectIndex(0)
	run := s.begin(a.ctx)
	a.background(func() {
		result, err := run()
		a.ui(func() { a.rested(s, result, err) })
	})
}

// rested follows the end of a run.
func (a *App) rested(s *sitting, result engine.Result, err error) {
	if a.sitting != s || a.closing {
		return
	}
	a.fyne.Preferences().SetString(prefGoOn, "")
	a.setPhase(resting)
	a.pump.now()
	a.refreshSessions()
	if err != nil && !errors.Is(err, context.Canceled) {
		a.fail(err)
	}
}

// resume lets a resting session go on. One that has used up its budget gets as much again, if the user wants that.
func (a *App) resume() {
	s := a.sitting
	budget, ok := a.form.pages()
	if !ok {
		a.form.say(lang.L("Pages: write a whole number, or 0 to crawl until nothing is left."))
		return
	}
	a.form.say("")
	stats := s.crawl.Stats()
	more := func(budget int) { a.goOn(s, budget) }
	if budget == 0 || budget > stats.Pages {
		more(budget)
		return
	}
	raised := stats.Pages + max(budget, 100)
	dialog.ShowConfirm(lang.L("Go on?"), lang.X("resume.raise", "The budget of {{.Budget}} is used up. Go on until {{.More}}?",
		map[string]any{"Budget": pages(budget), "More": pages(raised)}), func(yes bool) {
		if yes {
			a.form.budget.SetText(fmt.Sprint(raised))
			more(raised)
		}
	}, a.window)
}

// goOn sets the budget, serves the sample web again where the session is of that, and runs.
func (a *App) goOn(s *sitting, budget int) {
	settings := s.crawl.Spec().Settings
	a.setPhase(busy)
	a.background(func() {
		err := s.crawl.SetBudget(budget, settings.Time)
		if _, sample := samplePort(settings); sample && err == nil {
			_, err = a.sample.serve(a.ctx, settings)
		}
		a.ui(func() {
			if a.sitting != s {
				return
			}
			if err != nil {
				a.setPhase(resting)
				a.fail(err)
				return
			}
			a.run()
		})
	})
}

func (a *App) pauseOrContinue() {
	switch a.phase {
	case running:
		a.sitting.crawl.Pause()
		a.setPhase(paused)
	case paused:
		a.sitting.crawl.Continue()
		a.setPhase(running)
	}
}

// stop ends the crawl; it can be resumed.
func (a *App) stop() {
	if a.phase == running || a.phase == paused {
		enable(a.form.stop, false)
		a.sitting.stop()
	}
}

// fresh puts the open session away and opens the form for another crawl, filled as it is but for the pages: the session's
// may have grown on the way, and the next crawl gets as many as the user last asked for.
func (a *App) fresh() {
	if a.phase != resting {
		return
	}
	s := a.sitting
	a.attach(nil)
	a.restorePages()
	a.setPhase(empty)
	a.window.Canvas().Focus(a.form.keywords)
	a.background(func() {
		err := s.close()
		a.ui(func() {
			if err != nil {
				a.fail(err)
			}
			a.refreshSessions()
		})
	})
}
