package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Document is a page for the Reader. All its text is cleaned.
type Document struct {
	Title     string
	URL       string
	Note      string // a line under the address: score, language, size
	Text      []Paragraph
	Links     []Link // on the page
	Path      []Link // the pages that led to it, a seed first and itself last
	Judgement Judgement
}

// Reader shows a saved page: readable text with the keywords marked, its links, and the path on which it was found.
type Reader struct {
	widget.BaseWidget

	// OnLink is called when the user chooses a link of the page or a page of the path.
	OnLink func(Link)
	// OnJudge is called when the user has judged the page, or taken that back (Unjudged). Until SetJudgement is called the
	// page can not be judged again.
	OnJudge func(url string, j Judgement)
	// OnBrowse is called when the user wants the page in the browser.
	OnBrowse func(url string)
	// OnCopy is called when the user wants its address in the clipboard.
	OnCopy func(url string)

	url       string
	title     *widget.Label
	address   *Line
	note      *Line
	good, bad *widget.Button
	buttons   []fyne.CanvasObject
	judgement Judgement
	text      *PageText
	links     *LinkList
	path      *PathView
	tabs      *container.AppTabs
	message   *Note // in place of a page
}

// NewReader returns a reader that shows a message in place of a page.
func NewReader(message string) *Reader {
	r := &Reader{title: widget.NewLabel(""), address: NewCaption(""), note: NewCaption(""), message: NewHint("")}
	r.title.TextStyle.Bold = true
	r.title.SizeName = theme.SizeNameSubHeadingText
	r.title.Wrapping = fyne.TextWrapWord
	r.address.ColorName = theme.ColorNamePrimary
	r.good = widget.NewButtonWithIcon(lang.L("Good"), thumbUp, func() { r.Judge(Good) })
	r.bad = widget.NewButtonWithIcon(lang.L("Bad"), thumbDown, func() { r.Judge(Bad) })
	r.buttons = []fyne.CanvasObject{
		r.good, r.bad,
		widget.NewButtonWithIcon(lang.L("Open in browser"), theme.MailForwardIcon(), func() { r.tell(r.OnBrowse) }),
		widget.NewButtonWithIcon(lang.L("Copy address"), theme.ContentCopyIcon(), func() { r.tell(r.OnCopy) }),
	}
	r.text, r.links, r.path = NewPageText(), NewLinkList(), NewPathView()
	follow := func(l Link) {
		if r.OnLink != nil {
			r.OnLink(l)
		}
	}
	r.links.OnOpen, r.path.OnOpen = follow, follow
	r.tabs = container.NewAppTabs(tab("", r.text), tab("", r.links), tab("", r.path))
	r.ExtendBaseWidget(r)
	r.Clear(message)
	return r
}

// tab gives a tab's content some air above.
func tab(name string, o fyne.CanvasObject) *container.TabItem {
	return container.NewTabItem(name, container.New(layout.NewCustomPaddedLayout(6, 0, 0, 0), o))
}

func (r *Reader) tell(f func(url string)) {
	if f != nil {
		f(r.url)
	}
}

// Open shows a page, its text first.
func (r *Reader) Open(d Document) {
	r.url = d.URL
	r.title.SetText(d.Title)
	r.address.SetText(Clean(d.URL, 300))
	r.note.SetText(d.Note)
	r.showJudgement(d.Judgement, true)
	r.text.Set(d.Text)
	r.links.Set(d.Links)
	r.path.Set(d.Path)
	r.tabs.Items[0].Text = lang.L("Text")
	r.tabs.Items[1].Text = lang.L("Links") + " " + Count(len(d.Links))
	r.tabs.Items[2].Text = lang.L("Path") + " " + Count(len(d.Path))
	r.tabs.SelectIndex(0)
	r.tabs.Refresh()
	r.message.SetText("")
	r.showPage(true)
}

// Clear takes the page away and shows a message in its place.
func (r *Reader) Clear(message string) {
	r.url = ""
	r.message.SetText(message)
	r.showPage(false)
}

// Judge is what the buttons do: it judges the page that is shown; the same judgement again takes it back.
func (r *Reader) Judge(j Judgement) {
	if r.url == "" || r.good.Disabled() || r.OnJudge == nil {
		return
	}
	if j == r.judgement {
		j = Unjudged
	}
	r.showJudgement(j, false)
	r.OnJudge(r.url, j)
}

// SetJudgement shows the judgement that the page of that address has got, if that page is still shown.
func (r *Reader) SetJudgement(url string, j Judgement) {
	if url == r.url {
		r.showJudgement(j, true)
	}
}

func (r *Reader) showJudgement(j Judgement, settled bool) {
	r.judgement = j
	r.good.Importance, r.bad.Importance = widget.MediumImportance, widget.MediumImportance
	switch j {
	case Good:
		r.good.Importance = widget.SuccessImportance
	case Bad:
		r.bad.Importance = widget.DangerImportance
	}
	for _, b := range []*widget.Button{r.good, r.bad} {
		if settled {
			b.Enable()
		} else {
			b.Disable()
		}
		b.Refresh()
	}
}

// URL is the address of the page that is shown, "" without one.
func (r *Reader) URL() string { return r.url }

func (r *Reader) showPage(shown bool) {
	for _, o := range append([]fyne.CanvasObject{r.title, r.address, r.note, r.tabs}, r.buttons...) {
		if shown {
			o.Show()
		} else {
			o.Hide()
		}
	}
	r.place(r.Size())
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *Reader) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(240, 200) }
	return arranged(least, r.place, append([]fyne.CanvasObject{r.title, r.address, r.note, r.tabs, r.message}, r.buttons...)...)
}

func (r *Reader) place(size fyne.Size) {
	r.message.Resize(fyne.NewSize(size.Width, 0)) // wrapping needs the width before the height
	message := r.message.MinSize().Height
	put(r.message, 0, max(0, (size.Height-message)/2), size.Width, message)
	pad := r.Theme().Size(theme.SizeNameInnerPadding) // a label stands in from its edge by as much
	r.title.Resize(fyne.NewSize(size.Width+2*pad, r.title.Size().Height))
	title := r.title.MinSize().Height
	put(r.title, -pad, -pad, size.Width+2*pad, title)
	y := title - 2*pad + 2
	for _, line := range []*Line{r.address, r.note} {
		height := line.MinSize().Height
		put(line, 0, y, size.Width, height)
		y += height + 2
	}
	y += 4
	y += r.placeButtons(y, size.Width) + 4
	put(r.tabs, 0, y, size.Width, max(0, size.Height-y))
}

// placeButtons puts the buttons side by side, and the next row under them where there is no room, and returns how high
// they stand.
func (r *Reader) placeButtons(top, width float32) (height float32) {
	const gap = 6
	x, y := float32(0), top
	for _, b := range r.buttons {
		need := b.MinSize()
		if x > 0 && x+need.Width > width {
			x, y = 0, y+need.Height+gap
		}
		put(b, x, y, need.Width, need.Height)
		x += need.Width + gap
		height = y + need.Height - top
	}
	return height
}
