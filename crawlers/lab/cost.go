package lab

import (
	"sync/atomic"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// stopwatch adds up the time that a crawler spends on its own work: in Seed, Next, Visited and Failed, and in its own
// Analyse. Fetching and parsing are the same for all and not counted ([MPS04] §2.2).
type stopwatch struct{ spent atomic.Int64 } // nanoseconds

func (w *stopwatch) since(start time.Time) { w.spent.Add(int64(time.Since(start))) }

// on returns the family with a stopwatch on each crawler that it makes.
func (w *stopwatch) on(f crawlers.Family) crawlers.Family {
	start := f.New
	f.New = func(s crawlers.Setup) (crawlers.Crawler, error) {
		began := time.Now()
		c, err := start(s)
		if err != nil {
			return nil, err
		}
		w.since(began)
		t := timed{c, w}
		inspector, inspects := c.(crawlers.Inspector)
		analyser, analyses := c.(crawlers.Analyser)
		switch {
		case inspects && analyses:
			return struct {
				timed
				crawlers.Inspector
				timedAnalyser
			}{t, inspector, timedAnalyser{analyser, w}}, nil
		case inspects:
			return struct {
				timed
				crawlers.Inspector
			}{t, inspector}, nil
		case analyses:
			return struct {
				timed
				timedAnalyser
			}{t, timedAnalyser{analyser, w}}, nil
		}
		return t, nil
	}
	return f
}

// timed is a crawler with a stopwatch.
type timed struct {
	crawler crawlers.Crawler
	watch   *stopwatch
}

// Seed implements crawlers.Crawler.
func (t timed) Seed(links []page.Link) {
	defer t.watch.since(time.Now())
	t.crawler.Seed(links)
}

// Next implements crawlers.Crawler.
func (t timed) Next(n int, ready func(host string) bool) []crawlers.Pick {
	defer t.watch.since(time.Now())
	return t.crawler.Next(n, ready)
}

// Visited implements crawlers.Crawler.
func (t timed) Visited(v crawlers.Visit) error {
	defer t.watch.since(time.Now())
	return t.crawler.Visited(v)
}

// Failed implements crawlers.Crawler.
func (t timed) Failed(p crawlers.Pick, why error) {
	defer t.watch.since(time.Now())
	t.crawler.Failed(p, why)
}

// timedAnalyser is the Analyser of a timed crawler.
type timedAnalyser struct {
	analyser crawlers.Analyser
	watch    *stopwatch
}

// Analyse implements crawlers.Analyser.
func (t timedAnalyser) Analyse(p crawlers.Pick) func(*page.Page) any {
	defer t.watch.since(time.Now())
	analyse := t.analyser.Analyse(p)
	return func(p *page.Page) any {
		defer t.watch.since(time.Now())
		return analyse(p)
	}
}
