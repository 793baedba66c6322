// Package crawlertest is the conformance suite of crawler families: Run checks everything that package crawlers promises
// of every family, on random little Webs with hosts that are busy, pages that fail, redirects, answers that come in any
// order, and pages that are judged at any moment, for good or for a moment. A family's test file holds
//
//	func TestConformance(t *testing.T) {
//		crawlertest.Run(t, family, nil, map[string]string{"n": "1"})
//	}
//
// The Web and Crawl that the suite is made of also serve examples worked by hand.
package crawlertest
