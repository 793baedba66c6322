package app

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// firstContestants take part unless the user chooses otherwise: the baseline, and those that need no file and no time to
// learn.
var firstContestants = []string{"best-first", "breadth-first", "infospiders", "shark-search"}

// contestantsPane lets the user choose who takes part: every family has a row with a check box, a button for its parameters,
// and one that adds a variant of it.
type contestantsPane struct {
	view *fyne.Container
	all  []*contestant
	edit func(c *contestant, done func()) // asks for the contestant's parameters

	enabled bool
	inputs  []fyne.Disableable
}

func newContestantsPane(families []crawlers.Family, edit func(*contestant, func())) *contestantsPane {
	p := &contestantsPane{view: container.New(layout.NewCustomPaddedVBoxLayout(0)), edit: edit, enabled: true}
	for _, f := range families {
		p.all = append(p.all, &contestant{label: f.Title, family: f, params: map[string]string{}, takes: slices.Contains(firstContestants, f.Name)})
	}
	p.refresh()
	return p
}

// chosen are the contestants that take part.
func (p *contestantsPane) chosen() []*contestant {
	var chosen []*contestant
	for _, c := range p.all {
		if c.takes {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// set lets exactly these take part. The families' own rows stay, without their checks.
func (p *contestantsPane) set(chosen []*contestant) {
	p.all = slices.DeleteFunc(p.all, func(c *contestant) bool { return c.extra })
	for _, c := range p.all {
		c.takes = false
	}
	p.all = append(slices.Clone(chosen), p.all...)
	p.refresh()
}

func (p *contestantsPane) enable(on bool) {
	p.enabled = on
	for _, o := range p.inputs {
		enable(o, on)
	}
}

// refresh builds the rows anew: there are few, and they change only when the user changes them.
func (p *contestantsPane) refresh() {
	p.view.Objects, p.inputs = nil, nil
	for _, c := range p.all {
		p.view.Add(p.row(c))
	}
	p.enable(p.enabled)
	p.view.Refresh()
}

// row is the row of a contestant.
func (p *contestantsPane) row(c *contestant) fyne.CanvasObject {
	check := widgets.NewCheck("", func(on bool) { c.takes = on })
	check.Checked = c.takes
	tool := func(icon fyne.Resource, do func()) *widget.Button {
		b := widget.NewButtonWithIcon("", icon, do)
		b.Importance = widget.LowImportance
		p.inputs = append(p.inputs, b)
		return b
	}
	p.inputs = append(p.inputs, check)
	tools := container.New(layout.NewCustomPaddedHBoxLayout(0))
	if len(c.family.Params) > 0 || c.family.Model != nil {
		tools.Add(tool(theme.SettingsIcon(), func() { p.edit(c, p.refresh) }))
		tools.Add(tool(theme.ContentAddIcon(), func() { p.addVariant(c) }))
	}
	if c.extra {
		tools.Add(tool(theme.CancelIcon(), func() {
			p.all = slices.DeleteFunc(p.all, func(o *contestant) bool { return o == c })
			p.refresh()
		}))
	}
	name := widgets.NewLine(widgets.Clean(c.label, 80))
	lines := container.New(layout.NewCustomPaddedVBoxLayout(0), name)
	if facts := c.facts(); facts != "" {
		lines.Add(widgets.NewCaption(facts))
	}
	text := newTapArea(lines, func() {
		if p.enabled {
			check.SetChecked(!check.Checked)
		}
	})
	return container.NewBorder(nil, nil, check, container.NewCenter(tools), container.NewVBox(layout.NewSpacer(), text, layout.NewSpacer()))
}

// addVariant adds a variant of a contestant under it, and asks for its parameters.
func (p *contestantsPane) addVariant(of *contestant) {
	v := of.variant(p.all)
	p.all = slices.Insert(p.all, slices.Index(p.all, of)+1, v)
	p.refresh()
	p.edit(v, p.refresh)
}

// tapArea makes everything on it one thing to tap.
type tapArea struct {
	widget.BaseWidget
	content fyne.CanvasObject
	tapped  func()
}

func newTapArea(content fyne.CanvasObject, tapped func()) *tapArea {
	t := &tapArea{content: content, tapped: tapped}
	t.ExtendBaseWidget(t)
	return t
}

// Tapped implements fyne.Tappable.
func (t *tapArea) Tapped(*fyne.PointEvent) { t.tapped() }

// CreateRenderer implements fyne.Widget.
func (t *tapArea) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.content) }

// chooseParams returns what asks for a contestant's name, parameters and file.
func (a *App) chooseParams(c *contestant, done func()) {
	name := newEntry(keys{a.shortcut, a.escape})
	name.SetText(c.label)
	params := widgets.NewParamForm(paramFields(c.family))
	params.Set(c.params)
	model := newModelFile(nil, nil)
	model.setFamily(c.family)
	if c.file.data != nil {
		model.chosen[c.family.Name] = c.file
		model.setFamily(c.family)
	}
	path := c.path
	body := container.NewVBox(widgets.NewCaption(lang.L("Name")), name, widgets.NewNote(joined(familyDoc(c.family), c.family.Source)), model.view, params)
	model.changed = body.Refresh
	model.choose.OnTapped = func() {
		a.openFile("", nil, func(file fyne.URIReadCloser) {
			a.readModelFile(c.family, file, func(chosen chosenFile) {
				path = ""
				model.set(c.family, chosen)
			})
		})
	}
	model.mark.Hide()
	fault := newFaultNote()
	scroll := container.NewVScroll(container.NewPadded(body))
	var close func()
	cancel := widget.NewButton(lang.L("Cancel"), func() { close() })
	apply := widget.NewButton(lang.L("Apply"), func() {
		label := widgets.Clean(name.Text, 80)
		if label == "" {
			label = c.family.Title
		}
		if wrong := params.Check(); wrong != "" {
			fault.SetText(wrong)
			fault.Show()
			return
		}
		c.label, c.params, c.file, c.path = label, params.Values(), model.file(), path
		close()
		done()
	})
	apply.Importance = widget.HighImportance
	buttons := container.NewBorder(nil, nil, nil, container.NewHBox(cancel, apply), fault)
	close = a.ask(c.family.Title, container.NewBorder(nil, buttons, nil, nil, scroll), fyne.NewSize(480, 520))
}
