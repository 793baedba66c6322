// Package fetch does one GET well: politely, within limits of time and size, and only to addresses that a crawler may
// ask.
//
// A [Client] sends requests. [Client.Get] is one request for one page: no redirect is followed (the crawl sends each hop
// through the politeness gate of its host), nothing but HTML is read, and whatever goes wrong is an [*Error] whose
// [Kind] can be counted and shown. [Client.Robots] reads a host's robots.txt into [Robots], which says what may be
// fetched (RFC 9309). [Decode] makes UTF-8 of a body as received; it is a pure function, so that a saved answer can be
// read again at any time.
//
// A page comes from a stranger. A Client therefore gives every request one deadline for everything from the connection
// to the last byte, bounds the header and the body, never unpacks more than asked for, and refuses to connect to
// private, loopback, link-local and other special addresses unless they were allowed, whatever name, redirect or DNS
// answer leads there. Through a proxy only addresses written in the URL itself can be refused: what a name stands for
// is then the proxy's business.
package fetch
