// Package storage keeps crawls: each in one file of its own, a session, in a folder of sessions.
//
// A session file (ID.orb) is a bbolt database. It holds the ordered log of everything the crawler was told, from which a
// crawl is resumed by replay; the history of outcomes; the page repository, which is every answer as received, zstd
// compressed, under the MD5 name of its URL; and indexes over these. Beside it lies a small summary (ID.json), so that
// the sessions of a folder are listed without opening any.
//
// The life of a record: the crawl calls [Store.Append], which queues it and returns. The store's one writing goroutine
// takes what has queued up into one transaction, at the latest 80 ms after the first record or when it holds 80
// outcomes. A transaction holds all parts of its records, so a kill at any moment leaves a file that is consistent and
// lacks the last moments at most (see the constants in writer.go). When a transaction fails, the disk being full, what
// was committed before stays readable, and every later Append returns the error until [Store.Retry].
//
// Reading goes on meanwhile, from any goroutine, in short transactions; it sees what is committed. [Store.Flush] waits
// until that is everything.
//
// A session is open once: in one [Store] of one program. Before bbolt may open a file its structure is verified, because
// bbolt ends the program on a damaged one; here it is an error, [ErrDamaged]. [Folder.Check] verifies all of a session.
package storage
