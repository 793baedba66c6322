package crawlers

import (
	"slices"
	"testing"

	"orbweaver/crawlers/page"
)

// Between two lessons the news are heard by a worker, as homework, once they hold too many links.
func TestNewsAreHeardBetweenLessons(t *testing.T) {
	c := newListener(t)
	c.visit(t, "http://a.example/", 10)
	if c.due != nil {
		t.Fatal("a page with few links gives homework")
	}
	c.visit(t, "http://full.example/", mostTold)
	hearing := c.due
	if hearing == nil || !hearing.hears || c.told != 0 || len(c.news) != 0 {
		t.Fatalf("homework %+v, %d links of %d pages told; want a hearing, and no more news", hearing, c.told, len(c.news))
	}
	before := c.predictor
	analyse := c.Analyse(Pick{})
	p := pageWithLinks("http://b.example/", 10)
	if err := c.Visited(Visit{Pick: Pick{Link: page.Link{URL: p.URL}}, Page: p, Analysis: analyse(p)}); err != nil {
		t.Fatal(err)
	}
	if c.due != nil || c.predictor != before || !slices.Equal(c.heard(), []string{"http://a.example/", "http://full.example/"}) {
		t.Errorf("homework %v, predictor %v, heard %v; want none, that of before, and the first two pages", c.due, c.predictor, c.heard())
	}
}

// A lesson that falls due does not wait until a hearing has come back, which it then needs first.
func TestLessonsDoNotWaitForAHearing(t *testing.T) {
	c := newListener(t)
	c.visit(t, "http://full.example/", mostTold+1)
	for _, p := range []*page.Page{pageWithLinks("http://more.example/", mostTold+1), pageWithLinks("http://last.example/", 10)} {
		if p.URL == "http://last.example/" {
			c.since = c.every
		}
		analysis := newQFound(Pick{}, p, c.predictor) // of a pick that was given before the hearing was
		if err := c.Visited(Visit{Pick: Pick{Link: page.Link{URL: p.URL}}, Page: p, Analysis: analysis}); err != nil {
			t.Fatal(err)
		}
	}
	if c.due == nil || c.due.hears || c.since != 0 {
		t.Fatalf("homework %+v; want a lesson", c.due)
	}
	c.due.lesson()
	if want := []string{"http://full.example/", "http://more.example/", "http://last.example/"}; !slices.Equal(c.heard(), want) {
		t.Errorf("heard %v; want %v", c.heard(), want)
	}
}

// A mark that comes while a hearing is out waits for it.
func TestMarksWaitForAHearing(t *testing.T) {
	c := newListener(t)
	c.visit(t, "http://full.example/", mostTold+1)
	c.news = append(c.news, outcome{page: &qPage{source: source{url: "http://later.example/"}}})
	c.Mark(Mark{Page: pageWithLinks("http://full.example/", 0), Judgement: Good})
	if want := []string{"http://full.example/", "http://later.example/"}; !slices.Equal(c.heard(), want) || c.due != nil {
		t.Errorf("heard %v, homework %v; want %v and none", c.heard(), c.due, want)
	}
	if c.known.pages["http://full.example/"].judgement != Good {
		t.Error("the mark is lost")
	}
}

// newListener is a crawler with Q-values, so that it has a predictor to lose.
func newListener(t *testing.T) *listener {
	t.Helper()
	const values = `{"format":"orbweaver q-values","version":1,"discount":0.5,"sums":[1,0],
		"counts":{"documents":[1,1],"terms":{"good":[1,0],"dull":[0,1]}}}`
	c, err := newReinforcement(Setup{
		Topic: NewTopic("orb"), MaxBuffer: 100, Model: []byte(values),
		Params: Values{"discount": "0.5", "bins": "4", "share": "0.2", "every": "1000"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &listener{c.(*reinforcement)}
}

type listener struct{ *reinforcement }

// visit takes in a page with links, which no worker has seen.
func (l *listener) visit(t *testing.T, url string, links int) {
	t.Helper()
	if err := l.Visited(Visit{Pick: Pick{Link: page.Link{URL: url}}, Page: pageWithLinks(url, links)}); err != nil {
		t.Fatal(err)
	}
}

// heard are the URLs of the pages heard of, in order.
func (l *listener) heard() (urls []string) {
	for _, p := range l.known.memory {
		urls = append(urls, p.url)
	}
	return urls
}

// pageWithLinks is a page without words, whose links lead to itself.
func pageWithLinks(url string, links int) *page.Page {
	p := &page.Page{URL: url}
	for range links {
		p.Links = append(p.Links, page.Link{URL: url, Host: "host.example"})
	}
	return p
}
