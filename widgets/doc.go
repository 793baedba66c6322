// Package widgets holds the parts of Orbweaver's window that Fyne does not have: the table of hits, the tree of
// spiders, the reader, the form of parameters, the status bar, the list of sessions, the chart of curves with its table of
// scores, and the theme they share.
//
// The widgets know nothing of crawling. They show plain values that they are given and report what the user did through
// callbacks; whoever owns them (package app) sorts, filters, parses and translates crawler state before handing it over.
//
// All methods and callbacks belong to Fyne's own goroutine: call them from callbacks of other widgets or through
// fyne.Do. Nothing here blocks, and whatever can be long (hits, lines of a page, links, sessions, keywords) lives in a
// virtualised list that draws only the rows on the screen.
//
// Nothing here overrides the theme of a part of the window (container.ThemeOverride): each override makes Fyne load all
// fonts once more, some 20 MB.
//
// Text that comes from web pages is shown as it is given: hand it over through Clean, which takes out control and
// direction characters.
package widgets
