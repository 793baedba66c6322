package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"orbweaver/crawlers/lab"
)

// labProgress shows on standard error how an experiment goes.
type labProgress struct {
	*call
	every time.Duration

	mu   sync.Mutex
	last time.Time
	bar  *progressbar.ProgressBar
}

// take is the experiment's observer.
func (p *labProgress) take(e lab.Event) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	left := "time left unknown"
	if e.Left > 0 {
		left = fmt.Sprintf("%s left", e.Left.Round(time.Second))
	}
	if isTerminal(p.err) {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(e.AllCrawls, progressbar.OptionSetWriter(p.err), progressbar.OptionShowCount(), progressbar.OptionFullWidth(),
				progressbar.OptionSetPredictTime(false), progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish())
		}
		p.bar.Describe(left)
		_ = p.bar.Set(e.Crawls) // that a bar can not be drawn is no reason to stop
		return
	}
	if now := time.Now(); now.Sub(p.last) >= p.every {
		p.last = now
		p.note("%d of %d crawls, %s", e.Crawls, e.AllCrawls, left)
	}
}

// end takes the bar away.
func (p *labProgress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
