package page

import "golang.org/x/net/html/atom"

// stack holds the open elements, from the root. It knows enough of HTML's rules on end tags that may be left out to
// give sensible tag paths; it is no tree builder.
type stack []element

type element struct {
	tag  atom.Atom // 0 for elements that HTML does not know
	name string
}

// push opens an element. Beyond maxDepth elements are not told apart; a second html, head or body is none.
func (s *stack) push(tag atom.Atom, name []byte) {
	again := tag == atom.Html && len(*s) > 0 || (tag == atom.Head || tag == atom.Body) && len(*s) > 1
	if len(*s) >= maxDepth || again {
		return
	}
	e := element{tag: tag}
	if tag != 0 {
		e.name = tag.String()
	} else {
		const longest = 32
		e.name = string(name[:min(len(name), longest)])
	}
	*s = append(*s, e)
}

// pop closes the nearest open element of that name and all inside it; there may be none. Only parts of tables are
// looked for outside the table cell.
func (s *stack) pop(tag atom.Atom, name []byte) {
	for i := len(*s) - 1; i >= 0; i-- {
		e := (*s)[i]
		if e.tag == tag && (tag != 0 || e.name == string(name)) {
			*s = (*s)[:i]
			return
		}
		if isCell(e.tag) && !isTablePart(tag) {
			return
		}
	}
}

// innermostCell is the place of the innermost open table cell; -1 = none is open.
func (s stack) innermostCell() int {
	for i := len(s) - 1; i >= 0; i-- {
		if isCell(s[i].tag) {
			return i
		}
	}
	return -1
}

func isCell(tag atom.Atom) bool { return tag == atom.Td || tag == atom.Th || tag == atom.Caption }

func isTablePart(tag atom.Atom) bool {
	switch tag {
	case atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Body, atom.Html:
		return true
	}
	return isCell(tag)
}

// impliedStart opens the elements that HTML puts around a start tag where the document has left them out, and closes
// the head before what can not stand there.
func (s *stack) impliedStart(tag atom.Atom) {
	if tag == atom.Html {
		return
	}
	if len(*s) == 0 {
		s.push(atom.Html, nil)
	}
	switch tag {
	case atom.Head, atom.Body, atom.Frameset:
		return
	case atom.Base, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Title:
		if len(*s) == 1 {
			s.push(atom.Head, nil)
		}
		return
	}
	if len(*s) > 1 && (*s)[1].tag == atom.Head {
		*s = (*s)[:1]
	}
	if len(*s) == 1 {
		s.push(atom.Body, nil)
	}
	top := (*s)[len(*s)-1].tag
	if top == atom.Table && (tag == atom.Tr || tag == atom.Td || tag == atom.Th) {
		s.push(atom.Tbody, nil)
		top = atom.Tbody
	}
	if (tag == atom.Td || tag == atom.Th) && (top == atom.Tbody || top == atom.Thead || top == atom.Tfoot) {
		s.push(atom.Tr, nil)
	}
}

// impliedEnd closes what a start tag closes without saying so: an item by the next item, a paragraph by a block.
func (s *stack) impliedEnd(tag atom.Atom) {
	switch tag {
	case atom.Li:
		s.closeWithin([]atom.Atom{atom.Li}, atom.Ul, atom.Ol, atom.Menu)
	case atom.Dt, atom.Dd:
		s.closeWithin([]atom.Atom{atom.Dt, atom.Dd}, atom.Dl)
	case atom.Tr:
		s.closeWithin([]atom.Atom{atom.Tr}, atom.Table)
	case atom.Td, atom.Th:
		s.closeWithin([]atom.Atom{atom.Td, atom.Th}, atom.Tr, atom.Table)
	case atom.Thead, atom.Tbody, atom.Tfoot:
		s.closeWithin([]atom.Atom{atom.Thead, atom.Tbody, atom.Tfoot}, atom.Table)
	case atom.Option, atom.Optgroup:
		s.closeWithin([]atom.Atom{atom.Option}, atom.Select)
	case atom.A:
		s.closeWithin([]atom.Atom{atom.A}, atom.Td, atom.Th, atom.Table)
	case atom.Body:
		s.closeWithin([]atom.Atom{atom.Head}, atom.Html)
	default:
		if isBlock(tag) {
			s.closeWithin([]atom.Atom{atom.P}, atom.Td, atom.Th, atom.Table, atom.Button, atom.Object)
		}
	}
}

// closeWithin closes the nearest of some elements, unless one that bounds it lies between.
func (s *stack) closeWithin(tags []atom.Atom, bounds ...atom.Atom) {
	for i := len(*s) - 1; i >= 0; i-- {
		e := (*s)[i].tag
		for _, t := range tags {
			if e == t {
				*s = (*s)[:i]
				return
			}
		}
		for _, b := range bounds {
			if e == b {
				return
			}
		}
	}
}

func (s stack) appendPath(path []byte) []byte {
	for i, e := range s {
		if i > 0 {
			path = append(path, '/')
		}
		path = append(path, e.name...)
	}
	return path
}

// isVoid says whether an element never has an end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// isBlock says whether an element stands on lines of its own and closes a paragraph.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dir, atom.Div, atom.Dl, atom.Fieldset, atom.Figcaption,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Main, atom.Menu,
		atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Summary, atom.Table, atom.Ul:
		return true
	}
	return false
}

// breaksLine says whether the words before and after a tag are apart.
func breaksLine(tag atom.Atom) bool {
	switch tag {
	case atom.Br, atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Option, atom.Caption, atom.Body, atom.Head, atom.Title, atom.Legend,
		atom.Thead, atom.Tbody, atom.Tfoot, atom.Select, atom.Textarea, atom.Iframe, atom.Button, atom.Label, atom.Noscript:
		return true
	}
	return isBlock(tag)
}
