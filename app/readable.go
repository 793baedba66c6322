package app

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
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
func readable(a *crawlers.Answer, p *page.Page, q text.Query) ([]widgets.Paragraph, error) {
	response, err := http.ReadResponse(bufio.NewReader(io.MultiReader(bytes.NewReader(a.Head), strings.NewReader("\r\n"))), nil)
	if err != nil {
		return nil, fmt.Errorf("saved head of %s: %w", a.URL, err)
	}
	response.Body.Close()
	body, err := fetch.Decode(response.Header, a.Body, len(a.Body)*20) // what a saved page says unpacked, within reason
	if err != nil {
		return nil, err
	}
	paragraphs := mainText(body)
	if len(paragraphs) == 0 {
		paragraphs = allText(body)
	}
	m := marker{analyzer: text.NewAnalyzer(), lang: p.Lang, wanted: q.Vector(p.Lang)}
	for i := range paragraphs {
		paragraphs[i].Marks = m.marks(paragraphs[i].Text)
	}
	return paragraphs, nil
}

// mainText is what go-trafilatura takes for the page's own text; nil when it finds none.
func mainText(body []byte) []widgets.Paragraph {
	result, err := trafilatura.Extract(bytes.NewReader(body), trafilatura.Options{ExcludeComments: true})
	if err != nil || result.ContentNode == nil {
		return nil
	}
	return paragraphsOf(result.ContentNode)
}

// allText is all of the page's text, for pages on which nothing stands out.
func allText(body []byte) []widgets.Paragraph {
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	return paragraphsOf(root)
}

// paragraphsOf collects the text under a node, a paragraph for each block of it.
func paragraphsOf(root *html.Node) []widgets.Paragraph {
	var c collector
	c.walk(root, 0)
	c.end(false)
	return c.paragraphs
}

// collector puts the text of a page together, in document order.
type collector struct {
	paragraphs []widgets.Paragraph
	text       strings.Builder
}

// deepest is how far down a page is read; the parser lets pages nest without end.
const deepest = 500

func (c *collector) walk(n *html.Node, depth int) {
	if n.Type == html.TextNode {
		c.text.WriteString(n.Data)
		return
	}
	if depth > deepest || hidden[n.DataAtom] {
		return
	}
	block := n.Type == html.ElementNode && !inline[n.DataAtom]
	if block {
		c.end(false)
	}
	if n.DataAtom == atom.Li {
		c.text.WriteString("• ")
	}
	for child := range n.ChildNodes() {
		c.walk(child, depth+1)
	}
	if block {
		c.end(headings[n.DataAtom])
	}
}

// end ends a paragraph, if it has any text.
func (c *collector) end(heading bool) {
	t := widgets.Clean(c.text.String(), paragraphLimit)
	c.text.Reset()
	if strings.Trim(t, "• ") != "" && len(c.paragraphs) < paragraphsLimit {
		c.paragraphs = append(c.paragraphs, widgets.Paragraph{Text: t, Heading: heading})
	}
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
	for i, at := range m.analyzer.Offsets() {
		if m.wanted.Freq(m.analyzer.Words()[i]) == 0 {
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
