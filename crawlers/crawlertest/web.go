package crawlertest

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// Web is a Web in memory: what each URL answers. A URL that it does not hold is dead; one whose page has another URL is
// a redirect.
type Web map[string]*page.Page

// NewWeb makes a Web of texts by URL, in the form of Page. A text "-> URL" redirects to another of them.
func NewWeb(texts map[string]string) Web {
	web := Web{}
	for address, text := range texts {
		if !strings.HasPrefix(text, "-> ") {
			web[address] = Page(address, text)
		}
	}
	for address, text := range texts {
		if target, redirects := strings.CutPrefix(text, "-> "); redirects && web[target] != nil && web[target].URL == target {
			web[address] = web[target]
		}
	}
	return web
}

var linkOrWord = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)|\S+`)

// Page makes a page of a text of words, which are taken for stems, with links in the form [anchor words](URL). Its title
// is its URL, its language unknown.
func Page(address, words string) *page.Page {
	p := &page.Page{URL: address, Title: address, Window: 10}
	var stems []string
	for _, m := range linkOrWord.FindAllStringSubmatch(words, -1) {
		if m[2] == "" {
			stems = append(stems, m[0])
			continue
		}
		l := Link(m[2])
		l.Anchor, l.Words, l.Start = m[1], strings.Fields(m[1]), len(stems)
		stems = append(stems, l.Words...)
		l.End = len(stems)
		p.Links = append(p.Links, l)
	}
	p.Words, p.Vector = text.WordsOf(stems), text.NewVector(stems)
	return p
}

// Link makes a link of a URL, without anchor. It panics on what is no URL: tests write it themselves.
func Link(address string) page.Link {
	u, err := url.Parse(address)
	if err != nil {
		panic(fmt.Sprintf("crawlertest: %v", err))
	}
	return page.Link{URL: address, Host: u.Host}
}

// Links makes links of URLs.
func Links(addresses ...string) []page.Link {
	var links []page.Link
	for _, a := range addresses {
		links = append(links, Link(a))
	}
	return links
}

// errDead is what became of a pick that the Web does not hold.
var errDead = errors.New("no such page")

// analysisOf is the snapshot that the engine takes when a pick is given; nil when the crawler is no Analyser.
func analysisOf(c crawlers.Crawler, p crawlers.Pick) analysis {
	if a, ok := c.(crawlers.Analyser); ok {
		return a.Analyse(p)
	}
	return nil
}

// end tells the crawler what became of a pick: a page with its analysis, or nothing.
func end(c crawlers.Crawler, topic crawlers.Topic, p crawlers.Pick, answer *page.Page, analyse analysis) error {
	if answer == nil {
		c.Failed(p, errDead)
		return nil
	}
	v := crawlers.Visit{Pick: p, Page: answer, Score: topic.Similarity(answer)}
	if analyse != nil {
		v.Analysis = analyse(answer)
	}
	return c.Visited(v)
}

// New starts a crawler of a family, with the parameters given over the defaults. It panics where the family would give
// an error: tests choose the parameters themselves.
func New(f crawlers.Family, topic crawlers.Topic, maxBuffer int, seed uint64, params map[string]string) crawlers.Crawler {
	values, err := crawlers.ParseValues(f.Params, params)
	if err == nil {
		var c crawlers.Crawler
		if c, err = f.New(setup(topic, values, maxBuffer, seed)); err == nil {
			return c
		}
	}
	panic(fmt.Sprintf("crawlertest: family %s: %v", f.Name, err))
}

// Crawl crawls the Web with one worker and all hosts ready, as the papers' pseudocode does, until nothing is left or as
// many picks were made. It returns the picks in order, and the first error of Visited.
func Crawl(c crawlers.Crawler, w Web, topic crawlers.Topic, seeds []page.Link, picks int) ([]crawlers.Pick, error) {
	c.Seed(seeds)
	var made []crawlers.Pick
	for len(made) < picks {
		next := c.Next(1, func(string) bool { return true })
		if len(next) == 0 {
			break
		}
		made = append(made, next[0])
		if err := end(c, topic, next[0], w[next[0].URL], analysisOf(c, next[0])); err != nil {
			return made, err
		}
	}
	return made, nil
}
