package hostile

import (
	"fmt"
	"strings"

	"orbweaver/crawlers/fetch"
)

// holds is a host whose first page is a body of some type.
func holds(name, does string, kind fetch.Kind, contentType, body string) Behaviour {
	return bad(name, does, kind, func(r *request) { r.typed(contentType, body) })
}

const htmlType = "text/html"

var contents = []Behaviour{
	holds("empty", "has an empty page", Page, htmlType, ""),
	holds("blank", "has a page of spaces", Page, htmlType, strings.Repeat(" \n", 5000)),
	holds("picture", "serves a picture", fetch.KindType, "image/png", "\x89PNG\r\n\x1a\n"),
	bad("endless-film", "serves a film without end", fetch.KindType, endless("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", filler)),
	holds("plain-text", "serves plain text", fetch.KindType, "text/plain", "<html><p>page"),
	holds("picture-as-page", "calls a picture a page", fetch.KindType, htmlType, "\x89PNG\r\n\x1a\n"+filler),
	holds("pdf-as-page", "calls a PDF a page", fetch.KindType, htmlType, "%PDF-1.7\n"+filler),
	holds("noise-as-page", "calls noise a page", fetch.KindType, htmlType, "\x00\x01\x02\x03\xfe\xff\x80"+filler),
	holds("page-as-nothing", "gives its page no type", Page, "", "<!doctype html><p>page"),
	holds("page-as-bytes", "calls its page a file", Page, "application/octet-stream", "<!doctype html><p>page"),
	holds("nul-bytes", "has NUL bytes in its page", Page, htmlType, "<!doctype html><title>a\x00b</title><p>pa\x00ge"),
	holds("wrong-charset", "names another character set than its own", Page, "text/html; charset=utf-8", "<p>caf\xe9 cr\xe8me"),
	holds("unknown-charset", "names a character set that there is not", Page, "text/html; charset=klingon", "<p>page"),
	holds("mixed-encodings", "mixes two character sets", Page, htmlType, "<meta charset=utf-8><p>caf\u00e9 caf\xe9"),
	holds("utf-16", "has a page in UTF-16 without a mark, and says so", Page, "text/html; charset=utf-16le", wide("<p>page", 2)),
	holds("utf-16-unsaid", "has a page in UTF-16 without a mark", Page, htmlType, wide("<!doctype html><p>page", 2)),
	holds("utf-32-unsaid", "has a page in UTF-32 without a mark", fetch.KindType, htmlType, wide("<!doctype html><p>page", 4)),
	bad("million-links", "has a page of a million links", Page, many("<a href=/x>x</a>", 1_000_000)),
	holds("links-of-noise", "has links that are no URLs", Page, htmlType, strings.Repeat("<a href='http://[::1'>x</a><a href='\x00'>y</a><a href='//%zz/'>z</a>", 1000)),
	bad("long-line", "has a page of one line of 64 MB", Page, many(filler, 64<<20/len(filler))),
	holds("deep-nesting", "nests its page 100,000 deep", Page, htmlType, strings.Repeat("<div>", 100_000)+"page"),
	holds("deep-formatting", "opens 100,000 fonts and tables", Page, htmlType, strings.Repeat("<table><b><font><a href=x>", 25_000)),
	holds("many-attributes", "has an element of 100,000 attributes", Page, htmlType, "<p"+strings.Repeat(" a=b", 100_000)+">page"),
	holds("open-ended", "leaves a tag, a comment and a script open", Page, htmlType, "<title>Open</title><script>"+filler+"<!--"+filler+"<a href='"),
	holds("tricks-in-type", "has a type that turns text round", fetch.KindType, "image/\u202egnp", "<p>page"),
	holds("tricks-in-title", "has a title that writes to terminals and turns text round", Page, htmlType+"; charset=utf-8",
		"<title>\x1b[2J\x1b]0;gotcha\x07\u202egnp.exe\u2066\u200b=HYPERLINK(\"http://evil.test\")</title><p>page"),
	holds("markup-in-title", "has a title that is a script", Page, htmlType, "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><p>page"),
	bad("gzip-bomb", "has a page that unpacks to 256 MB", Page, func(r *request) { r.packed("gzip", bombs.gzip()) }),
	bad("brotli-bomb", "has a page that unpacks to 4 MB, in brotli", Page, func(r *request) { r.packed("br", bombs.brotli()) }),
	bad("truncated-gzip", "has a compressed page that breaks off", Page, func(r *request) {
		whole := gzipped(1 << 20)
		r.packed("gzip", whole[:len(whole)/2])
	}),
	bad("gzip-of-noise", "calls noise compressed", fetch.KindEncoding, func(r *request) { r.packed("gzip", []byte("<p>page, as it is")) }),
	bad("damaged-gzip", "has a compressed page with a wrong checksum", Page, func(r *request) {
		whole := gzipped(1 << 20)
		whole[len(whole)-8] ^= 1
		r.packed("gzip", whole)
	}),
	bad("gzip-with-a-tail", "has noise behind its compressed page", Page, func(r *request) { r.packed("gzip", append(gzipped(1<<10), filler...)) }),
	bad("gzip-in-gzip", "compresses twice, and says so", Page, func(r *request) { r.packed("gzip, gzip", squeezed(gzipped(1<<10))) }),
	bad("bomb-in-bomb", "has a page that unpacks to a page that unpacks to 256 MB", Page, func(r *request) { r.packed("gzip, gzip", squeezed(bombs.gzip())) }),
	bad("unasked-coding", "compresses in a way that was not asked for", fetch.KindEncoding, func(r *request) { r.packed("zstd", []byte("(\xb5/\xfd")) }),
	bad("many-codings", "compresses nine times over", fetch.KindEncoding, func(r *request) { r.packed("gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip, gzip", []byte("\x1f\x8b")) }),
	{Name: "page-as-pdf", Does: "calls its page x.pdf", path: "x.pdf", answers: welcome},
	holds("base-of-data", "has links relative to a data URL", Page, htmlType, `<base href="data:text/html,x"><a href="y">x</a>`),
	holds("base-of-file", "has links relative to the user's files", Page, htmlType, `<base href="file:///etc/"><a href="passwd">x</a>`),
	holds("endless-link", "has a link of a million characters", Page, htmlType, `<a href="/`+strings.Repeat("x", 1_000_000)+`">x</a>`),
	holds("nested-tables", "nests 100,000 tables", Page, htmlType, strings.Repeat("<table><tr><td>", 100_000)+"page"),
	holds("foreign-content", "nests drawings and formulas in one another", Page, htmlType, strings.Repeat("<svg><foreignObject><math><annotation-xml encoding=text/html><p>", 10_000)+"page"),
	holds("nested-templates", "nests 50,000 templates", Page, htmlType, strings.Repeat("<template>", 50_000)+"page"),
	holds("plain-for-ever", "ends its markup before its end", Page, htmlType, "<p>page<textarea><plaintext>"+filler+"<a href=/x>"),
	holds("many-entities", "has 100,000 characters by name", Page, htmlType, "<title>"+strings.Repeat("&CounterClockwiseContourIntegral;&#x1F600;&#0;&#xD800;&#99999999;", 20_000)),
	holds("nul-in-names", "has NUL bytes in its elements and their attributes", Page, htmlType, "<!doctype html><\x00p><a hr\x00ef=/x><a\x00 href=/y title='\x00'>x</a>page"),
	bad("changes", "has another page each time", Page, func(r *request) { r.page(fmt.Sprintf("<title>%d</title><p>page %d", r.nth, r.nth)) }),
}

// many is a page of one piece over and over.
func many(piece string, times int) func(*request) {
	const together = 100
	return func(r *request) {
		pieces := strings.Repeat(piece, together)
		for going, sent := r.say(okHead+"\r\n<p>"), 0; going && sent < times; sent += together {
			going = r.say(pieces)
		}
	}
}

// wide writes ASCII in so many bytes a character, the lowest first.
func wide(ascii string, bytes int) string {
	var b strings.Builder
	for i := range len(ascii) {
		b.WriteByte(ascii[i])
		b.WriteString(strings.Repeat("\x00", bytes-1))
	}
	return b.String()
}
