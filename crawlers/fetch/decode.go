package fetch

import (
	"bytes"
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/ianaindex"
)

// Decode makes UTF-8 of a body as received: it undoes the content codings that the header names, stops after max bytes
// (0 = DefaultMaxBytes), and converts from the character set that the page is in. It never fails because of bytes that
// are wrong in their character set: those become U+FFFD. Its error is an *Error of KindEncoding.
//
// Decode depends on nothing but its arguments, so that a saved answer gives the same page again. The result may share
// memory with body.
func Decode(header http.Header, body []byte, max int) ([]byte, error) {
	body, err := unpack(header, body, cmp.Or(max, DefaultMaxBytes))
	if err != nil {
		return nil, err
	}
	text, set := charsetOf(announcedType(header), body)
	return toUTF8(text, set), nil
}

// utf8Name is how package charset calls UTF-8.
const utf8Name = "utf-8"

// charsetOf finds out the character set of a page: from its byte order mark, the header, the document, and at last from
// its bytes (WHATWG HTML §13.2.3.1). It returns the page without its mark, and nil for UTF-8.
func charsetOf(contentType string, page []byte) ([]byte, encoding.Encoding) {
	if text, set, marked := byteOrderMark(page); marked {
		return text, set
	}
	if _, label := mediaType(contentType); label != "" {
		if set, name := lookup(label); set != nil {
			return page, unlessUTF8(set, name)
		}
	}
	if label := unmarkedUTF16(page); label != "" {
		set, _ := charset.Lookup(label)
		return page, set
	}
	if set, name := declared(page); set != nil {
		return page, unlessUTF8(set, name)
	}
	return page, detect(page)
}

func unlessUTF8(set encoding.Encoding, name string) encoding.Encoding {
	if name == utf8Name {
		return nil
	}
	return set
}

func byteOrderMark(page []byte) (text []byte, set encoding.Encoding, marked bool) {
	for _, mark := range []struct{ bytes, label string }{{"\xef\xbb\xbf", utf8Name}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"}} {
		if text, found := bytes.CutPrefix(page, []byte(mark.bytes)); found {
			set, name := charset.Lookup(mark.label)
			return text, unlessUTF8(set, name), true
		}
	}
	return page, nil, false
}

// unmarkedUTF16 is the label of UTF-16 for a page that begins in it, though without a byte order mark; empty for all
// others. Browsers know it by "<?x" alone (WHATWG HTML §13.2.3.2). Any two characters of ASCII are as good a sign: every
// other byte of them is NUL, of which no page in another character set has two.
func unmarkedUTF16(page []byte) string {
	if len(page) < 4 {
		return ""
	}
	switch a, b, c, d := page[0], page[1], page[2], page[3]; {
	case isASCII(a) && b == 0 && isASCII(c) && d == 0:
		return "utf-16le"
	case a == 0 && isASCII(b) && c == 0 && isASCII(d):
		return "utf-16be"
	}
	return ""
}

// isASCII says whether a byte is a character of ASCII that stands in pages.
func isASCII(c byte) bool { return c >= ' ' && c < 0x7F || c == '\n' || c == '\r' || c == '\t' }

const (
	prescanned = 1024     // browsers look for a declaration in these first bytes
	searched   = 16 << 10 // and read the page anew when one comes later
)

// declared is the character set that the document names in an XML declaration or a meta element; nil without one.
func declared(page []byte) (encoding.Encoding, string) {
	head := page[:min(len(page), searched)]
	if set, name := xmlDeclared(head); set != nil {
		return set, name
	}
	if set, name := metaDeclared(head); set != nil || len(head) <= prescanned {
		return set, name
	}
	lower := asciiLower(head)
	for at := max(0, bytes.LastIndex(lower[:prescanned], []byte("<meta"))); ; at++ {
		next := bytes.Index(lower[at:], []byte("<meta"))
		if next < 0 {
			return nil, ""
		}
		at += next
		end := bytes.IndexByte(head[at:], '>')
		if end < 0 {
			return nil, ""
		}
		if end > prescanned { // no meta element is as long; reading each of thousands that are not closed would take long
			continue
		}
		tag := head[at : at+end]
		if set, name := metaDeclared(append(bytes.Clone(tag), '>')); set != nil {
			return set, name
		}
	}
}

// asciiLower puts the letters of ASCII into lower case and leaves all else: what is found in it is in the same place in b.
// bytes.ToLower makes three bytes of each that is no UTF-8.
func asciiLower(b []byte) []byte {
	lower := bytes.Clone(b)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return lower
}

// metaDeclared looks for a meta element in the first 1,024 bytes.
func metaDeclared(head []byte) (encoding.Encoding, string) {
	set, name, _ := charset.DetermineEncoding(head, "")
	// Where nothing is declared, the package answers with one of two values that a declaration never gives.
	if set == encoding.Nop || set == encoding.Encoding(charmap.Windows1252) {
		return nil, ""
	}
	if name == "x-user-defined" { // scripts name it in headers; a page that names it itself never means it (WHATWG HTML §13.2.3.2)
		return charset.Lookup("windows-1252")
	}
	return set, name
}

// xmlDeclared reads <?xml version="1.0" encoding="…"?>, which XHTML pages carry.
func xmlDeclared(head []byte) (encoding.Encoding, string) {
	rest, ok := bytes.CutPrefix(head, []byte("<?xml"))
	if !ok {
		return nil, ""
	}
	declaration, _, _ := bytes.Cut(rest[:min(len(rest), 256)], []byte(">"))
	_, value, ok := bytes.Cut(declaration, []byte("encoding"))
	if !ok {
		return nil, ""
	}
	value = bytes.TrimLeft(value, "= \t\r\n")
	if len(value) == 0 || value[0] != '"' && value[0] != '\'' {
		return nil, ""
	}
	label, _, _ := bytes.Cut(value[1:], value[:1])
	set, name := lookup(string(label))
	if strings.HasPrefix(name, "utf-16") { // what could be read so far is not UTF-16
		return lookup(utf8Name)
	}
	return set, name
}

// lookup finds a character set by its label: one of the Web's, or one that only old pages use. It returns nil for a
// label that means nothing.
func lookup(label string) (encoding.Encoding, string) {
	if set, name := charset.Lookup(label); set != nil {
		return set, name
	}
	label = strings.TrimSpace(label)
	if strings.EqualFold(label, "MacCyrillic") {
		return charset.Lookup("x-mac-cyrillic")
	}
	set, err := ianaindex.IANA.Encoding(label)
	if err != nil || set == nil {
		return nil, ""
	}
	return set, strings.ToLower(label)
}

// toUTF8 converts a page from its character set; nil is UTF-8.
func toUTF8(page []byte, set encoding.Encoding) []byte {
	if set == nil {
		if utf8.Valid(page) {
			return page
		}
		return bytes.ToValidUTF8(page, []byte("\uFFFD"))
	}
	text, err := set.NewDecoder().Bytes(page)
	if err != nil { // what a decoder does not convert stays as it is, but is never passed on as invalid UTF-8
		return bytes.ToValidUTF8(page, []byte("\uFFFD"))
	}
	return text
}
