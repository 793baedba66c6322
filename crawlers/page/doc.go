// Package page turns the bytes of an HTML document into a Page: its words, its language and its links with what the
// page says about them ([PSM04] §2.4, algorithms §2).
//
// Parse reads tokens in one pass and builds no tree: that is what the path of every page can afford. It never fails on
// bad markup, takes time linear in the size of the input, and keeps all it collects bounded. A Parser is reused for
// many pages by one worker.
package page
