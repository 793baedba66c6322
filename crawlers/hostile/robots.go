package hostile

import (
	"fmt"
	"strings"

	"orbweaver/crawlers/fetch"
)

// rules is a host with good pages and a robots.txt that is trouble.
func rules(name, does string, crawl fetch.Kind, answer func(*request)) Behaviour {
	return Behaviour{Name: "robots-" + name, Does: "has a robots.txt that " + does, Crawl: crawl, robots: answer, answers: welcome}
}

func text(body string) func(*request) {
	return func(r *request) { r.typed("text/plain", body) }
}

var robots = []Behaviour{
	rules("forbids", "forbids everything", fetch.KindRobots, text("User-agent: *\nDisallow: /\n")),
	rules("forbids-badly", "forbids everything, between noise and without line feeds", fetch.KindRobots, text("\xef\xbb\xbf\x00noise\rUSER-AGENT : *\rdisallow:/\r")),
	rules("missing", "is not there", Page, status("404 Not Found")),
	rules("locked", "wants a password, which counts as none", Page, status("401 Unauthorized")),
	rules("forbidden", "is forbidden, which counts as none", Page, status("403 Forbidden")),
	rules("empty", "has nothing to say", Page, says("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")),
	rules("wide", "is in UTF-16, which is no robots.txt", Page, func(r *request) { r.typed("text/plain", "\xff\xfe"+wide("User-agent: *\nDisallow: /\n", 2)) }),
	rules("five-redirects", "is five redirects away", fetch.KindRobots, far(5)),
	rules("six-redirects", "is six redirects away, which counts as none", Page, far(6)),
	rules("too-many", "asks to be left alone", fetch.KindStatus, status("429 Too Many Requests", "Retry-After: 3600")),
	rules("broken", "can not be read for now, so that nothing is allowed", fetch.KindStatus, status("500 Internal Server Error")),
	rules("silent", "never comes", fetch.KindTimeout, wait),
	rules("slow", "comes a byte at a time", fetch.KindTimeout, drip("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "User-agent: *\nAllow: /\n")),
	rules("resets", "breaks off", fetch.KindClosed, sayAndReset("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent")),
	rules("endless", "has no end, of which the first 500 KiB count", Page, endless("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "User-agent: other\nDisallow: /\n")),
	rules("of-stars", "is one pattern of 400,000 stars", Page, text("User-agent: *\nDisallow: /"+strings.Repeat("*a", 200_000)+"\n")),
	rules("of-rules", "has 30,000 rules", Page, text("User-agent: *\n"+strings.Repeat("Disallow: /*x*y\n", 30_000))),
	rules("binary", "is a picture", Page, func(r *request) { r.typed("image/png", "\x89PNG\r\n\x1a\n"+strings.Repeat("\x00\xff", 5000)) }),
	rules("html", "is a page", Page, welcome),
	rules("bomb", "is a small file that unpacks to 256 MB", Page, func(r *request) { r.packed("gzip", bombs.gzip()) }),
	{
		Name: "robots-elsewhere", Does: "has a robots.txt that is kept at another address of the host", Crawl: fetch.KindRobots,
		robots: status("301 Moved Permanently", "Location: /rules.txt"), answers: text("User-agent: *\nDisallow: /\n"), Get: fetch.KindType,
	},
	rules("compressed", "is compressed, and forbids everything", fetch.KindRobots, func(r *request) { r.packed("gzip", squeezed([]byte("User-agent: *\nDisallow: /\n"))) }),
	rules("compressed-noise", "is said to be compressed and is not, so that nothing is allowed", fetch.KindEncoding, func(r *request) { r.packed("gzip", []byte("User-agent: *\nAllow: /\n")) }),
	rules("of-groups", "has 20,000 groups of rules", fetch.KindRobots, text(strings.Repeat("user-agent:*\nallow:/x\n", 20_000)+"Disallow: /\n")),
	rules("of-agents", "names 30,000 other crawlers", Page, text(strings.Repeat("user-agent:x\n", 30_000)+"Disallow: /\n")),
	rules("one-line", "is one line without end, of which the first 500 KiB count", Page, endless("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "Disallow: / ")),
	rules("odd-delays", "asks for delays that are none", Page, text("User-agent: *\nCrawl-delay: -5\nCrawl-delay: nan\nCrawl-delay: soon\nCrawl-delay: 1e-300\nCrawl-delay: 0x\n")),
	rules("unchanged", "says that it has not changed, unasked, which counts as none", Page, says("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")),
	rules("partial", "is a part of it", fetch.KindRobots, says("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-25/1000\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /\n")),
	rules("loop", "redirects for ever, which counts as none", Page, func(r *request) { r.status("302 Found", "Location: /robots.txt") }),
	rules("to-private", "is kept on the user's own network", fetch.KindRefusedAddress, status("302 Found", "Location: http://192.168.1.1/robots.txt")),
	rules("to-file", "is said to be a file, which counts as none", Page, status("302 Found", "Location: file:///etc/passwd")),
	{Name: "nofollow-page", Does: "asks in its page that links be not followed", answers: links(`<meta name="robots" content="noindex, nofollow">`, "")},
	{Name: "nofollow-head", Does: "asks in its head that links be not followed", answers: links("", "X-Robots-Tag: none\r\n")},
}

// far is a robots.txt that forbids everything, so many redirects away: each is to its own address with another query.
func far(redirects int) func(*request) {
	return func(r *request) {
		var hop int
		_, _ = fmt.Sscanf(r.path, robotsPath+"?%d", &hop) // the first has none: 0
		if hop == redirects {
			r.typed("text/plain", "User-agent: *\nDisallow: /\n")
			return
		}
		r.status("302 Found", fmt.Sprintf("Location: %s?%d", robotsPath, hop+1))
	}
}

// links is a page of ten links, with something in its head element or in the head of the answer.
func links(meta, field string) func(*request) {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html><head><title>Links</title>%s</head><body>", meta)
	for i := range 10 {
		fmt.Fprintf(&b, `<p><a href="/%d">page %d</a>`, i, i)
	}
	return func(r *request) {
		r.say(okHead + field + "\r\n" + b.String())
	}
}
