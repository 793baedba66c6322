package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"orbweaver/crawlers/engine"
)

func TestProgressLine(t *testing.T) {
	for want, st := range map[string]engine.Stats{
		"312 of 1000 pages, 40 hits, 12 failed (9 status, 3 timeout), 35.2 pages/s, 512 links waiting, 9s": {
			State: engine.StateRunning, Pages: 312, Budget: 1000, Hits: 40, Failed: 12, Failures: map[string]int{"timeout": 3, "status": 9},
			Rate: 35.21, Frontier: 512, Ran: 9*time.Second + 300*time.Millisecond,
		},
		"0 of 1 page, 1 hit, 0 failed, 0.0 pages/s, 1 link waiting, 0s": {State: engine.StateRunning, Budget: 1, Hits: 1, Frontier: 1},
		"7 pages, 0 hits, 0 failed, 0.0 pages/s, 0 links waiting, 0s":   {State: engine.StateRunning, Pages: 7},
		"restoring the session: 80 outcomes so far":                     {State: engine.StateReplaying, Replayed: 80, Pages: 80},
	} {
		if got := progressLine(st); got != want {
			t.Errorf("progressLine = %q, want %q", got, want)
		}
	}
}

// Where nobody watches a terminal there is a line every five seconds, and none after the end.
func TestWatchWritesLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var complaints bytes.Buffer
		c := &call{err: &complaints}
		stop := c.watch(func() engine.Stats { return engine.Stats{Pages: 3} })
		time.Sleep(12 * time.Second) // of the bubble's own time
		stop()
		if got := strings.Count(complaints.String(), "orb: 3 pages,"); got != 2 {
			t.Errorf("%d lines in 12 s, want 2: %q", got, complaints.String())
		}
	})
}

func TestBarIsClearedAtItsEnd(t *testing.T) {
	var screen bytes.Buffer
	c := &call{err: &screen}
	show, end := c.bar(10)
	show(engine.Stats{Pages: 4, Hits: 2})
	if !strings.Contains(screen.String(), "2 hits") || !strings.Contains(screen.String(), "4/10") {
		t.Errorf("the bar shows %q", screen.String())
	}
	end()
	if lines := strings.Split(screen.String(), "\r"); strings.TrimSpace(lines[len(lines)-1]) != "" {
		t.Errorf("the bar leaves %q", lines[len(lines)-1])
	}
}
