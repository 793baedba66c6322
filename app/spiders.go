package app

import (
	"context"
	"reflect"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
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

	shown population // as last shown

	of   *sitting   // whose population last is; both belong to the pump
	last population // as last asked
}

// population is what the pane shows.
type population struct {
	family  string
	spiders []crawlers.Spider
	alone   bool            // it crawls or has crawled, and shows no spiders: its family has none
	waiting string          // links in the frontier, and
	best    []crawlers.Pick // the most promising of them, of families without spiders
}

// frontierEvery is in how many ticks of the pump the frontier of a crawl that runs is shown anew: its best links change
// all the time, and drawing new text is what costs most.
const frontierEvery = 16

// bestShown is how many waiting links are shown of a family without spiders.
const bestShown = 20

func newSpidersPane(onLink func(widgets.Link)) *spidersPane {
	p := &spidersPane{tree: widgets.NewSpiderTree(), card: widgets.NewSpiderCard()}
	p.hint = widgets.NewHint(lang.L("The spiders of a crawl appear here."))
	p.tree.OnChosen = func(id int) {
		p.chosen = id
		p.showCard()
	}
	p.card.OnLink = onLink
	p.split = container.NewVSplit(p.tree, container.NewStack(p.card))
	p.split.SetOffset(treeShare)
	p.view = container.NewStack(p.split, container.NewVBox(layout.NewSpacer(), p.hint, layout.NewSpacer()))
	p.clear()
	return p
}

// clear empties the pane.
func (p *spidersPane) clear() {
	p.chosen, p.shown = 0, population{}
	p.tree.Set(nil)
	p.tree.UnselectAll()
	p.split.Hide()
	p.hint.Show()
}

// fold is called by the pump. It waits a moment for the crawler to answer, and else asks again next time.
func (p *spidersPane) fold(ctx context.Context, s *sitting, stats engine.Stats, tick int) func() {
	ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	now := population{family: s.crawl.Spec().Family}
	var err error
	if now.spiders, err = s.crawl.Spiders(ctx); err != nil {
		return nil
	}
	if len(now.spiders) == 0 {
		if p.of == s && stats.State == engine.StateRunning && tick%frontierEvery != 0 {
			return nil
		}
		now.alone = stats.Pages > 0 && stats.Hosts > 0
		now.waiting = waiting(stats)
		if now.best, err = s.crawl.Best(ctx, bestShown); err != nil {
			return nil
		}
	}
	if p.of == s && reflect.DeepEqual(now, p.last) {
		return nil
	}
	p.of, p.last = s, now
	return func() { p.show(now) }
}

func (p *spidersPane) show(now population) {
	p.shown = now
	nodes := make([]widgets.SpiderNode, len(now.spiders))
	for i, s := range now.spiders {
		nodes[i] = widgets.SpiderNode{
			ID: s.ID, Parent: s.Parent,
			Label: lang.X("spider", "Spider {{.ID}}", map[string]any{"ID": s.ID}),
			Notes: []string{pages(s.Pages), lang.X("spider.energy", "energy {{.E}}", map[string]any{"E": widgets.Decimal(s.Energy, 2)})},
		}
	}
	p.hint.Hide()
	p.split.Show()
	p.tree.Set(nodes)
	if len(nodes) == 0 {
		p.tree.Hide()
		p.split.SetOffset(0)
	} else if !p.tree.Visible() {
		p.tree.Show()
		p.split.SetOffset(treeShare)
	}
	p.showCard()
}

// treeShare is how much of the pane's height the tree takes.
const treeShare = 0.4

// showCard shows the chosen spider, or the first; without spiders, the frontier.
func (p *spidersPane) showCard() {
	spiders := p.shown.spiders
	if len(spiders) == 0 {
		p.card.Set(frontierFacts(p.shown))
		return
	}
	i := slices.IndexFunc(spiders, func(s crawlers.Spider) bool { return s.ID == p.chosen })
	p.card.Set(spiderFacts(spiders[max(i, 0)]))
}

// frontierFacts is the card of a family without spiders.
func frontierFacts(now population) widgets.SpiderFacts {
	f := widgets.SpiderFacts{
		Title: familyTitle(now.family),
		Facts: []widgets.Fact{{Name: lang.L("Links waiting"), Value: now.waiting}},
	}
	if now.alone {
		f.Note = lang.L("This crawler works alone, with one frontier: no spiders, no young.")
	}
	if len(now.best) > 0 {
		f.LinksHead = lang.L("Next in line")
	}
	for _, pick := range now.best {
		f.Links = append(f.Links, widgets.Link{Title: title(pick.Anchor), URL: pick.URL, Note: score(pick.Score)})
	}
	return f
}

// spiderFacts is a spider's card.
func spiderFacts(s crawlers.Spider) widgets.SpiderFacts {
	f := widgets.SpiderFacts{
		Title: lang.X("spider", "Spider {{.ID}}", map[string]any{"ID": s.ID}),
		Note:  lang.L("There from the start"),
		Facts: []widgets.Fact{
			{Name: lang.L("Pages"), Value: count(s.Pages)},
			{Name: lang.L("Mean score"), Value: score(s.MeanScore)},
			{Name: lang.L("Energy"), Value: widgets.Decimal(s.Energy, 2)},
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
