package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/race"
	"orbweaver/widgets"
)

// comparisonPane lets families crawl side by side for the user's own topic: a race, a hold-out check or what-if, which
// differ in what is asked for on the left.
type comparisonPane struct {
	app         *App
	kind        race.Kind
	view        fyne.CanvasObject
	board       *board
	contestants *contestantsPane
	fault       *widgets.Note
	keep        *widget.Button // only the winner; what-if has no sessions
	inputs      []fyne.Disableable
	forms       []*widgets.ParamForm

	// prepare reads what was typed and returns what starts the comparison, in the background. What that opens on the way it
	// has closed by release, which is nil where there is nothing to close.
	prepare func(entries []race.Entry) (begin func(context.Context) (c comparison, release func() error, err error), err error)

	run   *comparisonRun                // the latest; nil = there was none
	shown atomic.Pointer[comparisonRun] // the same, for the pump; shared
	drawn string                        // what the board shows; belongs to the pump
}

// comparisonRun is one comparison, from its start to its end. It may be used concurrently.
type comparisonRun struct {
	halt context.CancelFunc
	mu   sync.Mutex
	of   comparison // nil while it is being prepared
}

func (r *comparisonRun) set(c comparison) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of = c
}

// comparison is nil while it is being prepared.
func (r *comparisonRun) comparison() comparison {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of
}

// newComparisonPane returns the pane of a kind of comparison; its settings stand above and below the contestants.
func newComparisonPane(a *App, kind race.Kind, hint string, above, below []fyne.CanvasObject) *comparisonPane {
	p := &comparisonPane{app: a, kind: kind, fault: newFaultNote()}
	p.contestants = newContestantsPane(a.form.families, a.chooseParams)
	p.keep = widget.NewButtonWithIcon(lang.L("Keep only the winner"), theme.DeleteIcon(), p.keepWinner)
	p.keep.Hide()
	p.board = newBoard(hint, race.Metrics(kind), boardActions{start: p.start, pause: p.pause, stop: p.stop, changed: a.pump.now, open: p.browse, paint: a.backgroundThen}, p.keep)
	settings := slices.Concat(above, []fyne.CanvasObject{widgets.NewHeading(lang.L("Contestants")), p.contestants.view}, below)
	p.view = labColumns(p.board, p.fault, settings...)
	return p
}

// start starts the comparison that the pane describes.
func (p *comparisonPane) start() {
	if p.board.start.Disabled() {
		return
	}
	var entries []race.Entry
	for _, c := range p.contestants.chosen() {
		entries = append(entries, c.entry())
	}
	begin, err := p.prepare(entries)
	sayUnder(p.fault, err)
	if err != nil {
		return
	}
	ctx, halt := context.WithCancel(p.app.ctx)
	run := &comparisonRun{halt: halt}
	p.run = run
	p.shown.Store(run)
	p.enable(false)
	p.app.background(func() {
		defer halt()
		c, release, err := begin(ctx)
		if err == nil {
			run.set(c)
			_, err = c.Wait()
		}
		if release != nil {
			err = errors.Join(err, release())
		}
		p.app.ui(func() { p.ended(run, err) })
	})
}

// ended follows the end of a comparison.
func (p *comparisonPane) ended(run *comparisonRun, err error) {
	if p.run != run {
		return
	}
	p.enable(true)
	p.app.pump.now()
	p.app.refreshSessions()
	if err != nil && !errors.Is(err, context.Canceled) {
		sayUnder(p.fault, err)
	}
	if c := run.comparison(); c != nil && p.kind != race.KindWhatIf {
		show(p.keep, len(losers(c.Snapshot())) > 0)
	}
}

// enable lets the user change the comparison, or not.
func (p *comparisonPane) enable(on bool) {
	p.board.running(!on)
	p.contestants.enable(on)
	for _, o := range p.inputs {
		enable(o, on)
	}
	for _, form := range p.forms {
		form.Enable(on)
	}
	if !on {
		p.keep.Hide()
	}
	p.app.lab.changed()
}

// pause lets all contestants rest, or go on.
func (p *comparisonPane) pause() {
	c := p.run.comparison()
	switch {
	case c == nil: // it is being prepared
	case c.Snapshot().State == race.StatePaused:
		c.Continue()
		p.board.paused(false)
	default:
		c.Pause()
		p.board.paused(true)
	}
	p.app.pump.now()
}

// stop ends all contestants, with what they have.
func (p *comparisonPane) stop() {
	if p.run != nil {
		enable(p.board.stop, false)
		p.run.halt()
	}
}

// browse opens the session of a contestant in the window.
func (p *comparisonPane) browse(row widgets.ScoreRow) {
	p.app.lab.leave()
	p.app.open(row.ID, false)
}

// losers are the contestants that have sessions and are not in the first place.
func losers(s race.Snapshot) []string {
	var labels []string
	for _, c := range s.Contestants {
		if c.Session != "" && c.Place != 1 {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// keepWinner asks, and deletes the sessions of all contestants but the winner's.
func (p *comparisonPane) keepWinner() {
	c := p.run.comparison()
	labels := losers(c.Snapshot())
	text := lang.XN("race.discard", "The sessions of {{.N}} contestants and all their saved pages are deleted for good.", len(labels), map[string]any{"N": count(len(labels))})
	d := dialog.NewConfirm(lang.L("Keep only the winner?"), text, func(yes bool) {
		if yes {
			p.keep.Hide()
			p.app.change(func() error { return c.Discard(labels...) })
		}
	}, p.app.window)
	d.SetConfirmText(lang.L("Delete"))
	d.SetConfirmImportance(widget.DangerImportance)
	d.SetDismissText(lang.L("Keep"))
	d.Show()
}

// fold is called by the pump: it asks for what there is new to show.
func (p *comparisonPane) fold() func() {
	run, metric := p.shown.Load(), p.board.metricName()
	if run == nil {
		return nil
	}
	s := race.Snapshot{Kind: p.kind, State: race.StatePreparing}
	if c := run.comparison(); c != nil {
		s = c.Snapshot()
	}
	now := fmt.Sprintf("%p %s %v %v %v %d", run, metric, s.State, s.Doing, s.Contestants, s.Requests)
	if p.drawn == now {
		return nil
	}
	p.drawn = now
	shown := comparisonScores(s, metric)
	return func() {
		if p.run == run {
			p.board.show(shown)
		}
	}
}

// comparisonScores is how a comparison stands, with the curves of that metric.
func comparisonScores(s race.Snapshot, metric string) scores {
	shown := scores{metrics: race.Metrics(s.Kind), status: comparisonStatus(s)}
	looks := map[string]int{}
	for i, c := range s.Contestants {
		looks[c.Label] = i
	}
	shown.graph = graphOf(metricOf(shown.metrics, metric), s.Curves, looks)
	shown.graph.To = float64(s.Budget)
	shown.columns = comparisonColumns(s.Kind)
	rows := slices.Clone(s.Contestants)
	if s.State == race.StateStopped {
		slices.SortStableFunc(rows, func(a, b race.Contestant) int { return cmp.Compare(placeOrder(a), placeOrder(b)) })
	}
	for _, c := range rows {
		shown.rows = append(shown.rows, comparisonRow(s, c, looks[c.Label]))
	}
	for i := range shown.graph.Curves {
		shown.graph.Curves[i].Name = contestantName(s.Contestants[i])
	}
	return shown
}

// placeOrder puts the session as it was before all others, and those without a place behind them.
func placeOrder(c race.Contestant) int {
	switch {
	case c.Original:
		return 0
	case c.Place == 0:
		return 1 << 30
	}
	return c.Place
}

func comparisonColumns(kind race.Kind) []string {
	columns := []string{lang.L("Place"), lang.L("Pages"), lang.L("Hits"), lang.L("Similarity")}
	switch kind {
	case race.KindHoldOut:
		return append(columns[:2:2], lang.L("Found"), lang.L("After page"))
	case race.KindWhatIf:
		return append(columns, lang.L("Not known"))
	}
	return columns
}

// contestantName is what a contestant is called on the screen.
func contestantName(c race.Contestant) string {
	if c.Original {
		return lang.L("As it was") + ": " + familyTitle(c.Family)
	}
	return widgets.Clean(c.Label, 60)
}

// comparisonRow is a contestant in the table.
func comparisonRow(s race.Snapshot, c race.Contestant, look int) widgets.ScoreRow {
	row := widgets.ScoreRow{ID: c.Session, Name: contestantName(c), Look: look, Offers: c.Ended && c.Session != "" && s.State == race.StateStopped && !c.Original}
	place := "–"
	if c.Place > 0 {
		place = count(c.Place)
	}
	row.Cells = []string{place, count(c.Pages), count(c.Hits), numberOrDash(c.Relevance)}
	switch s.Kind {
	case race.KindHoldOut:
		found, needed := "–", "–"
		if c.Targets > 0 {
			found = count(c.Found) + " / " + count(c.Targets)
		}
		if c.Needed > 0 {
			needed = count(c.Needed)
		}
		row.Cells = []string{place, count(c.Pages), found, needed}
	case race.KindWhatIf:
		row.Cells = append(row.Cells, count(c.Unknown)+" · "+percent(c.UnknownShare()))
	}
	row.Note, row.Problem = comparisonNote(c)
	return row
}

// manyUnknown is the share of unknown pages from which on what-if says little.
const manyUnknown = 0.25

// comparisonNote says why a contestant has ended, or what its figures are worth.
func comparisonNote(c race.Contestant) (note string, problem bool) {
	switch {
	case c.Err != nil:
		return widgets.Clean(c.Err.Error(), 200), true
	case c.Original || !c.Ended:
		return "", false
	case c.Pages == 0 && c.Unknown == 0:
		return lang.L("None of the seeds gave a page."), true
	case c.UnknownShare() >= manyUnknown:
		return lang.X("whatif.unknown", "Says little: the session never fetched {{.Share}} of what it chose.", map[string]any{"Share": percent(c.UnknownShare())}), false
	case c.Stop == engine.StopBudget: // as usual
		return "", false
	}
	return noteOf(engine.Stats{State: engine.StateStopped, Stop: c.Stop}), false
}

func percent(share float64) string { return widgets.Decimal(100*share, 0) + " %" }

func numberOrDash(n lab.Number) string {
	if text := n.String(); text == "" {
		return "–"
	}
	return widgets.Decimal(float64(n), 3)
}

// comparisonStatus says how far a comparison is.
func comparisonStatus(s race.Snapshot) widgets.Status {
	done, pages := 0.0, 0
	for _, c := range s.Contestants {
		pages += c.Pages
		switch {
		case c.Ended:
			done++
		case s.Budget > 0:
			done += float64(c.Pages) / float64(s.Budget*max(1, s.Runs))
		}
	}
	status := widgets.Status{Done: done / float64(max(1, len(s.Contestants))), Note: leaderNote(s)}
	switch s.State {
	case race.StatePreparing:
		status.State, status.Done = lang.L("Preparing…"), -1
		if s.Kind == race.KindHoldOut && s.Split == nil {
			status.Note = lang.L("Reading the pages that are known to be good.")
		}
	case race.StateRunning:
		status.State = lang.L("Running")
	case race.StatePaused:
		status.State, status.Calm = lang.L("Paused"), true
	default:
		status.State, status.Calm = lang.L("Finished"), true
	}
	if s.Notice != "" {
		status.Note = widgets.Clean(s.Notice, 300)
	}
	if s.Split != nil {
		if n := len(s.Split.LeftOut); n > 0 {
			status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Left out"), Value: count(n), Details: omissionLines(s.Split.LeftOut)})
		}
		status.Facts = append(status.Facts, listFact(lang.L("Seeds"), s.Split.Seeds), listFact(lang.L("Hidden"), s.Split.Targets))
	}
	if s.Runs > 1 {
		status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Run"), Value: count(s.Run) + " / " + count(s.Runs)})
	}
	status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Pages"), Value: count(pages)})
	if s.Kind != race.KindWhatIf {
		status.Facts = append(status.Facts, widgets.Fact{Name: lang.L("Requests"), Value: count(s.Requests)}, widgets.Fact{Name: lang.L("Requests spared"), Value: count(s.Saved)})
	}
	return status
}

// listFact counts URLs and shows the first of them on a click.
func listFact(name string, urls []string) widgets.Fact {
	fact := widgets.Fact{Name: name, Value: count(len(urls))}
	for _, url := range urls[:min(len(urls), omissionsShown)] {
		fact.Details = append(fact.Details, widgets.Clean(url, 120))
	}
	return fact
}

// leaderNote says who is ahead, or has won, and for which keywords.
func leaderNote(s race.Snapshot) string {
	w := s.Winner()
	if w == nil {
		return ""
	}
	names := map[string]any{"Name": widgets.Clean(w.Label, 60), "Keywords": widgets.Clean(s.Keywords, 80)}
	if s.State == race.StateStopped {
		return lang.X("race.won", "{{.Name}} did best for “{{.Keywords}}”.", names)
	}
	return lang.X("race.ahead", "{{.Name}} is ahead for “{{.Keywords}}”.", names)
}

// labelled puts a small name over an object.
func labelled(name string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(widgets.NewCaption(name), nil, nil, nil, o)
}
