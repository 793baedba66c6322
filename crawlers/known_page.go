package crawlers

import (
	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/page"
)

// Known is what the files of the families context-focused and reinforcement are learnt from of a page.
func Known(p *page.Page) classify.KnownPage {
	k := classify.KnownPage{URL: p.URL, Vector: p.Vector, Links: make([]classify.KnownLink, len(p.Links))}
	for i, l := range p.Links {
		k.Links[i] = classify.KnownLink{URL: l.URL, Words: linkWords(p, l)}
	}
	return k
}

// linkWords is the words that tell where a link leads: those of its anchor and of its context.
func linkWords(p *page.Page, l page.Link) []string {
	before, anchor, after := p.Context(l)
	words := make([]string, 0, before.Len()+len(anchor)+after.Len())
	return after.AppendTo(append(before.AppendTo(words), anchor...))
}
