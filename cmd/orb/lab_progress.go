package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// labProgress shows on standard error how an experiment goes.
type labProgress struct {
	*call
	every time.Duration

	mu   sync.Mutex
	last time.Time
	bar  *progressbar.ProgressBar
}

// take is told how many crawls are over, of how many, and how long the rest will take; 0 = not known.
func (p *labProgress) take(over, all int, rest time.Duration) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	left := "time left unknown"
	if rest > 0 {
		left = fmt.Sprintf("%s left", rest.Round(time.Second))
	}
	if isTerminal(p.err) {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(p.err), progressbar.OptionShowCount(), progressbar.OptionFullWidth(),
				progressbar.OptionSetPredictTime(false), progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish())
		}
		p.bar.Describe(left)
		_ = p.bar.Set(over) // that a bar can not be drawn is no reason to stop
		return
	}
	if now := time.Now(); now.Sub(p.last) >= p.every {
		p.last = now
		p.note("%d of %s, %s", over, count(all, "crawl", "crawls"), left)
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
