package fetch

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html/charset"
)

// Bounds of a sitemap: those of 50 are sitemaps.org's.
const (
	maxSitemapBytes   = 50 << 20 // uncompressed
	maxSitemapSent    = 10 << 20 // as it is sent: nearly all are much smaller
	maxSitemapEntries = 50_000
	maxSitemapDepth   = 32      // of elements in one another; sitemaps have five at most
	maxSitemapToken   = 1 << 20 // of one tag, or of one text between two tags
	maxSitemapText    = 4 << 10 // of one URL, of which sitemaps.org allows half as much, and of one title
)

// Sitemap is what a site says of its own pages (sitemaps.org), or what a news feed says of the newest.
type Sitemap struct {
	Pages    []SitemapPage
	Sitemaps []string // of an index: the URLs of its sitemaps
}

// SitemapPage is one page. Neither field has been checked: both are a stranger's words.
type SitemapPage struct {
	URL   string
	Title string // of news and of feeds; empty in most sitemaps
}

// ReadSitemap reads a sitemap, a sitemap index, an RSS or Atom feed, or a list of URLs, one a line; packed by gzip or not.
// What comes after 50,000 entries or 50 MB is left out. Of a file that breaks off in the middle it gives what came before,
// if there is anything; the error says why there is nothing.
func ReadSitemap(in io.Reader) (*Sitemap, error) {
	beginning := bufio.NewReader(in)
	if magic, _ := beginning.Peek(2); bytes.Equal(magic, []byte{0x1F, 0x8B}) {
		unpacked, err := gzip.NewReader(beginning)
		if err != nil {
			return nil, fmt.Errorf("sitemap: %w", err)
		}
		beginning = bufio.NewReader(unpacked)
	}
	content := bufio.NewReader(io.LimitReader(beginning, maxSitemapBytes))
	start, err := content.Peek(512)
	if len(start) == 0 {
		return nil, fmt.Errorf("sitemap: there is nothing in it: %w", err)
	}
	s := &Sitemap{}
	if start = bytes.TrimSpace(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf"))); bytes.HasPrefix(start, []byte("<")) || bytes.IndexByte(start, 0) >= 0 {
		err = s.readXML(content)
	} else {
		err = s.readLines(content)
	}
	if len(s.Pages) == 0 && len(s.Sitemaps) == 0 {
		if err == nil {
			err = errors.New("it names no page")
		}
		return nil, fmt.Errorf("sitemap: %w", err)
	}
	return s, nil
}

func (s *Sitemap) isFull() bool { return len(s.Pages)+len(s.Sitemaps) >= maxSitemapEntries }

// readLines reads a list of URLs.
func (s *Sitemap) readLines(in io.Reader) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() && !s.isFull() {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			return errors.New("it is neither XML nor a list of URLs")
		}
		s.Pages = append(s.Pages, SitemapPage{URL: line})
	}
	return lines.Err()
}

// sitemapEntries are the elements that hold one entry.
var sitemapEntries = map[string]bool{"url": true, "sitemap": true, "item": true, "entry": true}

// readXML reads the elements of a sitemap by their names alone: wrong name spaces are frequent. What belongs to an image or
// a film of a page is in elements of their own, and not taken for the page.
func (s *Sitemap) readXML(in *bufio.Reader) error {
	bounded := &tokenReader{in: in}
	d := xml.NewDecoder(bounded)
	d.Strict, d.Entity, d.CharsetReader = false, xml.HTMLEntity, charset.NewReaderLabel
	var path []xml.Name // of open elements
	var entry sitemapEntry
	for !s.isFull() {
		bounded.left = maxSitemapToken
		token, err := d.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if path = append(path, t.Name); len(path) > maxSitemapDepth {
				return errors.New("its elements are nested too deep")
			}
			entry.begin(path, t.Attr)
		case xml.CharData:
			entry.text(path, string(t))
		case xml.EndElement:
			if len(path) == 0 {
				return errors.New("an element ends that has not begun")
			}
			s.end(path, &entry)
			path = path[:len(path)-1]
		}
	}
	return nil
}

// end takes over an entry whose element ends.
func (s *Sitemap) end(path []xml.Name, entry *sitemapEntry) {
	url := strings.TrimSpace(entry.url)
	switch name := path[len(path)-1].Local; {
	case !sitemapEntries[name]:
		return
	case url == "" || len(entry.url) >= maxSitemapText:
	case name == "sitemap":
		s.Sitemaps = append(s.Sitemaps, url)
	default:
		s.Pages = append(s.Pages, SitemapPage{URL: url, Title: strings.ToValidUTF8(strings.TrimSpace(entry.title), "")})
	}
	*entry = sitemapEntry{}
}

// sitemapEntry is an entry under way.
type sitemapEntry struct {
	url, title string
}

// begin looks at an element that begins.
func (e *sitemapEntry) begin(path []xml.Name, attributes []xml.Attr) {
	parent, name := lastTwo(path)
	if sitemapEntries[name.Local] {
		*e = sitemapEntry{}
	}
	if parent.Local != "entry" || name.Local != "link" { // of Atom
		return
	}
	href, rel := "", "alternate"
	for _, a := range attributes {
		switch a.Name.Local {
		case "href":
			href = a.Value
		case "rel":
			rel = a.Value
		}
	}
	if rel == "alternate" && e.url == "" {
		e.url = longer("", href)
	}
}

// text takes a piece of an element's text.
func (e *sitemapEntry) text(path []xml.Name, text string) {
	parent, name := lastTwo(path)
	switch {
	case name.Local == "title":
		e.title = longer(e.title, text)
	case name.Local == "loc" && name.Space == parent.Space && sitemapEntries[parent.Local],
		name.Local == "link" && parent.Local == "item",
		name.Local == "sitemap": // some write its URL right here
		e.url = longer(e.url, text)
	}
}

// longer is a text and what comes behind it, up to the most that is kept of one.
func longer(text, more string) string {
	return text + more[:min(len(more), max(0, maxSitemapText-len(text)))]
}

// tokenReader bounds how much is read for one token: a tag of millions of attributes takes many times its length in memory.
type tokenReader struct {
	in   *bufio.Reader
	left int // of the bytes for this token
}

var errLongToken = errors.New("a tag or a text of it is too long")

// ReadByte implements io.ByteReader, by which the XML decoder reads.
func (r *tokenReader) ReadByte() (byte, error) {
	if r.left--; r.left < 0 {
		return 0, errLongToken
	}
	return r.in.ReadByte()
}

// Read implements io.Reader, by which decoders of other character sets read.
func (r *tokenReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p[:min(len(p), max(r.left, 0))])
	if r.left -= n; n == 0 && err == nil && len(p) > 0 {
		err = errLongToken
	}
	return n, err
}

// lastTwo are an element and the one that it stands in.
func lastTwo(path []xml.Name) (parent, name xml.Name) {
	if n := len(path); n > 0 {
		name = path[n-1]
		if n > 1 {
			parent = path[n-2]
		}
	}
	return parent, name
}
