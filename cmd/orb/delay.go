package main

import (
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
)

// checkDelay lets a crawl begin without a delay only where it loads nobody's server but the user's own. The engine
// keeps to that for every host that the crawl comes to; this is to say so before it starts.
func checkDelay(s engine.Settings, seeds []page.Link) error {
	if s.Delay > 0 {
		return nil
	}
	for _, seed := range seeds {
		if !s.OwnHost(seed.Host) {
			return misused("--delay 0 would load %s without a pause: write --delay 1s, or --no-robots-for %s if that host is your own", seed.Host, seed.Host)
		}
	}
	return nil
}
