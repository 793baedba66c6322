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
	keeps("answers-ahead", "answers what it has not been asked yet", func(r *request, _ int) bool {
		r.say(kept(r.path) + "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\n\x89PNG")
		return false
	}),
	keeps("spills-over", "has more of an answer than it announces, in which another answer stands", func(r *request, _ int) bool {
		r.say(kept(r.path) + "more\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n")
		return false
	}),
	keeps("has-waited-too-long", "complains that it is not asked for more, and closes", func(r *request, _ int) bool {
		r.say(kept(r.path) + "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
		return false
	}),
	keeps("answers-once", "closes when it is asked for more", func(r *request, nth int) bool {
		return nth == 1 && r.say(kept(r.path))
	}),
	keeps("resets-at-last", "breaks off when it is asked for more", func(r *request, nth int) bool {
		if nth > 1 {
			sayAndReset("")(r)
		}
		return nth == 1 && r.say(kept(r.path))
	}),
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

// keeps is a host that is asked for several things over one connection, until answer says that it has had enough.
func keeps(name, does string, answer func(r *request, nth int) bool) Behaviour {
	return Behaviour{Name: name, Does: does, greets: func(r *request) {
		for nth := 1; r.read() && answer(r, nth); nth++ {
		}
	}}
}

// kept is an answer after which the connection may be used again.
func kept(path string) string {
	if path == robotsPath {
		return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
	}
	return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n<p>page"
}
