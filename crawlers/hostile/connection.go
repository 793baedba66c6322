package hostile

import (
	"io"
	"net"

	"orbweaver/crawlers/fetch"
)

var connections = []Behaviour{
	{Name: "refuses", Does: "takes no connection", port: 1, answers: welcome, Get: fetch.KindConnect, Crawl: fetch.KindConnect},
	{Name: "closes-at-once", Does: "closes every connection", greets: func(*request) {}, Get: fetch.KindClosed, Crawl: fetch.KindClosed},
	{Name: "silent", Does: "takes connections and says nothing", greets: wait, Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "silent-pages", Does: "has a robots.txt and says nothing else", answers: wait, Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "resets", Does: "breaks every connection off", answers: sayAndReset(""), Get: fetch.KindClosed, Crawl: fetch.KindClosed},
	{Name: "mail-server", Does: "speaks first, and not HTTP", greets: sayAndWait("220 mail.test ESMTP\r\n"), Get: fetch.KindProtocol, Crawl: fetch.KindProtocol},
	{Name: "resets-in-head", Does: "breaks off in the head of its answer", answers: sayAndReset(okHead), Get: fetch.KindClosed, Crawl: fetch.KindClosed},
	{Name: "resets-in-body", Does: "breaks off in the body", answers: sayAndReset(okHead + "Content-Length: 1000\r\n\r\n<html>"), Get: fetch.KindClosed, Crawl: fetch.KindClosed},
	{Name: "slow-head", Does: "sends its head a byte at a time", answers: drip("HTTP/1.1 200 OK\r\nX: ", filler), Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "slow-body", Does: "sends its body a byte at a time", answers: drip(okHead+"Content-Length: 100000\r\n\r\n<html>", filler), Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "slow-chunks", Does: "sends its body in chunks of a byte", answers: drip(okHead+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"), Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "stalls", Does: "sends half of its body and waits", answers: sayAndWait(okHead + "Content-Length: 1000\r\n\r\n<html>"), Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "stays-open", Does: "has sent all and does not close", answers: sayAndWait(okHead + "Content-Length: 9\r\n\r\n<p>page.\n"), Get: Page, Crawl: Page},
}

// wait says nothing until the other side has gone.
func wait(r *request) { _, _ = io.Copy(io.Discard, r.Conn) }

func sayAndWait(text string) func(*request) {
	return func(r *request) {
		r.say(text)
		wait(r)
	}
}

// sayAndReset closes the connection with a reset, as a machine does that has forgotten it.
func sayAndReset(text string) func(*request) {
	return func(r *request) {
		r.say(text)
		if tcp, ok := r.Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // without it, the end is a plain one: closed all the same
		}
	}
}
