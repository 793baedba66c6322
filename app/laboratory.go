package app

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/corpus"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// laboratory is the page of the window on which crawler families are compared. It takes the place of the crawl, which
// goes on meanwhile.
type laboratory struct {
	app  *App
	view *fyne.Container
	tabs *container.AppTabs

	experiments *experimentPane
	race        *racePane
	holdOut     *comparisonPane
	known       *topicForm // of the hold-out check
	whatIf      *whatIfPane

	experiment atomic.Pointer[experimentRun] // the latest, for the pump; shared
	open       atomic.Bool                   // the page is shown; shared
	tab        atomic.Int64                  // which of the tabs; shared
}

// The tabs of the laboratory, in order.
const (
	experimentTab = iota
	raceTab
	holdOutTab
	whatIfTab
)

func newLaboratory(a *App) *laboratory {
	l := &laboratory{app: a}
	a.lab = l
	l.experiments = newExperimentPane(a)
	l.race = newRacePane(a)
	l.holdOut, l.known = newHoldOutPane(a)
	l.whatIf = newWhatIfPane(a)
	l.tabs = container.NewAppTabs(
		container.NewTabItem(lang.L("Experiment"), l.experiments.view), container.NewTabItem(lang.L("Race"), l.race.view),
		container.NewTabItem(lang.L("Hold-out check"), l.holdOut.view), container.NewTabItem(lang.L("What if"), l.whatIf.view))
	l.tabs.OnSelected = func(*container.TabItem) { l.selected() }
	back := widget.NewButtonWithIcon(lang.L("Back to the crawl"), theme.NavigateBackIcon(), l.leave)
	l.view = container.NewStack(l.tabs, container.NewVBox(container.NewHBox(layout.NewSpacer(), back)))
	l.view.Hide()
	return l
}

// enter shows the laboratory at one of its tabs.
func (l *laboratory) enter(tab int) {
	l.open.Store(true)
	l.tabs.SelectIndex(tab)
	l.selected()
	show(l.app.page, false)
	show(l.view, true)
	l.app.window.Canvas().Unfocus()
}

// leave shows the crawl again.
func (l *laboratory) leave() {
	l.open.Store(false)
	show(l.view, false)
	show(l.app.page, true)
	l.changed()
}

// selected follows the choice of a tab.
func (l *laboratory) selected() {
	l.tab.Store(int64(l.tabs.SelectedIndex()))
	if l.open.Load() {
		l.race.takeOver()
		l.app.pump.now()
	}
	l.changed()
}

// changed makes the window's title and menu follow what goes on.
func (l *laboratory) changed() {
	l.app.window.SetTitle(l.app.title())
	l.app.menuPhase()
}

// shown is the board of the tab that is shown; nil while the crawl is.
func (l *laboratory) shown() *board {
	if !l.open.Load() {
		return nil
	}
	return []*board{l.experiments.board, l.race.board, l.holdOut.board, l.whatIf.board}[max(0, l.tabs.SelectedIndex())]
}

// title is the name of the tab and whether something runs there.
func (l *laboratory) title() (name, state string) {
	if l.shown().start.Disabled() {
		state = lang.L("Running")
	}
	return l.tabs.Selected().Text, state
}

// offer lets the user choose among saved sessions; open is the ID of the one that the window shows.
func (l *laboratory) offer(all []session.Summary, open string) {
	l.experiments.form.offer(all)
	l.whatIf.offer(all, open)
}

// offerSample lets the user choose among topics of the sample web.
func (l *laboratory) offerSample(topics []corpus.SampleTopic) {
	l.race.topic.offer(topics)
	l.known.offer(topics)
}

// askWhatIf shows what-if for a session of the list.
func (l *laboratory) askWhatIf(r widgets.SessionRow) {
	l.enter(whatIfTab)
	l.whatIf.choose(r.ID)
}

// fold is called by the pump; only what is seen is folded.
func (l *laboratory) fold() func() {
	if !l.open.Load() {
		return nil
	}
	switch l.tab.Load() {
	case raceTab:
		return l.race.fold()
	case holdOutTab:
		return l.holdOut.fold()
	case whatIfTab:
		return l.whatIf.fold()
	}
	if run := l.experiment.Load(); run != nil {
		return l.experiments.fold(run)
	}
	return nil
}
