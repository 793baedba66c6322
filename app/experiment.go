package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/lab"
	"orbweaver/widgets"
)

// experimentPane makes an experiment of what the user chooses, or of a spec's file, and runs it.
type experimentPane struct {
	app   *App
	view  fyne.CanvasObject
	board *board

	form        *experimentForm
	contestants *contestantsPane
	fault       *widgets.Note
	report      *widget.Button
	options     experimentOptions

	run   *experimentRun // the latest one; nil = there was none
	drawn drawn          // belongs to the pump
}

// drawn is what a board shows: of which run, how new, and which metric.
type drawn struct {
	of      any
	changes int
	metric  string
}

func newExperimentPane(a *App) *experimentPane {
	p := &experimentPane{app: a, fault: newFaultNote(), options: experimentOptions{session: a.library.Corpus, open: lab.Open}}
	p.contestants = newContestantsPane(a.form.families, a.chooseParams)
	p.form = newExperimentForm(a)
	p.report = widget.NewButtonWithIcon(lang.L("Open report"), theme.DocumentIcon(), p.openReport)
	p.report.Disable()
	p.board = newBoard(lang.L("Choose families and press Start. Their curves grow here while they crawl."), liveMetrics(),
		boardActions{start: p.start, stop: p.stop, changed: a.pump.now, paint: a.backgroundThen}, p.report)
	load := widget.NewButtonWithIcon(lang.L("Open spec…"), theme.FolderOpenIcon(), p.openSpec)
	save := widget.NewButtonWithIcon(lang.L("Save spec…"), theme.DocumentSaveIcon(), p.saveSpec)
	kept := widget.NewButtonWithIcon(lang.L("Kept results…"), theme.StorageIcon(), p.showKept)
	p.view = labColumns(p.board, p.fault, container.NewGridWithColumns(2, load, save), kept, p.form.view,
		widgets.NewHeading(lang.L("Contestants")), p.contestants.view, widgets.NewHeading(lang.L("How they crawl")), p.form.numbers)
	return p
}

// labColumns puts the settings of a comparison to the left of its board.
func labColumns(b *board, fault *widgets.Note, settings ...fyne.CanvasObject) fyne.CanvasObject {
	scroll := container.NewVScroll(container.NewPadded(container.NewVBox(settings...)))
	left := widgets.NewPanel(container.NewBorder(nil, fault, nil, nil, scroll))
	split := container.NewHSplit(left, widgets.NewPanel(b.view))
	split.SetOffset(0.3)
	return split
}

// spec is the experiment that the pane describes, with the families' files that it names, which are still to be written.
// The error is a sentence for the user.
func (p *experimentPane) spec() (spec lab.Spec, models modelFiles, err error) {
	if spec, err = p.form.spec(); err != nil {
		return spec, nil, err
	}
	models = modelFiles{}
	for _, c := range p.contestants.chosen() {
		in := c.inSpec()
		if c.path == "" && c.file.data != nil {
			sum := sha256.Sum256(c.file.data)
			in.Model = filepath.Join(p.folder(), modelsFolder, hex.EncodeToString(sum[:8]))
			models[in.Model] = c.file
		}
		spec.Contestants = append(spec.Contestants, in)
	}
	return spec, models, spec.Check()
}

// modelFiles are families' files, by the paths under which specs name them.
type modelFiles map[string]chosenFile

// modelsFolder is where they are, in the folder of experiments.
const modelsFolder = "models"

// write writes them; a file of the same name holds the same.
func (m modelFiles) write() error {
	for path, file := range m {
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, file.data, 0o600)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file.name, err)
		}
	}
	return nil
}

// folder is where experiments and what belongs to them are kept.
func (p *experimentPane) folder() string {
	return filepath.Join(p.app.library.Dir(), "laboratory")
}

// resultsOf is the folder of a spec's results: the same spec has the same one, so that what was stopped goes on.
func (p *experimentPane) resultsOf(spec lab.Spec) (string, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return "", fmt.Errorf("the spec: %w", err)
	}
	sum := sha256.Sum256(text)
	return filepath.Join(p.folder(), fileName(spec.Name)+"-"+hex.EncodeToString(sum[:4])), nil
}

// fileName makes a name that every file system takes of what the user calls something.
func fileName(name string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name)
	kept = strings.Join(strings.FieldsFunc(kept, func(r rune) bool { return r == '-' }), "-")
	if kept == "" {
		return "experiment"
	}
	return kept[:min(len(kept), 40)]
}

// start runs the experiment, or lets the rest of it run.
func (p *experimentPane) start() {
	if p.board.start.Disabled() {
		return
	}
	spec, models, err := p.spec()
	if err != nil {
		p.say(err)
		return
	}
	out, err := p.resultsOf(spec)
	if err != nil {
		p.say(err)
		return
	}
	p.say(nil)
	ctx, halt := context.WithCancel(p.app.ctx)
	run := newExperimentRun(spec, out, halt)
	options := p.options
	options.dir = p.form.dir
	p.run = run
	p.app.lab.experiment.Store(run)
	p.enable(false)
	p.app.background(func() {
		defer halt()
		err := models.write()
		if err == nil {
			err = keepSpec(spec, out)
		}
		if err == nil {
			err = run.run(ctx, options)
		}
		p.app.ui(func() { p.ended(run, err) })
	})
}

// specFile is the spec's name among its results.
const specFile = "spec.json"

// keepSpec writes the spec into the folder of its results, from where it can be opened again.
func keepSpec(spec lab.Spec, out string) error {
	if err := os.MkdirAll(out, 0o700); err != nil {
		return fmt.Errorf("%s: %w", lang.L("The folder of the results can not be made"), err)
	}
	return writeSpec(spec, func() (io.WriteCloser, error) { return os.Create(filepath.Join(out, specFile)) }) // #nosec G304 -- in the folder of results, which the user has named
}

func writeSpec(spec lab.Spec, create func() (io.WriteCloser, error)) error {
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		return fmt.Errorf("the spec: %w", err)
	}
	file, err := create()
	if err == nil {
		_, err = file.Write(append(text, '\n'))
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", lang.L("The spec can not be written"), err)
	}
	return nil
}

// stop ends the crawls under way; what has been finished is kept.
func (p *experimentPane) stop() {
	if p.run != nil {
		enable(p.board.stop, false)
		p.run.halt()
	}
}

// ended follows the end of a run.
func (p *experimentPane) ended(run *experimentRun, err error) {
	if p.run != run {
		return
	}
	p.enable(true)
	enable(p.report, run.reportFile() != "")
	if err != nil && !errors.Is(err, context.Canceled) {
		p.say(err)
	}
	p.app.lab.changed()
}

// enable lets the user change the experiment, or not.
func (p *experimentPane) enable(on bool) {
	p.board.running(!on)
	p.form.enable(on)
	p.contestants.enable(on)
	if !on {
		p.report.Disable()
	}
	p.app.lab.changed()
}

// say shows what is wrong; nil = nothing.
func (p *experimentPane) say(err error) { sayUnder(p.fault, err) }

// sayUnder shows an error, or nothing, in a note of its own.
func sayUnder(fault *widgets.Note, err error) {
	show(fault, err != nil)
	if err != nil {
		fault.SetText(explain(err))
	}
}

// openReport shows the report in the browser.
func (p *experimentPane) openReport() {
	path := p.run.reportFile()
	err := p.app.fyne.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
	if err != nil {
		p.app.fail(fmt.Errorf("%s %s: %w", lang.L("The report is"), path, err))
	}
}

// openSpec asks for a spec's file and fills the pane with what it says.
func (p *experimentPane) openSpec() {
	p.app.openFile(p.folder(), []string{".json"}, p.readSpec)
}

// readSpec reads a spec in the background. What is wrong is said with its line.
func (p *experimentPane) readSpec(file fyne.URIReadCloser) {
	name, path := file.URI().Name(), file.URI().Path()
	p.app.background(func() {
		spec, err := lab.ReadSpec(file)
		err = errors.Join(err, file.Close())
		p.app.ui(func() {
			if err == nil {
				err = p.set(spec, filepath.Dir(path))
			}
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			p.say(err)
		})
	})
}

// set fills the pane with a spec whose file is in that folder.
func (p *experimentPane) set(spec lab.Spec, dir string) error {
	if p.board.start.Disabled() {
		return errors.New(lang.L("An experiment is running: stop it first."))
	}
	var chosen []*contestant
	for _, in := range spec.Contestants {
		c, err := likeInSpec(in)
		if err != nil {
			return err
		}
		chosen = append(chosen, c)
	}
	p.contestants.set(chosen)
	p.form.set(spec, dir)
	return nil
}

// saveSpec asks where to write the spec. Its paths are written as they are: beside another file they would mean others.
func (p *experimentPane) saveSpec() {
	spec, models, err := p.spec()
	if p.say(err); err != nil {
		return
	}
	dir := p.form.dir
	p.app.saveFile(fileName(spec.Name)+".json", func(file fyne.URIWriteCloser) {
		p.app.background(func() {
			err := errors.Join(models.write(), writeSpec(absolute(spec, dir), func() (io.WriteCloser, error) { return file, nil }))
			p.app.ui(func() {
				if err != nil {
					p.app.fail(err)
				}
			})
		})
	})
}

// absolute is the spec with paths that mean the same wherever its file is.
func absolute(spec lab.Spec, dir string) lab.Spec {
	for _, path := range append(modelPaths(&spec), &spec.Topics.File) {
		*path = absolutePath(*path, dir)
	}
	if spec.Corpus.Kind == "folder" || spec.Corpus.Kind == "warc" {
		spec.Corpus.Path = absolutePath(spec.Corpus.Path, dir)
	}
	return spec
}

func modelPaths(spec *lab.Spec) []*string {
	spec.Contestants = append([]lab.Contestant(nil), spec.Contestants...)
	var paths []*string
	for i := range spec.Contestants {
		paths = append(paths, &spec.Contestants[i].Model)
	}
	return paths
}

// absolutePath is a path that is looked for in a folder; where it is not there it is looked for elsewhere, and stays.
func absolutePath(path, dir string) string {
	if path == "" || filepath.IsAbs(path) || dir == "" {
		return path
	}
	beside := filepath.Join(dir, path)
	if _, err := os.Stat(beside); err != nil {
		return path
	}
	return beside
}

// fold is called by the pump: it asks for what there is new to show.
func (p *experimentPane) fold(run *experimentRun) func() {
	metric := p.board.metricName()
	now := drawn{run, run.seen(), metric}
	if p.drawn == now {
		return nil
	}
	p.drawn = now
	s := run.scores(metric)
	return func() {
		if p.run == run {
			p.board.show(s)
		}
	}
}
