// Package engine runs a crawl: it asks a crawler for links, fetches and parses them, and tells the crawler what came back.
//
// The life of a URL:
//
//	crawler.Next ─► pick ─► gate: its host's turn? ─► robots.txt ─► GET ─► parse ─► crawler.Visited
//	                          ▲                                   │
//	                          └──── redirect hop, another try ◄───┘         (or crawler.Failed, with a typed reason)
//
// One goroutine, the one that calls Run, decides: it alone touches the crawler, the gate and the counters. Workers fetch
// and do everything costly to a page: decode, parse, stem, compare with the topic, compress. A worker never waits for a
// host: a request that may not be sent yet lies in its host's queue, and the worker serves another host meanwhile. All
// channels are bounded by the number of workers.
//
// A pick stays open through redirects and further tries and ends in exactly one Visited or Failed. Every input of the
// crawler is handed to Config.Record in order; feeding those records to a new Crawl (Config.Log) restores it, and picks
// that were open are fetched first. What the user thinks of a page (Crawl.Mark) is such an input. With one worker, no delay and answers that do not change, a crawl is repeated
// exactly by the same random seed, whether or not it was interrupted. So is
// one whose fetcher keeps the pauses (Config.Paced), with any number of workers.
package engine
