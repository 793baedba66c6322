package session

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// A family for these tests that takes a file: the name of the family to crawl as.
func init() {
	crawlers.Register(crawlers.Family{
		Name: "test-impostor", Title: "Impostor", Version: 1,
		Model: &crawlers.Model{Name: "mask", Check: func(data []byte) error {
			_, err := crawlers.Lookup(string(data))
			return err
		}},
		New: func(s crawlers.Setup) (crawlers.Crawler, error) {
			name := string(s.Model)
			if s.Model == nil {
				name = "best-first"
			}
			f, err := crawlers.Lookup(name)
			if err != nil {
				return nil, err
			}
			if s.Params, err = crawlers.ParseValues(f.Params, nil); err != nil {
				return nil, err
			}
			return f.New(s)
		},
	})
}

// The file is part of the session: it is there in the next sitting, wherever the user's own copy went.
func TestModelIsKeptWithTheSession(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	spec := w.spec(30)
	spec.Family = "breadth-first"
	want := mustCreate(t, l, spec)
	mustRun(t, want, engine.StopBudget)

	spec.Family, spec.Model, spec.ModelName = "test-impostor", []byte("breadth-first"), "mask.txt"
	s := mustCreate(t, l, spec)
	s.Subscribe(func(e crawlers.Ended) {
		if e.Seq == 11 {
			s.Stop()
		}
	})
	mustRun(t, s, engine.StopInterrupted)
	mustClose(t, s)
	clear(spec.Model) // the user's copy
	s = mustOpen(t, l, s.ID())
	if got := s.Spec(); string(got.Model) != "breadth-first" || got.ModelName != "mask.txt" {
		t.Errorf("%q is called %q", got.Model, got.ModelName)
	}
	mustRun(t, s, engine.StopBudget)
	sameCourse(t, course(t, s), course(t, want))
	mustClose(t, s)
}

func TestModelIsCheckedBeforeAnythingIsWritten(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	for _, c := range []struct{ family, model, want string }{
		{"breadth-first", "breadth-first", "takes none"},
		{"test-impostor", "breadth-frist", `no mask: unknown family "breadth-frist"; did you mean "breadth-first"?`},
	} {
		spec := w.spec(30)
		spec.Family, spec.Model, spec.ModelName = c.family, []byte(c.model), "mask.txt"
		_, err := l.Create(spec)
		field, ok := errors.AsType[*SpecError](err)
		if !ok || field.Field != "model" || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "mask.txt") {
			t.Errorf("%s: %v", c.family, err)
		}
	}
	if list, err := l.List(); err != nil || len(list) > 0 {
		t.Errorf("left: %v, %v", list, err)
	}
}

func TestSaturationNeedsKeywordsAndTellsWhy(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	spec := w.spec(0)
	spec.Settings.Saturation, spec.Settings.SaturationShare = 3, 0.9
	spec.Keywords = ""
	if _, err := l.Create(spec); err == nil || !strings.Contains(err.Error(), "keywords") {
		t.Errorf("without keywords: %v", err)
	}
	spec.Keywords = "solar energy"
	spec.Params = map[string]string{"n": "1"}
	s := mustCreate(t, l, spec)
	result := mustRun(t, s, engine.StopSaturated)
	if !strings.Contains(result.Why, "the last 3 pages") || s.Stats().Why != result.Why {
		t.Errorf("%+v", result)
	}
	mustClose(t, s)
	s = mustOpen(t, l, s.ID())
	defer mustClose(t, s)
	if st := s.Stats(); st.Stop != engine.StopSaturated || st.Why != result.Why || s.Summary().Why != result.Why {
		t.Errorf("opened again: %+v", st)
	}
	before := result.Pages
	if result, err := s.Run(t.Context()); err != nil || result.Pages < before+3 {
		t.Errorf("it does not go on: %+v, %v", result, err)
	}
	if !slices.Contains([]string{engine.StopSaturated, engine.StopDeadEnd}, s.Stats().Stop) {
		t.Errorf("%+v", s.Stats())
	}
}
