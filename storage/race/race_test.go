package race

import (
	"slices"
	"testing"
)

// No server is asked twice, and every contestant goes the way that it would go alone.
func TestRace(t *testing.T) {
	families := []string{"best-first", "best-first:n=16", "breadth-first", "infospiders", "shark-search"}
	together, l := newWeb(t, 400), mustLibrary(t)
	r, err := Start(t.Context(), l, together.spec(60, families...))
	s := mustWait(t, r, err)
	if path, n := together.most(); n != 1 {
		t.Errorf("%s was asked for %d times", path, n)
	}
	if s.State != StateStopped || s.Requests == 0 || s.Saved == 0 {
		t.Errorf("%s, %d requests, %d saved", s.State, s.Requests, s.Saved)
	}
	for i, c := range s.Contestants {
		if c.Pages != 60 || c.Stop != "budget" {
			t.Errorf("%+v", c)
		}
		alone, lib := newWeb(t, 400), mustLibrary(t)
		alone.Config.Handler = alone
		one, err := Start(t.Context(), lib, alone.spec(60, families[i]))
		solo := mustWait(t, one, err)
		got, want := paths(way(t, l, c.Session), together.URL), paths(way(t, lib, solo.Contestants[0].Session), alone.URL)
		if !slices.Equal(got, want) {
			t.Errorf("%s goes another way together with others:\n%v\n%v", c.Label, got, want)
		}
	}
}
