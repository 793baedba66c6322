// Package classify sorts pages into categories by their words: what the focused crawler, the context focused crawler
// and the reinforcement-learning crawler are built on.
//
// [Bayes] is the multinomial naive Bayes classifier. It learns documents one by one and forgets them again; its
// [Snapshot] is what workers classify with while it goes on learning. A [Taxonomy] is a tree of categories with examples
// below them, all that a user can do with it, and the file it is kept in; a [Classifier] made of it says how likely a
// page is of each category, down the tree. Taxonomies come from an indented text, from a browser's bookmarks, or from
// the built-in one.
//
// What is learnt from hypertext crawled before, a [ContextGraph] and the [QValues] of links, is here as well, with the
// files it is kept in.
package classify
