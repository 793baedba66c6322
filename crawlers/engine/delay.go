package engine

import (
	"slices"
	"time"

	"orbweaver/crawlers/fetch"
)

const (
	maxCrawlDelay = time.Minute      // a robots.txt that asks for more gets this
	maxEase       = 30 * time.Second // however slow a host is, it is not left in peace for longer on that account
)

// delay is the host's Pause; none where the fetcher keeps it.
func (d *decider) delay(h *host, origin string) time.Duration {
	if d.paced {
		return 0
	}
	return d.settings.Pause(h.name, h.pace, h.robots[origin])
}

// Pause is the least time between the end of a request to a host (host[:port]) and the beginning of the next: the
// setting, what the host's robots.txt asks for (nil = nothing), or a multiple of the time that its answers take,
// whichever is longest. A host that is slow because it is busy is thus asked less often, by itself, and more often again
// when it has recovered. Hosts of the user's own that have no delay have none on that account either.
func (s Settings) Pause(host string, pace time.Duration, rules *fetch.Robots) time.Duration {
	delay := s.delayOf(host)
	if delay > 0 {
		delay = max(delay, min(time.Duration(s.DelayFactor*float64(pace)), maxEase))
	}
	if rules != nil && !slices.Contains(s.NoRobotsFor, host) {
		if asked, ok := rules.Delay(s.agentToken()); ok {
			delay = max(delay, min(asked, maxCrawlDelay))
		}
	}
	return delay
}

// feel takes the time that a request took into the host's pace.
func (h *host) feel(took time.Duration) { h.pace = Pace(h.pace, took) }

// Pace is what a host's answers take, smoothed, after another one: a quarter of it is the newest, so that one slow page
// does not count for much and four do. A pace of 0 is that of a host of which nothing is known.
func Pace(pace, took time.Duration) time.Duration {
	if pace == 0 {
		return took
	}
	return pace + (took-pace)/4
}

func (d *decider) agent() string { return d.settings.agentToken() }

func (d *decider) mayIgnoreRobots(h *host) bool {
	return slices.Contains(d.settings.NoRobotsFor, h.name)
}
