package widgets

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// draw shows an object on a panel and compares what is drawn with the picture in testdata, for light and dark.
// Few pictures only: they are what a change of Fyne breaks first. After a wanted change look at testdata/failed and
// copy the pictures over.
func draw(t *testing.T, name string, size fyne.Size, content func() fyne.CanvasObject) {
	t.Helper()
	for variant, suffix := range map[fyne.ThemeVariant]string{theme.VariantLight: "light", theme.VariantDark: "dark"} {
		app := test.NewTempApp(t)
		app.Settings().SetTheme(Theme{Variant: &variant})
		window := test.NewTempWindow(t, NewPanel(content()))
		window.Resize(size)
		test.AssertRendersToImage(t, name+"_"+suffix+".png", window.Canvas())
	}
}

func someHits(n int) []*Hit {
	titles := []string{"Coral reefs of the warm seas", "Kelp forests and the animals that live in them, with a title far too long for its column", "Plankton"}
	rows := make([]*Hit, n)
	for i := range rows {
		rows[i] = &Hit{
			URL:    fmt.Sprintf("http://marine-life.example/reefs/%d", i),
			Title:  titles[i%len(titles)],
			Score:  1 - float64(i)/float64(n),
			Depth:  i % 7,
			Spider: i%3 + 1,
			Found:  time.Date(2020, 6, 15, 12, 0, i%60, 0, time.UTC),
		}
	}
	return rows
}

func TestPictures(t *testing.T) {
	draw(t, "hit_table", fyne.NewSize(640, 300), func() fyne.CanvasObject {
		table := NewHitTable(NewNote("nothing"))
		rows := someHits(40)
		rows[1].Judgement, rows[2].Judgement = Good, Bad
		table.Replace(rows)
		table.Choose(rows[2].URL)
		return table
	})
	draw(t, "reader", fyne.NewSize(420, 400), func() fyne.CanvasObject {
		reader := NewReader("Choose a hit.")
		reader.Open(Document{Title: "Coral reefs of the warm and shallow seas around the equator", URL: "http://marine-life.example/reefs/coral", Note: "Score 0.83 · 12 KB", Judgement: Good,
			Text: []Paragraph{
				{Text: "Coral reefs", Heading: true, Marks: []Mark{{0, 5}}},
				{Text: "A reef is built by coral polyps over thousands of years. Reefs cover less than one percent of the ocean floor, and a quarter of all sea animals live in them.", Marks: []Mark{{19, 24}}},
			},
			Links: []Link{{Title: "Kelp", URL: "http://marine-life.example/kelp", Saved: true}}})
		return reader
	})
	draw(t, "path", fyne.NewSize(340, 240), func() fyne.CanvasObject {
		path := NewPathView()
		path.Set([]Link{
			{Title: "Seas", URL: "http://marine-life.example/", Note: "0.02", Why: "A seed", Saved: true},
			{Title: "Coral reefs", URL: "http://marine-life.example/reefs/coral", Note: "0.83", Why: "Link score 0.512: inherited 0.21, anchor 0.4, context 0.12, neighbourhood 0.37. Link text: the reefs of the south", Saved: true}})
		return path
	})
	draw(t, "spider_card", fyne.NewSize(280, 340), func() fyne.CanvasObject {
		card := NewSpiderCard()
		card.Set(SpiderFacts{Title: "Spider 3", Note: "Child of spider 1, born at page 40",
			Facts:     []Fact{{Name: "Energy", Value: "1.24"}, {Name: "Frontier", Value: "204"}, {Name: "Pages", Value: "41"}, {Name: "Mean score", Value: "0.31"}},
			LinksHead: "Sits on", Links: []Link{{Title: "Kelp", URL: "http://marine-life.example/kelp", Saved: true}},
			WordsHead: "Keywords", Words: []Weighted{{"coral", 0.9}, {"reef", 0.4}, {"tide", -0.3}}})
		return card
	})
	draw(t, "form", fyne.NewSize(300, 420), func() fyne.CanvasObject {
		form := NewParamForm(someFields())
		form.Set(map[string]string{"beta": "seven"})
		return form
	})
	draw(t, "sessions", fyne.NewSize(280, 220), func() fyne.CanvasObject {
		list := NewSessionList("none")
		list.Set([]SessionRow{
			{ID: "a", Name: "coral reef", Facts: "InfoSpiders · 500 pages", State: "Finished · 21 Nov 2026", Open: true},
			{ID: "b", Name: "solar energy", Facts: "Best-First · 120 pages", State: "Damaged: the file is cut off", Problem: true}})
		return list
	})
	draw(t, "status", fyne.NewSize(900, 90), func() fyne.CanvasObject {
		bar := NewStatusBar()
		bar.Set(Status{State: "Running", Note: "best-first over 4 hosts", Done: 0.4, Facts: []Fact{
			{Name: "Pages", Value: "200 / 500"}, {Name: "Failed", Value: "12", Details: []string{"9 status"}}, {Name: "Pages/s", Value: "3.2"}}})
		return bar
	})
}

func someFields() []Field {
	return []Field{
		{Name: "beta", Title: "beta", Doc: "How greedy the choice of a link is.", Kind: NumberField, Default: "5", Min: 0, Max: 100},
		{Name: "learning", Title: "Learning", Doc: "Spiders train their perceptron.", Kind: SwitchField, Default: "on"},
		{Name: "scope", Title: "Scope", Kind: ChoiceField, Default: "any", Choices: []string{"any", "site", "host"}},
		{Name: "agent", Title: "Name", Kind: TextField, Default: "Orbweaver"},
	}
}
