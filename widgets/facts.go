package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Fact is a named value, both ready to show.
type Fact struct {
	Name, Value string
	Details     []string // lines that a click shows; none = not clickable
}

// factCell shows a fact in two lines, the value under its name. It grows with its value and never shrinks, so that
// running numbers do not push their neighbours about.
type factCell struct {
	widget.BaseWidget
	name, value *Line
	fact        Fact
	chosen      func(f Fact, line int) // a line of the details
	widest      float32
}

func newFactCell(chosen func(Fact, int)) *factCell {
	c := &factCell{chosen: chosen, name: NewCaption(""), value: NewHeading("")}
	c.name.Whole, c.value.Whole = true, true
	c.ExtendBaseWidget(c)
	return c
}

// show makes the cell that of a fact and reports whether it needs more room than before.
func (c *factCell) show(f Fact) (grown bool) {
	c.name.SetText(f.Name)
	c.value.SetText(f.Value)
	c.fact = f
	if len(f.Details) > 0 {
		c.value.SetColor(theme.ColorNamePrimary)
	} else {
		c.value.SetColor("")
	}
	before := c.widest
	return c.room().Width > before
}

func (c *factCell) room() fyne.Size {
	name, value := c.name.MinSize(), c.value.MinSize()
	c.widest = max(c.widest, name.Width, value.Width)
	return fyne.NewSize(c.widest, name.Height+value.Height)
}

// CreateRenderer implements fyne.Widget.
func (c *factCell) CreateRenderer() fyne.WidgetRenderer {
	place := func(size fyne.Size) {
		name, value := c.name.MinSize().Height, c.value.MinSize().Height
		put(c.name, 0, 0, size.Width, name)
		put(c.value, 0, name, size.Width, value)
	}
	return arranged(c.room, place, c.name, c.value)
}

// Tapped implements fyne.Tappable: it shows the details, if there are any.
func (c *factCell) Tapped(*fyne.PointEvent) {
	if len(c.fact.Details) == 0 {
		return
	}
	fact := c.fact // the cell may be another's when a line is chosen
	items := make([]*fyne.MenuItem, len(fact.Details))
	for i, line := range fact.Details {
		items[i] = fyne.NewMenuItem(line, func() { c.chosen(fact, i) })
	}
	driver := fyne.CurrentApp().Driver()
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), driver.CanvasForObject(c))
	at := driver.AbsolutePositionForObject(c)
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height))
}
