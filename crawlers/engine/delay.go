package engine

import (
	"slices"
	"time"
)

const (
	maxCrawlDelay = time.Minute      // a robots.txt that asks for more gets this
	maxEase       = 30 * time.Second // however slow a host is, it is not left in peace for longer on that account
)

// delay is the least time between the end of a request to the host and the beginning of the next: the setting, what the
// host's robots.txt asks for, or a multiple of the time that its answers take, whichever is longest. A host that is slow
// because it is busy is thus asked less often, by itself, and more often again when it has recovered. Hosts of the
// user's own that have no delay have none on that account either.
func (d *decider) delay(h *host, origin string) time.Duration {
	delay := d.settings.delayOf(h.name)
	if delay > 0 {
		delay = max(delay, min(time.Duration(d.settings.DelayFactor*float64(h.pace)), maxEase))
	}
	if robots := h.robots[origin]; robots != nil && !d.mayIgnoreRobots(h) {
		if asked, ok := robots.Delay(d.agent()); ok {
			delay = max(delay, min(asked, maxCrawlDelay))
		}
	}
	return delay
}

// feel takes the time that a request took into the host's pace: a quarter of it is the newest, so that one slow page
// does not count for much and four do.
func (h *host) feel(took time.Duration) {
	if h.pace == 0 {
		h.pace = took
	}
	h.pace += (took - h.pace) / 4
}

func (d *decider) agent() string { return d.settings.agentToken() }

func (d *decider) mayIgnoreRobots(h *host) bool {
	return slices.Contains(d.settings.NoRobotsFor, h.name)
}
