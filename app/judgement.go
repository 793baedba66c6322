package app

import (
	"context"
	"errors"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// judgements are the record's words for what the user thinks of a page.
var judgements = map[widgets.Judgement]crawlers.Judgement{widgets.Good: crawlers.Good, widgets.Bad: crawlers.Bad, widgets.Unjudged: crawlers.Unmarked}

// judgementOf is what the user thinks of a page, for the screen.
func judgementOf(e crawlers.Ended) widgets.Judgement {
	for shown, recorded := range judgements {
		if recorded == e.Judgement {
			return shown
		}
	}
	return widgets.Unjudged
}

// judge lets the crawl learn what the user thinks of the page of that address, which may take as long as restoring a
// session takes. When it could not be kept, the page is shown as it was.
func (a *App) judge(address string, j widgets.Judgement) {
	s := a.sitting
	if s == nil {
		return
	}
	a.background(func() {
		e, err := s.crawl.Mark(a.ctx, address, judgements[j])
		a.ui(func() {
			if a.sitting != s {
				return
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				a.fail(err)
			}
			a.reader.view.SetJudgement(address, judgementOf(e))
			if err == nil {
				s.hits.judge(addressOf(e), judgementOf(e))
				a.hits.table.Judge(addressOf(e), judgementOf(e))
			}
		})
	})
}
