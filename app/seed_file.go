package app

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"orbweaver/crawlers"
	"orbweaver/storage/session"
)

// seedFileLimit is how much of a file of seeds is read: 8 MB hold more addresses than a frontier.
const seedFileLimit = 8 << 20

// chooseSeedFile asks for a text file of addresses.
func (a *App) chooseSeedFile() {
	if a.phase != empty {
		return
	}
	a.openFile("", nil, a.readSeedFile)
}

// dropped takes text files of addresses that were dropped on the window. Even opening one may take its time.
func (a *App) dropped(_ fyne.Position, files []fyne.URI) {
	if a.phase != empty || a.lab.open.Load() {
		return
	}
	for _, uri := range files {
		a.addSeeds(uri.Name(), func() (io.ReadCloser, error) { return storage.Reader(uri) })
	}
}

// readSeedFile puts the lines of an open file into the form.
func (a *App) readSeedFile(file fyne.URIReadCloser) {
	a.addSeeds(file.URI().Name(), func() (io.ReadCloser, error) { return file, nil })
}

// addSeeds reads a file of that name in the background and puts its lines into the form, unless a session is opened
// meanwhile.
func (a *App) addSeeds(name string, open func() (io.ReadCloser, error)) {
	a.background(func() {
		var lines []string
		file, err := open()
		if err == nil {
			lines, err = seedLines(file)
			err = errors.Join(err, file.Close())
		}
		a.ui(func() {
			switch {
			case err != nil:
				a.fail(fmt.Errorf("%s: %w", name, err))
			case a.phase == empty:
				a.form.addSeeds(lines, name)
			}
		})
	})
}

// notText is what is wrong with a file that is no list of addresses.
func notText() error { return errors.New(lang.L("This is not a text file with one address a line.")) }

// seedLines reads one address a line. Empty lines and lines that begin with # are left out.
func seedLines(r io.Reader) ([]string, error) {
	var lines []string
	scanner := bufio.NewScanner(io.LimitReader(r, seedFileLimit))
	for scanner.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(scanner.Text(), "\uFEFF"))
		if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
			return nil, notText()
		}
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, notText()
	} else if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, errors.New(lang.L("There is no address in it."))
	}
	return lines, nil
}

// familyChosen shows the settings of the family that the user has chosen.
func (a *App) familyChosen(f crawlers.Family) { a.drawer.setFamily(f) }

// showSpec fills the form with what a session was started with.
func (a *App) showSpec(spec session.Spec) {
	f := a.form
	f.say("")
	f.keywords.SetText(spec.Keywords)
	f.setExtra(nil, "")
	f.seeds.SetText(strings.Join(spec.Seeds[:min(len(spec.Seeds), seedsInEntry)], "\n"))
	if len(spec.Seeds) > seedsInEntry {
		f.setExtra(spec.Seeds[seedsInEntry:], spec.Name)
	}
	f.chooseFamily(spec.Family)
	f.budget.SetText(fmt.Sprint(a.sitting.crawl.Stats().Budget))
	a.drawer.show(spec.Params, spec.Settings)
	family := f.chosenFamily()
	if before := a.drawer.model.chosen[family.Name]; !bytes.Equal(before.data, spec.Model) { // else more is known of it
		a.drawer.model.set(family, a.sitting.model)
	}
}
