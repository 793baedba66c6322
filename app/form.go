package app

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// form is the top of the window: what to look for, where to start, how, and the buttons that make it go.
type form struct {
	keywords *entry
	seeds    *entry
	family   *widgets.Select
	budget   *entry
	source   *widgets.Select
	start    *widget.Button
	pause    *widget.Button
	stop     *widget.Button
	fresh    *widget.Button
	advanced *widget.Button
	load     *widget.Button
	compare  *widget.Button // opens the laboratory
	doc      *widgets.Note
	fault    *widgets.Note
	list     *widgets.Line // tells of seeds from a file that are too many for the entry
	drop     *widget.Button
	second   *fyne.Container // the seeds' row, hidden while a session is open
	reflow   func()
	view     *fyne.Container

	families []crawlers.Family
	sources  []seedSource
	extra    []string // seeds from a file that are too many for the entry
}

// formActions is what the form's buttons do.
type formActions struct {
	start, pause, stop, fresh, advanced, load, laboratory func()
	family                                                func(crawlers.Family)
	reflow                                                func() // the form needs another height
	keys                                                  keys
}

func newForm(families []crawlers.Family, do formActions) *form {
	f := &form{families: families, sources: seedSources(), reflow: do.reflow}
	f.keywords = newEntry(do.keys)
	f.keywords.SetPlaceHolder(lang.L("What are you looking for?"))
	f.keywords.OnSubmitted = func(string) { do.start() }
	f.seeds = newEntry(do.keys)
	f.seeds.MultiLine = true
	f.seeds.Wrapping = fyne.TextWrapOff
	f.seeds.Scroll = fyne.ScrollBoth
	f.seeds.SetMinRowsVisible(3)
	f.seeds.SetPlaceHolder(lang.L("Where to start: addresses, one a line. Paste them, or drop a text file here."))
	f.budget = newEntry(do.keys)
	f.budget.SetText("500")
	f.budget.OnSubmitted = func(string) { do.start() }

	titles := make([]string, len(families))
	for i, one := range families {
		titles[i] = one.Title
	}
	f.doc = widgets.NewNote("")
	f.doc.LinesChanged = do.reflow // Fyne keeps one parent to be laid out anew, and forgets others of the same frame
	f.family = widgets.NewSelect(titles, func(string) {
		chosen := f.chosenFamily()
		f.doc.SetText(familyDoc(chosen))
		do.family(chosen)
	})
	var names []string
	for _, s := range f.sources {
		names = append(names, s.title)
	}
	f.source = widgets.NewSelect(names, nil)
	f.source.SetSelectedIndex(0)

	f.start = widget.NewButtonWithIcon(lang.L("Start"), theme.MediaPlayIcon(), do.start)
	f.start.Importance = widget.HighImportance
	f.pause = widget.NewButtonWithIcon(lang.L("Pause"), theme.MediaPauseIcon(), do.pause)
	f.stop = widget.NewButtonWithIcon(lang.L("Stop"), theme.MediaStopIcon(), do.stop)
	f.fresh = widget.NewButtonWithIcon(lang.L("New crawl"), theme.ContentAddIcon(), do.fresh)
	f.advanced = widget.NewButtonWithIcon(lang.L("Advanced"), theme.SettingsIcon(), do.advanced)
	f.compare = widget.NewButtonWithIcon(lang.L("Laboratory"), theme.ComputerIcon(), do.laboratory)
	f.load = widget.NewButtonWithIcon(lang.L("Open list…"), theme.FolderOpenIcon(), do.load)
	f.fault = newFaultNote()
	f.fault.LinesChanged = do.reflow
	f.list = widgets.NewCaption("")
	f.drop = widget.NewButtonWithIcon("", theme.CancelIcon(), func() { f.setExtra(nil, "") })
	f.drop.Importance = widget.LowImportance
	f.build()
	f.setExtra(nil, "")
	return f
}

// build lays the form out in two rows and what is wrong under them.
func (f *form) build() {
	wide := func(width float32, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(layout.NewGridWrapLayout(fyne.NewSize(width, o.MinSize().Height)), o)
	}
	gap := func(o fyne.CanvasObject) fyne.CanvasObject {
		return container.NewBorder(widgets.NewCaption(" "), nil, nil, nil, o)
	}
	buttons := container.NewHBox(f.start, f.pause, f.stop, f.fresh, f.advanced, f.compare)
	choices := container.NewHBox(labelled(lang.L("Crawler"), wide(236, f.family)), labelled(lang.L("Pages"), wide(76, f.budget)), gap(buttons))
	first := container.New(&headRow{changed: f.reflow}, labelled(lang.L("Keywords"), f.keywords), choices)
	side := container.New(layout.NewCustomPaddedVBoxLayout(6),
		labelled(lang.L("Seeds from"), wide(226, f.source)), f.load)
	more := container.NewBorder(nil, nil, nil, f.drop, f.list)
	f.second = container.NewVBox(
		container.NewBorder(nil, nil, nil, side, labelled(lang.L("Seeds"), f.seeds)),
		more, f.doc)
	f.view = container.NewVBox(first, f.second, f.fault)
}

// chosenFamily is the family that is selected, the first one without a selection.
func (f *form) chosenFamily() crawlers.Family { return f.families[max(f.family.SelectedIndex(), 0)] }

// chooseFamily selects a family by name, if there is one of that name.
func (f *form) chooseFamily(name string) {
	if i := slices.IndexFunc(f.families, func(one crawlers.Family) bool { return one.Name == name }); i >= 0 {
		f.family.SetSelectedIndex(i)
	}
}

// chosenSource is where seeds come from when there are only keywords.
func (f *form) chosenSource() seedSource { return f.sources[max(f.source.SelectedIndex(), 0)] }

// seedLines are the seeds as typed or read from a file: one a line, empty lines kept so that line numbers are true.
func (f *form) seedLines() []string {
	lines := strings.Split(f.seeds.Text, "\n")
	if len(f.extra) > 0 {
		lines = append(lines, f.extra...)
	}
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// pages is the page budget; ok says whether it is one.
func (f *form) pages() (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(f.budget.Text))
	return n, err == nil && n >= 0 && n <= 10_000_000
}

// seedsInEntry is how many lines the entry takes; Fyne's entry freezes on very long texts.
const seedsInEntry = 200

// addSeeds puts the lines of a file under the seeds that are there.
func (f *form) addSeeds(lines []string, file string) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(lines) > seedsInEntry {
		f.setExtra(lines, file)
		return
	}
	text := strings.TrimRight(f.seeds.Text, "\n ")
	if text != "" {
		text += "\n"
	}
	f.seeds.SetText(text + strings.Join(lines, "\n"))
}

// setExtra keeps seeds that are too many for the entry, and says so.
func (f *form) setExtra(lines []string, file string) {
	f.extra = lines
	if len(lines) == 0 {
		f.list.Hide()
		f.drop.Hide()
		return
	}
	f.list.SetText(lang.XN("form.extra", "and {{.N}} more seeds from {{.File}}", len(lines), map[string]any{"N": count(len(lines)), "File": widgets.Clean(file, 80)}))
	f.list.Show()
	f.drop.Show()
}

// say shows what is wrong with the form; "" = nothing.
func (f *form) say(fault string) {
	f.fault.SetText(fault)
	if fault == "" { // one takes the place of the other: the window need not grow on a small screen
		f.fault.Hide()
		f.doc.Show()
	} else {
		f.doc.Hide()
		f.fault.Show()
	}
}
