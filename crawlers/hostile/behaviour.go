package hostile

import (
	"crypto/tls"
	"slices"

	"orbweaver/crawlers/fetch"
)

// A Behaviour is one way in which a host of the Web makes trouble, and what must come of it.
type Behaviour struct {
	Name   string     // "slow-header": its host is slow-header.test
	Does   string     // what it does, to follow "a host that"
	Get    fetch.Kind // what one GET of its first page comes to; Page = a page or a redirect
	Crawl  fetch.Kind // what a crawl makes of its first page, through robots.txt and redirects; Page = a page
	IsTrap bool       // its pages lead to more and more of its own that are nearly the same
	Group  string     // of behaviours that belong together: a heading

	port    uint16                     // where its host is said to be; 0 = where it listens
	at      []string                   // the addresses that its name stands for, in order of the questions asked, the last for good; nil = 127.0.0.1
	dns     nameserver                 // how its name is answered for
	path    string                     // of its first page; empty = /
	host    string                     // its name, where that is not Name.test
	secure  func(*keyring) *tls.Config // of hosts that are asked by https; nil = http
	greets  func(*request)             // what happens as soon as a connection is made; nil = its request is waited for
	robots  func(*request)             // answers for robots.txt; nil = it has none
	answers func(*request)             // answers for all other paths; nil = as greets
}

// Page is the kind of an answer that is no failure.
const Page fetch.Kind = ""

// Behaviours returns all there are, in groups.
func Behaviours() []Behaviour {
	return slices.Concat(
		grouped("Names and addresses", names),
		grouped("Connections", connections),
		grouped("TLS and HTTP/2", secured),
		grouped("The form of answers", answers),
		grouped("What answers hold", contents),
		grouped("Redirects", redirects),
		grouped("robots.txt", robots),
		grouped("Sites", sites),
	)
}

func grouped(name string, behaviours []Behaviour) []Behaviour {
	behaviours = slices.Clone(behaviours)
	for i := range behaviours {
		behaviours[i].Group = name
	}
	return behaviours
}

// hostname is the name that stands in the behaviour's URLs.
func (b Behaviour) hostname() string {
	if b.host != "" {
		return b.host
	}
	return b.Name + ".test"
}
