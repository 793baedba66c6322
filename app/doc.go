// Package app is Orbweaver's window: the only place where widgets meet crawls.
//
// New builds the window over a folder of sessions (package storage/session) and Main shows it until the user closes it.
// The window shows one session at a time, called the sitting: running, paused or at rest. In its place the laboratory can be
// shown, where families are compared: experiments (package crawlers/lab), races, hold-out checks and what-if (storage/race).
//
// # Goroutines
//
// Fyne's own goroutine owns every widget and every field of App that is not said to be shared. What can take time
// (opening and saving sessions, reading a page, sorting hits, asking the crawler for its spiders) happens elsewhere:
//
//   - The engine's goroutine hands every outcome to the sitting's listener, which only appends to lists under a lock.
//   - One pump goroutine wakes eight times a second, folds what has come in since into what is to be shown, and hands
//     that over with one fyne.Do; it never has more than one of them waiting, and none when nothing has changed.
//   - Work that the user asked for runs in goroutines started by App.background, which ends them with the window.
//
// Sessions and experiments save themselves while they run, so that the window may vanish at any moment. Beside the sessions
// this package itself keeps the user's preferences, a log, and the specs of experiments with the files they name.
package app
