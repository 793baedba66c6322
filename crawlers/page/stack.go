package page

import "golang.org/x/net/html/atom"

// stack holds the open elements, from the root. It knows enough of HTML's rules on end tags that may be left out to
// give sensible tag paths; it is no tree builder.
type stack []element

type element struct {
	tag  atom.Atom // 0 for elements that HTML does not know
	name string
}

// push opens an element. Beyond maxDepth elements are not told apart.
func (s *stack) push(tag atom.Atom, name []byte) {
	if len(*s) >= maxDepth {
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

// pop closes the nearest open element of that name and all inside it; there may be none.
func (s *stack) pop(tag atom.Atom, name []byte) {
	for i := len(*s) - 1; i >= 0; i-- {
		if e := (*s)[i]; e.tag == tag && (tag != 0 || e.name == string(name)) {
			*s = (*s)[:i]
			return
		}
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
