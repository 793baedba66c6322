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
	details     []string
	widest      float32
}

func newFactCell() *factCell {
	c := &factCell{name: NewCaption(""), value: NewHeading("")}
	c.name.Whole, c.value.Whole = true, true
	c.ExtendBaseWidget(c)
	return c
}

// show makes the cell that of a fact and reports whether it needs more room than before.
func (c *factCell) show(f Fact) (grown bool) {
	c.name.SetText(f.Name)
	c.value.SetText(f.Value)
	c.details = f.Details
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
	if len(c.details) == 0 {
		return
	}
	items := make([]*fyne.MenuItem, len(c.details))
	for i, line := range c.details {
		items[i] = fyne.NewMenuItem(line, func() {})
	}
	driver := fyne.CurrentApp().Driver()
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), driver.CanvasForObject(c))
	at := driver.AbsolutePositionForObject(c)
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height))
}
