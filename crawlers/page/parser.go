package page

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"orbweaver/crawlers/text"
	"orbweaver/crawlers/weburl"
)

// Options are how documents are parsed.
type Options struct {
	Rules          weburl.Rules // of canonical URLs
	Window         int          // W, words of context on either side of a link; 0 = 10
	FollowNofollow bool         // rel=nofollow and <meta name=robots content=nofollow> are not obeyed
	FollowFrames   bool         // frame[src], iframe[src] and link[rel=next] count as links
}

const (
	maxLinks = 10_000 // links of a page that count
	maxDepth = 128    // open elements that are told apart
	maxTitle = 300    // bytes of titles, descriptions and anchor texts
)

// Parser parses documents, one after the other. It is not safe for concurrent use: each worker has its own.
type Parser struct {
	options    Options
	dictionary *text.Dictionary
	analyzer   *text.Analyzer
	paths      map[string]string // tag paths, each kept once
	known      map[string]int    // canonical URL → place in Page.Links, of the page at hand
	tokens     tokens            // of the page at hand
	document                     // the same
}

// document is what the pass over the tokens collects.
type document struct {
	text        []byte
	title       string
	description string
	lang        string // of the html element
	language    string // of a Content-Language
	base        string
	noFollow    bool
	refs        []reference
	anchor      int  // place in refs of the anchor being read; -1 = none
	cell        int  // place in open of the table cell that anchor stands in; -1 = none
	xml         bool // begins as an XML document
	open        stack
	path        []byte
}

// reference is a link as the tokens gave it. They stand in the order of the document and their anchors do not overlap.
type reference struct {
	href               string
	start, end         int // its anchor in text
	firstWord, endWord int // the same in words
	path               string
}

// NewParser returns a parser that has learnt no words yet.
func NewParser(o Options) *Parser {
	if o.Window == 0 {
		o.Window = 10
	}
	return newParser(o, text.NewDictionary())
}

// Sibling returns another parser, for another worker, that shares what this one learns of words.
func (p *Parser) Sibling() *Parser { return newParser(p.options, p.dictionary) }

func newParser(o Options, d *text.Dictionary) *Parser {
	return &Parser{options: o, dictionary: d, analyzer: text.NewAnalyzer(d), paths: map[string]string{}, known: map[string]int{}}
}

// Parse parses a document in UTF-8 that was fetched from a URL. The error is that of a URL that can not be a page's.
func Parse(url string, body []byte) (*Page, error) {
	return NewParser(Options{Rules: weburl.DefaultRules()}).Parse(url, body)
}

// Parse parses a document in UTF-8 that was fetched from a URL (as sent; its canonical form becomes the page's). The
// error is an *weburl.Error: the URL is none of a page.
func (p *Parser) Parse(url string, body []byte) (*Page, error) {
	base, err := p.options.Rules.NewResolver(url)
	if err != nil {
		return nil, err
	}
	canonical, _, _, err := base.Resolve(url)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(body) {
		body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	p.read(body)
	if p.base != "" {
		if _, resolved, _, err := base.Resolve(p.base); err == nil {
			if r, err := p.options.Rules.NewResolver(resolved); err == nil {
				base = r
			}
		}
	}
	page := &Page{URL: canonical, Title: p.title, Description: p.description, Window: p.options.Window, Text: string(p.text)}
	page.Lang = p.detect(page.Text)
	p.analyse(page)
	page.NoFollow = p.noFollow && !p.options.FollowNofollow
	if !page.NoFollow {
		page.Links = p.links(page, base)
	}
	return page, nil
}

// analyse fills in the page's words. Words end where anchors begin and end: menus often stand without a space.
func (p *Parser) analyse(page *Page) {
	p.analyzer.Begin(page.Lang)
	at := 0
	for i := range p.refs {
		ref := &p.refs[i]
		p.analyzer.Add(page.Text[at:ref.start], at)
		ref.firstWord = p.analyzer.Len()
		p.analyzer.Add(page.Text[ref.start:ref.end], ref.start)
		ref.endWord = p.analyzer.Len()
		at = ref.end
	}
	p.analyzer.Add(page.Text[at:], at)
	page.Words, page.Vector = p.analyzer.Words(), p.analyzer.Vector()
	page.offsets = slices.Clone(p.analyzer.Offsets())
}

// read makes the one pass over the tokens.
func (p *Parser) read(body []byte) {
	p.document = document{
		text: p.text[:0], refs: p.refs[:0], path: p.path[:0], anchor: -1, open: p.open[:0],
	}
	p.tokens.open(body)
	p.xml = bytes.HasPrefix(bytes.TrimSpace(body), []byte("<?xml"))
	skipped, depth := atom.Atom(0), 0 // the element whose text nobody sees, and how often it is open in itself
	for {
		switch kind := p.tokens.Next(); kind {
		case html.ErrorToken: // the end of the document; a feed has no other error
			p.closeAnchor()
			return
		case html.TextToken:
			switch skipped {
			case atom.Title:
				p.readTitle()
			case 0:
				p.appendText(p.tokens.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			tag, name, more := p.tokens.TagName()
			switch {
			case skipped == 0:
				selfClosing := kind == html.SelfClosingTagToken
				p.start(tag, name, more, selfClosing)
				if selfClosing && p.xml {
					p.tokens.NextIsNotRawText()
				} else if hidden(tag) {
					skipped, depth = tag, 1
				}
			case tag == skipped:
				depth++
			}
		case html.EndTagToken:
			tag, name, _ := p.tokens.TagName()
			if depth > 0 && tag == skipped {
				depth--
			}
			if depth == 0 {
				skipped = 0
				p.end(tag, name)
			}
		}
	}
}

// hidden says whether the text inside an element is not part of what a reader sees.
func hidden(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Iframe, atom.Noembed, atom.Noframes, atom.Template:
		return true
	}
	return false
}

// start takes a start tag.
func (p *Parser) start(tag atom.Atom, name []byte, more, selfClosing bool) {
	if tag == atom.Noscript {
		p.tokens.NextIsNotRawText() // we run no scripts: what it holds is what we see
	}
	if breaksLine(tag) {
		p.appendBreak()
	}
	p.open.impliedEnd(tag)
	p.closeLeftAnchor()
	p.open.impliedStart(tag)
	if closed := selfClosing && (p.xml || tag == atom.Svg || tag == atom.Math); !closed && !isVoid(tag) { // HTML ignores the slash
		p.open.push(tag, name)
	}
	switch tag {
	case atom.A:
		p.closeAnchor()
		if a := p.attributes(more); a.has(attrHref) && p.mayFollow(a) && p.addReference(a[attrHref], p.pathOf(nil)) {
			p.anchor, p.cell = len(p.refs)-1, p.open.innermostCell()
		}
	case atom.Area:
		a := p.attributes(more)
		if a.has(attrHref) && p.mayFollow(a) && p.addReference(a[attrHref], p.pathOf(name)) {
			p.anchor = len(p.refs) - 1
		}
		p.appendAlternative(a[attrAlt])
		p.closeAnchor()
	case atom.Img:
		p.appendAlternative(p.attributes(more)[attrAlt])
	case atom.Base:
		if a := p.attributes(more); p.base == "" {
			p.base = strings.TrimSpace(a[attrHref])
		}
	case atom.Html:
		if a := p.attributes(more); p.lang == "" {
			p.lang = a[attrLang]
		}
	case atom.Meta:
		p.meta(p.attributes(more))
	case atom.Frame, atom.Iframe, atom.Link:
		if p.options.FollowFrames {
			p.frame(tag, p.attributes(more), p.pathOf(name))
		}
	}
}

func (p *Parser) mayFollow(a attributes) bool {
	return p.options.FollowNofollow || !hasWord(a[attrRel], "nofollow")
}

func (p *Parser) frame(tag atom.Atom, a attributes, path string) {
	switch {
	case tag != atom.Link && a.has(attrSrc):
		p.addReference(a[attrSrc], path)
	case tag == atom.Link && a.has(attrHref) && hasWord(a[attrRel], "next"):
		p.addReference(a[attrHref], path)
	}
}

func (p *Parser) meta(a attributes) {
	content := a[attrContent]
	switch {
	case strings.EqualFold(a[attrName], "robots"):
		p.noFollow = p.noFollow || hasWord(content, "nofollow") || hasWord(content, "none")
	case strings.EqualFold(a[attrName], "description") && p.description == "":
		p.description = shorten(content)
	case strings.EqualFold(a[attrHTTPEquiv], "content-language") && p.language == "":
		p.language = content
	}
}

// end takes an end tag.
func (p *Parser) end(tag atom.Atom, name []byte) {
	if tag == atom.A {
		p.closeAnchor()
	}
	if breaksLine(tag) {
		p.appendBreak()
	}
	p.open.pop(tag, name)
	p.closeLeftAnchor()
}

// addReference takes a link whose anchor begins here; one being read ends. It says whether there was room.
func (p *Parser) addReference(href, path string) bool {
	p.closeAnchor()
	if len(p.refs) >= maxLinks {
		return false
	}
	p.refs = append(p.refs, reference{href: href, start: len(p.text), end: len(p.text), path: path})
	return true
}

// closeAnchor ends the anchor being read, if one is.
func (p *Parser) closeAnchor() {
	if p.anchor >= 0 {
		p.refs[p.anchor].end = len(p.text)
	}
	p.anchor = -1
}

// closeLeftAnchor ends the anchor being read if the table cell that it stands in is closed. Other elements do not end an
// anchor: browsers open it again inside the next one.
func (p *Parser) closeLeftAnchor() {
	if p.anchor >= 0 && p.cell >= len(p.open) {
		p.closeAnchor()
	}
}

// readTitle takes the text of the first title; those of pictures come later in the document.
func (p *Parser) readTitle() {
	if p.title != "" {
		return
	}
	p.title = shorten(string(p.tokens.Text()))
	if p.title != "" && len(p.text) == 0 {
		p.appendText([]byte(p.title))
		p.appendBreak()
	}
}

// pathOf is the tag path of the element under way; last is its name where it holds nothing and is not on the stack.
func (p *Parser) pathOf(last []byte) string {
	p.path = p.open.appendPath(p.path[:0])
	if last != nil {
		if len(p.path) > 0 {
			p.path = append(p.path, '/')
		}
		p.path = append(p.path, last...)
	}
	if path, ok := p.paths[string(p.path)]; ok {
		return path
	}
	if len(p.paths) > 4096 {
		clear(p.paths)
	}
	path := string(p.path)
	p.paths[path] = path
	return path
}
