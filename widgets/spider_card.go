package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Weighted is a word with the weight that it has, of either sign.
type Weighted struct {
	Word   string
	Weight float64
}

// SpiderFacts is what a SpiderCard shows. Empty parts take no room.
type SpiderFacts struct {
	Title     string
	Note      string // a sentence under the title
	Facts     []Fact
	WordsHead string
	Words     []Weighted
	LinksHead string
	Links     []Link // pages that a click opens
}

// SpiderCard shows one spider: its facts, its words with a bar for the weight of each, and pages to go to.
type SpiderCard struct {
	widget.BaseWidget

	// OnLink is called when the user chooses one of the links.
	OnLink func(Link)

	shown SpiderFacts
	most  float64 // greatest absolute weight, at least 1

	title, wordsHead, linksHead *Line
	note                        *Note
	facts                       *fyne.Container
	words                       *List
	links                       *LinkList
	wordsPart, linksPart        fyne.CanvasObject
}

// NewSpiderCard returns an empty card.
func NewSpiderCard() *SpiderCard {
	c := &SpiderCard{title: NewHeading(""), wordsHead: NewCaption(""), linksHead: NewCaption(""), note: NewNote(""), links: NewLinkList()}
	c.facts = container.New(layout.NewGridLayoutWithColumns(2))
	c.words = NewList(func() int { return len(c.shown.Words) },
		func() fyne.CanvasObject { return newWordRow() },
		func(i int, o fyne.CanvasObject) { o.(*wordRow).show(c.shown.Words[i], c.most) })
	c.words.HideSeparators = true
	c.words.OnSelected = func(int) { c.words.UnselectAll() }
	c.links.OnOpen = func(l Link) {
		if c.OnLink != nil {
			c.OnLink(l)
		}
	}
	c.wordsPart = container.NewBorder(c.wordsHead, nil, nil, nil, c.words)
	c.linksPart = container.NewBorder(c.linksHead, nil, nil, nil, c.links)
	c.ExtendBaseWidget(c)
	return c
}

// Set shows another state or another spider.
func (c *SpiderCard) Set(f SpiderFacts) {
	c.shown, c.most = f, 1
	for _, w := range f.Words {
		c.most = max(c.most, math.Abs(w.Weight))
	}
	c.title.SetText(f.Title)
	c.note.SetText(f.Note)
	for len(c.facts.Objects) < len(f.Facts) {
		cell := newFactCell(nil)
		cell.name.Whole = false // the card is narrower than some names
		c.facts.Add(cell)
	}
	c.facts.Objects = c.facts.Objects[:len(f.Facts)]
	for i, fact := range f.Facts {
		c.facts.Objects[i].(*factCell).show(fact)
	}
	c.wordsHead.SetText(f.WordsHead)
	c.linksHead.SetText(f.LinksHead)
	c.links.Set(f.Links)
	c.words.Refresh()
	c.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (c *SpiderCard) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(160, 150) }
	return arranged(least, c.place, c.title, c.note, c.facts, c.wordsPart, c.linksPart)
}

// place stacks the parts; one page needs one row, and otherwise words and links share what is left.
func (c *SpiderCard) place(size fyne.Size) {
	y := float32(0)
	stack := func(o fyne.CanvasObject, shown bool, height float32) {
		if !shown || height <= 0 {
			o.Hide()
			return
		}
		o.Show()
		put(o, 0, y, size.Width, height)
		y += height + 6
	}
	stack(c.title, c.shown.Title != "", c.title.MinSize().Height)
	c.note.Resize(fyne.NewSize(size.Width, c.note.MinSize().Height)) // wrapping needs the width before the height
	stack(c.note, c.shown.Note != "", c.note.MinSize().Height)
	stack(c.facts, len(c.shown.Facts) > 0, c.facts.MinSize().Height)
	left := size.Height - y
	links := left
	if len(c.shown.Words) > 0 {
		row := newLinkRow().MinSize().Height + c.linksHead.MinSize().Height + 4
		links = min(row*float32(min(len(c.shown.Links), 1)), left)
	}
	stack(c.linksPart, len(c.shown.Links) > 0, links)
	stack(c.wordsPart, len(c.shown.Words) > 0, size.Height-y)
}

// wordRow is a word, the bar of its weight, and the weight.
type wordRow struct {
	widget.BaseWidget
	word, number *Line
	bar          *Bar
}

func newWordRow() *wordRow {
	r := &wordRow{word: NewLine(""), number: NewCaption(""), bar: NewBar()}
	r.number.Align = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

// show draws a weight below zero from the right edge, in another colour.
func (r *wordRow) show(w Weighted, most float64) {
	r.word.SetText(w.Word)
	r.number.SetText(Decimal(w.Weight, 2))
	share := math.Abs(w.Weight) / most
	if w.Weight < 0 {
		r.bar.Set(1-share, 1, theme.ColorNameWarning)
	} else {
		r.bar.Set(0, share, theme.ColorNamePrimary)
	}
}

// CreateRenderer implements fyne.Widget.
func (r *wordRow) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(100, r.word.MinSize().Height) }
	place := func(size fyne.Size) {
		const number, gap = 42, 8
		word := (size.Width - number - gap) / 2
		put(r.word, 0, 0, word, r.word.MinSize().Height)
		put(r.bar, word+gap, 0, max(0, size.Width-word-number-2*gap), size.Height)
		height := r.number.MinSize().Height
		put(r.number, size.Width-number, (size.Height-height)/2, number-gap/2, height)
	}
	return arranged(least, place, r.word, r.bar, r.number)
}
