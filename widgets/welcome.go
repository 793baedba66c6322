package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Welcome stands in the middle of what is still empty: a picture, what this is for and how it begins, and a few things to
// try. Where there is little room the picture goes first; what has no room even then is scrolled.
type Welcome struct {
	widget.BaseWidget
	icon              *canvas.Image
	heading, how, try *Note
	tries             []fyne.CanvasObject
	content           *fyne.Container
	scroll            *container.Scroll
	height            float32 // of the content, at the width that it has
}

// NewWelcome returns a welcome with nothing to try yet; try stands over what is.
func NewWelcome(picture fyne.Resource, heading, how, try string) *Welcome {
	w := &Welcome{icon: canvas.NewImageFromResource(picture), heading: NewHint(heading), how: NewHint(how), try: NewHint(try)}
	w.icon.FillMode = canvas.ImageFillContain
	w.heading.ColorName, w.heading.SizeName, w.heading.Style.Bold = theme.ColorNameForeground, theme.SizeNameHeadingText, true
	w.how.SizeName = theme.SizeNameText
	w.content = container.New(arrange{func() fyne.Size { return fyne.NewSize(80, w.height) }, w.placeContent}, w.icon, w.heading, w.how, w.try)
	w.scroll = container.NewVScroll(w.content)
	w.ExtendBaseWidget(w)
	return w
}

// Offer puts these in a row, or in several, as what there is to try.
func (w *Welcome) Offer(tries []fyne.CanvasObject) {
	w.tries = tries
	w.content.Objects = append([]fyne.CanvasObject{w.icon, w.heading, w.how, w.try}, tries...)
	w.place(w.Size())
}

// CreateRenderer implements fyne.Widget.
func (w *Welcome) CreateRenderer() fyne.WidgetRenderer {
	return arranged(func() fyne.Size { return fyne.NewSize(120, 80) }, w.place, w.scroll)
}

// place arranges the content for the width first: the height follows from it.
func (w *Welcome) place(size fyne.Size) {
	w.placeContent(size)
	put(w.scroll, 0, 0, size.Width, size.Height)
	w.scroll.Refresh()
}

const (
	welcomeIcon  = 84
	welcomeGap   = 6  // between two parts
	welcomeSpace = 14 // over what there is to try
)

// placeContent stacks the parts in the middle of the size.
func (w *Welcome) placeContent(size fyne.Size) {
	notes := []*Note{w.heading, w.how, w.try}
	heights := make([]float32, len(notes))
	w.height = welcomeSpace
	for i, note := range notes {
		note.Resize(fyne.NewSize(size.Width, 0)) // wrapping needs the width before the height
		heights[i] = note.MinSize().Height
		w.height += heights[i] + welcomeGap
	}
	rows, row := w.rows(size.Width)
	w.height += float32(len(rows)) * (row + welcomeGap)
	pictured := w.height+welcomeIcon+welcomeGap <= w.Size().Height
	show(w.icon, pictured)
	if pictured {
		w.height += welcomeIcon + welcomeGap
	}
	y := max(0, (size.Height-w.height)/2)
	if pictured {
		put(w.icon, (size.Width-welcomeIcon)/2, y, welcomeIcon, welcomeIcon)
		y += welcomeIcon + welcomeGap
	}
	for i, note := range notes {
		if note == w.try {
			y += welcomeSpace
		}
		put(note, 0, y, size.Width, heights[i])
		y += heights[i] + welcomeGap
	}
	for _, of := range rows {
		x := (size.Width - rowWidth(of)) / 2
		for _, o := range of {
			need := o.MinSize()
			put(o, x, y, need.Width, need.Height)
			x += need.Width + welcomeGap
		}
		y += row + welcomeGap
	}
}

// rows divides what there is to try into rows that have room, and says how high one is.
func (w *Welcome) rows(width float32) (rows [][]fyne.CanvasObject, height float32) {
	for _, o := range w.tries {
		height = max(height, o.MinSize().Height)
		if last := len(rows) - 1; last >= 0 && rowWidth(rows[last])+welcomeGap+o.MinSize().Width <= width {
			rows[last] = append(rows[last], o)
			continue
		}
		rows = append(rows, []fyne.CanvasObject{o})
	}
	return rows, height
}

func rowWidth(row []fyne.CanvasObject) float32 {
	width := float32(len(row)-1) * welcomeGap
	for _, o := range row {
		width += o.MinSize().Width
	}
	return width
}
