package app

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/widgets"
)

// statusPane is the presenter of the status bar.
type statusPane struct {
	bar *widgets.StatusBar

	of   *sitting       // whose state last is; both belong to the pump
	last widgets.Status // as last shown
}

// fold is called by the pump.
func (p *statusPane) fold(s *sitting, stats engine.Stats) func() {
	status := statusOf(stats)
	if p.of == s && reflect.DeepEqual(status, p.last) {
		return nil
	}
	p.of, p.last = s, status
	return func() { p.bar.Set(status) }
}

// clear is what the bar says while no session is open.
func (p *statusPane) clear() {
	p.bar.Set(widgets.Status{State: lang.L("Ready"), Note: lang.L("No session is open."), Done: -1})
}

// statusOf is the state of a crawl, in words.
func statusOf(s engine.Stats) widgets.Status {
	done, remaining := progress(s)
	facts := []widgets.Fact{
		{Name: lang.L("Pages"), Value: ofBudget(s)},
		{Name: lang.L("Hits"), Value: count(s.Hits)},
		{Name: lang.L("Failed"), Value: count(s.Failed), Details: failures(s.Failures)},
	}
	if s.Unchanged > 0 { // it is crawled again
		facts = append(facts, widgets.Fact{Name: lang.L("Unchanged"), Value: count(s.Unchanged)})
	}
	facts = append(facts,
		widgets.Fact{Name: lang.L("Pages/s"), Value: widgets.Decimal(pace(s), 1)},
		widgets.Fact{Name: lang.L("Links waiting"), Value: waiting(s)},
		widgets.Fact{Name: lang.L("Elapsed"), Value: clock(s.Ran)},
		widgets.Fact{Name: lang.L("Remaining"), Value: remaining})
	if s.Why != "" { // first, so that there is room for it in any window
		why := widgets.Fact{Name: lang.L("Why"), Value: lang.L("Numbers"), Details: strings.Split(widgets.Clean(s.Why, 600), "; ")}
		facts = append([]widgets.Fact{why}, facts...)
	}
	return widgets.Status{State: stateOf(s), Note: noteOf(s), Done: done, Calm: s.State != engine.StateRunning, Facts: facts}
}

// pace is in pages a second: of the last seconds while the crawl runs, else of all its running time.
func pace(s engine.Stats) float64 {
	if s.State == engine.StateRunning || s.Ran == 0 {
		return s.Rate
	}
	return float64(s.Pages) / s.Ran.Seconds()
}

// waiting is how many links wait. That is not saved with a session: until it goes on, nobody knows.
func waiting(s engine.Stats) string {
	if s.Hosts == 0 && s.Frontier == 0 {
		return "–"
	}
	return count(s.Frontier)
}

func ofBudget(s engine.Stats) string {
	if s.Budget == 0 {
		return count(s.Pages)
	}
	return count(s.Pages) + " / " + count(s.Budget)
}

// progress is the share of the budget that is used up, of pages or of time, whichever is more; and what is left at the
// pace of now. Without a budget the share is not known, and only the links waiting say how long it may take.
func progress(s engine.Stats) (done float64, remaining string) {
	done, remaining = -1, "–"
	var left time.Duration = -1
	if s.Budget > 0 {
		done = float64(s.Pages) / float64(s.Budget)
		if s.Rate > 0 {
			left = time.Duration(float64(max(0, s.Budget-s.Pages)) / s.Rate * float64(time.Second))
		}
	}
	if s.TimeBudget > 0 {
		done = max(done, float64(s.Ran)/float64(s.TimeBudget))
		if rest := max(0, s.TimeBudget-s.Ran); left < 0 || rest < left {
			left = rest
		}
	}
	if s.State == engine.StateRunning && left >= 0 {
		remaining = clock(left)
	}
	return done, remaining
}

// stateOf says in words what the crawl does, or why it has ended.
func stateOf(s engine.Stats) string {
	switch s.State {
	case engine.StateReplaying:
		return lang.L("Restoring…")
	case engine.StateRunning:
		return lang.L("Running")
	case engine.StatePaused:
		return lang.L("Paused")
	case engine.StateStopping:
		return lang.L("Stopping…")
	case engine.StateReady:
		return lang.L("Ready")
	}
	switch s.Stop {
	case engine.StopBudget, engine.StopTime, engine.StopDeadEnd, engine.StopSaturated:
		return lang.L("Finished")
	case engine.StopError:
		return lang.L("Stopped by an error")
	default:
		return lang.L("Stopped")
	}
}

// noteOf explains stateOf.
func noteOf(s engine.Stats) string {
	if s.Notice != "" {
		return widgets.Clean(s.Notice, 300)
	}
	switch s.State {
	case engine.StateReplaying:
		return lang.X("status.replayed", "{{.Pages}} read again", map[string]any{"Pages": pages(s.Replayed)})
	case engine.StateRunning, engine.StatePaused, engine.StateStopping:
		return lang.XN("status.hosts", "{{.N}} hosts so far", s.Hosts, map[string]any{"N": count(s.Hosts)})
	case engine.StateReady:
		return ""
	}
	switch s.Stop {
	case engine.StopBudget:
		return lang.L("The page budget is used up.")
	case engine.StopTime:
		return lang.L("The time budget is used up.")
	case engine.StopDeadEnd:
		return lang.L("No link is left to follow.")
	case engine.StopSaturated:
		return lang.L("Enough: what it finds has become too little.")
	case engine.StopInterrupted:
		return lang.L("It can go on where it stopped.")
	default:
		return ""
	}
}

// failureKinds are kinds of failure, the most frequent first.
func failureKinds(kinds map[string]int) []string {
	return slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]), cmp.Compare(a, b))
	})
}

// statusDetail follows a click on a line of a fact's details: of those that failed it lists them.
func (a *App) statusDetail(f widgets.Fact, line int) {
	if a.sitting == nil || f.Name != lang.L("Failed") {
		return
	}
	if kinds := failureKinds(a.sitting.crawl.Stats().Failures); line < len(kinds) {
		a.showFailures(kinds[line])
	}
}

// failures are lines of kinds and how often they came.
func failures(kinds map[string]int) []string {
	var lines []string
	for _, kind := range failureKinds(kinds) {
		lines = append(lines, fmt.Sprintf("%s × %s", count(kinds[kind]), kindName(kind)))
	}
	return lines
}

// kindName is a kind of failure in words.
func kindName(kind string) string {
	return lang.X("kind."+kind, fetch.Kind(kind).Meaning())
}
