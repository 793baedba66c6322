// Package warc writes and reads WARC files, the archive format of web crawls (ISO 28500:2017, WARC/1.1), and their CDXJ
// index.
//
// A [Writer] puts each record into a gzip member of its own, so that a reader can begin at any record; it knows where each
// record begins and how long it is, which is what an index holds. A [Reader] reads WARC/1.0 and WARC/1.1, compressed
// record by record, as a whole or not at all, and says where a file is broken and how. The older ARC format is refused.
//
// The package knows of HTTP only what a record holds of it: an [Exchange] is a server's answer as it was received.
package warc
