package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fyne.io/fyne/v2/driver/desktop"
)

// HitColumn is a property of hits to sort by.
type HitColumn int

// The columns of a HitTable. Title and site share one column of the screen, the site under the title.
const (
	ByScore HitColumn = iota
	ByTitle
	BySite
	ByDepth
	BySpider
	ByFound
)

func (c HitColumn) title() string {
	switch c {
	case ByScore:
		return lang.L("Score")
	case ByTitle:
		return lang.L("Title")
	case BySite:
		return lang.L("Site")
	case ByDepth:
		return lang.L("Depth")
	case BySpider:
		return lang.L("Spider")
	default:
		return lang.L("Found")
	}
}

// falls reports whether a first click on the column's heading sorts from the greatest down: the best score and the
// newest find are what one looks for first.
func (c HitColumn) falls() bool { return c == ByScore || c == ByFound }

// span is a column's place in a row; no width = not shown.
type span struct{ x, width float32 }

// hitColumns lays the columns out for a width: score left, numbers right, the page between them takes what is left.
// Where it is narrow the least telling columns go first. em is the size of normal text.
func hitColumns(width, em float32, spiders bool) [ByFound + 1]span {
	var c [ByFound + 1]span
	gap := em
	left, right := gap/2, width-gap*1.5 // the scroll bar needs its place at the right
	place := func(column HitColumn, ems, least float32) {
		if w := ems * em; right-w-gap-left > least*em {
			c[column] = span{right - w, w}
			right -= w + gap
		}
	}
	c[ByScore] = span{left, 4.2 * em}
	left += c[ByScore].width + gap
	place(ByFound, 5, 17)
	if spiders {
		place(BySpider, 4, 16)
	}
	place(ByDepth, 4, 14)
	page := max(0, right-left)
	c[ByTitle] = span{left, page}
	c[BySite] = span{left, page}
	return c
}

// hitHeader is the row of headings that sort.
type hitHeader struct {
	widget.BaseWidget
	table *HitTable
	cells [ByFound + 1]*headingCell
}

func newHitHeader(t *HitTable) *hitHeader {
	h := &hitHeader{table: t}
	for i := range h.cells {
		column := HitColumn(i)
		cell := &headingCell{line: NewCaption(column.title()), arrow: widget.NewIcon(nil), tapped: func() { t.sortBy(column) }}
		cell.ExtendBaseWidget(cell)
		h.cells[i] = cell
	}
	h.ExtendBaseWidget(h)
	return h
}

// show marks the column that is sorted by.
func (h *hitHeader) show(sorted HitColumn, descending bool) {
	for i, cell := range h.cells {
		var arrow fyne.Resource
		color := ColorMuted
		if HitColumn(i) == sorted {
			color = theme.ColorNamePrimary
			arrow = theme.NewPrimaryThemedResource(theme.MenuDropUpIcon())
			if descending {
				arrow = theme.NewPrimaryThemedResource(theme.MenuDropDownIcon())
			}
		}
		cell.line.SetColor(color)
		cell.arrow.SetResource(arrow)
	}
}

// CreateRenderer implements fyne.Widget.
func (h *hitHeader) CreateRenderer() fyne.WidgetRenderer {
	parts := make([]fyne.CanvasObject, len(h.cells))
	for i, cell := range h.cells {
		parts[i] = cell
	}
	least := func() fyne.Size { return fyne.NewSize(0, h.cells[0].MinSize().Height) }
	return arranged(least, h.place, parts...)
}

// place puts each heading over its column, "Site" right of "Title", headings of numbers flush with them.
func (h *hitHeader) place(size fyne.Size) {
	em := h.Theme().Size(theme.SizeNameText)
	columns := hitColumns(size.Width, em, h.table.spiders)
	for i, cell := range h.cells {
		at, need := columns[i], cell.MinSize().Width
		switch HitColumn(i) {
		case ByTitle:
			at.width = min(at.width, need)
		case BySite:
			skip := h.cells[ByTitle].MinSize().Width + em/2
			at = span{at.x + skip, min(need, at.width-skip)}
		case ByDepth, BySpider, ByFound:
			if at.width > 0 {
				at = span{at.x + at.width - need + arrowSize, need}
			}
		}
		if at.width <= 0 {
			cell.Hide()
			continue
		}
		cell.Show()
		put(cell, at.x, 0, at.width, size.Height)
	}
}

// headingCell is one heading: its name and, when it is sorted by, an arrow.
type headingCell struct {
	widget.BaseWidget
	line   *Line
	arrow  *widget.Icon
	tapped func()
}

var _ desktop.Cursorable = (*headingCell)(nil)

const arrowSize = 14

// CreateRenderer implements fyne.Widget.
func (c *headingCell) CreateRenderer() fyne.WidgetRenderer {
	c.line.Whole = true
	least := func() fyne.Size { return c.line.MinSize().AddWidthHeight(arrowSize, 8) }
	place := func(size fyne.Size) {
		text := c.line.MinSize()
		put(c.line, 0, (size.Height-text.Height)/2, text.Width, text.Height)
		put(c.arrow, text.Width, (size.Height-arrowSize)/2, arrowSize, arrowSize)
	}
	return arranged(least, place, c.line, c.arrow)
}

// Tapped implements fyne.Tappable.
func (c *headingCell) Tapped(*fyne.PointEvent) { c.tapped() }

// Cursor implements desktop.Cursorable.
func (c *headingCell) Cursor() desktop.Cursor { return desktop.PointerCursor }
