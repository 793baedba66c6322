// Package corpus holds saved hypertext that answers like the Web, for first steps without a network, for tests and for
// the laboratory.
//
// A [Corpus] answers requests for hosts and paths. [Folder] makes one of any folder of HTML files, [Sample] makes the
// sample web: some 2,000 generated pages on 20 named hosts, with everything that makes the real Web difficult. [Serve]
// puts a corpus behind a listener on this machine's loopback. Its hosts are all reached through that one port, by their
// names: with the server as HTTP proxy, or with its address given for every name (fetch.Options.Resolve, curl's
// --resolve).
package corpus
