// Package hostile is the Web at its worst, on loopback, for tests: hosts that are slow, endless, broken, lying or a trap,
// one for each [Behaviour].
//
// A [Web] serves all of them at once. Each has a name of its own under .test, which only the Web's own resolver knows,
// and a port of its own; [Web.Options] are what a fetch.Client needs to reach them and trust the certificates that are
// right. Nothing that a Web does leaves the machine: addresses that a host's name is made to stand for elsewhere are
// those that a crawler must refuse to connect to.
//
// Behaviour.Get and Behaviour.Crawl say what must come of a host; the tests of fetch and engine hold the crawler to
// that, and the table in docs/reliability.md is written from it. Close a Web after use: it ends everything it started.
package hostile
