package page

import (
	"bytes"
	"io"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tokens are those of a document as html.Tokenizer gives them, found faster: the text between tags, which is most of a
// document, is passed over in search of the next '<', and tags that are plain are read at one go. Only the rest goes
// through the Tokenizer byte by byte.
type tokens struct {
	*html.Tokenizer
	rest    feed
	found   []byte   // the text token under way, if it was found without the Tokenizer
	plain   plainTag // the tag under way
	isPlain bool     // if it was found so too
	raw     bool     // the next token is all that stands before an end tag
}

func (t *tokens) open(body []byte) {
	t.rest, t.found, t.plain, t.isPlain, t.raw = feed{body: body}, nil, plainTag{}, false, false // attributes are parts of the last body
	t.Tokenizer = html.NewTokenizer(&t.rest)
}

// Next goes to the next token and says of what kind it is.
func (t *tokens) Next() html.TokenType {
	t.found, t.isPlain = nil, false
	if !t.raw && len(t.Buffered()) == 0 {
		if t.found = t.rest.text(); t.found != nil {
			return html.TextToken
		}
		if n := t.plain.read(t.rest.body); n > 0 {
			t.isPlain = true
			t.rest.take(n)
			return t.plain.kind
		}
	}
	t.raw, t.rest.given = false, 0
	return t.Tokenizer.Next()
}

// TagName is the tag's name in lower case, and whether it has attributes.
func (t *tokens) TagName() (tag atom.Atom, name []byte, more bool) {
	if t.isPlain {
		return t.plain.tag, t.plain.name, t.plain.len > 0
	}
	name, more = t.Tokenizer.TagName()
	tag = atom.Lookup(name)
	t.raw = isRaw(tag) // after an end tag this only costs time
	return tag, name, more
}

// TagAttr is the tag's next attribute, its key in lower case and its value without entities, and whether more follow.
func (t *tokens) TagAttr() (key, value []byte, more bool) {
	if t.isPlain {
		return t.plain.attribute()
	}
	return t.Tokenizer.TagAttr()
}

// NextIsNotRawText takes what follows a start tag for markup, even if its element holds text only.
func (t *tokens) NextIsNotRawText() {
	t.raw = false
	t.Tokenizer.NextIsNotRawText()
}

// Text is the text under way, without entities. It is valid until the next token.
func (t *tokens) Text() []byte {
	switch {
	case t.found == nil:
		return t.Tokenizer.Text()
	case bytes.IndexByte(t.found, '&') < 0:
		return t.found
	}
	return []byte(html.UnescapeString(string(t.found)))
}

// isRaw says whether the Tokenizer takes what follows a start tag for text up to the end tag.
func isRaw(tag atom.Atom) bool {
	switch tag {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}

// feed is what the Tokenizer has not read of a document. It gives no more than one tag at a time, so that what follows
// a tag is still here.
type feed struct {
	body  []byte
	given int // for the token under way
}

// text takes the text that comes next, up to a '<' that begins markup; nil = there is none.
func (f *feed) text() []byte {
	for n := 0; ; n++ {
		next := bytes.IndexByte(f.body[n:], '<')
		if next < 0 {
			return f.take(len(f.body))
		}
		if n += next; n+1 < len(f.body) && beginsMarkup(f.body[n+1]) {
			return f.take(n)
		}
	}
}

func (f *feed) take(n int) []byte {
	if n == 0 {
		return nil
	}
	taken := f.body[:n]
	f.body = f.body[n:]
	return taken
}

// beginsMarkup says whether a byte after '<' makes it more than a sign.
func beginsMarkup(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '/' || c == '!' || c == '?'
}

// Read gives what there is up to the next '>', which ends most tags. Of a token that goes on it gives as much again as
// it has given, because the Tokenizer copies what it has of a token with each piece that it gets.
func (f *feed) Read(p []byte) (int, error) {
	if len(f.body) == 0 {
		return 0, io.EOF
	}
	end := min(f.given, len(f.body))
	if next := bytes.IndexByte(f.body[end:], '>'); next >= 0 {
		end += next + 1
	} else {
		end = len(f.body)
	}
	n := copy(p, f.body[:end])
	f.body = f.body[n:]
	f.given += n
	return n, nil
}
