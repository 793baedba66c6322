package hostile

import (
	"fmt"
	"strconv"
	"strings"

	"orbweaver/crawlers/fetch"
)

// leads is a host whose first page redirects; to is the Location as it is sent.
func leads(name, does, to string, crawl fetch.Kind) Behaviour {
	return Behaviour{Name: "to-" + name, Does: "redirects to " + does, Crawl: crawl, answers: func(r *request) {
		if r.path == "/" {
			r.status("302 Found", "Location: "+to)
			return
		}
		welcome(r)
	}}
}

// alsoGet is the behaviour with what one GET comes to.
func (b Behaviour) alsoGet(kind fetch.Kind) Behaviour {
	b.Get = kind
	return b
}

// chain is a host whose redirects lead to a page after a number of hops.
func chain(hops int, crawl fetch.Kind) Behaviour {
	return Behaviour{Name: fmt.Sprintf("chain-of-%d", hops), Does: fmt.Sprintf("redirects %d times in a row", hops), Crawl: crawl, answers: func(r *request) {
		n, _ := strconv.Atoi(r.path[1:]) // the first has none: 0
		if n == hops {
			welcome(r)
			return
		}
		r.status("301 Moved Permanently", fmt.Sprintf("Location: /%d", n+1))
	}}
}

// No other behaviour has links to where these lead: one that was followed first would make the redirect lead to a page known already.
var redirects = []Behaviour{
	leads("itself", "the same page", "/", fetch.KindRedirect),
	leads("private", "an address of the user's network", "http://192.168.1.1/admin", fetch.KindRefusedAddress),
	leads("this-machine", "the user's own machine", "http://127.0.0.2/admin", fetch.KindRefusedAddress),
	leads("metadata", "the address where clouds keep their secrets", "http://169.254.169.254/latest/meta-data/", fetch.KindRefusedAddress),
	leads("decimal-address", "a private address, written as one number", "http://3232235778/", fetch.KindRefusedAddress),
	leads("octal-address", "a private address, written in octal", "http://0300.0250.01.03/", fetch.KindRefusedAddress),
	leads("mapped-address", "a private address in IPv6", "http://[::ffff:192.168.1.4]/", fetch.KindRefusedAddress),
	leads("mail-port", "the port of another service", "http://93.184.215.14:25/", fetch.KindRefusedAddress),
	leads("file", "a file", "file:///etc/passwd", fetch.KindRefusedURL),
	leads("data", "a data URL", "data:text/html,<p>page", fetch.KindRefusedURL),
	leads("script", "a script", "javascript:alert(1)", fetch.KindRefusedURL),
	bad("to-tricks", "redirects to a host whose name turns text round", fetch.KindRedirect, status("302 Found", "Location: http://a\u202eb.test/")),
	leads("ftp", "another protocol", "ftp://ftp.test/", fetch.KindRefusedURL),
	leads("credentials", "a URL with a password", "http://user:password@elsewhere.test/", fetch.KindRefusedURL),
	leads("endless-url", "a URL of 20,000 characters", "/"+strings.Repeat("long/", 4000), fetch.KindRefusedURL),
	leads("repeating-path", "a path that repeats itself", "/a/b/a/b/a/b/a/b/a/b/", fetch.KindTrap),
	leads("nowhere-known", "a host that there is not", "http://nowhere-at-all.test/", fetch.KindDNS),
	leads("fragment", "a place in another page", "/page#part", Page),
	leads("neighbour", "a page by its name alone", "page?a=b", Page),
	leads("spaces", "a path with spaces", "/a  page", Page),
	leads("letters", "a path with letters of other scripts", "/\u9801/\u00e9", Page),
	leads("backslashes", "a path with backslashes", "\\page", Page),
	leads("short-address", "this machine, its address cut short", "http://127.3/", fetch.KindRefusedAddress),
	leads("hexadecimal-address", "a private address, written in hexadecimal", "http://0xc0a80105/", fetch.KindRefusedAddress),
	leads("wide-address", "a private address, written in wide digits", "http://\uff11\uff19\uff12.168.1.6/", fetch.KindRefusedAddress),
	leads("nat64-address", "a private address behind NAT64", "http://[64:ff9b::c0a8:107]/", fetch.KindRefusedAddress),
	leads("gopher", "an old protocol that speaks to any service", "gopher://192.168.1.1:6379/_FLUSHALL", fetch.KindRefusedURL),
	leads("bytes", "a path in bytes that are no text", "/caf\xe9", Page),
	leads("empty-host", "a host whose name is left out", "http:///nowhere", fetch.KindDNS),
	leads("port-zero", "a port that there is not", "http://93.184.215.14:0/", fetch.KindRefusedAddress),
	leads("fragment-of-itself", "a place in the same page", "/#here", fetch.KindRedirect),
	leads("dots", "a path above all others", "/../../page", Page),
	leads("tab", "a path with a tab in it", "/pa\tge", Page),
	leads("question", "the same page with a question", "?x", Page),
	leads("wild-address", "an address in IPv6 with a zone", "http://[fe80::1%25eth0]/", fetch.KindRedirect).alsoGet(fetch.KindRedirect),
	leads("large-port", "a port beyond all ports", "http://elsewhere.test:65536/", fetch.KindRedirect).alsoGet(fetch.KindRedirect),
	leads("invisible-host", "a host with a character that does not show", "http://a\u200db.test/", fetch.KindRedirect).alsoGet(fetch.KindRedirect),
	{Name: "to-itself-in-capitals", Does: "redirects to the same page, its host in capitals", Crawl: fetch.KindRedirect, answers: func(r *request) {
		r.status("301 Moved Permanently", "Location: HTTP://"+strings.ToUpper(r.name)+"/")
	}},
	{Name: "to-secured", Does: "redirects to the same page by https, where nobody understands it", Crawl: fetch.KindTimeout, answers: func(r *request) {
		r.status("301 Moved Permanently", "Location: https://"+r.name+"/")
	}},
	{Name: "to-two-places", Does: "redirects to two places, of which the first counts", answers: func(r *request) {
		if r.path == "/" {
			r.status("302 Found", "Location: /page", "Location: http://192.168.1.1/")
			return
		}
		welcome(r)
	}},
	{Name: "to-no-url", Does: "redirects to what is no URL", answers: status("302 Found", "Location: http://[::1"), Get: fetch.KindRedirect, Crawl: fetch.KindRedirect},
	{Name: "to-emptiness", Does: "redirects to an empty place", answers: status("302 Found", "Location: "), Get: fetch.KindRedirect, Crawl: fetch.KindRedirect},
	{Name: "to-network-path", Does: "redirects to a page of the same protocol, wherever that is", answers: func(r *request) {
		if r.path == "/" {
			r.status("302 Found", "Location: //"+r.name+"/page")
			return
		}
		welcome(r)
	}},
	{Name: "to-nowhere", Does: "redirects without saying where", answers: status("302 Found"), Get: fetch.KindRedirect, Crawl: fetch.KindRedirect},
	{Name: "loop", Does: "redirects in a ring of three", Crawl: fetch.KindRedirect, answers: func(r *request) {
		r.status("302 Found", "Location: "+map[string]string{"/": "/b", "/b": "/c", "/c": "/"}[r.path])
	}},
	chain(10, Page),
	chain(11, fetch.KindRedirect),
	{Name: "endless-redirects", Does: "redirects to a new page each time", Crawl: fetch.KindRedirect, answers: func(r *request) {
		n, _ := strconv.Atoi(r.path[1:])
		r.status("302 Found", fmt.Sprintf("Location: /%d", n+1))
	}},
	{Name: "redirect-with-endless-body", Does: "redirects with a body without end", answers: func(r *request) {
		if r.path == "/" {
			endless("HTTP/1.1 302 Found\r\nLocation: /page\r\n\r\n", filler)(r)
			return
		}
		welcome(r)
	}},
}
