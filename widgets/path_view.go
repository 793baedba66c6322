package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// PathView shows the pages that led to a page, one under the other, each with why it was chosen. Paths are short: it
// draws all of its rows.
type PathView struct {
	widget.BaseWidget

	// OnOpen is called when the user chooses a page.
	OnOpen func(Link)

	steps  *fyne.Container
	scroll *container.Scroll
	height float32 // of all steps at the width they have
}

// NewPathView returns an empty path.
func NewPathView() *PathView {
	p := &PathView{}
	p.steps = container.New(arrange{func() fyne.Size { return fyne.NewSize(80, p.height) }, p.placeSteps})
	p.scroll = container.NewVScroll(p.steps)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another path, from its first page.
func (p *PathView) Set(path []Link) {
	p.steps.Objects = nil
	for _, l := range path {
		p.steps.Objects = append(p.steps.Objects, newPathStep(l, func() {
			if p.OnOpen != nil {
				p.OnOpen(l)
			}
		}))
	}
	p.scroll.ScrollToTop()
	p.place(p.Size())
}

// CreateRenderer implements fyne.Widget.
func (p *PathView) CreateRenderer() fyne.WidgetRenderer {
	return arranged(func() fyne.Size { return fyne.NewSize(80, 60) }, p.place, p.scroll)
}

// place breaks the texts for the width first: the height follows from it.
func (p *PathView) place(size fyne.Size) {
	p.placeSteps(size)
	put(p.scroll, 0, 0, size.Width, size.Height)
	p.scroll.Refresh()
}

func (p *PathView) placeSteps(size fyne.Size) {
	p.height = 0
	for _, o := range p.steps.Objects {
		o.Resize(fyne.NewSize(size.Width, 0))
		height := o.MinSize().Height
		put(o, 0, p.height, size.Width, height)
		p.height += height
	}
}

// pathStep is a page of a PathView: its row, and under it why it was chosen.
type pathStep struct {
	widget.BaseWidget
	row    *linkRow
	why    *Note
	tapped func()
}

var (
	_ fyne.Tappable      = (*pathStep)(nil)
	_ desktop.Cursorable = (*pathStep)(nil)
)

func newPathStep(l Link, tapped func()) *pathStep {
	s := &pathStep{row: newLinkRow(), why: NewNote(l.Why), tapped: tapped}
	s.row.show(l)
	s.ExtendBaseWidget(s)
	return s
}

const stepGap = 8 // under a step

// CreateRenderer implements fyne.Widget.
func (s *pathStep) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size {
		return fyne.NewSize(80, s.row.MinSize().Height+s.why.MinSize().Height+stepGap)
	}
	place := func(size fyne.Size) {
		row := s.row.MinSize().Height
		put(s.row, 0, 0, size.Width, row)
		s.why.Resize(fyne.NewSize(max(0, size.Width-linkIndent-stepGap), 0)) // wrapping needs the width before the height
		put(s.why, linkIndent, row, max(0, size.Width-linkIndent-stepGap), s.why.MinSize().Height)
	}
	return arranged(least, place, s.row, s.why)
}

// Tapped implements fyne.Tappable.
func (s *pathStep) Tapped(*fyne.PointEvent) { s.tapped() }

// Cursor implements desktop.Cursorable.
func (s *pathStep) Cursor() desktop.Cursor { return desktop.PointerCursor }
