package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"orbweaver/crawlers/engine"
)

const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 5 * time.Second
)

// watch shows on standard error how a crawl goes, until the function that it returns is called: a bar where someone
// watches, else a line every few seconds, nothing with --quiet.
func (c *call) watch(stats func() engine.Stats) (stop func()) {
	if c.quiet {
		return func() {}
	}
	every, show, end := lineEvery, func(st engine.Stats) { c.note("%s", progressLine(st)) }, func() {}
	if isTerminal(c.err) {
		every = barEvery
		show, end = c.bar(stats().Budget)
	}
	still := repeat(every, func() { show(stats()) })
	return func() {
		still()
		end()
	}
}

// repeat calls a function again and again, until the function that it returns is called.
func repeat(every time.Duration, f func()) (stop func()) {
	ended := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				f()
			case <-ended:
				return
			}
		}
	})
	return func() {
		close(ended)
		watcher.Wait()
	}
}

// bar is a progress bar to the budget of pages; without one it only counts.
func (c *call) bar(budget int) (show func(engine.Stats), end func()) {
	if budget == 0 {
		budget = -1
	}
	bar := progressbar.NewOptions(budget, progressbar.OptionSetWriter(c.err), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish())
	show = func(st engine.Stats) {
		bar.Describe(doing(st))
		_ = bar.Set(st.Pages) // that a bar can not be drawn is no reason to stop crawling
	}
	return show, func() { _ = bar.Clear() }
}

// doing says in a few words what a crawl is at.
func doing(st engine.Stats) string {
	if st.State == engine.StateReplaying {
		return fmt.Sprintf("restoring: %d", st.Replayed)
	}
	return fmt.Sprintf("%s, %d failed, %.0f pages/s", count(st.Hits, "hit", "hits"), st.Failed, st.Rate)
}

// progressLine is the state of a crawl in a line.
func progressLine(st engine.Stats) string {
	if st.State == engine.StateReplaying {
		return fmt.Sprintf("restoring the session: %s so far", count(st.Replayed, "outcome", "outcomes"))
	}
	pages := count(st.Pages, "page", "pages")
	if st.Budget > 0 {
		pages = fmt.Sprintf("%d of %s", st.Pages, count(st.Budget, "page", "pages"))
	}
	return fmt.Sprintf("%s, %s, %d failed%s, %.1f pages/s, %s waiting, %s", pages, count(st.Hits, "hit", "hits"), st.Failed,
		inBrackets(failures(st.Failures)), st.Rate, count(st.Frontier, "link", "links"), st.Ran.Round(time.Second))
}
