package session

import (
	"context"
	"errors"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

func TestDocumentsAreThePagesOfTheHistory(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(20))
	defer mustClose(t, s)
	mustRun(t, s, engine.StopBudget)
	if _, err := s.Mark(t.Context(), w.URL+"/2", crawlers.Good); err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for e, err := range s.History(0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == crawlers.KindOK {
			want = append(want, e.Pick.URL)
		}
	}
	for d, err := range s.Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.Page.URL)
		if d.Pick.URL != d.Page.URL || d.Page.Vector.Len() == 0 || len(d.Page.Links) == 0 {
			t.Errorf("%s: %+v", d.Pick.URL, d.Page)
		}
		if marked := d.Judgement == crawlers.Good; marked != (d.Page.URL == w.URL+"/2") {
			t.Errorf("%s is marked %q", d.Page.URL, d.Judgement)
		}
	}
	if len(got) != 20 || len(want) != 20 {
		t.Errorf("%d documents of %d pages", len(got), len(want))
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Documents(done) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that is done: %v", err)
		}
	}
}
