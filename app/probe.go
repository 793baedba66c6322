package app

import (
	"fmt"
	"io"
	"time"

	"fyne.io/fyne/v2"
)

// probePeriod is how often the probe asks for the screen's goroutine.
const probePeriod = 50 * time.Millisecond

// probe asks for the screen's goroutine again and again and logs how many microseconds it had to wait for it: the
// time for which the window would not have answered the user. It ends with the window.
func (a *App) probe(log io.Writer) {
	ticker := time.NewTicker(probePeriod)
	defer ticker.Stop()
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-ticker.C:
		}
		start := time.Now()
		answered := make(chan struct{})
		fyne.Do(func() { close(answered) })
		select {
		case <-a.ctx.Done():
			return
		case <-answered:
		}
		if _, err := fmt.Fprintln(log, time.Since(start).Microseconds()); err != nil {
			return // nobody reads it any more
		}
	}
}
