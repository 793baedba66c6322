package app

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// modelFile is the file that a crawl gives its family, as the drawer shows it: which one, and buttons to choose another
// or none; of a taxonomy also which categories are good, and a button to mark others. It is empty for a family that takes
// none.
type modelFile struct {
	view   *fyne.Container
	title  *widgets.Line
	doc    *widgets.Note
	name   *widgets.Line
	choose *widget.Button
	drop   *widget.Button
	good   *widgets.Note
	mark   *widget.Button

	changed func() // is called when the view may need another height

	family crawlers.Family
	chosen map[string]chosenFile // by family: a file stays chosen while another family is looked at
}

// newModelFile returns it without a family. choose is called when the user wants to choose a file, mark when to mark
// categories.
func newModelFile(choose, mark func()) *modelFile {
	m := &modelFile{
		title: widgets.NewHeading(""), doc: widgets.NewNote(""), name: widgets.NewLine(""), good: widgets.NewNote(""), chosen: map[string]chosenFile{},
		choose: widget.NewButtonWithIcon(lang.L("Open file…"), theme.FolderOpenIcon(), choose),
		mark:   widget.NewButtonWithIcon(lang.L("Mark good categories…"), theme.ListIcon(), mark),
	}
	m.drop = widget.NewButtonWithIcon("", theme.CancelIcon(), func() { m.set(m.family, chosenFile{}) })
	m.drop.Importance = widget.LowImportance
	m.good.ColorName = theme.ColorNameForeground
	m.view = container.NewVBox(m.title, m.doc, container.NewBorder(nil, nil, m.choose, m.drop, m.name), m.good, container.NewHBox(m.mark))
	m.view.Hide()
	return m
}

// setFamily shows what was chosen for that family.
func (m *modelFile) setFamily(f crawlers.Family) {
	m.family = f
	show(m.view, f.Model != nil)
	if f.Model == nil {
		return
	}
	m.title.SetText(f.Model.Name)
	m.doc.SetText(modelDoc(f))
	file := m.chosen[f.Name]
	m.name.SetText(lang.L("No file"))
	if file.data != nil {
		m.name.SetText(widgets.Clean(file.name, 80))
	}
	m.good.SetText(goodNote(file))
	show(m.drop, file.data != nil)
	show(m.good, takesTree(f))
	show(m.mark, takesTree(f))
	m.view.Refresh()
}

// set makes a file the one of that family.
func (m *modelFile) set(f crawlers.Family, file chosenFile) {
	m.chosen[f.Name] = file
	m.setFamily(m.family)
	m.changed()
}

// file is what was chosen for the family that is shown.
func (m *modelFile) file() chosenFile { return m.chosen[m.family.Name] }

func (m *modelFile) enable(on bool) {
	enable(m.choose, on)
	enable(m.drop, on)
	enable(m.mark, on)
}

// chooseModel asks for a file for the family that is chosen.
func (a *App) chooseModel() {
	if a.phase == empty {
		f := a.form.chosenFamily()
		a.openFile("", nil, func(file fyne.URIReadCloser) { a.readModel(f, file) })
	}
}

// readModel makes a file the one of that family, unless a session is opened meanwhile.
func (a *App) readModel(f crawlers.Family, file fyne.URIReadCloser) {
	a.readModelFile(f, file, func(chosen chosenFile) {
		if a.phase == empty {
			a.drawer.model.set(f, chosen)
		}
	})
}

// readModelFile reads and checks a family's file in the background.
func (a *App) readModelFile(f crawlers.Family, file fyne.URIReadCloser, then func(chosenFile)) {
	name, path := file.URI().Name(), file.URI().Path()
	a.background(func() {
		data, err := session.ReadModel(f, name, file)
		err = errors.Join(err, file.Close())
		chosen := newChosenFile(f, name, path, data)
		a.ui(func() {
			if err != nil {
				a.fail(err)
				return
			}
			then(chosen)
		})
	})
}
