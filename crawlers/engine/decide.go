package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
)

// decider is the deciding goroutine of one Run: everything that only it may touch.
type decider struct {
	*Crawl
	gate     *gate
	ctx      context.Context // of the requests: done as soon as the crawl stops
	requests chan request
	results  chan result

	idle     int             // workers without a request
	dry      bool            // the crawler has nothing to give until an outcome comes or a host becomes ready
	seen     map[string]bool // canonical URLs that were picked, or that redirects led to
	open     map[uint64]*job // picks without an outcome
	lastID   uint64          // of the picks
	lastSeq  uint64          // of the history
	busy     map[string]bool // the hosts that are not ready as far as the log knows
	restored bool            // the replay is complete, or there was nothing to replay
	round    []result        // of a paced crawl: the answers so far of the requests that are under way together
	resumed  []*job          // open picks of the last sitting, in their order

	saturation *saturation
	twins      *twins
}

// Run replays the log, crawls until there is a reason to stop, and returns how it ended. The error is nil unless the
// Stop is StopError. A done context is an ordinary stop.
func (c *Crawl) Run(ctx context.Context) (Result, error) {
	defer c.close()
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	d := &decider{
		Crawl: c, gate: newGate(c.settings.shareOf, c.settings.Diversity, c.settings.HostsPerSite, max(1, c.settings.Workers/2)), ctx: work,
		requests: make(chan request, c.settings.Workers), results: make(chan result, c.settings.Workers),
		idle: c.settings.Workers, seen: map[string]bool{}, open: map[uint64]*job{}, busy: map[string]bool{},
		saturation: newSaturation(c.settings), twins: newTwins(),
	}
	stop, err := d.restore(ctx)
	if err == nil && stop == "" {
		stop, err = d.sitting(cancel)
	}
	if err != nil {
		stop = StopError
	}
	return d.rest(stop, err)
}

// sitting crawls with all workers until there is a reason to stop, and ends them.
func (d *decider) sitting(cancel context.CancelFunc) (stop string, err error) {
	d.setState(StateRunning)
	var workers sync.WaitGroup
	for range d.settings.Workers {
		workers.Go(func() { d.worker(d.ctx, d.requests, d.results) })
	}
	stop, err = d.crawl()
	d.stopClock()
	cancel()
	close(d.requests)
	go func() {
		workers.Wait()
		close(d.results)
	}()
	for res := range d.results {
		d.round = append(d.round, res)
	}
	for _, res := range d.round { // what was complete is kept; what was broken off stays open
		if res.err == nil && res.page != nil && err == nil && !d.isSpent() {
			err = d.visited(res)
		}
	}
	return stop, err
}

// crawl is the loop of the deciding goroutine.
func (d *decider) crawl() (stop string, err error) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for _, j := range d.resumed {
		d.gate.enqueue(d.gate.host(j.pick.Host), j)
	}
	d.resumed = nil
	for {
		orders, err := d.orders()
		if err != nil {
			return StopError, err
		}
		now := time.Now()
		if stop := d.reason(orders, now); stop != "" {
			return stop, nil
		}
		if why := d.saturated(); why != "" {
			d.explain(why)
			return StopSaturated, nil
		}
		d.gate.wake(now)
		if len(d.gate.changed) > 0 {
			d.dry = false
		}
		if !orders.paused && !d.inRound() {
			if err := d.dispatch(now); err != nil {
				return StopError, err
			}
			switch next := d.gate.nextWake(); {
			case !d.dry || d.idle < d.settings.Workers:
			case d.gate.relax():
				continue
			case len(d.open) == 0 && (next.IsZero() || d.exhausted()):
				if s, ok := d.crawler.(crawlers.Selective); ok {
					d.explain(s.LeftOut())
				}
				return StopDeadEnd, nil
			}
		}
		timer.Reset(d.patience(orders, now, d.gate.nextWake()))
		select {
		case res := <-d.results:
			if err := d.take(res); err != nil {
				return StopError, err
			}
		case f := <-d.calls:
			f(d.crawler)
		case m := <-d.marks:
			err := d.mark(m.Marked)
			m.done <- err
			if err != nil {
				return StopError, err
			}
		case <-d.poke:
		case <-timer.C:
		case <-d.ctx.Done():
		}
	}
}

// orders are what the user wants at the moment.
type orders struct{ paused, stopping bool }

// orders takes over what other goroutines have asked for.
func (d *decider) orders() (orders, error) {
	d.mu.Lock()
	o := orders{d.paused, d.stopping}
	budget := d.budget
	d.budget = nil
	now := time.Now()
	if o.paused != d.since.IsZero() { // the clock of the running time stands still in a pause
		d.ran = d.ranUntil(now)
		d.since = now
		if o.paused {
			d.since = time.Time{}
		}
	}
	d.stats.State = StateRunning
	if o.paused {
		d.stats.State = StatePaused
	}
	d.mu.Unlock()
	if budget != nil {
		return o, d.setBudget(*budget)
	}
	return o, nil
}

// reason says why the crawl ends now; empty when it goes on.
func (d *decider) reason(o orders, now time.Time) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := &d.stats
	switch {
	case o.stopping || d.ctx.Err() != nil:
		return StopInterrupted
	case s.isSpent():
		return StopBudget
	case s.TimeBudget > 0 && d.ranUntil(now) >= s.TimeBudget:
		return StopTime
	}
	return ""
}

func (s *Stats) isSpent() bool { return s.Budget > 0 && s.Pages >= s.Budget }

// isSpent says whether the budget of pages is used up.
func (d *decider) isSpent() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stats.isSpent()
}

// patience is how long the loop may wait for something to happen.
func (d *decider) patience(o orders, now, wake time.Time) time.Duration {
	wait := time.Hour
	if !wake.IsZero() && !o.paused {
		wait = min(wait, wake.Sub(now))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stats.TimeBudget > 0 && !o.paused {
		wait = min(wait, d.stats.TimeBudget-d.ranUntil(now))
	}
	return max(wait, 0)
}

// dispatch gives every idle worker something to do, as far as the gate, the budget and the crawler allow: first what
// waits (redirects, further tries, open picks), then new picks.
func (d *decider) dispatch(now time.Time) error {
	for {
		if err := d.sendWaiting(now); err != nil {
			return err
		}
		n := min(d.idle, d.room())
		if n <= 0 || d.dry {
			return nil
		}
		if d.settings.Delay > 0 || d.settings.Diversity > 1 {
			n = 1 // each pick makes its host busy, which the next one must know
		}
		picks, err := d.ask(n)
		if err != nil {
			return err
		}
		d.dry = len(picks) == 0
		for _, j := range picks {
			if err := d.admit(j); err != nil {
				return err
			}
		}
	}
}

func (d *decider) sendWaiting(now time.Time) error {
	for d.idle > 0 {
		h, j := d.gate.next()
		if j == nil {
			return nil
		}
		if err := d.send(h, j, now); err != nil {
			return err
		}
	}
	return nil
}

// maxOpen bounds the open picks: without it, the links of many hosts that all redirect to one slow host would pile up there.
// Hosts that wait for their site are bounded apart, so that they take no place from others.
const (
	maxOpen = 1024
	maxHeld = 8192
)

// room is how many more picks may be open. Those that wait for a host which is left alone after a failure may never give
// a page, and do not hold up the rest of the budget: if they are still open when it is used up, they stay so. Neither do
// the requests of a site that others wait for: as soon as one of them ends, the next takes its place.
func (d *decider) room() int {
	held := min(d.gate.held, maxHeld)
	room := maxOpen - (len(d.open) - held)
	if d.stats.Budget > 0 {
		room = min(room, d.stats.Budget-d.stats.Pages-(len(d.open)-d.gate.stalled-d.gate.full*d.gate.ofSite))
	}
	return room
}

// exhausted says that the crawler itself knows of nothing left, so that no host's delay need be waited for.
func (d *decider) exhausted() bool {
	inspector, ok := d.crawler.(crawlers.Inspector)
	return ok && inspector.FrontierSize() == 0
}

// ask takes up to n picks from the crawler and records them.
func (d *decider) ask(n int) ([]*job, error) {
	asked := crawlers.Asked{N: n, FirstID: d.lastID + 1}
	asked.Busy, asked.Free = d.gate.changes(d.busy)
	asked.Picks = d.crawler.Next(n, d.gate.ready)
	jobs := d.opened(asked)
	d.refresh()
	return jobs, d.keep(asked)
}

// opened makes jobs of the picks of a record.
func (d *decider) opened(asked crawlers.Asked) []*job {
	analyser, _ := d.crawler.(crawlers.Analyser)
	jobs := make([]*job, len(asked.Picks))
	for i, p := range asked.Picks {
		d.lastID++
		jobs[i] = &job{id: d.lastID, pick: p, url: p.Target()}
		if analyser != nil {
			jobs[i].analyse = analyser.Analyse(jobs[i].pick)
		}
		d.open[d.lastID] = jobs[i]
	}
	return jobs
}

// admit lets a new pick through to its host, or ends it with the reason why not.
func (d *decider) admit(j *job) error {
	p := j.pick
	if d.gate.crowded(p.Host) {
		return d.fail(j, refusal(fetch.KindTrap, p.URL, siteIsCrowded))
	}
	h := d.gate.host(p.Host)
	switch {
	case d.seen[p.URL]:
		return d.fail(j, refusal(fetch.KindDuplicate, p.URL, "a redirect has led to this page before"))
	case !d.fence.holds(p.URL, p.Host):
		return d.fail(j, refusal(fetch.KindScope, p.URL, "lies outside the scope of this crawl"))
	case d.isFull(h):
		return d.fail(j, refusal(fetch.KindHostLimit, p.URL, hostIsFull))
	case !d.settings.FollowTwins && p.Parent != "" && d.twins.isTrap(p.Host, p.URL):
		return d.fail(j, refusal(fetch.KindTrap, p.URL, givesNothingNew))
	}
	d.claim(j, p.URL)
	j.settleAt(h)
	d.gate.picked(h)
	d.gate.enqueue(h, j)
	return nil
}

const (
	hostIsFull      = "its host has given as many pages as the setting allows"
	givesNothingNew = "pages at such addresses have been nearly the same as earlier ones, many times in a row"
	siteIsCrowded   = "its site answers to more names than the setting allows, as traps do"
)

func (d *decider) isFull(h *host) bool {
	return d.settings.PagesPerHost > 0 && h.pages >= d.settings.PagesPerHost
}

func (d *decider) claim(j *job, canonical string) {
	d.seen[canonical] = true
	j.claimed = append(j.claimed, canonical)
	j.sent = append(j.sent, j.url)
}

// settleAt counts the job among the pages of a host, and no longer of the one before; nil = of none.
func (j *job) settleAt(h *host) {
	if j.host != nil {
		j.host.pages--
	}
	if h != nil {
		h.pages++
	}
	j.host = h
}

// send gives a job that the gate has let through to a worker, after the robots.txt of its origin was read.
func (d *decider) send(h *host, j *job, now time.Time) error {
	origin := originOf(j.url)
	if !d.mayIgnoreRobots(h) && !j.ruled {
		robots := h.robots[origin]
		if robots == nil || now.After(robots.Expires) {
			j.asked = true
			d.gate.askFirst(h, j)
			d.hand(request{host: h, origin: origin, before: robots})
			return nil
		}
		if robots.Failure != nil { // the host itself does not answer
			d.gate.release(h, time.Time{}, now)
			if !j.asked {
				return d.fail(j, robots.Failure) // another job has tried in vain
			}
			j.asked = false
			if d.mayTryAgain(j, robots.Failure) {
				d.gate.forgetRobots(h, origin)
			}
			return d.failedTry(h, j, robots.Failure)
		}
		j.barred = !robots.Allowed(d.agent(), strings.TrimPrefix(j.url, origin))
	}
	j.ruled = false
	if j.barred {
		d.gate.release(h, time.Time{}, now)
		return d.fail(j, refusal(fetch.KindRobots, j.url, "its robots.txt asks crawlers to stay away from this page"))
	}
	d.hand(request{host: h, job: j})
	return nil
}

func (d *decider) hand(r request) {
	d.idle--
	d.requests <- r // never blocks: its capacity is the number of workers
}

// originOf is the scheme and host of a resolved URL.
func originOf(url string) string {
	start := strings.Index(url, "://") + len("://")
	if end := strings.IndexByte(url[start:], '/'); end >= 0 {
		return url[:start+end]
	}
	return url
}

func refusal(kind fetch.Kind, url, why string) error {
	return &fetch.Error{Kind: kind, URL: url, Err: errors.New(why)}
}
