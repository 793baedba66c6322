package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"
)

// hitsPane is the presenter of the table of hits, with its filter box, and of what stands there when there are none.
type hitsPane struct {
	view   *fyne.Container
	head   *fyne.Container
	title  *widgets.Line
	filter *entry
	table  *widgets.HitTable

	welcome *widgets.Welcome // the first thing a user sees
	hint    *widgets.Note    // why there are no rows

	pumpNow func()
	book    *hitBook
	column  widgets.HitColumn
	falls   bool

	of       *sitting // whose hits were shown; belongs to the pump
	lastHint string   // belongs to the pump
}

func newHitsPane(keys keys, pumpNow func(), open func(*widgets.Hit)) *hitsPane {
	p := &hitsPane{pumpNow: pumpNow, column: widgets.ByScore, falls: true}
	p.title = widgets.NewHeading(lang.L("Hits"))
	p.title.SizeName, p.title.Whole = theme.SizeNameSubHeadingText, true
	p.hint = widgets.NewHint("")
	p.hint.SizeName = theme.SizeNameText
	p.welcome = widgets.NewWelcome(Icon(), lang.L("Send spiders into the Web"),
		lang.L("Type keywords above, paste a few addresses to start from if you know some, and press Start. Hits appear here while the spiders are still looking."),
		lang.L("No network, or just curious? Try it on the sample web that comes with the program:"))
	p.table = widgets.NewHitTable(p.welcome)
	p.table.OnOpen = open
	p.table.OnSort = func(c widgets.HitColumn, falls bool) {
		p.column, p.falls = c, falls
		if p.book != nil {
			p.book.sortBy(c, falls)
			p.pumpNow()
		}
	}
	p.filter = newEntry(keys)
	p.filter.SetPlaceHolder(lang.L("Filter"))
	p.filter.OnChanged = func(text string) {
		if p.book != nil {
			p.book.search(text)
			p.pumpNow()
		}
	}
	p.head = container.NewBorder(nil, nil, p.title, nil, container.New(layout.NewCustomPaddedLayout(0, 0, 16, 0), p.filter))
	p.view = container.NewBorder(p.head, nil, nil, nil, p.table)
	return p
}

// offer shows topics of the sample web as buttons.
func (p *hitsPane) offer(topics []corpus.SampleTopic, try func(corpus.SampleTopic)) {
	var tries []fyne.CanvasObject
	for _, t := range topics[:min(len(topics), 4)] {
		tries = append(tries, widget.NewButton(t.Name, func() { try(t) }))
	}
	p.welcome.Offer(tries)
}

// attach shows the hits of a sitting; nil = none, and the welcome.
func (p *hitsPane) attach(s *sitting) {
	p.book = nil
	p.table.Replace(nil)
	p.table.Choose("")
	p.filter.SetText("")
	p.setTitle(lang.L("Hits"))
	if s == nil {
		p.table.SetHint(p.welcome)
		return
	}
	p.hint.SetText("")
	p.table.SetHint(container.NewVBox(layout.NewSpacer(), p.hint, layout.NewSpacer()))
	p.book = s.hits
	p.book.sortBy(p.column, p.falls)
}

// fold is called by the pump.
func (p *hitsPane) fold(s *sitting, stats engine.Stats) func() {
	rows, changed, asked := s.hits.view()
	hint := ""
	if len(rows) == 0 {
		hint = whyNoHits(s, stats)
	}
	if p.of == s && !changed && hint == p.lastHint {
		return nil
	}
	p.of, p.lastHint = s, hint
	number := count(len(rows))
	if total := s.hits.count(); total != len(rows) {
		number += " / " + count(total)
	}
	return func() {
		if asked {
			p.table.Replace(rows)
		} else {
			p.table.Update(rows)
		}
		p.hint.SetText(hint)
		p.setTitle(lang.L("Hits") + "  " + number)
	}
}

// setTitle changes the heading, which makes room for itself only when it has grown or shrunk.
func (p *hitsPane) setTitle(text string) {
	grown := len(text) != len(p.title.Text())
	p.title.SetText(text)
	if grown {
		p.head.Refresh()
	}
}

// whyNoHits explains an empty table.
func whyNoHits(s *sitting, stats engine.Stats) string {
	switch {
	case s.hits.count() > 0:
		return lang.L("No hit has these words in its title or address.")
	case stats.State != engine.StateStopped && stats.State != engine.StateReady:
		return lang.L("Hits appear here as soon as a page is similar enough to the keywords.")
	case stats.Pages > 0:
		return lang.X("hits.none", "{{.Pages}} fetched, and none similar enough to the keywords to be a hit. A new crawl could have other keywords or seeds, or a lower hit score under Advanced.", map[string]any{"Pages": pages(stats.Pages)})
	}
	faults := s.lastFaults()
	if len(faults) == 0 {
		return lang.L("Nothing has been fetched yet.")
	}
	lines := []string{lang.L("No page could be fetched. What happened:")}
	for _, f := range faults {
		lines = append(lines, widgets.Clean(f.url, 80)+": "+widgets.Clean(f.title(true), 160))
	}
	lines = append(lines, lang.L("Check the addresses and the network, then resume the crawl or start a new one."))
	return strings.Join(lines, "\n")
}
