package app

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"orbweaver/storage/race"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// whatIfPane is the pane of what-if: other families over the pages of a session.
type whatIfPane struct {
	*comparisonPane
	session *widgets.Select
	all     []session.Summary // that session offers
	chosen  string            // ID of the one that is chosen; empty = none
}

func newWhatIfPane(a *App) *whatIfPane {
	p := &whatIfPane{}
	p.session = widgets.NewSelect(nil, func(string) {
		if i := p.session.SelectedIndex(); i >= 0 {
			p.chosen = p.all[i].ID
		}
	})
	p.session.PlaceHolder = lang.L("Choose a session")
	note := widgets.NewNote(lang.L("What if another family had crawled? Families choose among the pages that a session has fetched; nothing is fetched. What the session never fetched is not known: it leads nowhere, and is counted."))
	p.comparisonPane = newComparisonPane(a, race.KindWhatIf, lang.L("Choose a session and families, and press Start. Its own curve stands beside theirs."),
		[]fyne.CanvasObject{note, labelled(lang.L("Session"), p.session)}, nil)
	p.inputs = append(p.inputs, p.session)
	p.prepare = p.begin
	return p
}

// begin implements prepare. A session that the window has open is lent; any other is opened for as long as it takes.
func (p *whatIfPane) begin(entries []race.Entry) (func(context.Context) (comparison, func() error, error), error) {
	if p.chosen == "" {
		return nil, errors.New(lang.L("Choose the session whose pages are crawled again."))
	}
	if len(entries) == 0 {
		return nil, errors.New(lang.L("Nobody takes part: choose a family."))
	}
	a := p.app
	s := a.sitting
	if s != nil && s.crawl.ID() != p.chosen {
		s = nil
	}
	if s != nil && (a.phase == running || a.phase == paused) {
		return nil, errors.New(lang.L("This session is crawling: stop it first."))
	}
	id := p.chosen
	return func(ctx context.Context) (comparison, func() error, error) {
		if s != nil {
			ctx, giveBack := s.lend(ctx)
			c, err := a.library.WhatIf(ctx, s.crawl, entries)
			return c, giveBack, err
		}
		opened, err := a.library.Open(id)
		if err != nil {
			return nil, nil, err
		}
		c, err := a.library.WhatIf(ctx, opened, entries)
		return c, opened.Close, err
	}, nil
}

// offer lets the user choose among these sessions; open is chosen when none is.
func (p *whatIfPane) offer(all []session.Summary, open string) {
	p.all = nil
	var names []string
	for _, s := range all {
		if s.Problem == "" && s.Pages > 0 {
			p.all = append(p.all, s)
			names = append(names, sessionChoice(s))
		}
	}
	if p.chosen == "" {
		p.chosen = open
	}
	p.session.SetOptions(names)
	p.choose(p.chosen)
}

// choose makes a session the chosen one, if it is among them.
func (p *whatIfPane) choose(id string) {
	p.chosen = ""
	p.session.ClearSelected()
	for i, s := range p.all {
		if s.ID == id {
			p.session.SetSelectedIndex(i)
		}
	}
}
