package app

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/corpus"
	"orbweaver/storage/race"
	"orbweaver/widgets"
)

// sampleKnown is how many pages of a topic of the sample web are known to be good, when it is tried.
const sampleKnown = 16

// newHoldOutPane returns the pane of a hold-out check: of pages that the user knows to be good half become seeds, and the
// families must find the others.
func newHoldOutPane(a *App) (*comparisonPane, *topicForm) {
	f := newTopicForm(a, lang.L("One address a line, four at least"))
	f.keywords.SetPlaceHolder(lang.L("Empty = made of the seeds"))
	f.urls.SetMinRowsVisible(6)
	f.onSample = func(t corpus.SampleTopic, pages []string) {
		f.keywords.SetText(t.Keywords)
		draw := rand.New(rand.NewPCG(1, 0)).Perm(len(pages)) // #nosec G404 -- the same example each time; nothing is kept secret by it
		var known []string
		for _, i := range draw[:min(sampleKnown, len(draw))] {
			known = append(known, pages[i])
		}
		slices.Sort(known)
		f.urls.SetText(strings.Join(known, "\n"))
	}
	seed := field("rand", lang.L("Random seed"), lang.L("Draws which half is hidden: the same number draws the same."), 1, 1<<53, true)
	runs := field("runs", lang.L("Runs"), lang.L("Each divides the pages in another way: with few of them much depends on which half is hidden."), 1, 100, true)
	seed.Default, runs.Default = "1", "1"
	draw := widgets.NewParamForm([]widgets.Field{runs, seed})
	note := widgets.NewNote(lang.L("Paste pages that you know to be good. Half of them become seeds, the other half is hidden: which family finds most of it?"))
	p := newComparisonPane(a, race.KindHoldOut, lang.L("Paste known-good pages and press Start. The curves show how many of the hidden ones are found."),
		[]fyne.CanvasObject{note, labelled(lang.L("Known-good pages"), f.urls), f.more, labelled(lang.L("Keywords"), f.keywords), f.sample},
		[]fyne.CanvasObject{f.numbers, draw})
	p.inputs, p.forms = f.inputs(), []*widgets.ParamForm{f.numbers, draw}
	p.prepare = func(entries []race.Entry) (func(context.Context) (comparison, func() error, error), error) {
		settings, err := f.settings()
		if fault := draw.Check(); err == nil && fault != "" {
			err = errors.New(fault)
		}
		if err != nil {
			return nil, err
		}
		drawn := draw.Values()
		h := race.HoldOut{
			Known: f.lines(), Rand: uint64(number(drawn["rand"])), Runs: int(number(drawn["runs"])),
			Keywords: widgets.Clean(f.keywords.Text, 1000), Entries: entries, Settings: settings,
		}
		return func(ctx context.Context) (comparison, func() error, error) {
			h.Settings, err = a.sample.settingsFor(a.ctx, h.Known, h.Settings)
			if err != nil {
				return nil, nil, err
			}
			c, err := a.library.HoldOut(ctx, h)
			return c, nil, err
		}, h.Check()
	}
	return p, f
}
