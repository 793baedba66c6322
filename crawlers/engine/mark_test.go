package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
)

// fickle takes links in the order found, those of pages marked good before all others, those of bad ones never.
type fickle struct {
	links []crawlers.Pick
	seen  map[string]bool
	marks []string // what it was told
}

func (f *fickle) Seed(links []page.Link) {
	for _, l := range links {
		f.offer(crawlers.Pick{Link: l})
	}
}

func (f *fickle) offer(p crawlers.Pick) {
	if !f.seen[p.URL] {
		f.seen[p.URL] = true
		f.links = append(f.links, p)
	}
}

func (f *fickle) Next(n int, _ func(string) bool) []crawlers.Pick {
	n = min(n, len(f.links))
	picks := slices.Clone(f.links[:n])
	f.links = slices.Delete(f.links, 0, n)
	return picks
}

func (f *fickle) Visited(v crawlers.Visit) error {
	for _, l := range v.Page.Links {
		f.offer(crawlers.Pick{Link: l, Depth: v.Pick.Depth + 1, Parent: v.Page.URL})
	}
	return nil
}

func (f *fickle) Failed(crawlers.Pick, error) {}

func (f *fickle) Mark(m crawlers.Mark) {
	f.marks = append(f.marks, fmt.Sprintf("%s %s %d", m.Page.URL, m.Judgement, len(m.Page.Links)))
	is := func(p crawlers.Pick) bool { return p.Parent == m.Page.URL }
	own := slices.DeleteFunc(slices.Clone(f.links), func(p crawlers.Pick) bool { return !is(p) })
	f.links = slices.DeleteFunc(f.links, is)
	if m.Judgement == crawlers.Good {
		f.links = append(own, f.links...)
	}
}

var _ crawlers.Feedback = (*fickle)(nil)

// fickleFamily lets the last crawler that was made be looked at.
func fickleFamily(last **fickle) crawlers.Family {
	return crawlers.Family{Name: "fickle", Title: "Fickle", New: func(crawlers.Setup) (crawlers.Crawler, error) {
		*last = &fickle{seen: map[string]bool{}}
		return *last, nil
	}}
}

// lookUp is the record of a page in the trial's log, as Mark wants it.
func (tr *trial) lookUp(url string, j crawlers.Judgement) crawlers.Marked {
	for _, r := range tr.log {
		if e, ok := r.(crawlers.Ended); ok && e.Pick.URL == url {
			return crawlers.Marked{Seq: e.Seq, Judgement: j, Answer: e.Answer}
		}
	}
	tr.Fatalf("%s is not in the history", url)
	return crawlers.Marked{}
}

// marked is a crawl of a tangle in which some pages are judged, each while the request of that number is under way: the
// mark then stands between two outcomes, the same in every run.
func marked(t *testing.T, judge map[int]crawlers.Judgement) (*trial, *fickle) {
	var last *fickle
	s := sequential()
	s.Pages = 60
	w := tangle(3, 120)
	tr := newTrial(t, w, s, "http://h0.example/0", "http://h1.example/1")
	tr.Family = fickleFamily(&last)
	c := tr.crawl()
	requests := 0
	w.act = func(ctx context.Context, _ string, _ int) (*fetch.Response, error) {
		requests++
		if j, ok := judge[requests]; ok {
			if err := c.Mark(ctx, tr.lookUp(last.seenFirst(tr), j)); err != nil {
				t.Error(err)
			}
		}
		return nil, nil
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.act = nil
	return tr, last
}

// seenFirst is the page whose links come first now: judging it changes what comes next.
func (f *fickle) seenFirst(tr *trial) string {
	for i := len(tr.log) - 1; i >= 0; i-- {
		if e, ok := tr.log[i].(crawlers.Ended); ok && e.Kind == crawlers.KindOK && e.FinalURL == "" {
			return e.Pick.URL
		}
	}
	return ""
}

// A mark stands in the log where the crawler was told of it, changes what is chosen from there on, and is replayed: cut
// anywhere, the log restores the same crawler, and cut after the last mark it goes on to the same history.
func TestMarksAreReplayed(t *testing.T) {
	plain, _ := marked(t, nil)
	judge := map[int]crawlers.Judgement{7: crawlers.Good, 11: crawlers.Bad, 12: crawlers.Good, 20: crawlers.Unmarked, 40: crawlers.Good}
	whole, told := marked(t, judge)
	if len(told.marks) != len(judge) {
		t.Fatalf("told of %v", told.marks)
	}
	if cmp.Equal(plain.history(), whole.history()) {
		t.Fatal("the marks have changed nothing: the test shows nothing")
	}
	lastMark := 0
	for i, r := range whole.log {
		if m, ok := r.(crawlers.Marked); ok {
			lastMark = i
			if m.Page == nil {
				t.Errorf("record %d has no page", i)
			}
		}
	}
	for cut := 1; cut < len(whole.log); cut++ {
		var last *fickle
		resumed := newTrial(t, tangle(3, 120), whole.Settings, "http://h0.example/0", "http://h1.example/1")
		resumed.Family = fickleFamily(&last)
		resumed.log = append(resumed.log, whole.log[:cut]...)
		if res := resumed.run(); res.Notice != "" {
			t.Fatalf("cut after %d records: %s", cut, res.Notice)
		}
		if cut <= lastMark {
			continue
		}
		if diff := cmp.Diff(whole.history(), resumed.history()); diff != "" {
			t.Fatalf("cut after %d records:\n%s", cut, diff)
		}
		if diff := cmp.Diff(told.marks, last.marks); diff != "" {
			t.Fatalf("cut after %d records, told otherwise:\n%s", cut, diff)
		}
	}
}

func TestMarkAfterTheEndAndWithoutPage(t *testing.T) {
	tr, _ := marked(t, nil)
	var last *fickle
	tr.Family = fickleFamily(&last)
	c := tr.crawl()
	m := tr.lookUp("http://h0.example/0", crawlers.Good)
	waiting, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Mark(waiting, m); !errors.Is(err, context.Canceled) {
		t.Errorf("before the crawl runs, without waiting: %v", err)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Mark(t.Context(), m); !errors.Is(err, ErrEnded) {
		t.Errorf("after its end: %v", err)
	}
	if err := c.SetBudget(1, 0); !errors.Is(err, ErrEnded) {
		t.Errorf("a budget after its end: %v", err)
	}
	m.Answer = nil
	if err := c.Mark(t.Context(), m); err == nil || errors.Is(err, ErrEnded) {
		t.Errorf("a mark of what is no page: %v", err)
	}
}
