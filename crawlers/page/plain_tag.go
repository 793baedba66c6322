package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainTag is a tag as nearly all are written, and so read at one go: names in lower case, values in quotes, nothing in
// them that stands for something else. All other tags are left to html.Tokenizer.
type plainTag struct {
	kind       html.TokenType
	tag        atom.Atom
	name       []byte
	attributes [maxPlain]struct{ key, value []byte }
	len, next  int // of attributes
}

const maxPlain = 8

// read reads the tag that a document begins with and returns its length; 0 = it is not plain.
func (t *plainTag) read(body []byte) int {
	t.kind, t.len, t.next = html.StartTagToken, 0, 0
	start := 1
	if len(body) > 1 && body[1] == '/' {
		t.kind, start = html.EndTagToken, 2
	}
	at := nameEnd(body, start)
	if at == start || at == len(body) || !isLower(body[start]) {
		return 0
	}
	t.name = body[start:at]
	if t.tag = atom.Lookup(t.name); isRaw(t.tag) {
		return 0
	}
	for {
		gap := at
		for at < len(body) && isGap(body[at]) {
			at++
		}
		switch {
		case at == len(body):
			return 0
		case body[at] == '>':
			return at + 1
		case t.kind != html.StartTagToken:
			return 0
		case body[at] == '/':
			if at+1 == len(body) || body[at+1] != '>' {
				return 0
			}
			t.kind = html.SelfClosingTagToken
			return at + 2
		case at == gap:
			return 0
		}
		if at = t.readAttribute(body, at); at == 0 {
			return 0
		}
	}
}

// readAttribute reads the attribute that begins at a place and returns its end; 0 = it is not plain.
func (t *plainTag) readAttribute(body []byte, start int) int {
	at := nameEnd(body, start)
	if at == start || at+1 >= len(body) || body[at] != '=' || t.len == maxPlain {
		return 0
	}
	key, quote := body[start:at], body[at+1]
	if quote != '"' && quote != '\'' || t.has(key) {
		return 0
	}
	value := at + 2
	for at = value; at < len(body) && body[at] != quote; at++ {
		if c := body[at]; c == '&' || c == '\r' || c == 0 {
			return 0
		}
	}
	if at == len(body) {
		return 0
	}
	t.attributes[t.len].key, t.attributes[t.len].value = key, body[value:at]
	t.len++
	return at + 1
}

func (t *plainTag) has(key []byte) bool {
	for _, a := range t.attributes[:t.len] {
		if string(a.key) == string(key) {
			return true
		}
	}
	return false
}

// attribute is the next one, and whether more follow.
func (t *plainTag) attribute() (key, value []byte, more bool) {
	if t.next == t.len {
		return nil, nil, false
	}
	a := t.attributes[t.next]
	t.next++
	return a.key, a.value, t.next < t.len
}

// nameEnd is where a plain name ends that may begin at a place.
func nameEnd(body []byte, at int) int {
	for at < len(body) && (isLower(body[at]) || '0' <= body[at] && body[at] <= '9' || body[at] == '-' || body[at] == ':' || body[at] == '_') {
		at++
	}
	return at
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// isGap says whether a byte is white space between the parts of a tag.
func isGap(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r' }
