package engine

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// each gives every host the same share.
func each(share int) func(string) int { return func(string) int { return share } }

func TestGateSendsOneRequestAHostAtATime(t *testing.T) {
	g := newGate(each(1), 0, 0, 8)
	a, b := g.host("a"), g.host("b")
	first, second, other := &job{id: 1}, &job{id: 2}, &job{id: 3}
	g.enqueue(a, first)
	g.enqueue(a, second)
	g.enqueue(b, other)
	if h, j := g.next(); h != a || j != first {
		t.Fatalf("next = %v, want the first job of a", j)
	}
	if h, j := g.next(); h != b || j != other {
		t.Fatalf("next = %v, want the job of b: a has its one request", j)
	}
	if _, j := g.next(); j != nil {
		t.Fatalf("next = %v, want none", j)
	}
	g.release(a, noon.Add(time.Second), noon)
	if _, j := g.next(); j != nil {
		t.Fatalf("next = %v before a's delay is over", j)
	}
	g.wake(noon)
	if at := g.nextWake(); !at.Equal(noon.Add(time.Second)) {
		t.Fatalf("wake = %v, want a second later", at)
	}
	g.wake(noon.Add(time.Second))
	if _, j := g.next(); j != second {
		t.Fatalf("next = %v, want a's second job", j)
	}
}

func TestGateDiversityHoldsAHostBackForKMinusOnePicks(t *testing.T) {
	g := newGate(each(8), 3, 0, 8)
	for _, name := range []string{"a", "b"} {
		g.picked(g.host(name))
	}
	if g.ready("a") || g.ready("b") || !g.ready("c") {
		t.Fatal("of three picks in a row, a and b are taken and c is not")
	}
	g.picked(g.host("c"))
	if !g.ready("a") || g.ready("b") || g.ready("c") {
		t.Fatal("after c it is a's turn again")
	}
	if !g.relax() || !g.ready("b") {
		t.Fatal("relax lets the host go that has waited longest")
	}
}

// The invariant of the gate's comment, under random use.
func TestGateBlockedSetIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGate(each(rapid.IntRange(1, 3).Draw(t, "share")), rapid.IntRange(0, 4).Draw(t, "diversity"), 0, rapid.IntRange(1, 3).Draw(t, "site"))
		known := map[string]bool{}
		running := []*host{}
		now := noon
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			h := g.host(fmt.Sprintf("h%d.%c.example", rapid.IntRange(0, 2).Draw(t, "host"), rapid.RuneFrom([]rune("ab")).Draw(t, "of")))
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				g.enqueue(h, &job{})
			case 1:
				if h, j := g.next(); j != nil {
					running = append(running, h)
				}
			case 2:
				if len(running) > 0 {
					g.release(running[0], now.Add(time.Duration(rapid.IntRange(-1, 5).Draw(t, "delay"))*time.Second), now)
					running = running[1:]
				}
			case 3:
				now = now.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "wait")) * time.Second)
				g.wake(now)
			case 4:
				g.picked(h)
			case 5:
				g.leaveAlone(h, now.Add(time.Duration(rapid.IntRange(-1, 5).Draw(t, "rest"))*time.Second), now)
			}
			stalled := 0
			for _, h := range g.hosts {
				want := h.running >= h.share || len(h.waiting) > 0 || h.asleep >= 0 || h.resting > 0
				if g.ready(h.name) == want {
					t.Fatalf("host %+v: ready = %v", h, g.ready(h.name))
				}
				if h.stalled > 0 && !h.alone && !h.isHeld || h.alone && h.asleep < 0 {
					t.Fatalf("host %+v is left alone while awake", h)
				}
				stalled += h.stalled
				if h.running > h.share {
					t.Fatalf("host %s has %d requests at a time", h.name, h.running)
				}
			}
			held := 0
			for name, s := range g.sites {
				held += len(s.held)
				if s.running > g.ofSite || len(s.held) > 0 && s.running == 0 {
					t.Fatalf("site %s has %d requests, and %d hosts are held", name, s.running, len(s.held))
				}
			}
			if held != g.held {
				t.Fatalf("%d hosts are held, the gate counts %d", held, g.held)
			}
			if stalled != g.stalled {
				t.Fatalf("%d jobs are stalled, the gate counts %d", stalled, g.stalled)
			}
			g.changes(known)
			for name := range g.hosts {
				if known[name] != g.blocked[name] {
					t.Fatalf("the log knows %s as busy = %v, the gate as %v", name, known[name], g.blocked[name])
				}
			}
		}
	})
}

func TestMeterCountsWholeSeconds(t *testing.T) {
	var m meter
	if m.rate(noon) != 0 {
		t.Fatal("no page, no rate")
	}
	for s := range 10 {
		for range 3 {
			m.add(noon.Add(time.Duration(s) * time.Second))
		}
	}
	if r := m.rate(noon.Add(9 * time.Second)); r != 3 {
		t.Fatalf("rate = %v, want 3: three pages in each of the five seconds before", r)
	}
	if r := m.rate(noon.Add(12 * time.Second)); r != 1.8 { // seconds 7…11 hold 3+3+3+0+0 pages
		t.Fatalf("rate = %v, want 1.8", r)
	}
	if r := m.rate(noon.Add(time.Hour)); r != 0 {
		t.Fatalf("rate = %v an hour later, want 0", r)
	}
}
