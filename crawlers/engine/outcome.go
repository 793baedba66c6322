package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
)

const (
	maxRedirects = 10               // algorithms §2
	firstPause   = time.Second      // before the second try of a request; doubled for each further one
	longestPause = time.Minute      // before a further try: who asks for more gets no further try
	longestRest  = 10 * time.Minute // for which a host is left alone that asks for it
	robotsRest   = 5 * time.Minute  // before a robots.txt is asked for again that could not be had
)

// take takes what a worker gives back: at once, or in a paced crawl when its round is complete, in the order of the picks.
func (d *decider) take(res result) error {
	if !d.paced {
		return d.handle(res)
	}
	d.round = append(d.round, res)
	if d.idle+len(d.round) < d.settings.Workers {
		return nil
	}
	round := d.round
	d.round = nil
	slices.SortFunc(round, func(a, b result) int {
		return cmp.Or(cmp.Compare(a.pickID(), b.pickID()), cmp.Compare(a.origin, b.origin))
	})
	for i, res := range round {
		if err := d.handle(res); err != nil {
			d.round = round[i+1:]
			return err
		}
	}
	return nil
}

// inRound says whether a paced crawl waits for answers.
func (d *decider) inRound() bool { return d.paced && d.idle < d.settings.Workers }

// handle deals with what a worker gives back.
func (d *decider) handle(res result) error {
	d.idle++
	d.dry = false
	h := res.host
	h.feel(res.took)
	if res.job == nil {
		if res.robots == nil { // the worker itself broke, or the crawl is being stopped
			res.robots = &fetch.Robots{Failure: res.err, Expires: res.at.Add(robotsRest)}
		}
		d.gate.keepRobots(h, res.origin, res.robots, d.agent())
		if j := h.waiting[0]; res.robots.Failure == nil { // on whose account they were asked for: see gate.askFirst
			j.ruled, j.barred = true, !res.robots.Allowed(d.agent(), strings.TrimPrefix(j.url, res.origin))
		}
		d.gate.release(h, res.at.Add(d.delay(h, res.origin)), time.Now())
		return nil
	}
	d.gate.release(h, res.at.Add(d.delay(h, originOf(res.job.url))), time.Now())
	switch {
	case res.err != nil && d.ctx.Err() != nil:
		return nil // broken off by the stop: the pick stays open
	case errors.Is(res.err, fetch.ErrOtherVersion):
		res.job.anew = true
		d.gate.enqueue(h, res.job)
		return nil
	case res.err != nil:
		return d.failedTry(h, res.job, res.err)
	case res.response.Location != "":
		return d.redirect(res.job, res.response.Location)
	}
	return d.visited(res)
}

// failedTry lets the job have another try after a pause of its host, or ends it.
func (d *decider) failedTry(h *host, j *job, err error) error {
	now := time.Now()
	var failure *fetch.Error
	if errors.As(err, &failure) && failure.RetryAfter > 0 { // whether or not this page is asked for again
		d.gate.leaveAlone(h, now.Add(min(failure.RetryAfter, longestRest)), now)
	}
	if !d.mayTryAgain(j, err) {
		return d.fail(j, err)
	}
	pause := min(max(firstPause, d.settings.Delay)<<j.tries, longestPause)
	j.tries++
	d.gate.leaveAlone(h, now.Add(max(pause, failure.RetryAfter)), now)
	d.gate.enqueue(h, j)
	return nil
}

// mayTryAgain says whether a further try of the job makes sense, and soon enough.
func (d *decider) mayTryAgain(j *job, err error) bool {
	var failure *fetch.Error
	return j.tries < d.settings.Retries && errors.As(err, &failure) && failure.Temporary() && failure.RetryAfter <= longestPause
}

// redirect sends the job on to where the answer points, through the gate of that host, or ends it.
func (d *decider) redirect(j *job, location string) error {
	canonical, location, host, err := d.settings.rules().Resolve(location)
	if err != nil {
		return d.fail(j, &fetch.Error{Kind: fetch.KindRefusedURL, URL: location, Err: fmt.Errorf("redirected there: %w", err)})
	}
	if d.gate.crowded(host) {
		return d.fail(j, refusal(fetch.KindTrap, location, siteIsCrowded))
	}
	known := slices.Contains(j.claimed, canonical)
	h := d.gate.host(host)
	switch {
	case slices.Contains(j.sent, location):
		return d.fail(j, refusal(fetch.KindRedirect, location, "the redirects go round in a loop"))
	case len(j.sent) > maxRedirects:
		return d.fail(j, refusal(fetch.KindRedirect, location, fmt.Sprintf("more than %d redirects", maxRedirects)))
	case !d.fence.holds(canonical, host):
		return d.fail(j, refusal(fetch.KindScope, location, "redirected out of the scope of this crawl"))
	case d.fence.isTrap(canonical):
		return d.fail(j, refusal(fetch.KindTrap, location, "redirected to a path that repeats itself"))
	case h != j.host && d.isFull(h):
		return d.fail(j, refusal(fetch.KindHostLimit, location, hostIsFull))
	case d.seen[canonical] && !known:
		j.same = canonical
		return d.fail(j, refusal(fetch.KindDuplicate, location, "redirected to a page that this crawl has asked for already"))
	}
	j.url = location
	j.tries = 0
	if known {
		j.sent = append(j.sent, location)
	} else {
		d.claim(j, canonical)
	}
	j.settleAt(h)
	d.gate.enqueue(h, j)
	return nil
}

// visited ends a pick that gave a page.
func (d *decider) visited(res result) error {
	j, p := res.job, res.page
	ended := d.outcome(j, crawlers.KindOK, res.at)
	ended.Took, ended.Status, ended.Bytes = res.response.Took, res.response.Status, res.bytes
	ended.Score, ended.Hit, ended.Snippet, ended.Title, ended.Lang, ended.Links = res.score, res.hit, res.snippet, p.Title, p.Lang, len(p.Links)
	ended.Page, ended.Packed = p, res.packed
	if ended.Packed == nil {
		ended.Answer = res.answer()
	}
	if ended.Unchanged = res.confirmed != nil; ended.Unchanged {
		ended.Bytes = 0
	}
	if twin := d.twins.add(ended.Seq, j.host.name, p.URL, res.print); twin != 0 && !d.settings.FollowTwins && j.pick.Parent != "" {
		ended.Twin, ended.Links, p.Links = twin, 0, nil
	}
	if err := d.crawler.Visited(crawlers.Visit{Pick: j.pick, Page: p, Score: res.score, Analysis: res.analysis}); err != nil {
		return fmt.Errorf("family %s on %s: %w", d.family.Name, p.URL, err)
	}
	return d.end(ended)
}

// fail ends a pick that led nowhere.
func (d *decider) fail(j *job, why error) error {
	j.settleAt(nil)
	ended := d.outcome(j, string(fetch.KindOf(why)), time.Now())
	ended.Error = why.Error()
	var failure *fetch.Error
	if errors.As(why, &failure) {
		ended.Status = failure.Status
	}
	d.crawler.Failed(j.pick, why)
	return d.end(ended)
}

// outcome begins the record of a pick's end.
func (d *decider) outcome(j *job, kind string, at time.Time) crawlers.Ended {
	d.lastSeq++
	ended := crawlers.Ended{Seq: d.lastSeq, PickID: j.id, Pick: j.pick, Time: at.UTC(), Kind: kind, Same: j.same}
	if n := len(j.claimed); n > 1 {
		ended.Via, ended.FinalURL = j.claimed[1:n-1], j.claimed[n-1]
	}
	return ended
}

// end closes the pick, counts and records its outcome and tells the observer.
func (d *decider) end(ended crawlers.Ended) error {
	delete(d.open, ended.PickID)
	d.dry = false
	d.mu.Lock()
	ended.Ran = d.ranUntil(time.Now())
	d.mu.Unlock()
	d.count(ended)
	if ended.Kind == crawlers.KindOK {
		d.mu.Lock()
		d.meter.add(time.Now())
		d.mu.Unlock()
	}
	if err := d.keep(ended); err != nil {
		return err
	}
	if d.observe != nil {
		d.observe(ended)
	}
	return nil
}

// count brings the statistics up to date with an outcome, new or replayed.
func (d *decider) count(ended crawlers.Ended) {
	d.refresh()
	d.mu.Lock()
	defer d.mu.Unlock()
	s := &d.stats
	if ended.Kind == crawlers.KindOK {
		d.saturation.add(ended)
		s.Pages++
		if ended.Unchanged {
			s.Unchanged++
		}
		if ended.Hit {
			s.Hits++
		}
	} else {
		s.Failed++
		s.Failures[ended.Kind]++
	}
}

// refresh brings up to date what the statistics say of the crawler and the gate.
func (d *decider) refresh() {
	frontier := 0
	if inspector, ok := d.crawler.(crawlers.Inspector); ok {
		frontier = inspector.FrontierSize()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Frontier, d.stats.InFlight, d.stats.Hosts = frontier, len(d.open), len(d.gate.hosts)
}

// keep hands a record to the store.
func (d *decider) keep(r crawlers.Record) error {
	if d.record == nil {
		return nil
	}
	if err := d.record(r); err != nil {
		return fmt.Errorf("the crawl could not be saved: %w", err)
	}
	return nil
}

// setBudget takes over a new budget and records it.
func (d *decider) setBudget(b crawlers.Budgeted) error {
	d.mu.Lock()
	same := d.stats.Budget == b.Pages && d.stats.TimeBudget == b.Time
	d.stats.Budget, d.stats.TimeBudget = b.Pages, b.Time
	d.mu.Unlock()
	if same {
		return nil
	}
	return d.keep(b)
}

// explain keeps the reason why the crawl ends.
func (d *decider) explain(why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Why = why
}

func (d *decider) setState(s State) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.State = s
}

// stopClock ends the counting of running time: what was still under way is only being cleared up.
func (d *decider) stopClock() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ran = d.ranUntil(time.Now())
	d.since = time.Time{}
	d.stats.State = StateStopping
}

// rest records the end of the sitting and closes the crawl.
func (d *decider) rest(stop string, err error) (Result, error) {
	d.mu.Lock()
	d.over = true
	d.mu.Unlock()
	if _, asked := d.orders(); err == nil {
		err = asked // a budget that nobody has taken over yet
	}
	d.stopClock()
	if d.restored { // a replay that was broken off has nothing else to tell
		if kept := d.keep(crawlers.Rested{Time: time.Now().UTC(), Ran: d.ran, Stop: stop, Why: d.stats.Why}); err == nil {
			err = kept
		}
	}
	if err != nil {
		stop = StopError
	}
	d.mu.Lock()
	d.stats.State, d.stats.Stop = StateStopped, stop
	d.mu.Unlock()
	close(d.ended)
	return Result{Stats: d.Stats(), Restored: d.restored}, err
}
