package session

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/weburl"
	"orbweaver/storage"
)

func TestCreateRunReadAndReopen(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(50))
	if st := s.Stats(); st.State != engine.StateReady || st.Budget != 50 {
		t.Errorf("before: %+v", st)
	}
	result := mustRun(t, s, engine.StopBudget)
	if result.Pages != 50 || result.Hits == 0 || result.Failures["status"] != result.Failed {
		t.Errorf("result: %+v", result)
	}
	history := outcomes(t, s)
	hits, err := s.Hits(0)
	if err != nil || len(hits) != result.Hits {
		t.Errorf("%d hits, %v; want %d", len(hits), err, result.Hits)
	}
	if !slices.IsSortedFunc(hits, func(a, b crawlers.Ended) int {
		if a.Score != b.Score {
			return int(1e9 * (b.Score - a.Score))
		}
		return int(a.Seq) - int(b.Seq)
	}) {
		t.Error("the hits are not in order")
	}
	if best, err := s.Hits(3); err != nil || !cmp.Equal(best, hits[:3]) {
		t.Errorf("the best 3 are not the first 3: %v", err)
	}
	mustClose(t, s)

	list, err := l.List()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if sum := list[0]; sum.State != storage.StateFinished || sum.Stop != "budget" || sum.Pages != 50 || sum.Hits != len(hits) || sum.Failed != result.Failed || sum.Keywords != "solar energy" {
		t.Errorf("listed: %+v", sum)
	}
	s = mustOpen(t, l, s.ID()[:15]) // an ID's beginning will do
	defer mustClose(t, s)
	if d := cmp.Diff(history, outcomes(t, s)); d != "" {
		t.Errorf("the history has changed: %s", d)
	}
	if d := cmp.Diff(w.spec(50).Settings, s.Spec().Settings); d != "" {
		t.Errorf("the settings have changed: %s", d)
	}
	if st := s.Stats(); st.State != engine.StateStopped || st.Pages != 50 || st.Stop != "budget" || st.Failures["status"] != result.Failed {
		t.Errorf("stats of a session that does not run: %+v", st)
	}
}

func TestPageIsFoundByURLAndByName(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(20))
	mustRun(t, s, engine.StopBudget)
	for _, given := range []string{w.URL + "/3", strings.ToUpper(w.URL[:7]) + w.URL[7:] + "/x/../3#top", weburl.Name(w.URL + "/3")} {
		e, answer, err := s.Page(given)
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		if e.Pick.URL != w.URL+"/3" || !strings.Contains(string(answer.Body), "<title>Page 3</title>") || !strings.HasPrefix(string(answer.Head), "HTTP/1.1 200 OK\r\n") {
			t.Errorf("%s: %+v, %q", given, e, answer.Body)
		}
		if p, err := engine.Document(answer, s.Spec().Settings); err != nil || p.Title != "Page 3" {
			t.Errorf("%s: %v, %v", given, p, err)
		}
	}
	if _, _, err := s.Page(w.URL + "/elsewhere"); !errors.Is(err, storage.ErrNoPage) {
		t.Errorf("a page that is not there: %v", err)
	}
	if _, _, err := s.Page("no such thing"); err == nil {
		t.Error("what is no URL was found")
	}
}

// By hand: /12 is linked from /6, that from /3, that from the seed /1; the parents are the ones that were met first.
func TestWhyIsThePathFromASeed(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	spec := w.spec(30)
	spec.Family = "breadth-first"
	s := mustCreate(t, l, spec)
	mustRun(t, s, engine.StopBudget)
	path, err := s.Why(w.URL + "/12")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, e := range path {
		got = append(got, strings.TrimPrefix(e.Pick.URL, w.URL))
		if e.Pick.Depth != i {
			t.Errorf("%s has the depth %d", e.Pick.URL, e.Pick.Depth)
		}
	}
	if d := cmp.Diff([]string{"/1", "/3", "/6", "/12"}, got); d != "" {
		t.Error(d)
	}
	if _, err := s.Why(w.URL + "/299"); !errors.Is(err, storage.ErrNoPage) {
		t.Errorf("a page that was not met: %v", err)
	}
}

func TestSpecIsCheckedBeforeAnythingIsWritten(t *testing.T) {
	l := mustLibrary(t)
	for field, spoil := range map[string]func(*Spec){
		"family":   func(s *Spec) { s.Family = "best-frist" },
		"params":   func(s *Spec) { s.Params = map[string]string{"n": "-1"} },
		"settings": func(s *Spec) { s.Settings.Pages = -1 },
		"seeds":    func(s *Spec) { s.Seeds = []string{"http://x.example/", "ftp://y.example/"} },
		"no seeds": func(s *Spec) { s.Seeds = nil },
	} {
		spec := sequential("http://x.example/", 10)
		spoil(&spec)
		_, err := l.Create(spec)
		wrong, ok := errors.AsType[*SpecError](err)
		if !ok || wrong.Field != strings.TrimPrefix(field, "no ") {
			t.Errorf("%s: %v", field, err)
		}
	}
	if files, err := os.ReadDir(l.Dir()); err != nil || len(files) > 0 {
		t.Errorf("something was written: %v, %v", files, err)
	}
}

// All that reading is for works while a fetch hangs, and shows what has been recorded up to it.
func TestReadWhileRunning(t *testing.T) {
	hanging, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	var w *web
	w = newWeb(t, func(path string) {
		w.mu.Lock()
		n := len(w.sent)
		w.mu.Unlock()
		if n == 10 {
			once.Do(func() { close(hanging); <-release })
		}
	})
	l := mustLibrary(t)
	s := mustCreate(t, l, w.spec(15))
	var told []uint64
	s.Subscribe(func(e crawlers.Ended) { told = append(told, e.Seq) })
	never := s.Subscribe(func(crawlers.Ended) { t.Error("a listener that was cancelled is called") })
	never()
	var run sync.WaitGroup
	run.Go(func() { mustRun(t, s, engine.StopBudget) })
	<-hanging

	if _, err := s.Run(t.Context()); !errors.Is(err, ErrRunning) {
		t.Errorf("a second run: %v", err)
	}
	if st := s.Stats(); st.State != engine.StateRunning || st.Pages != 10 || st.InFlight != 1 {
		t.Errorf("stats: %+v", st)
	}
	if got := outcomes(t, s); len(got) < 10 {
		t.Errorf("the history has %d outcomes", len(got))
	}
	if hits, err := s.Hits(0); err != nil || len(hits) == 0 {
		t.Errorf("%d hits, %v", len(hits), err)
	}
	if _, answer, err := s.Page(w.URL + "/1"); err != nil || len(answer.Body) == 0 {
		t.Errorf("the first page: %v", err)
	}
	if links, err := s.Best(t.Context(), 5); err != nil || len(links) != 5 {
		t.Errorf("%d links of the frontier, %v", len(links), err)
	}
	if err := s.Rename("Sol"); err != nil || s.Spec().Name != "Sol" {
		t.Errorf("rename: %v", err)
	}
	if list, err := l.List(); err != nil || list[0].State != storage.StateRunning || list[0].Name != "Sol" {
		t.Errorf("listed: %+v, %v", list, err)
	}
	close(release)
	run.Wait()
	if len(told) == 0 || !slices.IsSorted(told) || len(told) != len(outcomes(t, s)) {
		t.Errorf("told of %d outcomes: %v", len(told), told)
	}
	links, err := s.Best(t.Context(), bestKept)
	if err != nil || len(links) == 0 || len(links) != min(s.Stats().Frontier, bestKept) {
		t.Errorf("at its end %d links of %d, %v", len(links), s.Stats().Frontier, err)
	}
	mustClose(t, s)
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	if links, err := s.Best(t.Context(), 5); err != nil || len(links) > 0 {
		t.Errorf("opened again, it has %d links, %v", len(links), err)
	}
}

func TestSessionInUse(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(5))
	id := s.ID()
	_, opened := l.Open(id)
	_, checked := l.Check(id)
	for what, err := range map[string]error{"open": opened, "check": checked, "delete": l.Delete(id), "rename": l.Rename(id, "x")} {
		if !errors.Is(err, storage.ErrInUse) {
			t.Errorf("%s a session that is open: %v", what, err)
		}
	}
	mustRun(t, s, engine.StopBudget)
	mustClose(t, s)
	if err := l.Rename(id, "Another"); err != nil {
		t.Error(err)
	}
	if list, err := l.List(); err != nil || list[0].Name != "Another" || list[0].State != storage.StateFinished {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestDelete(t *testing.T) {
	l := mustLibrary(t)
	s, err := l.Create(sequential("http://x.example/", 5))
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := l.Delete(s.ID()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Open(s.ID()); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("open after the delete: %v", err)
	}
}

func TestDamagedSessionIsToldAndHidesNoOther(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(5))
	mustRun(t, s, engine.StopBudget)
	mustClose(t, s)
	broken, err := l.Create(w.spec(5))
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, broken)
	path := l.Dir() + "/" + broken.ID() + ".orb"
	if err := os.Truncate(path, 9000); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Open(broken.ID()); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("open: %v", err)
	}
	if problems, err := l.Check(broken.ID()); err != nil || len(problems) == 0 {
		t.Errorf("check: %v, %v", problems, err)
	}
	if list, err := l.List(); err != nil || len(list) != 2 {
		t.Errorf("%d sessions are listed, %v", len(list), err)
	}
	if err := l.Delete(broken.ID()); err != nil {
		t.Errorf("delete: %v", err)
	}
}

// What the population was at the end of a sitting can be shown without running the crawl again.
func TestSpidersAreKept(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	spec := w.spec(40)
	spec.Family = "infospiders"
	s := mustCreate(t, l, spec)
	var during []crawlers.Spider
	asked := make(chan struct{})
	cancel := s.Subscribe(func(e crawlers.Ended) {
		if e.Seq == 5 {
			go func() { // not on the deciding goroutine, which would wait for itself
				defer close(asked)
				var err error
				if during, err = s.Spiders(t.Context()); err != nil {
					t.Error(err)
				}
			}()
		}
	})
	mustRun(t, s, engine.StopBudget)
	<-asked
	cancel()
	after, err := s.Spiders(t.Context())
	if err != nil || len(after) == 0 || len(during) == 0 {
		t.Fatalf("%d spiders while it ran, %d after, %v", len(during), len(after), err)
	}
	mustClose(t, s)
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	kept, err := s.Spiders(t.Context())
	if d := cmp.Diff(after, kept); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	pages := 0
	for _, spider := range kept {
		pages += spider.Pages
	}
	if pages == 0 || pages > 40 {
		t.Errorf("the spiders have visited %d pages", pages)
	}
}

func TestCloseStopsARunningCrawl(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	spec := w.spec(0)
	spec.Settings.Delay = 20 * time.Millisecond
	s := mustCreate(t, l, spec)
	begun := make(chan struct{})
	var once sync.Once
	s.Subscribe(func(crawlers.Ended) { once.Do(func() { close(begun) }) })
	var run sync.WaitGroup
	run.Go(func() { mustRun(t, s, engine.StopInterrupted) })
	<-begun
	mustClose(t, s)
	run.Wait()
	if err := s.Close(); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("closing twice: %v", err)
	}
	if _, err := s.Run(t.Context()); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("run after close: %v", err)
	}
	if list, err := l.List(); err != nil || list[0].State != storage.StateStopped || list[0].Pages == 0 {
		t.Errorf("listed: %+v, %v", list, err)
	}
}
