package hostile

import (
	"fmt"
	"strings"

	"github.com/klauspost/compress/zlib"

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
	bad("deflated", "compresses in a way that was not asked for and is understood", Page, func(r *request) { r.packed("deflate", deflated(zlib.NewWriter)) }),
	bad("deflated-bare", "leaves out what belongs around its compressed page", Page, func(r *request) { r.packed("deflate", deflated(bareWriter)) }),
	bad("deflated-noise", "calls noise deflated", fetch.KindEncoding, func(r *request) { r.packed("deflate", []byte("\xff\xff\xff\xff noise")) }),
	bad("brotli-of-noise", "calls noise compressed by brotli", fetch.KindEncoding, func(r *request) { r.packed("br", []byte("\xff\xff\xff\xff noise")) }),
	bad("truncated-brotli", "has a page compressed by brotli that breaks off", Page, func(r *request) { r.packed("br", bombs.brotli()[:20]) }),
	bad("words-as-codings", "calls its page compressed by what is no compression", Page, func(r *request) { r.packed("identity, none, utf-8,,", []byte("<p>page")) }),
	bad("gzip-of-nothing", "has a compressed page of no bytes at all", Page, func(r *request) { r.packed("gzip", nil) }),
	bad("gzip-names", "has a compressed page whose file name has no end", fetch.KindEncoding, func(r *request) {
		r.packed("gzip", append([]byte("\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x03"), strings.Repeat("x", 50_000)...))
	}),
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
	holds("late-charset", "names its character set late", Page, htmlType, "<title>"+strings.Repeat("x", 2000)+"</title><meta charset=windows-1251><p>\xf1\xf2\xf0"),
	holds("two-charsets", "names one character set in its head and another in its page", Page, "text/html; charset=windows-1251", "<meta charset=shift_jis><p>\xf1\xf2\xf0"),
	holds("escapes-for-ever", "shifts into Japanese and never back", Page, "text/html; charset=iso-2022-jp", "<p>page \x1b$B$3$s\x1b"+strings.Repeat("\x1b$B\x1b(J", 10_000)),
	holds("replaced-charset", "names a character set that browsers do not read for safety", Page, "text/html; charset=hz-gb-2312", "<p>page ~{VPND~}"),
	holds("entities-of-entities", "has characters by name, each of which stands for ten others", Page, "application/xhtml+xml",
		`<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "`+strings.Repeat("&a;", 1000)+`"><!ENTITY c "`+strings.Repeat("&b;", 1000)+`">]><html><p>page &c;`),
	holds("external-entity", "has a character by name that is a file of the user's", Page, "application/xhtml+xml", `<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p>page &x;`),
	holds("refresh-to-private", "sends its reader to the user's own network", Page, htmlType, `<meta http-equiv=refresh content="0; url=http://192.168.1.1/"><p>page`),
	holds("many-sources", "has a picture of 20,000 sources", Page, htmlType, `<img srcset="`+strings.Repeat("/x.png 1x, ", 20_000)+`"><p>page`),
	holds("many-languages", "has 5,000 links to itself in other languages", Page, htmlType, strings.Repeat(`<link rel=alternate hreflang=x href="/?lang=x">`, 5000)+"<p>page"),
	holds("canonical-elsewhere", "says that it is another host's page", Page, htmlType, `<link rel=canonical href="http://192.168.1.1/"><p>page`),
	holds("open-quote", "has an attribute without end", Page, htmlType, `<p>page<a href="`+filler+strings.Repeat("<a href=x>", 5000)),
	holds("open-comments", "opens a comment 30,000 times", Page, htmlType, "<p>page"+strings.Repeat("<!--<!-", 30_000)),
	holds("open-scripts", "opens a script in a script 10,000 times", Page, htmlType, "<p>page"+strings.Repeat("<script><!--<script>", 10_000)),
	holds("open-sections", "opens sections that HTML does not have", Page, htmlType, "<p>page"+strings.Repeat("<![CDATA[<?x <!x ", 10_000)),
	holds("crossed-elements", "crosses its elements 10,000 times", Page, htmlType, strings.Repeat("<a href=x><b><i></a><p></b>", 10_000)+"page"),
	holds("nested-lists", "opens 30,000 lists and choices", Page, htmlType, strings.Repeat("<ul><li><select><option>", 30_000)+"page"),
	holds("one-word", "is one word of 300,000 letters", Page, htmlType, "<p>"+strings.Repeat("x", 300_000)),
	holds("stacked-accents", "puts 100,000 accents on one letter", Page, htmlType+"; charset=utf-8", "<p>page e"+strings.Repeat("\u0301", 100_000)),
	holds("unseen-words", "is 100,000 characters that do not show", Page, htmlType+"; charset=utf-8", "<p>page"+strings.Repeat("\u200b\u2060\ufeff", 33_000)),
	holds("long-names", "has elements and attributes with names of 30,000 letters", Page, htmlType, "<p>page<"+strings.Repeat("x", 30_000)+" "+strings.Repeat("y", 30_000)+"=z>"),
	holds("long-language", "names a language of 30,000 letters", Page, htmlType, "<html lang='"+strings.Repeat("x", 30_000)+"'><p>page"),
	holds("odd-links", "has links to addresses in every spelling", Page, htmlType, oddLinks()),
	bad("changes", "has another page each time", Page, func(r *request) { r.page(fmt.Sprintf("<title>%d</title><p>page %d", r.nth, r.nth)) }),
}

// oddLinks is a page of links that no host outside of this machine should hear of, and none of its own ports.
func oddLinks() string {
	var b strings.Builder
	for _, to := range []string{
		"http://0x7f.2/", "http://2130706434/", "http://0177.0.0.2/", "http://127.2/", "http://[::1%25lo]/", "http://[fe80::1%25eth0]/", "http://[::127.0.0.2]/",
		"http://a..test/", "http://.test/", "http://-.test/", "http://1.2.3.4.5/", "http://256.1.1.1/", "http://x.test:0/", "http://x.test:65536/", "http://x.test:x/",
		"http://" + strings.Repeat("x.", 120) + "test/", "http://" + strings.Repeat("x", 64) + ".test/", "http://exa\u00admple.test/", "http://\u202eexample.test/",
		"http://a\u200db.test/", "http://xn--a.test/", "http:///", "http:", "//", "///", "?", "#", "http://%00/", "http://\u3002/", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
		"\x01javascript:alert(1)", "vbscript:x", "view-source:http://x.test/", "blob:http://x.test/", "mailto:x@x.test", "tel:+1", "ws://x.test/", "about:blank",
	} {
		fmt.Fprintf(&b, "<a href=\"%s\">x</a>", to)
	}
	return b.String()
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
