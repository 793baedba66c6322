package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"
)

// drawer is the pane of advanced settings: the parameters of the family that is chosen, then those of every crawl.
type drawer struct {
	view     fyne.CanvasObject
	heading  *widgets.Line
	doc      *widgets.Note
	place    *fyne.Container // of the family's form
	params   *widgets.ParamForm
	model    *modelFile
	body     *fyne.Container
	crawl    *widgets.ParamForm
	settings []setting
	enabled  bool
	kept     map[string]map[string]string // a family's values, while another one is chosen
	family   crawlers.Family
}

// newDrawer returns the pane without a family: it wants one before anything else is asked of it.
func newDrawer(onClose, onChooseModel, onMark func()) *drawer {
	d := &drawer{model: newModelFile(onChooseModel, onMark), heading: widgets.NewHeading(""), doc: widgets.NewNote(""), place: container.NewStack(), settings: settings(), enabled: true, kept: map[string]map[string]string{}}
	d.crawl = widgets.NewParamForm(settingFields(d.settings))
	shut := widget.NewButtonWithIcon("", theme.CancelIcon(), onClose)
	shut.Importance = widget.LowImportance
	reset := widget.NewButtonWithIcon(lang.L("All defaults"), theme.ContentUndoIcon(), func() {
		if d.enabled {
			d.params.Reset()
			d.model.set(d.family, chosenFile{})
			d.crawl.Reset()
		}
	})
	reset.Importance = widget.LowImportance
	title := widgets.NewHeading(lang.L("Advanced"))
	title.SizeName = theme.SizeNameSubHeadingText
	d.body = container.NewVBox(d.heading, d.doc, d.model.view, d.place, widget.NewSeparator(), widgets.NewHeading(lang.L("Every crawl")), d.crawl)
	d.model.changed = d.settle
	d.view = container.NewBorder(container.NewBorder(nil, nil, nil, container.NewHBox(reset, shut), title), nil, nil, nil,
		container.NewVScroll(container.NewPadded(d.body)))
	return d
}

// setFamily shows the form of that family, with the values that it was left with.
func (d *drawer) setFamily(f crawlers.Family) {
	if d.params != nil {
		d.kept[d.family.Name] = d.params.Values()
	}
	d.family = f
	d.params = widgets.NewParamForm(paramFields(f))
	d.params.Set(d.kept[f.Name])
	d.params.Enable(d.enabled)
	d.model.setFamily(f)
	d.heading.SetText(f.Title)
	doc := joined(familyDoc(f), f.Source)
	if len(f.Params) == 0 {
		doc = joined(doc, lang.L("It has no parameters."))
	}
	d.doc.SetText(doc)
	d.place.Objects = []fyne.CanvasObject{d.params}
	d.settle()
}

// settle gives each part its room after parts have come, gone or changed: twice, because a note that is new knows how
// high it is only once it has been told how wide.
func (d *drawer) settle() {
	d.body.Refresh()
	d.body.Refresh()
}

// values are the parameters and settings as they stand; fault says what is wrong with them, "" if nothing is.
func (d *drawer) values() (params map[string]string, s engine.Settings, fault string) {
	if fault = d.params.Check(); fault == "" {
		fault = d.crawl.Check()
	}
	s = engine.Default()
	typed := d.crawl.Values()
	for _, one := range d.settings {
		one.set(&s, typed[one.Name])
	}
	return d.params.Values(), s, fault
}

// show puts a session's parameters and settings into the forms.
func (d *drawer) show(params map[string]string, s engine.Settings) {
	d.params.Reset()
	d.params.Set(params)
	values := map[string]string{}
	for _, one := range d.settings {
		values[one.Name] = one.get(s)
	}
	d.crawl.Set(values)
	d.settle()
}

func (d *drawer) enable(on bool) {
	d.enabled = on
	d.model.enable(on)
	d.params.Enable(on)
	d.crawl.Enable(on)
}
