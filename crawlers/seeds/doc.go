// Package seeds finds the pages that a crawl starts from when the user gives only keywords: it asks a search service and
// returns the first results.
//
// Search is all that most callers need; Open checks a source's name without asking anything. Each service is one file
// with a type that implements Source: MediaWiki (Wikipedia and its kin, the default: it needs no key), SearXNG (one's
// own or a public instance), Brave Search (a key in BRAVE_API_KEY) and the sitemap or news feed of a site.
//
// A Wiki tells besides which of its pages link to a page, which is what context graphs are built from.
package seeds
