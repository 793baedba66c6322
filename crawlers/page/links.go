package page

import (
	"strings"

	"orbweaver/crawlers/weburl"
)

// links resolves what the pass has collected: each canonical URL once, with the anchors of all its occurrences.
func (p *Parser) links(page *Page, base *weburl.Resolver) []Link {
	clear(p.known)
	links := make([]Link, 0, len(p.refs))
	arena := make([]string, 0, 4*len(p.refs)) // the links' words, so that a kept link does not keep the page's
	for _, ref := range p.refs {
		canonical, resolved, host, err := base.Resolve(strings.TrimSpace(ref.href))
		if err != nil || canonical == page.URL {
			continue
		}
		start, end := ref.firstWord, ref.endWord
		anchor := shorten(page.Text[ref.start:ref.end])
		from := len(arena)
		arena = page.Words.Slice(start, min(end, start+maxAnchorWords)).AppendTo(arena)
		words := arena[from:len(arena):len(arena)]
		if i, ok := p.known[canonical]; ok {
			links[i].join(anchor, words)
			continue
		}
		p.known[canonical] = len(links)
		link := Link{URL: canonical, Host: host, Anchor: anchor, Words: words, Start: start, End: end, TagPath: ref.path}
		if resolved != canonical {
			link.Raw = resolved
		}
		links = append(links, link)
	}
	return links
}

// maxAnchorWords bounds the words of one anchor: one that is never closed holds the rest of the page.
const maxAnchorWords = 64

// join adds another occurrence's anchor to the link.
func (l *Link) join(anchor string, words []string) {
	if anchor != "" && len(l.Anchor) < maxTitle {
		l.Anchor = strings.TrimSpace(l.Anchor + " " + anchor)
	}
	if len(l.Words) < maxAnchorWords {
		l.Words = append(l.Words[:len(l.Words):len(l.Words)], words...)
	}
}
