// Package crawlers holds the crawler families: one file a family, each an implementation of the Crawler interface that
// is registered under its name.
//
// A family only decides. It is told of pages (Visited) and failures (Failed) and is asked for links (Next); fetching,
// parsing, politeness, budgets and saving are the business of the packages around it. To add a family, write one file
// with a type that implements Crawler, call Register from its init, and add it to the conformance suite's table.
package crawlers
