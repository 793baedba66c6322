package app

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
	"orbweaver/widgets"
)

const (
	paragraphLimit  = 20_000 // letters of one paragraph that are shown
	paragraphsLimit = 20_000 // paragraphs of one page that are shown
)

// readable is the text of a saved page as paragraphs for the reader, without its navigation where that can be told
// apart, with the words of the query marked.
//
// The library for this, go-trafilatura, was tried: its date parser takes 0.2 s and 30 MB of every start of the program.
func readable(a *crawlers.Answer, p *page.Page, q text.Query) ([]widgets.Paragraph, error) {
	body, err := engine.Body(a)
	if err != nil {
		return nil, err
	}
	paragraphs := mainText(body)
	m := marker{analyzer: text.NewAnalyzer(nil), lang: p.Lang, wanted: q.Vector(p.Lang)}
	for i := range paragraphs {
		paragraphs[i].Marks = m.marks(paragraphs[i].Text)
	}
	return paragraphs, nil
}

// mainText is the page's own text, a paragraph for each block of it. What the page marks as navigation and the like, and
// rows of blocks that hold nothing but links, are left out, unless little else remains: then the page is a list of links,
// and is shown whole.
func mainText(body []byte) []widgets.Paragraph {
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	var c collector
	c.walk(root, 0)
	c.end(false)
	own := c.own()
	if letters(own)*4 < letters(c.blocks) {
		own = c.blocks
	}
	paragraphs := make([]widgets.Paragraph, len(own))
	for i, b := range own {
		paragraphs[i] = widgets.Paragraph{Text: b.text, Heading: b.heading}
	}
	return paragraphs
}

// block is a paragraph, with what tells it apart from navigation.
type block struct {
	text    string
	heading bool
	aside   bool // the page says that it is beside the matter
	links   bool // it holds nothing but links
}

// collector puts the text of a page together, in document order.
type collector struct {
	blocks  []block
	text    strings.Builder
	asides  int  // elements around that are beside the matter
	anchors int  // links around
	plain   bool // the paragraph at hand has text outside of links
}

// linkRow is how many blocks of nothing but links in a row are taken for navigation.
const linkRow = 4

// own are the blocks that are neither beside the matter nor in a long row of links.
func (c *collector) own() []block {
	var own []block
	for i := 0; i < len(c.blocks); {
		end := i
		for end < len(c.blocks) && c.blocks[end].links {
			end++
		}
		if end-i >= linkRow {
			i = end
			continue
		}
		for end = max(end, i+1); i < end; i++ {
			if !c.blocks[i].aside {
				own = append(own, c.blocks[i])
			}
		}
	}
	return own
}

func letters(blocks []block) int {
	n := 0
	for _, b := range blocks {
		n += len(b.text)
	}
	return n
}

// deepest is how far down a page is read; the parser lets pages nest without end.
const deepest = 500

func (c *collector) walk(n *html.Node, depth int) {
	if n.Type == html.TextNode {
		c.text.WriteString(n.Data)
		c.plain = c.plain || c.anchors == 0 && strings.TrimSpace(n.Data) != ""
		return
	}
	if depth > deepest || hidden[n.DataAtom] {
		return
	}
	isBlock := n.Type == html.ElementNode && !inline[n.DataAtom]
	if isBlock {
		c.end(false)
	}
	switch {
	case n.DataAtom == atom.Li:
		c.text.WriteString("• ")
	case n.DataAtom == atom.A:
		c.anchors++
		defer func() { c.anchors-- }()
	case beside[n.DataAtom]:
		c.asides++
		defer func() { c.asides-- }()
	}
	for child := range n.ChildNodes() {
		c.walk(child, depth+1)
	}
	if isBlock {
		c.end(headings[n.DataAtom])
	}
}

// end ends a paragraph, if it has any text.
func (c *collector) end(heading bool) {
	t := widgets.Clean(c.text.String(), paragraphLimit)
	if strings.Trim(t, "• ") != "" && len(c.blocks) < paragraphsLimit {
		c.blocks = append(c.blocks, block{text: t, heading: heading, aside: c.asides > 0, links: !c.plain})
	}
	c.text.Reset()
	c.plain = false
}

func set(atoms ...atom.Atom) map[atom.Atom]bool {
	s := map[atom.Atom]bool{}
	for _, a := range atoms {
		s[a] = true
	}
	return s
}

var (
	headings = set(atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
	beside   = set(atom.Nav, atom.Aside, atom.Footer, atom.Form, atom.Menu, atom.Dialog)
	hidden   = set(atom.Head, atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Textarea, atom.Select)
	inline   = set(atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I,
		atom.Ins, atom.Kbd, atom.Label, atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup,
		atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr)
)

// marker finds the words of a query in texts, by their stems.
type marker struct {
	analyzer *text.Analyzer
	lang     string
	wanted   text.Vector
}

// marks are the places of the query's words in a paragraph, in order, each once.
func (m marker) marks(s string) []widgets.Mark {
	if m.wanted.Len() == 0 {
		return nil
	}
	m.analyzer.Begin(m.lang)
	m.analyzer.Add(s, 0)
	var marks []widgets.Mark
	words := m.analyzer.Words()
	for i, at := range m.analyzer.Offsets() {
		if m.wanted.Freq(words.At(i)) == 0 {
			continue
		}
		start, end := int(at), wordEnd(s, int(at))
		if last := len(marks) - 1; last >= 0 && marks[last].End > start { // pairs of letters overlap
			marks[last].End = max(marks[last].End, end)
			continue
		}
		marks = append(marks, widgets.Mark{Start: start, End: end})
	}
	return marks
}

// wordEnd is where the word that begins at start ends. Words of scripts without spaces between them are terms in pairs
// of letters.
func wordEnd(s string, start int) int {
	n := 0
	for i, r := range s[start:] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return start + i
		}
		n++
		if n == 2 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return start + i + utf8.RuneLen(r)
		}
	}
	return len(s)
}
