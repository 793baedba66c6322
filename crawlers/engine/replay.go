package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// restore brings the crawler to where the log ends; without a log it begins a new crawl. The stop is StopInterrupted
// when the context was done meanwhile.
func (d *decider) restore(ctx context.Context) (stop string, err error) {
	seeded := false
	if d.log != nil {
		d.setState(StateReplaying)
		r := replay{decider: d, busy: d.busy, strays: map[string]crawlers.Pick{}}
		for rec, err := range d.parsed(ctx) {
			if err != nil {
				if ctx.Err() != nil {
					return StopInterrupted, nil
				}
				return "", fmt.Errorf("restoring the session from its record: %w", err)
			}
			_, isSeeded := rec.Record.(crawlers.Seeded)
			seeded = seeded || isSeeded
			if err := r.feed(rec); err != nil {
				return "", fmt.Errorf("restoring the session from its record: %w", err)
			}
			d.serveCall()
			if d.isStopping() {
				return StopInterrupted, nil
			}
		}
		if ctx.Err() != nil { // the log may have ended early for it
			return StopInterrupted, nil
		}
		if err := r.finish(); err != nil {
			return "", err
		}
	}
	d.restored = true
	if seeded {
		return "", nil
	}
	d.crawler.Seed(d.seeds)
	if err := d.keep(crawlers.Seeded{Links: d.seeds}); err != nil {
		return "", err
	}
	return "", d.keep(crawlers.Budgeted{Pages: d.stats.Budget, Time: d.stats.TimeBudget})
}

func (d *decider) isStopping() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stopping
}

// serveCall runs an Inspect that waits, if one does.
func (d *decider) serveCall() {
	select {
	case f := <-d.calls:
		f(d.crawler)
	default:
	}
}

// replay feeds a log to a fresh crawler. Where the crawler would choose otherwise than it once did, the record wins.
type replay struct {
	*decider
	busy    map[string]bool
	strays  map[string]crawlers.Pick // picks that the crawler gives now and did not give then, by URL
	order   []string                 // the strays in the order given
	differs int
}

func (r *replay) feed(rec parsedRecord) error {
	switch e := rec.Record.(type) {
	case crawlers.Seeded:
		r.crawler.Seed(e.Links)
	case crawlers.Asked:
		r.asked(e)
	case crawlers.Ended:
		return r.ended(e, rec)
	case crawlers.Budgeted:
		r.mu.Lock()
		r.stats.Budget, r.stats.TimeBudget = e.Pages, e.Time
		r.mu.Unlock()
	case crawlers.Marked:
		e.Page = rec.page
		learn(r.crawler, e)
	case crawlers.Rested:
		if e.Stop == StopSaturated {
			r.saturation.anew()
		}
		r.mu.Lock()
		r.ran = e.Ran
		r.mu.Unlock()
	}
	return nil
}

func (r *replay) asked(e crawlers.Asked) {
	for _, h := range e.Busy {
		r.busy[h] = true
	}
	for _, h := range e.Free {
		delete(r.busy, h)
	}
	given := r.crawler.Next(e.N, func(host string) bool { return !r.busy[host] })
	r.lastID = e.FirstID - 1
	for _, j := range r.opened(e) {
		delete(r.strays, j.pick.URL)
	}
	for _, p := range given {
		if !slices.ContainsFunc(e.Picks, func(q crawlers.Pick) bool { return q.URL == p.URL }) && !r.seen[p.URL] {
			r.strays[p.URL] = p
			r.order = append(r.order, p.URL)
			r.differs++
		}
	}
	for _, p := range e.Picks {
		r.seen[p.URL] = true
	}
}

func (r *replay) ended(e crawlers.Ended, rec parsedRecord) error {
	j := r.open[e.PickID]
	if j == nil {
		return fmt.Errorf("history entry %d ends pick %d, which is not open", e.Seq, e.PickID)
	}
	delete(r.open, e.PickID)
	r.lastSeq = e.Seq
	for _, hop := range append(e.Via, e.FinalURL) {
		r.seen[hop] = true
	}
	r.mu.Lock()
	r.ran = e.Ran
	r.stats.Replayed++
	r.mu.Unlock()
	if e.Kind == crawlers.KindOK {
		host := r.gate.host(cmp.Or(weburl.Host(e.FinalURL), j.pick.Host))
		host.pages++
		v := crawlers.Visit{Pick: j.pick, Page: rec.page, Score: e.Score}
		if j.analyse != nil {
			v.Analysis = j.analyse(rec.page)
		}
		r.twins.add(e.Seq, host.name, rec.page.URL, fingerprintOf(rec.page))
		if e.Twin != 0 {
			rec.page.Links = nil
		}
		if err := r.crawler.Visited(v); err != nil {
			return fmt.Errorf("family %s on %s: %w", r.family.Name, rec.page.URL, err)
		}
	} else {
		r.crawler.Failed(j.pick, &fetch.Error{Kind: fetch.Kind(e.Kind), URL: j.pick.URL, Status: e.Status, Err: errors.New(e.Error)})
	}
	e.Pick = j.pick
	r.count(e)
	return nil
}

// finish makes the open picks the first to be fetched, and records those that only the new crawler has given.
func (r *replay) finish() error {
	ids := make([]uint64, 0, len(r.open))
	for id := range r.open {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		r.resumed = append(r.resumed, r.open[id])
	}
	if r.differs > 0 {
		r.mu.Lock()
		r.stats.Notice = strings.TrimSpace(r.stats.Notice + " " + fmt.Sprintf("This version of %s would have chosen other links in %d cases; what was recorded was kept.", r.family.Title, r.differs))
		r.mu.Unlock()
	}
	extra := crawlers.Asked{FirstID: r.lastID + 1}
	for _, url := range r.order {
		if p, ok := r.strays[url]; ok && !r.seen[url] {
			extra.Picks = append(extra.Picks, p)
			r.seen[url] = true
		}
	}
	if len(extra.Picks) > 0 {
		r.resumed = append(r.resumed, r.opened(extra)...)
		if err := r.keep(extra); err != nil {
			return err
		}
	}
	for _, j := range r.resumed {
		j.claimed, j.sent = []string{j.pick.URL}, []string{j.url}
		j.settleAt(r.gate.host(j.pick.Host))
	}
	for name := range r.busy { // the gate is open again after a rest; the log learns it with the next Asked
		r.gate.changed = append(r.gate.changed, name)
	}
	slices.Sort(r.gate.changed)
	return nil
}

// parsedRecord is a record with its page, where it has one.
type parsedRecord struct {
	crawlers.Record
	page *page.Page
	err  error
}

// parsed yields the log with the pages of its outcomes parsed again, in order, by as many goroutines as there are cores.
func (d *decider) parsed(ctx context.Context) iter.Seq2[parsedRecord, error] {
	return func(yield func(parsedRecord, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		cores := cap(d.parsers)
		queue := make(chan chan parsedRecord, 16*cores) // in the order of the log
		work := make(chan func(*page.Parser), cores)
		var owners sync.WaitGroup
		defer owners.Wait()
		defer cancel()
		for range cores {
			owners.Go(func() {
				parser := <-d.parsers
				for f := range work {
					f(parser)
				}
				d.parsers <- parser
			})
		}
		owners.Go(func() {
			defer close(queue)
			defer close(work)
			d.readLog(ctx, queue, work)
		})
		for slot := range queue {
			rec := <-slot
			if rec.err == nil {
				rec.err = ctx.Err()
			}
			if !yield(rec, rec.err) || rec.err != nil {
				return
			}
		}
	}
}

// readLog gives each record of the log a place in the queue, and its page, where it has one, to a parser.
func (d *decider) readLog(ctx context.Context, queue chan<- chan parsedRecord, work chan<- func(*page.Parser)) {
	for rec, err := range d.log {
		slot := make(chan parsedRecord, 1)
		select {
		case queue <- slot:
		case <-ctx.Done():
			return
		}
		seq, answer, hasPage := answerOf(rec)
		if err != nil || !hasPage {
			slot <- parsedRecord{Record: rec, err: err}
			continue
		}
		work <- func(parser *page.Parser) {
			p, err := d.reparse(parser, seq, answer)
			slot <- parsedRecord{Record: rec, page: p, err: err}
		}
	}
}

// answerOf is the stored answer of a record that has a page, and the page's place in the history.
func answerOf(rec crawlers.Record) (seq uint64, answer *crawlers.Answer, hasPage bool) {
	switch e := rec.(type) {
	case crawlers.Ended:
		return e.Seq, e.Answer, e.Kind == crawlers.KindOK
	case crawlers.Marked:
		return e.Seq, e.Answer, true
	}
	return 0, nil, false
}
