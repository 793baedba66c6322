package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Status is what a StatusBar shows.
type Status struct {
	State string  // "Running", "Finished: …"
	Note  string  // a sentence under it
	Done  float64 // share of the budget, 0…1; negative = not known
	Calm  bool    // nothing is going on: the bar is drawn in grey
	Facts []Fact
}

// StatusBar shows how far something has come: a bar over its whole length, the state, and a row of facts. A fact with
// details opens them on a click. Where not all facts have room the last ones are left out.
type StatusBar struct {
	widget.BaseWidget

	// OnDetail is called when the user chooses a line of a fact's details.
	OnDetail func(f Fact, line int)

	bar         *Bar
	state, note *Line
	cells       []*factCell
	shown       int // facts that there are
}

// NewStatusBar returns a bar that shows nothing.
func NewStatusBar() *StatusBar {
	s := &StatusBar{bar: NewBar(), state: NewHeading(""), note: NewCaption("")}
	s.ExtendBaseWidget(s)
	return s
}

// Set shows another state.
func (s *StatusBar) Set(v Status) {
	color := fyne.ThemeColorName(theme.ColorNamePrimary)
	if v.Calm {
		color = theme.ColorNameDisabled
	}
	s.bar.Set(0, v.Done, color)
	s.state.SetText(v.State)
	s.note.SetText(v.Note)
	moved := s.shown != len(v.Facts)
	s.shown = len(v.Facts)
	for i, fact := range v.Facts {
		if i == len(s.cells) {
			s.cells = append(s.cells, newFactCell(func(f Fact, line int) {
				if s.OnDetail != nil {
					s.OnDetail(f, line)
				}
			}))
			moved = true
		}
		if s.cells[i].show(fact) {
			moved = true
		}
	}
	if moved {
		s.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (s *StatusBar) CreateRenderer() fyne.WidgetRenderer { return &statusRenderer{s} }

type statusRenderer struct{ bar *StatusBar }

// Layout implements fyne.WidgetRenderer: the facts stand at the right, the state takes what is left of them.
func (r *statusRenderer) Layout(size fyne.Size) {
	s := r.bar
	const gap = 26
	top := s.bar.MinSize().Height
	put(s.bar, 0, 0, size.Width, top)
	least := r.MinSize()
	y := top + (size.Height-top-(least.Height-top))/2 + 4
	room := size.Width - least.Width
	x := size.Width
	fits := 0
	for _, c := range s.cells[:s.shown] {
		if w := c.room().Width + gap; room >= w {
			room -= w
			fits++
		} else {
			break
		}
	}
	for i := s.shown - 1; i >= 0; i-- {
		c := s.cells[i]
		if i >= fits {
			c.Hide()
			continue
		}
		need := c.room()
		x -= need.Width
		put(c, x, y, need.Width, need.Height)
		c.Show()
		x -= gap
	}
	for _, c := range s.cells[s.shown:] {
		c.Hide()
	}
	state, note := s.state.MinSize().Height, s.note.MinSize().Height
	put(s.state, 0, y, max(0, x), state)
	put(s.note, 0, y+state, max(0, x), note)
}

// MinSize implements fyne.WidgetRenderer.
func (r *statusRenderer) MinSize() fyne.Size {
	s := r.bar
	return fyne.NewSize(170, s.bar.MinSize().Height+s.state.MinSize().Height+s.note.MinSize().Height+8)
}

// Refresh implements fyne.WidgetRenderer.
func (r *statusRenderer) Refresh() {
	r.Layout(r.bar.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *statusRenderer) Objects() []fyne.CanvasObject {
	s := r.bar
	objects := []fyne.CanvasObject{s.bar, s.state, s.note}
	for _, c := range s.cells {
		objects = append(objects, c)
	}
	return objects
}

// Destroy implements fyne.WidgetRenderer.
func (r *statusRenderer) Destroy() {}
