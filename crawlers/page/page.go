package page

import "orbweaver/crawlers/text"

// Page is a fetched and parsed document. It is not changed after Parse.
type Page struct {
	URL      string      // canonical URL that answered: the page's identity
	Title    string      // whitespace collapsed; empty without one
	Lang     string      // ISO 639-1 code, as text knows it; "" when not known
	Words    text.Words  // stems in document order, stop words removed
	Vector   text.Vector // their raw frequencies
	Links    []Link      // in document order, each canonical URL once
	NoFollow bool        // the document asks that none of its links be followed
	Window   int         // W: words taken on either side of a link as its context

	Text        string  // what a reader sees: a line for each block, white space collapsed, the title first
	Description string  // what the document's description says
	offsets     []int32 // places in Text at which the Words begin
}

// Link is a URL with what the page around it says about it.
type Link struct {
	URL     string   `json:"url"`              // canonical form: the identity
	Raw     string   `json:"raw,omitempty"`    // resolved, not canonicalised: what is sent; empty when equal to URL
	Host    string   `json:"host,omitempty"`   // canonical host[:port] with scheme's default port left out: the politeness key
	Anchor  string   `json:"anchor,omitempty"` // all anchor texts of this URL on the page, joined by a space
	Words   []string `json:"-"`                // stems of Anchor
	Start   int      `json:"-"`                // first occurrence's anchor in Page.Words: Start up to End
	End     int      `json:"-"`
	TagPath string   `json:"-"` // element names from the root to the anchor: "html/body/ul/li/a"
}

// Target is the URL to send: Raw where there is one, else URL.
func (l Link) Target() string {
	if l.Raw != "" {
		return l.Raw
	}
	return l.URL
}

// Context returns the words of the link's context ([MPS04] §3.1.4, algorithms §2): up to Window words before the first
// occurrence's anchor, the nearest last; the anchor's own words, of all occurrences; and up to Window words after it.
// The anchor's words must not be changed.
func (p *Page) Context(l Link) (before text.Words, anchor []string, after text.Words) {
	return p.Words.Slice(max(0, l.Start-p.Window), l.Start), l.Words, p.Words.Slice(l.End, min(p.Words.Len(), l.End+p.Window))
}
