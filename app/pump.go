package app

import (
	"context"
	"sync/atomic"
	"time"
)

// pumpPeriod is how often the screen may change: counters at this pace, tables at every second tick.
const pumpPeriod = 125 * time.Millisecond

// pump carries news from the crawl to the screen at a steady pace, however fast they come.
type pump struct {
	// fold makes what is to be shown out of the news since the last time, on the pump's goroutine, and returns what
	// shows it, for Fyne's; nil = nothing new. It is not called again before the last one was shown.
	fold func(tick int) func()

	ui      func(func())  // runs a function on Fyne's goroutine, some time
	wake    chan struct{} // does not wait for the next tick; capacity 1
	waiting atomic.Bool   // what was handed to ui has not run yet
}

func newPump(fold func(tick int) func(), ui func(func())) *pump {
	return &pump{fold: fold, ui: ui, wake: make(chan struct{}, 1)}
}

// now asks for a turn out of order, after the user has done something. It may be called from any goroutine.
func (p *pump) now() {
	select {
	case p.wake <- struct{}{}:
	default: // one is coming
	}
}

// run turns until the context ends.
func (p *pump) run(ctx context.Context) {
	ticker := time.NewTicker(pumpPeriod)
	defer ticker.Stop()
	for tick := 0; ; tick++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-p.wake:
			tick = -1 // a turn in which everything has its turn
		}
		p.turn(tick)
	}
}

func (p *pump) turn(tick int) {
	if p.waiting.Load() {
		return
	}
	show := p.fold(max(tick, 0))
	if show == nil {
		return
	}
	p.waiting.Store(true)
	p.ui(func() {
		defer p.waiting.Store(false)
		show()
	})
}
