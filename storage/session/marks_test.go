package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/weburl"
	"orbweaver/storage"
)

// judged is what Marks says, by path.
func judged(t *testing.T, w *web, s *Session) map[string]crawlers.Judgement {
	t.Helper()
	marks, err := s.Marks()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]crawlers.Judgement{}
	for _, e := range marks {
		got[e.Pick.URL[len(w.URL):]] = e.Judgement
	}
	return got
}

// Marks given at rest stand in the history, the hits, the page and Marks, also on another day.
func TestMarksAtRest(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(20))
	mustRun(t, s, engine.StopBudget)
	for _, m := range []struct {
		page string
		j    crawlers.Judgement
	}{{w.URL + "/3", crawlers.Good}, {weburl.Name(w.URL + "/2"), crawlers.Bad}, {w.URL + "/1", crawlers.Good}, {w.URL + "/1", crawlers.Unmarked}} {
		e, err := s.Mark(t.Context(), m.page, m.j)
		if err != nil || e.Answer != nil || e.Judgement != m.j && m.j != crawlers.Unmarked {
			t.Fatalf("%s: %+v, %v", m.page, e, err)
		}
	}
	mustClose(t, s)
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	if d := cmp.Diff(map[string]crawlers.Judgement{"/3": crawlers.Good, "/2": crawlers.Bad}, judged(t, w, s)); d != "" {
		t.Error(d)
	}
	hits, err := s.Hits(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		if h.Pick.URL == w.URL+"/3" && h.Judgement != crawlers.Good {
			t.Errorf("the hit is marked %q", h.Judgement)
		}
	}
	if e, _, err := s.Page(w.URL + "/2"); err != nil || e.Judgement != crawlers.Bad {
		t.Errorf("the page is marked %q, %v", e.Judgement, err)
	}
	if st := s.Stats(); st.Stop != engine.StopBudget || st.State != engine.StateStopped {
		t.Errorf("a mark has changed the session's state: %+v", st)
	}
	if err := s.SetBudget(40, 0); err != nil {
		t.Fatal(err)
	}
	if result := mustRun(t, s, engine.StopBudget); result.Pages != 40 || result.Notice != "" {
		t.Errorf("%+v", result)
	}
}

func TestWhatCanNotBeMarked(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(20))
	defer mustClose(t, s)
	mustRun(t, s, engine.StopBudget)
	if _, err := s.Mark(t.Context(), w.URL+"/299", crawlers.Good); !errors.Is(err, storage.ErrNoPage) {
		t.Errorf("a page that was not met: %v", err)
	}
	missing := ""
	for _, e := range outcomes(t, s) {
		if e.Kind != crawlers.KindOK {
			missing = e.Pick.URL
		}
	}
	if _, err := s.Mark(t.Context(), missing, crawlers.Good); !errors.Is(err, storage.ErrNoPage) {
		t.Errorf("a page that could not be fetched: %v", err)
	}
	_, err := s.Mark(t.Context(), w.URL+"/1", "splendid")
	if _, ok := errors.AsType[*SpecError](err); !ok {
		t.Errorf("what is no judgement: %v", err)
	}
	if len(judged(t, w, s)) > 0 {
		t.Error("something was marked all the same")
	}
}

// Marks given while the crawl runs, pauses, ends and rests again all stand in the log where they took effect: the crawl
// that goes on after each of them is restored without a difference, in every family.
func TestMarksOfARunningCrawlAreReplayed(t *testing.T) {
	for _, family := range crawlers.Families() {
		t.Run(family.Name, func(t *testing.T) {
			l := mustLibrary(t)
			reached := make(chan struct{})
			goOn := make(chan struct{})
			n := 0
			w := newWeb(t, func(string) { // requests come one at a time
				if n++; n == 20 {
					close(reached)
					<-goOn
				}
			})
			spec := w.spec(60)
			spec.Family = family.Name
			s := mustCreate(t, l, spec)
			ran := make(chan error, 1)
			go func() {
				_, err := s.Run(t.Context())
				ran <- err
			}()
			<-reached
			first := outcomes(t, s)[0].Pick.URL
			for _, j := range []crawlers.Judgement{crawlers.Good, crawlers.Bad, crawlers.Good} {
				if _, err := s.Mark(t.Context(), first, j); err != nil {
					t.Error(err)
				}
			}
			done, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := s.Mark(done, first, crawlers.Bad); err == nil {
				t.Error("a done context was not heeded")
			}
			close(goOn)
			if err := <-ran; err != nil {
				t.Fatal(err)
			}
			for i, e := range outcomes(t, s) {
				if e.Kind == crawlers.KindOK && i%4 == 0 {
					if _, err := s.Mark(t.Context(), e.Pick.URL, crawlers.Bad); err != nil {
						t.Error(err)
					}
				}
			}
			if err := s.SetBudget(100, 0); err != nil {
				t.Fatal(err)
			}
			mustClose(t, s)
			for _, budget := range []int{100, 120} {
				s = mustOpen(t, l, s.ID())
				if err := s.SetBudget(budget, 0); err != nil {
					t.Fatal(err)
				}
				if result := mustRun(t, s, engine.StopBudget); result.Notice != "" || result.Pages != budget {
					t.Errorf("%d pages, %s", result.Pages, result.Notice)
				}
				mustClose(t, s)
			}
		})
	}
}

// Marks and budgets that come while sittings end and begin are never lost, and never break the log.
func TestMarksAndBudgetsWhileSittingsEndAndBegin(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(10))
	defer mustClose(t, s)
	mustRun(t, s, engine.StopBudget)
	pages := outcomes(t, s)
	stop := make(chan struct{})
	marked := make(chan string, 1)
	go func() {
		last := ""
		for n := 0; ; n++ {
			select {
			case <-stop:
				marked <- last
				return
			default:
			}
			if e := pages[n%len(pages)]; e.Kind == crawlers.KindOK {
				j := crawlers.Good
				if n%2 == 0 {
					j = crawlers.Bad
				}
				if _, err := s.Mark(context.Background(), e.Pick.URL, j); err != nil {
					t.Errorf("mark %d: %v", n, err)
				}
				last = fmt.Sprint(e.Pick.URL, j)
			}
		}
	}()
	for budget := 11; budget < 40; budget++ {
		if err := s.SetBudget(budget, 0); err != nil {
			t.Fatal(err)
		}
		if st := s.Stats(); st.Budget != budget {
			t.Errorf("the budget is %d, want %d", st.Budget, budget)
		}
		if result := mustRun(t, s, engine.StopBudget); result.Notice != "" || result.Pages != budget {
			t.Errorf("%d pages of %d, %s", result.Pages, budget, result.Notice)
		}
	}
	close(stop)
	want := <-marked
	found := false
	marks, err := s.Marks()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range marks {
		found = found || fmt.Sprint(e.Pick.URL, e.Judgement) == want
	}
	if !found {
		t.Errorf("the last mark (%s) was lost", want)
	}
}
