package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ctrl-C stops a crawl, saves it and says how to go on; resumed, it is the crawl that nobody stopped.
func TestInterrupt(t *testing.T) {
	web, data := sample(t), t.TempDir()
	args := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--workers", "1", "--pages", "80", "--family", "best-first")
	whole := crawl(t, data, args...)
	want := timeless(history(t, data, whole.Session))

	first := web.forget()
	signals := make(chan os.Signal, 1)
	go func() {
		<-first
		signals <- os.Interrupt
	}()
	r := orbWith(t, data, program{signals: signals}, append([]string{"crawl", "--json"}, args...)...)
	var stopped sittingLine
	r.answer(t, &stopped)
	if r.status != statusInterrupted || stopped.Stop != "interrupted" || stopped.Pages >= 80 {
		t.Fatalf("status %d, %+v", r.status, stopped)
	}
	if !strings.Contains(r.err, "orb resume "+stopped.Session) {
		t.Errorf("standard error does not say how to go on: %q", r.err)
	}
	var done sittingLine
	orb(t, data, "resume", stopped.Session, "--json").must(t).answer(t, &done)
	if diff := cmp.Diff(want, timeless(history(t, data, stopped.Session))); diff != "" {
		t.Errorf("stopped after %d pages and resumed, the history is another one:\n%s", stopped.Pages, diff)
	}
}

func TestSecondInterruptQuits(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- os.Interrupt
	signals <- os.Interrupt
	var events []string
	p := program{signals: signals, quit: func(status int) {
		if status == statusInterrupted {
			events = append(events, "quit")
		}
	}}
	p.watchSignals(func() { events = append(events, "stop") }, make(chan struct{}))
	if diff := cmp.Diff([]string{"stop", "quit"}, events); diff != "" {
		t.Error(diff)
	}
}

// Progress is for standard error alone.
func TestQuiet(t *testing.T) {
	web, data := sample(t), t.TempDir()
	var out, complaints bytes.Buffer
	args := append([]string{"--data", data, "crawl", "--quiet", "--json", "--seed", "http://marine-life.example/", "--pages", "3"}, web.through()...)
	p := program{args: args, out: &out, err: &complaints}
	if status := p.run(t.Context()); status != statusDone || complaints.Len() > 0 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("status %d, standard error %q, output %q", status, complaints.String(), out.String())
	}
}
