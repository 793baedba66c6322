package race

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/session"
)

// holdOut is a check of pages of a web.
func (w *web) holdOut(paths []string, families ...string) HoldOut {
	s := w.spec(60, families...)
	h := HoldOut{Rand: 7, Entries: s.Entries, Settings: s.Settings}
	for _, p := range paths {
		h.Known = append(h.Known, w.URL+p, "")
	}
	return h
}

var knownGood = []string{"/3", "/3#same", "/6", "/to/6", "/9", "/none/9", "/12", "/15", "/18"}

func TestHoldOut(t *testing.T) {
	w, l := newWeb(t, 100), mustLibrary(t)
	r, err := StartHoldOut(t.Context(), l, w.holdOut(knownGood, "best-first", "breadth-first", "shark-search"))
	s := mustWait(t, r, err)
	if path, n := w.most(); n != 1 {
		t.Errorf("%s was asked for %d times", path, n)
	}
	// By hand: of the list, /3#same is /3 and empty lines are nothing; /to/6 redirects to /6, /none/9 is dead. Six are left.
	if len(s.Split.Seeds) != 3 || len(s.Split.Targets) != 3 || len(s.Split.LeftOut) != 2 {
		t.Fatalf("%+v", s.Split)
	}
	for i, why := range []string{"same page as " + w.URL + "/6", "404"} {
		if !strings.Contains(s.Split.LeftOut[i].Why, why) {
			t.Errorf("left out: %+v, want %q", s.Split.LeftOut[i], why)
		}
	}
	for _, target := range s.Split.Targets {
		if slices.Contains(s.Split.Seeds, target) {
			t.Errorf("%s is a seed too", target)
		}
	}
	for _, word := range []string{"solar", "energy", "sun"} {
		if !slices.Contains(strings.Fields(s.Keywords), word) {
			t.Errorf("keywords %q lack %q", s.Keywords, word)
		}
	}
	for _, c := range s.Contestants {
		curve := s.Curve(MetricRecall, c.Label)
		if !slices.IsSorted(curve.Mean) || len(curve.Mean) == 0 || curve.Mean[len(curve.Mean)-1] != c.Recall {
			t.Errorf("%s: recall %v, at the end %v", c.Label, curve.Mean, c.Recall)
		}
		if c.Recall != lab.Number(float64(c.Found)/3) || (c.Found > 0) != (c.Needed > 0) || c.Needed > c.Pages {
			t.Errorf("%+v", c)
		}
	}
	// /3, /6, /12 and /9, /15, /18 are linked with one another by steps that all three follow within 60 of 100 pages.
	if s.Winner() == nil || s.Winner().Found != 3 {
		t.Errorf("winner %+v", s.Winner())
	}
}

// By hand: one page of four is on another host than the three others. Hidden, it can not be found by a crawl that stays on the
// seeds' hosts, and does not count; as a seed it opens its own host.
func TestHiddenPagesOutOfScope(t *testing.T) {
	w, other, l := newWeb(t, 100), newWeb(t, 100), mustLibrary(t)
	seen := map[int]bool{}
	for seed := range uint64(8) {
		h := w.holdOut([]string{"/3", "/6", "/12"}, "breadth-first")
		h.Known = append(h.Known, other.URL+"/9")
		h.Rand, h.Keywords, h.Settings.Scope, h.Settings.Pages = seed, "solar", engine.ScopeHost, 5
		r, err := StartHoldOut(t.Context(), l, h)
		s := mustWait(t, r, err)
		if n := 2 - len(s.Split.LeftOut); len(s.Split.Targets) != n || s.Contestants[0].Targets != n || slices.Contains(s.Split.Seeds, other.URL+"/9") != (n == 2) {
			t.Errorf("%+v, %+v", s.Split, s.Contestants[0])
		}
		seen[len(s.Split.LeftOut)] = true
	}
	if !seen[0] || !seen[1] {
		t.Errorf("the other host's page was never hidden, or never a seed: %v", seen)
	}
}

// Four pages on two hosts, a crawl stays on the seeds' hosts. By hand: of the six divisions two have both seeds on one host and
// nothing to find. They are passed over, in runs too, the others follow one another; on four hosts there is nothing else, and
// it is said.
func TestDraw(t *testing.T) {
	s := engine.Default()
	s.Scope = engine.ScopeHost
	on := func(urls ...string) (pages []known) {
		for _, u := range urls {
			pages = append(pages, known{url: u, final: u})
		}
		return pages
	}
	two := on("http://a.example/1", "http://a.example/2", "http://b.example/1", "http://b.example/2")
	passed := 0
	for next := uint64(0); next < 40; {
		d, after, err := draw(two, s, next)
		if err != nil || len(d.seeds) != 2 || len(d.targets) != 2 || len(d.beyond) != 0 || after <= next {
			t.Fatalf("from %d: %+v, %d, %v", next, d, after, err)
		}
		if seeds, _ := halves(two, after-1); !slices.Equal(seeds, d.seeds) {
			t.Errorf("the draw of %d is not that of its random seed", after-1)
		}
		passed += int(after-next) - 1
		next = after
	}
	if passed == 0 {
		t.Error("no division of forty was passed over")
	}
	d, _, err := draw(on("http://a.example/", "http://b.example/", "http://c.example/", "http://d.example/"), s, math.MaxUint64)
	if wrong, ok := errors.AsType[*session.SpecError](err); !ok || wrong.Field != "settings" || len(d.beyond) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
}

// The same Rand gives the same halves, and seeds and targets are all of the list.
func TestHalves(t *testing.T) {
	list := make([]known, 9)
	for i := range list {
		list[i].url = fmt.Sprint(i)
	}
	seeds, targets := halves(list, 1)
	again, _ := halves(list, 1)
	if len(seeds) != 5 || len(targets) != 4 || !slices.Equal(seeds, again) {
		t.Errorf("%v and %v, again %v", seeds, targets, again)
	}
	all := slices.Concat(seeds, targets)
	slices.SortFunc(all, func(a, b known) int { return strings.Compare(a.url, b.url) })
	if !slices.Equal(all, list) {
		t.Errorf("together %v", all)
	}
	others := 0
	for rand := range uint64(20) {
		if s, _ := halves(list, rand); !slices.Equal(s, seeds) {
			others++
		}
	}
	if others == 0 {
		t.Error("twenty random seeds give the same halves")
	}
}

// A context that is done is a stop, whether it was cancelled or ran out of time: no error.
func TestOutOfTime(t *testing.T) {
	w, l := newWeb(t, 100), mustLibrary(t)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	r, err := StartHoldOut(ctx, l, w.holdOut(knownGood, "best-first"))
	if s := mustWait(t, r, err); s.Contestants[0].Stop != engine.StopInterrupted {
		t.Errorf("%+v", s.Contestants[0])
	}
}

func TestHoldOutOfTooFewPages(t *testing.T) {
	w, l := newWeb(t, 100), mustLibrary(t)
	_, err := StartHoldOut(t.Context(), l, w.holdOut([]string{"/3", "/6", "/6", "/9"}, "best-first"))
	if wrong, ok := errors.AsType[*session.SpecError](err); !ok || wrong.Field != "seeds" || !strings.Contains(err.Error(), "at least 4 different pages") || !strings.Contains(err.Error(), "there are 3") {
		t.Errorf("%v", err)
	}
	// Four on paper, three in truth.
	r, err := StartHoldOut(t.Context(), l, w.holdOut([]string{"/3", "/6", "/to/6", "/9"}, "best-first"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Wait()
	if wrong, ok := errors.AsType[*session.SpecError](err); !ok || wrong.Field != "seeds" || s.State != StateStopped || len(s.Split.LeftOut) != 1 || !strings.Contains(err.Error(), "left out were 1, such as "+w.URL+"/to/6: it is the same page") {
		t.Errorf("%v, %+v", err, s)
	}
}

// Of pages that are nearly the same, which are no doubles by their URLs, the first counts.
func TestTwinsAreLeftOut(t *testing.T) {
	var words strings.Builder
	for i := range 200 {
		fmt.Fprintf(&words, "%s%s ", string(rune('a'+i%26)), strings.Repeat(string(rune('a'+i/26)), 2+i%7))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		text := words.String()
		if !strings.HasPrefix(r.URL.Path, "/print") {
			text = strings.Repeat("Page "+r.URL.Path+" tells of "+strings.ReplaceAll(r.URL.Path, "/", "the matter of ")+". ", 9)
		}
		fmt.Fprintf(w, "<title>%s</title><p>%s", "Page", text)
	}))
	defer server.Close()
	h := HoldOut{Settings: engine.Default(), Entries: []Entry{{Family: "breadth-first"}}}
	h.Settings.Delay, h.Settings.Pages = 0, 5
	for _, p := range []string{"/one", "/print", "/two", "/print?page=2", "/three", "/four"} {
		h.Known = append(h.Known, server.URL+p)
	}
	r, err := StartHoldOut(t.Context(), mustLibrary(t), h)
	s := mustWait(t, r, err)
	if out := s.Split.LeftOut; len(out) != 1 || !strings.HasSuffix(out[0].What, "/print?page=2") {
		t.Errorf("left out %+v", out)
	}
}
