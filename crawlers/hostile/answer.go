package hostile

import (
	"fmt"
	"strings"
	"time"

	"orbweaver/crawlers/fetch"
)

const (
	okHead  = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
	dripped = 20 * time.Millisecond // between two bytes of slow hosts
)

// filler is what there is much of.
var filler = strings.Repeat("and so on ", 100)

// say sends text; that nobody listens any more is no fault of a test.
func (r *request) say(text string) bool {
	_, err := r.Write([]byte(text))
	return err == nil
}

// end sends all that there is still to say. Whoever has it may take the connection for closed before the host comes to
// close it, so that it counts no longer.
func (r *request) end(text string) {
	r.host.ends(r.accepted)
	r.say(text)
}

// page sends a page.
func (r *request) page(body string) { r.typed("text/html; charset=utf-8", body) }

// typed sends a body of some type.
func (r *request) typed(contentType, body string) {
	r.end(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", contentType, len(body), body))
}

// status sends an answer without a page.
func (r *request) status(line string, fields ...string) {
	r.end("HTTP/1.1 " + line + "\r\nContent-Length: 0\r\nConnection: close\r\n" + strings.Join(append(fields, ""), "\r\n") + "\r\n")
}

// welcome is an ordinary page.
func welcome(r *request) { r.page("<!doctype html><title>Welcome</title><p>Nothing is wrong here.") }

func says(text string) func(*request) { return func(r *request) { r.say(text) } }

func status(line string, fields ...string) func(*request) {
	return func(r *request) { r.status(line, fields...) }
}

// drip sends a text, and another one over and over, a byte at a time.
func drip(before, text string) func(*request) {
	return func(r *request) {
		tick := time.NewTicker(dripped)
		defer tick.Stop()
		for i, going := 0, r.say(before); going; i++ {
			select {
			case <-r.quit:
				return
			case <-tick.C:
				going = r.say(text[i%len(text) : i%len(text)+1])
			}
		}
	}
}

// endless sends a text, and another one until nobody reads any more.
func endless(before, text string) func(*request) {
	text = strings.Repeat(text, 1+4096/len(text))
	return func(r *request) {
		for going := r.say(before); going; {
			going = r.say(text)
		}
	}
}

// bad is a host whose every page is the same broken answer.
func bad(name, does string, kind fetch.Kind, answer func(*request)) Behaviour {
	return Behaviour{Name: name, Does: does, Get: kind, Crawl: kind, answers: answer}
}

var answers = []Behaviour{
	bad("no-answer", "closes instead of answering", fetch.KindClosed, says("")),
	bad("http-0.9", "sends a page without a head", fetch.KindProtocol, says("<html><p>page</html>\r\n")),
	bad("http-1.0", "speaks HTTP/1.0 and ends its page by closing", Page, says("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page")),
	bad("bare-line-feeds", "ends its lines with line feeds", Page, says("HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>page")),
	bad("no-reason", "gives no reason with its status", Page, says("HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<p>page")),
	bad("status-of-words", "has a status that is no number", fetch.KindProtocol, says("HTTP/1.1 fine OK\r\n\r\n")),
	bad("status-999", "has a status that there is not", fetch.KindStatus, status("999 Go Away")),
	bad("tricks-in-status", "has a status that writes to terminals", fetch.KindStatus, status("404 \x1b[2J\u202eGone")),
	bad("not-modified", "says that nothing has changed, unasked", fetch.KindStatus, says("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")),
	bad("switches-protocols", "changes to another protocol, unasked", fetch.KindProtocol, sayAndWait("HTTP/1.1 101 Switching Protocols\r\nUpgrade: nonsense\r\nConnection: Upgrade\r\n\r\n")),
	bad("no-content", "says that it has nothing to say", fetch.KindType, says("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")),
	bad("reset-content", "wants its form emptied", fetch.KindType, says("HTTP/1.1 205 Reset Content\r\nConnection: close\r\n\r\n")),
	bad("part-of-a-page", "sends a part of a page, unasked", Page, says("HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\nContent-Range: bytes 0-6/1000\r\nConnection: close\r\n\r\n<p>page")),
	bad("multiple-choices", "leaves the choice of page to its reader", fetch.KindStatus, status("300 Multiple Choices", "Location: /choice")),
	bad("wants-a-proxy", "wants to be asked through a proxy of its own", fetch.KindStatus, status("305 Use Proxy", "Location: http://192.168.1.1:3128/")),
	bad("wants-a-password", "wants a password", fetch.KindStatus, status("401 Unauthorized", `WWW-Authenticate: Basic realm="x"`)),
	bad("too-many-requests", "asks to be left alone for a day", fetch.KindStatus, status("429 Too Many Requests", "Retry-After: 86400")),
	bad("overloaded", "is overloaded until a date", fetch.KindStatus, status("503 Service Unavailable", "Retry-After: Fri, 31 Dec 2999 23:59:59 GMT")),
	bad("overloaded-for-years", "is overloaded for years", fetch.KindStatus, status("503 Service Unavailable", "Retry-After: 99999999999999999999")),
	bad("overloaded-in-the-past", "was overloaded until 1999", fetch.KindStatus, status("429 Too Many Requests", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT")),
	bad("overloaded-backwards", "is overloaded for less than no time", fetch.KindStatus, status("429 Too Many Requests", "Retry-After: -86400")),
	bad("endless-error", "has a failure page without end", fetch.KindStatus, endless("HTTP/1.1 500 Oops\r\n\r\n", filler)),
	bad("endless-head", "has a head without end", fetch.KindTooLarge, endless("HTTP/1.1 200 OK\r\n", "X-Flood: "+filler+"\r\n")),
	bad("endless-field", "has a header field without end", fetch.KindTooLarge, endless("HTTP/1.1 200 OK\r\nX-Flood: ", filler)),
	bad("endless-continue", "promises an answer for ever", fetch.KindTooLarge, endless("", "HTTP/1.1 100 Continue\r\n\r\n")),
	bad("endless-hints", "gives hints for ever", fetch.KindTooLarge, endless("", "HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\n\r\n")),
	bad("early-hints", "gives hints before its answer", Page, says("HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\n\r\n"+okHead+"\r\n<p>page")),
	bad("field-without-colon", "has a header field without a colon", fetch.KindProtocol, says("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n<p>page")),
	bad("space-in-name", "has a header field with a space in its name", Page, says(okHead+"X Y: z\r\n\r\n<p>page")),
	bad("version-of-words", "has a protocol version that is no number", fetch.KindProtocol, says("HTTP/one 200 OK\r\n\r\n<p>page")),
	bad("many-cookies", "sets 500 cookies", Page, says(okHead+strings.Repeat("Set-Cookie: "+strings.Repeat("c", 60)+"=1; Path=/\r\n", 500)+"\r\n<p>page")),
	bad("refresh-field", "sends its reader round in its head", Page, says(okHead+"Refresh: 0; url=/\r\n\r\n<p>page")),
	bad("content-location", "says that its page is at a private address", Page, says(okHead+"Content-Location: http://192.168.1.1/\r\n\r\n<p>page")),
	bad("two-types", "gives its page two types, of which the last counts", Page, says("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>page")),
	bad("long-type", "has a type of 50,000 characters", fetch.KindType, says("HTTP/1.1 200 OK\r\nContent-Type: image/"+strings.Repeat("\u202e", 50_000/3)+"\r\n\r\n<p>page")),
	bad("future-version", "speaks a version of the protocol that there is not", Page, says("HTTP/9.9 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page")),
	bad("status-zero", "has the status 000", fetch.KindStatus, status("000 Nothing")),
	bad("status-negative", "has a status less than nothing", fetch.KindProtocol, status("-20 OK")),
	bad("informational", "says something first that nobody knows", Page, says("HTTP/1.1 199 Hm\r\n\r\n"+okHead+"\r\n<p>page")),
	bad("empty-line-first", "has an empty line before its answer", fetch.KindProtocol, says("\r\n"+okHead+"\r\n<p>page")),
	bad("carriage-returns", "ends its lines with carriage returns", fetch.KindClosed, says("HTTP/1.1 200 OK\rContent-Type: text/html\r\r<p>page")),
	bad("nameless-field", "has a header field without a name", fetch.KindProtocol, says(okHead+": x\r\n\r\n<p>page")),
	bad("tricks-in-field", "has a header line that writes to terminals", fetch.KindProtocol, says(okHead+"\x1b[2J\u202enonsense\r\n\r\n<p>page")),
	bad("folded-at-once", "folds its first header field", fetch.KindProtocol, says("HTTP/1.1 200 OK\r\n X: y\r\n\r\n<p>page")),
	bad("many-fields", "has 12,000 header fields", Page, says(okHead+strings.Repeat("a:\r\n", 12_000)+"\r\n<p>page")),
	bad("content-after-all", "has nothing to say, and says it", fetch.KindType, says("HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\nContent-Length: 7\r\nConnection: close\r\n\r\n<p>page")),
	bad("no-such-range", "has no such part of the page, which nobody asked for", fetch.KindStatus, status("416 Range Not Satisfiable", "Content-Range: bytes */7")),
	bad("nul-in-head", "has a NUL byte in its head", fetch.KindProtocol, says(okHead+"X: a\x00b\r\n\r\n<p>page")),
	bad("folded-field", "folds a header field over lines", Page, says(okHead+"X: a\r\n b\r\n\r\n<p>page")),
	bad("control-in-head", "has escape sequences in its head", fetch.KindProtocol, says(okHead+"X: \x1b[2J\r\n\r\n<p>page")),
	bad("short-body", "announces more than it sends", fetch.KindClosed, says(okHead+"Content-Length: 1000\r\n\r\n<html>")),
	bad("long-body", "sends more than it announces", Page, says(okHead+"Content-Length: 7\r\n\r\n<p>page, and what nobody reads")),
	bad("two-lengths", "announces two lengths", fetch.KindProtocol, says(okHead+"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx")),
	bad("one-length-twice", "announces one length twice", Page, says(okHead+"Content-Length: 7\r\nContent-Length: 7\r\n\r\n<p>page")),
	bad("length-of-words", "announces a length that is no number", fetch.KindProtocol, says(okHead+"Content-Length: seven\r\n\r\n<p>page")),
	bad("negative-length", "announces less than nothing", fetch.KindProtocol, says(okHead+"Content-Length: -1\r\n\r\n")),
	bad("signed-length", "announces a length with a sign", fetch.KindProtocol, says(okHead+"Content-Length: +7\r\n\r\n<p>page")),
	bad("list-of-lengths", "announces a list of lengths", fetch.KindProtocol, says(okHead+"Content-Length: 7, 7\r\n\r\n<p>page")),
	bad("empty-length", "announces a length and does not say which", fetch.KindProtocol, says(okHead+"Content-Length: \r\n\r\n<p>page")),
	bad("huge-length", "announces an exabyte", fetch.KindClosed, says(okHead+"Content-Length: 1000000000000000000\r\n\r\n<p>page")),
	bad("length-and-chunks", "announces a length and sends chunks", Page, says(okHead+"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n<p>page\r\n0\r\n\r\n")),
	bad("chunks-in-1.0", "sends chunks over HTTP/1.0, which has none", Page, says("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n<p>page\r\n0\r\n\r\n")),
	bad("chunks-of-chunks", "sends chunks in chunks", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked, chunked\r\n\r\n")),
	bad("chunk-without-end", "has more in a chunk than the chunk's length", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked\r\n\r\n3\r\n<p>page\r\n0\r\n\r\n")),
	bad("negative-chunk", "has a chunk of less than nothing", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked\r\n\r\n-7\r\n<p>page\r\n0\r\n\r\n")),
	bad("nul-in-trailer", "has a NUL byte behind its body", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked\r\n\r\n7\r\n<p>page\r\n0\r\nX: \x00\r\n\r\n")),
	bad("noted-chunks", "writes notes on its chunks, and fields behind them", Page, says(okHead+"Transfer-Encoding: chunked\r\n\r\n7;note=\"x\"\r\n<p>page\r\n0\r\nX-Trailer: x\r\n\r\n")),
	bad("endless-notes", "writes a note without end on a chunk", fetch.KindProtocol, endless(okHead+"Transfer-Encoding: chunked\r\n\r\n7;note=", filler)),
	bad("tiny-chunks", "has notes much longer than its chunks", fetch.KindProtocol, endless(okHead+"Transfer-Encoding: chunked\r\n\r\n", "1;"+strings.Repeat("x", 4000)+"\r\nx\r\n")),
	bad("chunks-end-early", "breaks off between chunks", fetch.KindClosed, says(okHead+"Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n")),
	bad("chunk-of-words", "has a chunk whose length is no number", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked\r\n\r\nzz\r\n<html>\r\n")),
	bad("chunk-too-large", "has a chunk of more than there can be", fetch.KindProtocol, says(okHead+"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n<html>\r\n")),
	bad("unknown-transfer", "sends its body in a way that there is not", fetch.KindProtocol, says(okHead+"Transfer-Encoding: rot13\r\n\r\n<html>")),
	bad("packed-transfer", "compresses its transfer", fetch.KindProtocol, says(okHead+"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")),
	bad("endless-body", "has a page without end", Page, endless(okHead+"\r\n", "<p>"+filler)),
	bad("endless-trailer", "has no end of fields behind its body", fetch.KindProtocol, endless(okHead+"Transfer-Encoding: chunked\r\n\r\n7\r\n<p>page\r\n0\r\n", "X: "+filler+"\r\n")),
}
