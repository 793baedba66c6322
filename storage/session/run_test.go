package session

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// A crawl that is stopped twice and opened again each time goes exactly the way of one that is not, in every family.
func TestResumedCrawlGoesTheSameWay(t *testing.T) {
	for _, family := range crawlers.Families() {
		t.Run(family.Name, func(t *testing.T) {
			w, l := newWeb(t, nil), mustLibrary(t)
			spec := w.spec(120)
			spec.Family = family.Name
			whole := mustCreate(t, l, spec)
			mustRun(t, whole, engine.StopBudget)

			s := mustCreate(t, l, spec)
			for _, at := range []uint64{17, 60} {
				cancel := s.Subscribe(func(e crawlers.Ended) {
					if e.Seq == at {
						s.Stop()
					}
				})
				mustRun(t, s, engine.StopInterrupted)
				cancel()
				mustClose(t, s)
				s = mustOpen(t, l, s.ID())
			}
			mustRun(t, s, engine.StopBudget)
			sameCourse(t, course(t, s), course(t, whole))
			mustClose(t, s)
		})
	}
}

func TestResumeFetchesNothingTwice(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(30))
	mustRun(t, s, engine.StopBudget)
	mustRun(t, s, engine.StopBudget) // there is nothing to do
	if err := s.SetBudget(80, 0); err != nil {
		t.Fatal(err)
	}
	if st := s.Stats(); st.Budget != 80 || st.Pages != 30 {
		t.Errorf("%+v", st)
	}
	mustClose(t, s)
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	if st := s.Stats(); st.Budget != 80 {
		t.Errorf("the budget was not kept: %+v", st)
	}
	if result := mustRun(t, s, engine.StopBudget); result.Pages != 80 {
		t.Errorf("%+v", result)
	}
	for path, n := range w.counts {
		if n != 1 {
			t.Errorf("%s was fetched %d times", path, n)
		}
	}
}

func TestBudgetOfASessionThatHasNotRunIsKept(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(30))
	if err := s.SetBudget(5, time.Hour); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if list, err := l.List(); err != nil || list[0].State != storage.StateNew || list[0].Budget != 5 {
		t.Errorf("listed: %+v, %v", list, err)
	}
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	if st := s.Stats(); st.State != engine.StateReady || st.Budget != 5 || st.TimeBudget != time.Hour {
		t.Errorf("%+v", st)
	}
	if result := mustRun(t, s, engine.StopBudget); result.Pages != 5 {
		t.Errorf("%+v", result)
	}
	if _, ok := errors.AsType[*SpecError](s.SetBudget(-1, 0)); !ok {
		t.Error("a negative budget was taken")
	}
}

func TestBudgetOfARunningCrawl(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(0))
	s.Subscribe(func(e crawlers.Ended) {
		if e.Seq == 3 {
			if err := s.SetBudget(40, 0); err != nil {
				t.Error(err)
			}
		}
	})
	if result := mustRun(t, s, engine.StopBudget); result.Pages != 40 {
		t.Errorf("%+v", result)
	}
	if sum := s.Summary(); sum.Budget != 40 {
		t.Errorf("%+v", sum)
	}
}

func TestPauseAndContinue(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(20))
	s.Pause() // nothing runs: no-ops
	s.Continue()
	s.Stop()
	third := make(chan struct{})
	s.Subscribe(func(e crawlers.Ended) {
		if e.Seq == 3 {
			s.Pause()
			close(third)
		}
	})
	var run sync.WaitGroup
	run.Go(func() { mustRun(t, s, engine.StopBudget) })
	<-third
	for range 2 { // each is served by one turn of the engine's loop, so that it has seen the order after the second
		if _, err := s.Best(t.Context(), 1); err != nil {
			t.Error(err)
		}
	}
	if st := s.Stats(); st.State != engine.StatePaused || st.Pages+st.Failed > 4 { // a request that was running may have ended
		t.Errorf("in the pause: %+v", st)
	}
	s.Continue()
	run.Wait()
	if n := s.Stats().Pages; n != 20 {
		t.Errorf("%d pages in the end", n)
	}
}

func TestContextEndsARun(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(0))
	ctx, cancel := context.WithCancel(t.Context())
	s.Subscribe(func(e crawlers.Ended) {
		if e.Seq == 10 {
			cancel()
		}
	})
	result, err := s.Run(ctx)
	if err != nil || result.Stop != engine.StopInterrupted {
		t.Errorf("%+v, %v", result, err)
	}
	if sum := s.Summary(); sum.State != storage.StateStopped || sum.Pages != result.Pages {
		t.Errorf("%+v", sum)
	}
	result, err = s.Run(ctx) // over before it has begun
	if err != nil || result.Stop != engine.StopInterrupted {
		t.Errorf("a run with a context that is done: %+v, %v", result, err)
	}
	if st := s.Stats(); st.Pages != s.Summary().Pages {
		t.Errorf("%+v after a run that has not begun", st)
	}
}

// Bodies of several pages at a time are packed out of memory that is used again at once.
func TestStoredPagesAreThoseThatWereSent(t *testing.T) {
	w := newWeb(t, nil)
	spec := w.spec(300)
	spec.Settings.Workers, spec.Settings.FollowTwins = 16, true
	s := mustCreate(t, mustLibrary(t), spec)
	mustRun(t, s, engine.StopBudget)
	for _, e := range outcomes(t, s) {
		if e.Kind != crawlers.KindOK {
			continue
		}
		_, answer, err := s.Page(e.Pick.URL)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := http.Get(e.Pick.URL)
		if err != nil {
			t.Fatal(err)
		}
		want, err := io.ReadAll(sent.Body)
		sent.Body.Close()
		if err != nil || !bytes.Equal(answer.Body, want) {
			t.Fatalf("%s: stored %q, %v; want %q", e.Pick.URL, answer.Body, err, want)
		}
	}
	mustClose(t, s)
}
