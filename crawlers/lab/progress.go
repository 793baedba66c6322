package lab

import (
	"sync"
	"time"
)

// progress tells an observer how an experiment goes.
type progress struct {
	observe func(Event) // nil = nobody
	every   int         // pages between two events of a crawl
	jobs    int
	budget  int // pages of a crawl
	began   time.Time

	mu      sync.Mutex
	over    int // crawls, earlier ones too
	pages   int // crawled now
	reached int // pages of crawls that are over or were known, each at its full budget
}

// observer makes the observer of one crawl. The event is what it has come to.
func (p *progress) observer(e *Event, task Task) observer {
	targets := setOf(task.Targets)
	found, similar := 0, 0.0
	return func(c *Crawl) {
		last := len(c.Pages) - 1
		if targets[c.Canonical[last]] {
			found++
		}
		similar += c.Similarity[last]
		e.Pages, e.Recall, e.Similarity = last+1, float64(found)/float64(len(targets)), similar/float64(last+1)
		p.page(*e)
	}
}

// page takes a page of a crawl.
func (p *progress) page(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages++
	if e.Pages%p.every == 0 {
		p.tell(e)
	}
}

// ended takes the end of a crawl.
func (p *progress) ended(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
	p.pages += p.budget - e.Pages // one that ended early saves its rest
	e.Ended = true
	p.tell(e)
}

// failed takes a crawl that came to nothing.
func (p *progress) failed(e Event) { p.ended(e) }

// known takes a crawl of an earlier run.
func (p *progress) known(e Event, c *Crawl) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
	p.reached += p.budget
	targets := setOf(c.Task.Targets)
	found, similar := 0, 0.0
	for i, url := range c.Canonical {
		if targets[url] {
			found++
		}
		similar += c.Similarity[i]
		e.Pages, e.Recall, e.Similarity = i+1, float64(found)/float64(len(targets)), similar/float64(i+1)
		if e.Pages%p.every == 0 {
			p.tell(e)
		}
	}
	e.Ended = true
	p.tell(e)
}

// tell hands an event to the observer.
func (p *progress) tell(e Event) {
	if p.observe == nil {
		return
	}
	e.Crawls, e.AllCrawls = p.over, p.jobs
	if left := p.jobs*p.budget - p.reached - p.pages; p.pages > 0 && left > 0 {
		e.Left = time.Duration(float64(time.Since(p.began)) / float64(p.pages) * float64(left))
	}
	p.observe(e)
}
