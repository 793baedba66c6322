package app

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// spidersPane is the presenter of the spiders' tree and of the card under it. Families without a population get the
// card alone, which then sums up their one frontier.
type spidersPane struct {
	tree   *widgets.SpiderTree
	card   *widgets.SpiderCard
	hint   *widgets.Note
	split  *container.Split
	view   *fyne.Container
	chosen int // the spider on the card; 0 = the first

	spiders []crawlers.Spider // as last shown

	of   *sitting          // whose spiders last are; both belong to the pump
	last []crawlers.Spider // as last asked
}

func newSpidersPane(onLink func(widgets.Link)) *spidersPane {
	p := &spidersPane{tree: widgets.NewSpiderTree(), card: widgets.NewSpiderCard()}
	p.hint = widgets.NewHint(lang.L("The spiders of a crawl appear here."))
	p.tree.OnChosen = func(id int) {
		p.chosen = id
		p.showCard()
	}
	p.card.OnLink = onLink
	p.split = container.NewVSplit(p.tree, container.NewStack(p.card))
	p.split.SetOffset(0.4)
	p.view = container.NewStack(p.split, container.NewVBox(layout.NewSpacer(), p.hint, layout.NewSpacer()))
	p.clear()
	return p
}

// clear empties the pane.
func (p *spidersPane) clear() {
	p.chosen, p.spiders = 0, nil
	p.tree.Set(nil)
	p.tree.UnselectAll()
	p.split.Hide()
	p.hint.Show()
}

// fold is called by the pump. It waits a moment for the crawler to answer, and else asks again next time.
func (p *spidersPane) fold(ctx context.Context, s *sitting) func() {
	ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	spiders, err := s.crawl.Spiders(ctx)
	if err != nil || p.of == s && reflect.DeepEqual(spiders, p.last) {
		return nil
	}
	p.of, p.last = s, spiders
	return func() { p.show(spiders) }
}

func (p *spidersPane) show(spiders []crawlers.Spider) {
	p.spiders = spiders
	nodes := make([]widgets.SpiderNode, len(spiders))
	for i, s := range spiders {
		nodes[i] = widgets.SpiderNode{
			ID: s.ID, Parent: s.Parent,
			Label: lang.X("spider", "Spider {{.ID}}", map[string]any{"ID": s.ID}),
			Note:  joined(pages(s.Pages), lang.X("spider.energy", "energy {{.E}}", map[string]any{"E": fmt.Sprintf("%.2f", s.Energy)})),
		}
	}
	p.hint.Hide()
	p.split.Show()
	p.tree.Set(nodes)
	p.showCard()
}

// showCard shows the chosen spider, or the first.
func (p *spidersPane) showCard() {
	if len(p.spiders) == 0 {
		return
	}
	i := slices.IndexFunc(p.spiders, func(s crawlers.Spider) bool { return s.ID == p.chosen })
	p.card.Set(spiderFacts(p.spiders[max(i, 0)]))
}

// spiderFacts is a spider's card.
func spiderFacts(s crawlers.Spider) widgets.SpiderFacts {
	f := widgets.SpiderFacts{
		Title: lang.X("spider", "Spider {{.ID}}", map[string]any{"ID": s.ID}),
		Note:  lang.L("There from the start"),
		Facts: []widgets.Fact{
			{Name: lang.L("Pages"), Value: count(s.Pages)},
			{Name: lang.L("Mean score"), Value: fmt.Sprintf("%.3f", s.MeanScore)},
			{Name: lang.L("Energy"), Value: fmt.Sprintf("%.2f", s.Energy)},
			{Name: lang.L("Links waiting"), Value: count(s.Frontier)},
		},
		WordsHead: lang.L("Keywords and the weights it has learnt"),
	}
	if s.Parent > 0 {
		f.Note = lang.X("spider.born", "Child of spider {{.Parent}}, born at page {{.Page}}", map[string]any{"Parent": s.Parent, "Page": count(s.Born)})
	}
	for _, k := range s.Keywords {
		f.Words = append(f.Words, widgets.Weighted{Word: widgets.Clean(k.Word, 40), Weight: k.Weight})
	}
	if s.Current != "" {
		f.LinksHead = lang.L("Sits on")
		f.Links = []widgets.Link{{Title: title(s.Title), URL: s.Current, Saved: true}}
	}
	return f
}
