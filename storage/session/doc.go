// Package session is what both programs share: a session is one crawl with its store. It is created from a Spec, run,
// paused, stopped, opened again another day and run on, and read at any time, also while it runs.
//
// A Library is the folder in which sessions lie. A Session joins an engine.Crawl to a storage.Store: every record of the
// crawl goes to the store in order, and when the session is run again they are replayed into a fresh crawler, so that
// nothing of a family's state needs saving. What the user thinks of pages (Session.Mark) is part of that record: it stands
// where it took effect. What a page is and what a hit is worth is decided in the engine; what is
// durable when, in the store.
package session
