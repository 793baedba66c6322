package app

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/race"
	"orbweaver/widgets"
)

// racePane is the pane of a race: the topic and the seeds typed at the top of the window, several families at once.
type racePane struct {
	*comparisonPane
	topic *topicForm
	taken string // what was last taken over from the top of the window
}

func newRacePane(a *App) *racePane {
	p := &racePane{topic: newTopicForm(a, lang.L("Addresses of pages, one a line"))}
	p.topic.onSample = func(t corpus.SampleTopic, _ []string) {
		p.topic.keywords.SetText(t.Keywords)
		p.topic.urls.SetText(strings.Join(t.Seeds, "\n"))
	}
	note := widgets.NewNote(lang.L("Several families crawl for your topic at the same time, each with the same budget. No server is asked twice for a page, and each contestant is saved as a session."))
	p.comparisonPane = newComparisonPane(a, race.KindRace, lang.L("Type a topic and where to start, and press Start. The curves grow here while the families crawl."),
		[]fyne.CanvasObject{note, labelled(lang.L("Keywords"), p.topic.keywords), labelled(lang.L("Seeds"), p.topic.urls), p.topic.more, p.topic.sample},
		[]fyne.CanvasObject{p.topic.numbers})
	p.inputs, p.forms = p.topic.inputs(), []*widgets.ParamForm{p.topic.numbers}
	p.prepare = func(entries []race.Entry) (func(context.Context) (comparison, func() error, error), error) {
		settings, err := p.topic.settings()
		if err != nil {
			return nil, err
		}
		spec := race.Spec{Keywords: widgets.Clean(p.topic.keywords.Text, 1000), Seeds: p.topic.lines(), Entries: entries, Settings: settings}
		if len(spec.Seeds) == 0 {
			return nil, errors.New(lang.L("Say where to start: paste at least one address."))
		}
		return func(ctx context.Context) (comparison, func() error, error) {
			spec.Settings, err = a.sample.settingsFor(a.ctx, spec.Seeds, spec.Settings)
			if err != nil {
				return nil, nil, err
			}
			c, err := a.library.Race(ctx, spec)
			return c, nil, err
		}, spec.Check()
	}
	return p
}

// takeOver fills in what is typed at the top of the window, when it has changed since it was last taken over.
func (p *racePane) takeOver() {
	f := p.app.form
	lines := f.seedLines()
	now := f.keywords.Text + "\n" + strings.Join(lines, "\n")
	if now == p.taken || strings.TrimSpace(now) == "" || p.board.start.Disabled() {
		return
	}
	p.taken = now
	p.topic.keywords.SetText(f.keywords.Text)
	p.topic.set(lines)
}

// topicForm asks for a topic, for addresses, and for the budget of each contestant.
type topicForm struct {
	app      *App
	keywords *entry
	urls     *entry
	more     *widgets.Line // tells of addresses that are too many for the entry
	numbers  *widgets.ParamForm
	sample   *widgets.Select
	onSample func(t corpus.SampleTopic, pages []string)

	extra []string // addresses that are too many for the entry
}

func newTopicForm(a *App, hint string) *topicForm {
	f := &topicForm{app: a, more: widgets.NewCaption("")}
	k := keys{a.shortcut, a.escape}
	f.keywords = newEntry(k)
	f.keywords.SetPlaceHolder(lang.L("What are you looking for?"))
	f.urls = newEntry(k)
	f.urls.MultiLine, f.urls.Wrapping, f.urls.Scroll = true, fyne.TextWrapOff, fyne.ScrollBoth
	f.urls.SetMinRowsVisible(4)
	f.urls.SetPlaceHolder(hint)
	budget := field("pages", lang.L("Pages"), lang.L("Budget of each contestant. All other settings are those of every crawl, under Advanced."), 1, 10_000_000, true)
	budget.Default = "200"
	f.numbers = widgets.NewParamForm([]widgets.Field{budget})
	f.sample = widgets.NewSelect(nil, func(string) { f.sampleChosen() })
	f.sample.PlaceHolder = lang.L("Or try a topic of the sample web")
	f.more.Hide()
	return f
}

// offer lets the user choose among the topics of the sample web.
func (f *topicForm) offer(topics []corpus.SampleTopic) {
	var names []string
	for _, t := range topics {
		names = append(names, t.Name)
	}
	f.sample.SetOptions(names)
}

// sampleChosen fills the form with a topic of the sample web.
func (f *topicForm) sampleChosen() {
	i := f.sample.SelectedIndex()
	if i < 0 {
		return
	}
	web, err := f.app.sample.load() // it is there: its topics are offered
	if err != nil {
		f.app.fail(err)
		return
	}
	t := web.Topics()[i]
	var pages []string
	for _, url := range web.URLs() {
		if slices.ContainsFunc(t.Seeds, func(home string) bool { return strings.HasPrefix(url, home) }) {
			pages = append(pages, url)
		}
	}
	f.set(nil)
	f.onSample(t, pages)
	f.sample.ClearSelected()
}

// set fills in addresses.
func (f *topicForm) set(lines []string) {
	shown := lines[:min(len(lines), seedsInEntry)]
	f.extra = lines[len(shown):]
	f.urls.SetText(strings.Join(shown, "\n"))
	f.more.SetText(lang.XN("race.more", "and {{.N}} more", len(f.extra), map[string]any{"N": count(len(f.extra))}))
	show(f.more, len(f.extra) > 0)
}

// lines are the addresses, without empty lines.
func (f *topicForm) lines() []string {
	var lines []string
	for _, line := range append(strings.Split(f.urls.Text, "\n"), f.extra...) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// settings are those of every crawl, with the budget of this form.
func (f *topicForm) settings() (engine.Settings, error) {
	_, settings, fault := f.app.drawer.values()
	if fault == "" {
		fault = f.numbers.Check()
	}
	if fault != "" {
		return settings, errors.New(fault)
	}
	pages, err := strconv.Atoi(f.numbers.Values()["pages"])
	settings.Pages = pages
	return settings, err
}

func (f *topicForm) inputs() []fyne.Disableable {
	return []fyne.Disableable{f.keywords, f.urls, f.sample}
}
