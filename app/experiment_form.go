package app

import (
	"errors"
	"path/filepath"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/lab"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// experimentForm asks for everything of an experiment but its contestants: what is crawled, for which topics, from where,
// and how far. What a spec's file says beyond that is kept as it is.
type experimentForm struct {
	app  *App
	view *fyne.Container

	name     *entry
	kind     *widgets.Select
	path     *widgets.Line
	choose   *widget.Button
	session  *widgets.Select
	topics   *widgets.Line
	file     *widget.Button
	drop     *widget.Button
	numbers  *widgets.ParamForm // is shown elsewhere
	sessions []session.Summary  // that session offers

	base lab.Spec // what the fields do not show
	dir  string   // of the file it came from; empty = none
}

// corpusKinds are the corpora there are, as a spec names them.
var corpusKinds = []string{"sample", "folder", "warc", "session"}

func newExperimentForm(a *App) *experimentForm {
	f := &experimentForm{app: a, path: widgets.NewLine(""), topics: widgets.NewLine("")}
	f.name = newEntry(keys{a.shortcut, a.escape})
	f.name.SetPlaceHolder(lang.L("Name of the experiment"))
	f.choose = widget.NewButtonWithIcon(lang.L("Choose…"), theme.FolderOpenIcon(), f.chooseCorpus)
	f.session = widgets.NewSelect(nil, func(string) {
		if i := f.session.SelectedIndex(); i >= 0 {
			f.base.Corpus.Path = f.sessions[i].ID
		}
	})
	f.session.PlaceHolder = lang.L("Choose a session")
	f.file = widget.NewButtonWithIcon(lang.L("Topics…"), theme.FolderOpenIcon(), f.chooseTopics)
	f.drop = widget.NewButtonWithIcon("", theme.CancelIcon(), func() { f.setTopics("") })
	f.drop.Importance = widget.LowImportance
	f.kind = widgets.NewSelect([]string{lang.L("The sample web (no network needed)"), lang.L("A folder of HTML files"), lang.L("A WARC file"), lang.L("A saved session")}, func(string) { f.kindChosen() })
	f.numbers = widgets.NewParamForm(experimentFields())
	place := container.NewBorder(nil, nil, nil, f.choose, f.path)
	file := container.NewBorder(nil, nil, nil, container.NewHBox(f.drop, f.file), f.topics)
	f.view = container.NewVBox(f.name, widgets.NewHeading(lang.L("What is crawled")), f.kind, place, f.session, file)
	f.set(lab.Spec{Name: lang.L("My experiment"), Corpus: lab.CorpusSpec{Kind: "sample"}, Pages: 200, Topics: lab.TopicsSpec{Count: 4}}, "")
	return f
}

// numberField is a whole number of a spec.
type numberField struct {
	widgets.Field
	of func(*lab.Spec) *int
}

// experimentNumbers are the numbers of a spec that the form shows; 0 stands for the default in a spec, not in the form.
func experimentNumbers() []numberField {
	return []numberField{
		{field("pages", lang.L("Pages"), lang.L("Budget of each crawl."), 1, 10_000_000, true), func(s *lab.Spec) *int { return &s.Pages }},
		{field("topics", lang.L("Topics"), lang.L("As many are drawn at random. 0 = all there are."), 0, 1_000_000, true), func(s *lab.Spec) *int { return &s.Topics.Count }},
		{field("distance", lang.L("Distance of the seeds"), lang.L("Links from a seed to the nearest target, at most. 0 = half of a topic's pages are the seeds, the other half the targets."), 0, 10, true),
			func(s *lab.Spec) *int { return &s.Task.Distance }},
		{field("seeds", lang.L("Seeds"), lang.L("Of each crawl."), 1, 10_000, true), func(s *lab.Spec) *int { return &s.Task.Seeds }},
		{field("runs", lang.L("Runs"), lang.L("Crawls of each contestant for a topic, each from other seeds."), 1, 10_000, true), func(s *lab.Spec) *int { return &s.Task.Runs }},
		{field("buffer", lang.L("Frontier size"), lang.L("The most links that may wait (MAX_BUFFER); the worst go first."), 1, 1_000_000, true), func(s *lab.Spec) *int { return &s.Buffer }},
	}
}

// experimentFields are the fields of the form of numbers, at a spec's defaults.
func experimentFields() []widgets.Field {
	defaults := map[string]string{"pages": "1000", "topics": "0", "distance": "0", "seeds": "10", "runs": "1", "buffer": "256"}
	var fields []widgets.Field
	for _, n := range experimentNumbers() {
		n.Default = defaults[n.Name]
		fields = append(fields, n.Field)
	}
	seed := field("rand", lang.L("Random seed"), lang.L("The same number gives the same choices again."), 1, 1<<53, true)
	seed.Default = "1"
	return append(fields, seed)
}

// spec is the experiment without its contestants. The error is a sentence for the user.
func (f *experimentForm) spec() (lab.Spec, error) {
	spec := f.base
	spec.Contestants = nil
	spec.Name = widgets.Clean(f.name.Text, 200)
	if fault := f.numbers.Check(); fault != "" {
		return spec, errors.New(fault)
	}
	values := f.numbers.Values()
	for _, n := range experimentNumbers() {
		*n.of(&spec) = int(number(values[n.Name]))
	}
	spec.Rand = uint64(number(values["rand"]))
	if spec.Corpus.Kind == "session" && spec.Corpus.Path == "" {
		return spec, errors.New(lang.L("Choose the session whose pages are crawled."))
	}
	if spec.Corpus.Path == "" && spec.Corpus.Kind != "sample" {
		return spec, errors.New(lang.L("Choose the folder or the file that is crawled."))
	}
	if spec.Topics.File == "" && (spec.Corpus.Kind == "warc" || spec.Corpus.Kind == "session") {
		return spec, errors.New(lang.L("Choose a file of topics: an archive and a session have none of their own. docs/laboratory.md describes it."))
	}
	return spec, nil
}

// set fills the form with a spec whose file is in that folder.
func (f *experimentForm) set(spec lab.Spec, dir string) {
	f.base, f.dir = spec, dir
	f.name.SetText(widgets.Clean(spec.Name, 200))
	values := map[string]string{}
	for _, n := range experimentNumbers() {
		if v := *n.of(&spec); v != 0 {
			values[n.Name] = strconv.Itoa(v)
		}
	}
	if spec.Rand != 0 {
		values["rand"] = strconv.FormatUint(spec.Rand, 10)
	}
	f.numbers.Reset()
	f.numbers.Set(values)
	for i, kind := range corpusKinds {
		if kind == spec.Corpus.Kind {
			f.kind.SetSelectedIndex(i)
		}
	}
	f.base.Corpus = spec.Corpus // which choosing the kind has emptied
	f.setPath(spec.Corpus.Path)
	f.setTopics(spec.Topics.File)
	f.offer(f.sessions)
}

// kindChosen shows what the chosen kind of corpus needs.
func (f *experimentForm) kindChosen() {
	kind := corpusKinds[max(0, f.kind.SelectedIndex())]
	if f.base.Corpus.Kind != kind {
		f.base.Corpus = lab.CorpusSpec{Kind: kind}
		f.setPath("")
	}
	isFile := kind == "folder" || kind == "warc"
	show(f.path, isFile)
	show(f.choose, isFile)
	show(f.session, kind == "session")
	show(f.topics, kind != "sample")
	show(f.file, kind != "sample")
	f.setTopics(f.base.Topics.File)
	f.view.Refresh()
}

func (f *experimentForm) setPath(path string) {
	f.base.Corpus.Path = path
	f.path.SetText(lang.L("Nothing chosen"))
	if path != "" {
		f.path.SetText(widgets.Clean(filepath.Base(path), 80))
	}
}

func (f *experimentForm) setTopics(path string) {
	f.base.Topics.File = path
	f.topics.SetText(lang.L("No file of topics"))
	if path != "" {
		f.topics.SetText(widgets.Clean(filepath.Base(path), 80))
	}
	if path == "" && f.base.Corpus.Kind == "folder" {
		f.topics.SetText(lang.L("Topics: its categories.tsv"))
	}
	show(f.drop, path != "" && f.base.Corpus.Kind != "sample")
}

// chooseCorpus asks for the folder or the file.
func (f *experimentForm) chooseCorpus() {
	if f.base.Corpus.Kind == "folder" {
		f.app.openFolder(f.setPath)
		return
	}
	f.app.openFile("", []string{".warc", ".gz"}, func(file fyne.URIReadCloser) {
		f.setPath(file.URI().Path())
		_ = file.Close() // nothing was read
	})
}

func (f *experimentForm) chooseTopics() {
	f.app.openFile("", []string{".tsv", ".json"}, func(file fyne.URIReadCloser) {
		f.setTopics(file.URI().Path())
		_ = file.Close() // nothing was read
	})
}

// offer lets the user choose among these sessions.
func (f *experimentForm) offer(all []session.Summary) {
	f.sessions = all
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = sessionChoice(s)
	}
	path := f.base.Corpus.Path
	f.session.SetOptions(names)
	f.session.ClearSelected()
	for i, s := range all {
		if f.base.Corpus.Kind == "session" && s.ID == path {
			f.session.SetSelectedIndex(i)
		}
	}
}

// sessionChoice is a session in a list to choose from.
func sessionChoice(s session.Summary) string {
	return joined(sessionName(s), pages(s.Pages), day(s.Updated))
}

func (f *experimentForm) enable(on bool) {
	for _, o := range []fyne.Disableable{f.name, f.kind, f.choose, f.session, f.file, f.drop} {
		enable(o, on)
	}
	f.numbers.Enable(on)
}
