package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Link is a page to go to.
type Link struct {
	Title string // cleaned; "" = only the address is shown
	URL   string
	Note  string // muted, at the right: a score, a step
	Why   string // in a PathView: how it was come by, in a sentence
	Saved bool   // a copy of the page is at hand
}

// LinkList shows links in rows of two lines, title over address, with an icon that tells saved pages from others.
type LinkList struct {
	widget.BaseWidget

	// OnOpen is called when the user chooses a link.
	OnOpen func(Link)

	links []Link
	list  *List
}

// NewLinkList returns an empty list.
func NewLinkList() *LinkList {
	l := &LinkList{}
	l.list = NewList(func() int { return len(l.links) },
		func() fyne.CanvasObject { return newLinkRow() },
		func(i int, o fyne.CanvasObject) { o.(*linkRow).show(l.links[i]) })
	l.list.HideSeparators = true
	l.list.OnSelected = func(i int) {
		l.list.UnselectAll()
		if l.OnOpen != nil {
			l.OnOpen(l.links[i])
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// Set shows other links, from the first.
func (l *LinkList) Set(links []Link) {
	l.links = links
	l.list.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *LinkList) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(l.list)
}

// linkRow is a row of a LinkList.
type linkRow struct {
	widget.BaseWidget
	icon                 *widget.Icon
	title, address, note *Line
}

func newLinkRow() *linkRow {
	r := &linkRow{icon: widget.NewIcon(nil), title: NewLine(""), address: NewCaption(""), note: NewCaption("")}
	r.note.Whole = true
	r.ExtendBaseWidget(r)
	return r
}

func (r *linkRow) show(l Link) {
	address := Clean(l.URL, 300)
	title := l.Title
	if title == "" {
		title = address
	}
	r.title.SetText(title)
	r.address.SetText(address)
	if r.note.Text() != l.Note {
		r.note.SetText(l.Note)
		r.place(r.Size())
	}
	var icon fyne.Resource = theme.NewThemedResource(theme.MailForwardIcon())
	if l.Saved {
		icon = theme.NewPrimaryThemedResource(theme.DocumentIcon())
	}
	if r.icon.Resource == nil || r.icon.Resource.Name() != icon.Name() {
		r.icon.SetResource(icon)
	}
}

const (
	linkMargin = 3                      // above the first and below the second line
	linkIcon   = 18                     // side
	linkGap    = 8                      // beside the icon and the note
	linkIndent = 4 + linkIcon + linkGap // where the text begins
)

// CreateRenderer implements fyne.Widget.
func (r *linkRow) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size {
		return fyne.NewSize(80, r.title.MinSize().Height+r.address.MinSize().Height+2*linkMargin)
	}
	return arranged(least, r.place, r.icon, r.title, r.address, r.note)
}

func (r *linkRow) place(size fyne.Size) {
	note, title := r.note.MinSize(), r.title.MinSize()
	put(r.icon, 4, (size.Height-linkIcon)/2, linkIcon, linkIcon)
	width := max(0, size.Width-linkIndent-note.Width-2*linkGap)
	put(r.title, linkIndent, linkMargin, width, title.Height)
	put(r.address, linkIndent, linkMargin+title.Height, width, r.address.MinSize().Height)
	put(r.note, size.Width-note.Width-linkGap, (size.Height-note.Height)/2, note.Width, note.Height)
}
