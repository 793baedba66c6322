package engine

import (
	"maps"
	"time"
)

// State is what a crawl is doing.
type State string

const (
	StateReady     State = "ready"     // not yet run
	StateReplaying State = "replaying" // restoring an earlier sitting from its log
	StateRunning   State = "running"
	StatePaused    State = "paused"
	StateStopping  State = "stopping" // a stop was asked for; running requests are being ended
	StateStopped   State = "stopped"
)

// Why a crawl ended.
const (
	StopBudget      = "budget"      // as many pages as the budget allows
	StopTime        = "time"        // the running time is used up
	StopDeadEnd     = "dead-end"    // nothing left to fetch
	StopSaturated   = "saturated"   // the pages and links have become too poor (Settings.Saturation): it can go on
	StopInterrupted = "interrupted" // the user or the program's end stopped it: it can go on
	StopError       = "error"       // it can not go on; the error says why
)

// Stats is a crawl's state at one moment.
type Stats struct {
	State      State
	Stop       string         // why it ended; empty until then
	Why        string         // the reason in words of a Stop that leaves room for doubt: StopSaturated, StopDeadEnd of a family that leaves links out
	Pages      int            // pages fetched and parsed, over all sittings
	Unchanged  int            // of Pages, those that were not sent again: see Config.Earlier
	Failed     int            // picks that led nowhere
	Hits       int            // pages good enough to show
	Failures   map[string]int // Failed by kind
	Frontier   int            // links waiting in the crawler
	InFlight   int            // open picks: being fetched, or waiting for their host
	Hosts      int            // hosts met in this sitting
	Budget     int            // pages; 0 = none
	TimeBudget time.Duration  // 0 = none
	Ran        time.Duration  // running time over all sittings, pauses left out
	Rate       float64        // pages a second over the last few seconds
	Notice     string         // something the user should know about this crawl; empty mostly
	Replayed   int            // outcomes restored so far, while replaying
}

// Result is how a crawl ended.
type Result struct {
	Stats
	Restored bool // false when it was stopped while it replayed: Stats then tell only how far that had come
}

// rateWindow is over how many seconds Stats.Rate is taken.
const rateWindow = 5

// meter counts pages a second, over the last rateWindow whole seconds since the first page: what the wall clock says, which
// may be set in the middle of a crawl, does not matter.
type meter struct {
	counts [rateWindow + 1]int
	began  time.Time // when the first page came
	second int64     // of the newest count, from there
}

func (m *meter) add(now time.Time) {
	m.advance(now)
	m.counts[m.second%int64(len(m.counts))]++
}

func (m *meter) advance(now time.Time) {
	if m.began.IsZero() {
		m.began = now
	}
	t := int64(now.Sub(m.began) / time.Second)
	for m.second < t {
		if t-m.second > int64(len(m.counts)) {
			m.second = t - int64(len(m.counts))
		}
		m.second++
		m.counts[m.second%int64(len(m.counts))] = 0
	}
}

// rate is in pages a second; the second under way is left out once a whole one has passed.
func (m *meter) rate(now time.Time) float64 {
	if m.began.IsZero() {
		return 0
	}
	m.advance(now)
	seconds := min(m.second, rateWindow)
	if seconds == 0 {
		return float64(m.counts[m.second%int64(len(m.counts))])
	}
	sum := 0
	for s := m.second - seconds; s < m.second; s++ {
		sum += m.counts[s%int64(len(m.counts))]
	}
	return float64(sum) / float64(seconds)
}

// Stats returns the crawl's state. It may be called from any goroutine at any time and costs microseconds.
func (c *Crawl) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Failures = maps.Clone(s.Failures)
	now := time.Now()
	s.Ran = c.ranUntil(now)
	s.Rate = c.meter.rate(now)
	if c.held != "" {
		s.Notice = c.held
	}
	return s
}

// ranUntil is the running time so far; c.mu is held.
func (c *Crawl) ranUntil(now time.Time) time.Duration {
	if c.since.IsZero() {
		return c.ran
	}
	return c.ran + now.Sub(c.since)
}
