package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/widgets"
)

// failuresShown is how many of the latest failures are listed.
const failuresShown = 2000

// showFailures lists what led nowhere in the open session, the latest first, and what can be done about it; of one kind, or
// of all where kind is empty.
func (a *App) showFailures(kind string) {
	s := a.sitting
	if s == nil {
		return
	}
	a.background(func() {
		links, err := failureLinks(s.crawl, kind)
		a.ui(func() {
			if err != nil {
				a.fail(err)
				return
			}
			a.listFailures(kind, links)
		})
	})
}

// failureLinks reads the failures of a session, which takes time in proportion to its history.
func failureLinks(c crawl, kind string) ([]widgets.Link, error) {
	var links []widgets.Link
	for e, err := range c.History(0) {
		if err != nil {
			return nil, err
		}
		if e.Kind == crawlers.KindOK || kind != "" && e.Kind != kind {
			continue
		}
		links = append(links, widgets.Link{Title: fault{e.Pick.URL, e.Kind, e.Error}.title(kind == ""), URL: e.Pick.URL})
	}
	links = links[max(0, len(links)-failuresShown):]
	slices.Reverse(links)
	return links, nil
}

// title says what went wrong, without what stands beside it: the address, and the kind unless it is wanted.
func (f fault) title(withKind bool) string {
	detail := strings.TrimPrefix(f.why, f.url+": ")
	detail = strings.TrimPrefix(strings.TrimPrefix(detail, fetch.Kind(f.kind).Meaning()), ": ")
	kind := capital(kindName(f.kind))
	switch {
	case detail == "":
		return kind
	case withKind:
		detail = kind + ": " + detail
	}
	return widgets.Clean(detail, 300)
}

func (a *App) listFailures(kind string, links []widgets.Link) {
	heading, advice := lang.L("What led nowhere"), lang.L("Nothing has failed so far.")
	if len(links) > 0 {
		advice = lang.L("Press Failed in the status bar for one kind, and what can be done about it.")
	}
	if kind != "" {
		heading, advice = capital(kindName(kind)), adviceOf(fetch.Kind(kind))
	}
	note := widgets.NewNote(advice)
	note.ColorName, note.SizeName = theme.ColorNameForeground, theme.SizeNameText
	list := widgets.NewLinkList()
	list.OnOpen = a.reader.follow
	list.Set(links)
	content := container.New(layout.NewCustomPaddedLayout(0, 0, 8, 8), container.NewBorder(note, nil, nil, nil, list))
	d := dialog.NewCustom(heading, lang.L("Close"), content, a.window)
	room := a.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(760, room.Width-40), min(520, room.Height-40)))
	d.Show()
}

// adviceOf says what can be done about failures of a kind. Settings are named as the pane of advanced settings does; they
// hold for the next crawl.
func adviceOf(kind fetch.Kind) string {
	switch kind {
	case fetch.KindRobots:
		return lang.L("These pages ask crawlers to stay away, and Orbweaver does. For a server of your own name it under Advanced, Own hosts without robots.txt, in a new crawl.")
	case fetch.KindRefusedAddress:
		return lang.L("Addresses within your own network and unusual ports are not asked. To allow some name them under Advanced, Private ranges and Ports, in a new crawl.")
	case fetch.KindTrap:
		return lang.L("These addresses look as if they went on for ever and held nothing new. If they do not, raise the limits under Advanced, Traps, in a new crawl.")
	case fetch.KindScope:
		return lang.L("These pages lie outside of what you allowed: Scope under Advanced, in a new crawl.")
	case fetch.KindHostLimit:
		return lang.L("Enough pages of these hosts were fetched: Pages per host under Advanced, in a new crawl.")
	case fetch.KindTimeout, fetch.KindConnect, fetch.KindClosed:
		return lang.L("This may pass: resume later, or allow more time and further tries under Advanced, in a new crawl.")
	case fetch.KindDNS:
		return lang.L("These names are not known, or there is no network. Check the addresses, or your connection.")
	case fetch.KindRefusedURL:
		return lang.L("Only http and https addresses without passwords, and not too long, are asked for: Longest address under Advanced, in a new crawl.")
	case fetch.KindTLS:
		return lang.L("Nobody could say whose servers these are, so nothing was asked of them. There is no way around that.")
	case fetch.KindDuplicate:
		return lang.L("Nothing is lost: these pages were fetched under another address.")
	}
	return lang.L("This lies with the servers; nothing can be done about it here.")
}
