package race

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/session"
)

// crawled is a session of 60 pages of a web.
func crawled(t *testing.T, w *web, family string) *session.Session {
	t.Helper()
	spec := w.spec(60, family)
	spec.Settings.Workers, spec.Settings.Retries = 1, 0
	s, err := mustLibrary(t).Create(spec.of(spec.Entries[0]))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// The session's own family goes the way that the session went; others meet pages that it has not; nobody asks a server.
func TestWhatIf(t *testing.T) {
	w := newWeb(t, 400)
	s := crawled(t, w, "best-first")
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Close() // whoever asks now gets no answer
	r, err := StartWhatIf(t.Context(), s, []Entry{mustEntry("best-first"), mustEntry("breadth-first"), mustEntry("infospiders")})
	last := mustWait(t, r, err)
	was, same, breadth := last.Contestants[0], last.Contestants[1], last.Contestants[2]
	if !was.Original || was.Session != s.ID() || was.Place != 0 || was.Pages != 60 || was.Stop != engine.StopBudget {
		t.Errorf("the session itself: %+v", was)
	}
	if same.Pages != 60 || same.Unknown != 0 || same.Failed != was.Failed || same.Hits != was.Hits {
		t.Errorf("the same family: %+v, the session: %+v", same, was)
	}
	// The session is not the comparison's to delete.
	if err := r.Discard(was.Label, same.Label); err != nil || r.Snapshot().Contestants[0].Session != s.ID() {
		t.Errorf("%v, %+v", err, r.Snapshot().Contestants[0])
	}
	for _, m := range Metrics(KindWhatIf) {
		a, b := last.Curve(m.Name, was.Label), last.Curve(m.Name, same.Label)
		if a.Contestant, b.Contestant = "", ""; !cmp.Equal(a, b, cmp.Comparer(func(a, b lab.Number) bool { return a.String() == b.String() })) {
			t.Errorf("%s: the session %v, the same family %v", m.Name, a, b)
		}
	}
	if breadth.Chosen() != 60 || breadth.Hits >= was.Hits || breadth.Place <= same.Place || breadth.Stop != engine.StopBudget || breadth.Unknown == 0 || breadth.UnknownShare() <= 0 || breadth.UnknownShare() >= 1 {
		t.Errorf("%+v", breadth)
	}
	if curve := last.Curve(MetricUnknown, breadth.Label); len(curve.Mean) == 0 || slices.Max(curve.Mean) == 0 {
		t.Errorf("%+v", curve)
	}
}

// With many workers the budget is used up in the middle of a round; what unknown pages have cost is not given back.
func TestWhatIfKeepsToItsBudget(t *testing.T) {
	w := newWeb(t, 400)
	spec := w.spec(61, "best-first")
	spec.Settings.Workers = 16
	s, err := mustLibrary(t).Create(spec.of(spec.Entries[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := StartWhatIf(t.Context(), s, []Entry{mustEntry("breadth-first"), mustEntry("infospiders"), mustEntry("bandit")})
	last := mustWait(t, r, err)
	for _, c := range last.Contestants[1:] {
		if c.Chosen() != 61 || c.Unknown == 0 || c.Stop != engine.StopBudget {
			t.Errorf("%s chose %d of 61: %+v", c.Label, c.Chosen(), c)
		}
	}
}

func TestWhatIfOfASessionWithoutPages(t *testing.T) {
	s := crawled(t, newWeb(t, 10), "best-first")
	_, err := StartWhatIf(t.Context(), s, []Entry{mustEntry("breadth-first")})
	if _, ok := errors.AsType[*session.SpecError](err); !ok {
		t.Errorf("%v", err)
	}
}
