package race

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
	"orbweaver/storage"
	"orbweaver/storage/session"
)

// No server is asked twice, and every contestant goes the way that it would go alone.
func TestRace(t *testing.T) {
	families := []string{"best-first:n=16"}
	for _, f := range crawlers.Families() {
		if f.Name != "broken" && f.Name != "breaking" {
			families = append(families, f.Name)
		}
	}
	together, l := newWeb(t, 400), mustLibrary(t)
	r, err := Start(t.Context(), l, together.spec(60, families...))
	s := mustWait(t, r, err)
	if path, n := together.most(); n != 1 {
		t.Errorf("%s was asked for %d times", path, n)
	}
	if s.State != StateStopped || s.Requests == 0 || s.Saved == 0 || s.Doing != "" || s.Budget != 60 || s.Keywords != "solar energy" {
		t.Errorf("%+v", s)
	}
	for i, c := range s.Contestants {
		if c.Pages != 60 || c.Stop != engine.StopBudget || c.Place < 1 || c.Place > len(families) {
			t.Errorf("%+v", c)
		}
		for _, m := range Metrics(KindRace) {
			if curve := s.Curve(m.Name, c.Label); len(curve.X) != 60 || curve.X[59] != 60 || len(curve.Mean) != 60 || len(curve.Error) != 60 {
				t.Errorf("%s of %s: %+v", m.Name, c.Label, curve)
			}
		}
		alone, lib := newWeb(t, 400), mustLibrary(t)
		one, err := Start(t.Context(), lib, alone.spec(60, families[i]))
		solo := mustWait(t, one, err)
		got, want := paths(way(t, l, c.Session), together.URL), paths(way(t, lib, solo.Contestants[0].Session), alone.URL)
		if !slices.Equal(got, want) {
			t.Errorf("%s goes another way together with others:\n%v\n%v", c.Label, got, want)
		}
	}
}

// Contestants are sessions: they can be gone on with as such, and be deleted.
func TestContestantsAreSessions(t *testing.T) {
	w, l := newWeb(t, 400), mustLibrary(t)
	r, err := Start(t.Context(), l, w.spec(20, "best-first", "breadth-first", "infospiders"))
	snapshot := mustWait(t, r, err)
	s, err := l.Open(snapshot.Contestants[0].Session)
	if err != nil {
		t.Fatal(err)
	}
	if hits, err := s.Hits(0); err != nil || len(hits) != snapshot.Contestants[0].Hits {
		t.Errorf("%d hits, %v; the table says %d", len(hits), err, snapshot.Contestants[0].Hits)
	}
	if err := s.SetBudget(40, 0); err != nil {
		t.Fatal(err)
	}
	if result, err := s.Run(t.Context()); err != nil || result.Pages != 40 {
		t.Errorf("%+v, %v", result, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Discard("breadth-first", "infospiders", "nobody"); err != nil {
		t.Fatal(err)
	}
	list, err := l.List()
	if err != nil || len(list) != 1 || list[0].Name != "solar energy · best-first" {
		t.Errorf("%+v, %v", list, err)
	}
	if after := r.Snapshot(); after.Contestants[0].Session == "" || after.Contestants[1].Session != "" {
		t.Errorf("%+v", after.Contestants)
	}
}

func TestStopAndPause(t *testing.T) {
	w, l := newWeb(t, 400), mustLibrary(t)
	race := make(chan *Race, 1)
	var asked atomic.Int64
	var paused, running State
	w.hook = func(string) {
		switch asked.Add(1) {
		case 30:
			r := <-race
			r.Pause()
			paused = r.Snapshot().State
			r.Continue()
			running = r.Snapshot().State
			race <- r
		case 60:
			(<-race).Stop()
		}
	}
	r, err := Start(t.Context(), l, w.spec(300, "best-first", "breadth-first"))
	race <- r
	s := mustWait(t, r, err)
	if paused != StatePaused || running != StateRunning || s.State != StateStopped {
		t.Errorf("paused: %s, then %s, at the end %s", paused, running, s.State)
	}
	for _, c := range s.Contestants {
		if c.Stop != engine.StopInterrupted || c.Reason != "it was stopped" || c.Pages == 0 || c.Pages == 300 {
			t.Errorf("%+v", c)
		}
	}
}

func init() {
	crawlers.Register(crawlers.Family{Name: "broken", Title: "Broken", New: func(crawlers.Setup) (crawlers.Crawler, error) {
		return nil, errors.New("it has lost its way")
	}})
	crawlers.Register(crawlers.Family{Name: "breaking", Title: "Breaking", New: func(s crawlers.Setup) (crawlers.Crawler, error) {
		return &breaking{}, nil
	}})
}

// A contestant that breaks, or finds nothing, leaves the others alone.
func TestAContestantThatFails(t *testing.T) {
	w := newWeb(t, 400)
	r, err := Start(t.Context(), mustLibrary(t), w.spec(20, "broken", "breaking", "best-first"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Wait()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"it has lost its way", "it can not go on", ""} {
		c := s.Contestants[i]
		if (c.Err == nil) != (want == "") || !strings.Contains(c.Reason, want) || !c.Ended {
			t.Errorf("%+v, want %q", c, want)
		}
	}
	if c := s.Winner(); c == nil || c.Label != "best-first" || c.Pages != 20 {
		t.Errorf("winner %+v", c)
	}
}

// breaking is a crawler that breaks at its first page.
type breaking struct{ links []page.Link }

func (b *breaking) Seed(links []page.Link) { b.links = links }
func (b *breaking) Next(int, func(string) bool) (picks []crawlers.Pick) {
	for _, l := range b.links {
		picks = append(picks, crawlers.Pick{Link: l})
	}
	b.links = nil
	return picks
}
func (b *breaking) Visited(crawlers.Visit) error { return errors.New("it can not go on") }
func (b *breaking) Failed(crawlers.Pick, error)  {}

func TestARaceWithoutPages(t *testing.T) {
	w := newWeb(t, 1)
	spec := w.spec(20, "best-first")
	spec.Seeds = []string{w.URL + "/gone"}
	r, err := Start(t.Context(), mustLibrary(t), spec)
	s := mustWait(t, r, err)
	if c := s.Contestants[0]; c.Reason != "none of the seeds gave a page: "+w.URL+"/gone: the server refused: 404 Not Found" || c.Place != 0 || s.Winner() != nil {
		t.Errorf("%+v", c)
	}
}

// Stopped at whatever moment, a race leaves no session open.
func TestStopAtAnyMoment(t *testing.T) {
	w, l := newWeb(t, 400), mustLibrary(t)
	for range 10 {
		r, err := Start(t.Context(), l, w.spec(300, "best-first", "breadth-first", "infospiders"))
		if err != nil {
			t.Fatal(err)
		}
		for len(must(l.List())) == 0 { // it has begun to make sessions
			runtime.Gosched()
		}
		r.Stop()
		mustWait(t, r, nil)
		for _, s := range must(l.List()) {
			if err := l.Delete(s.ID); err != nil {
				t.Error(err)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestADoneContextIsAStop(t *testing.T) {
	w, l := newWeb(t, 400), mustLibrary(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := Start(ctx, l, w.spec(20, "best-first"))
	s := mustWait(t, r, err)
	if _, n := w.most(); n != 0 || s.State != StateStopped {
		t.Errorf("%d requests, %s", n, s.State)
	}
}

// What is wrong is said before anything is fetched or written.
func TestSpecsThatCanNotRun(t *testing.T) {
	w, l := newWeb(t, 1), mustLibrary(t)
	for name, c := range map[string]struct {
		change       func(*Spec)
		field, words string
	}{
		"keywords":  {func(s *Spec) { s.Keywords = " " }, "keywords", "a race needs keywords"},
		"seeds":     {func(s *Spec) { s.Seeds = []string{""} }, "seeds", "at least one seed"},
		"nobody":    {func(s *Spec) { s.Entries = nil }, "family", "nobody takes part"},
		"endless":   {func(s *Spec) { s.Settings.Pages = 0 }, "settings", "would never end"},
		"settings":  {func(s *Spec) { s.Settings.MaxBuffer = -1 }, "settings", "buffer"},
		"family":    {func(s *Spec) { s.Entries[1].Family = "bestfirst" }, "family", `contestant 2, bestfirst: unknown family "bestfirst"; did you mean "best-first"?`},
		"parameter": {func(s *Spec) { s.Entries[0].Params = map[string]string{"n": "0"} }, "params", "contestant 1, best-first n=0"},
		"model":     {func(s *Spec) { s.Entries[0].Model = []byte("x") }, "model", "contestant 1"},
		"twice":     {func(s *Spec) { s.Entries = append(s.Entries, s.Entries[0]) }, "", "contestant 3, best-first: takes part already"},
	} {
		spec := w.spec(20, "best-first", "breadth-first")
		c.change(&spec)
		_, err := Start(t.Context(), l, spec)
		wrong, ok := errors.AsType[*session.SpecError](err)
		if err == nil || ok != (c.field != "") || ok && wrong.Field != c.field || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := l.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestParseEntry(t *testing.T) {
	for in, want := range map[string]string{"best-first": "best-first", "best-first:n=16": "best-first n=16", "infospiders:tau=2:pool=8": "infospiders pool=8 tau=2"} {
		if e, err := ParseEntry(in); err != nil || e.label() != want {
			t.Errorf("%s: %q, %v; want %q", in, e.label(), err, want)
		}
	}
	for _, in := range []string{"best-first:n", "best-first:=1", "best-first:n=1:n=2"} {
		if _, err := ParseEntry(in); err == nil {
			t.Errorf("%s is taken", in)
		}
	}
}

// What somebody else has deleted can not be discarded.
func TestDiscardOfWhatIsGone(t *testing.T) {
	w, l := newWeb(t, 10), mustLibrary(t)
	r, err := Start(t.Context(), l, w.spec(5, "best-first"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Delete(s.Contestants[0].Session); err != nil {
		t.Fatal(err)
	}
	if err := r.Discard("best-first"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// Over all contestants, no request to a host begins before the pause after the one before it is over.
func TestPausesAreKeptOverAllContestants(t *testing.T) {
	const pause = 20 * time.Millisecond
	w, l := newWeb(t, 100), mustLibrary(t)
	var mu sync.Mutex
	var begins []time.Time
	w.hook = func(string) {
		mu.Lock()
		defer mu.Unlock()
		begins = append(begins, time.Now())
	}
	spec := w.spec(8, "best-first", "breadth-first", "infospiders", "pagerank")
	spec.Settings.Delay = pause
	r, err := Start(t.Context(), l, spec)
	s := mustWait(t, r, err)
	if s.Requests < 10 || s.Saved == 0 {
		t.Errorf("%d requests, %d saved", s.Requests, s.Saved)
	}
	for i := 1; i < len(begins); i++ {
		if gap := begins[i].Sub(begins[i-1]); gap < pause {
			t.Errorf("request %d came %v after the one before", i+1, gap)
		}
	}
}

// When shared pages can not be kept any more the race ends with the reason; what it has stays.
func TestARaceWithoutRoom(t *testing.T) {
	w, l := newWeb(t, 400), mustLibrary(t)
	var race atomic.Pointer[Race]
	w.hook = func(string) {
		r := race.Load()
		if r == nil || slices.ContainsFunc(r.Snapshot().Contestants, func(c Contestant) bool { return c.Pages == 0 }) {
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		_ = r.shared.spool.file.Close() // stands for a full disk
	}
	r, err := Start(t.Context(), l, w.spec(300, "best-first", "breadth-first"))
	if err != nil {
		t.Fatal(err)
	}
	race.Store(r)
	s, err := r.Wait()
	if err == nil || !strings.Contains(err.Error(), "for the other contestants") || s.State != StateStopped {
		t.Errorf("%v, %+v", err, s)
	}
	for _, c := range s.Contestants {
		if !c.Ended || c.Pages == 0 || c.Pages == 300 || c.Session == "" {
			t.Errorf("%+v", c)
		}
	}
	left, err := os.ReadDir(l.Dir())
	for _, f := range left {
		if strings.HasPrefix(f.Name(), ".race") {
			t.Errorf("%s is left", f.Name())
		}
	}
	if err != nil {
		t.Error(err)
	}
}
