package app

import (
	"errors"
	"fmt"
	"net/url"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"
)

// readerPane is the presenter of the reader. Pages are read and prepared in the background; when the user is quicker,
// only the page asked for last is shown.
type readerPane struct {
	view       *widgets.Reader
	background func(func())
	ui         func(func())
	browse     func(*url.URL) error
	fail       func(error)

	sitting *sitting
	asked   int // how often a page was asked for
}

func newReaderPane(background, ui func(func()), browse func(*url.URL) error, copyText func(string), fail func(error)) *readerPane {
	p := &readerPane{background: background, ui: ui, browse: browse, fail: fail}
	p.view = widgets.NewReader(readerHint())
	p.view.OnBrowse = p.openOutside
	p.view.OnCopy = copyText
	p.view.OnLink = p.follow
	return p
}

func readerHint() string { return lang.L("Choose a hit to read it here.") }

// attach makes pages of that sitting readable; nil = none.
func (p *readerPane) attach(s *sitting) {
	p.sitting = s
	p.asked++
	p.view.Clear(readerHint())
}

// follow goes where a link leads: to the saved page if there is one, else to the browser.
func (p *readerPane) follow(l widgets.Link) {
	if p.sitting != nil && p.sitting.has(l.URL) {
		p.open(l.URL)
		return
	}
	p.openOutside(l.URL)
}

// open shows the saved page of that address.
func (p *readerPane) open(address string) {
	s := p.sitting
	if s == nil {
		return
	}
	p.asked++
	asked := p.asked
	p.background(func() {
		doc, err := readDocument(s, address)
		p.ui(func() {
			switch {
			case asked != p.asked: // another page has been asked for since
			case err != nil:
				p.view.Clear(lang.X("reader.failed", "This page can not be shown: {{.Why}}", map[string]any{"Why": widgets.Clean(err.Error(), 300)}))
			default:
				p.view.Open(doc)
			}
		})
	})
}

// openOutside opens an address of the Web in the user's browser. Addresses come from pages: others than http and https
// could start programs.
func (p *readerPane) openOutside(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme != "http" && u.Scheme != "https" {
		err = errors.New(lang.L("Only http and https addresses are opened."))
	}
	if err == nil {
		err = p.browse(u)
	}
	if err != nil {
		p.fail(fmt.Errorf("%s: %w", lang.L("The browser could not be opened"), err))
	}
}

// readDocument prepares a saved page for the reader.
func readDocument(s *sitting, address string) (widgets.Document, error) {
	ended, answer, err := s.crawl.Page(address)
	if err != nil {
		return widgets.Document{}, err
	}
	spec := s.crawl.Spec()
	parsed, err := engine.Document(answer, spec.Settings)
	if err != nil {
		return widgets.Document{}, err
	}
	paragraphs, err := readable(answer, parsed, crawlers.NewTopic(spec.Keywords).Query)
	if err != nil {
		return widgets.Document{}, err
	}
	doc := widgets.Document{
		Title: title(ended.Title),
		URL:   address,
		Note: joined(
			lang.X("reader.score", "Score {{.Score}}", map[string]any{"Score": score(ended.Score)}),
			size(ended.Bytes), parsed.Lang, day(ended.Time)),
		Text:      paragraphs,
		Judgement: judgementOf(ended),
	}
	if doc.Title == "" {
		doc.Title = widgets.Clean(address, 160)
	}
	for _, l := range parsed.Links {
		doc.Links = append(doc.Links, widgets.Link{Title: title(l.Anchor), URL: l.URL, Saved: s.has(l.URL)})
	}
	steps, err := s.crawl.Why(address)
	if err != nil {
		return widgets.Document{}, err
	}
	for _, step := range steps {
		doc.Path = append(doc.Path, widgets.Link{
			Title: title(step.Title), URL: addressOf(step), Note: score(step.Score), Why: whyChosen(step.Pick), Saved: step.Kind == crawlers.KindOK,
		})
	}
	return doc, nil
}
