package session

import (
	"strings"
	"sync/atomic"
	"testing"

	"orbweaver/crawlers/engine"
)

// A crawl waits while the disk is nearly full, says so, and goes on by itself.
func TestAFullDiskIsWaitedFor(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(60))
	defer mustClose(t, s)
	var asked atomic.Int32
	var told engine.Stats
	s.free = func() (uint64, error) {
		switch asked.Add(1) {
		case 1:
			return leastFree - 1, nil
		case 2:
			return enoughFree - 1, nil // not enough to begin again
		case 3:
			told = s.Stats()
			return enoughFree, nil
		}
		return enoughFree, nil
	}
	mustRun(t, s, engine.StopBudget)
	if told.State != engine.StatePaused || !strings.Contains(told.Notice, "disk") {
		t.Errorf("while it waited: %+v", told)
	}
	if st := s.Stats(); st.Notice != "" {
		t.Errorf("afterwards: %q", st.Notice)
	}
}
