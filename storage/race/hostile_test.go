package race

import (
	"cmp"
	"context"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
)

// Two contestants on the hostile Web: the race ends, every host's first page comes to the end that a crawl of its own would
// come to, for both alike, and no host gets more requests than one crawl would send, or several at the same time.
func TestHostileWeb(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds, for hosts that do not answer")
	}
	behaviours := hostile.Behaviours()
	web, err := hostile.Start(behaviours)
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	o := web.Options()
	o.Timeout = 1500 * time.Millisecond // enough for a busy machine
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	spec := Spec{Keywords: "spider web", Entries: []Entry{{Family: "breadth-first"}, {Family: "best-first"}}, Settings: engine.Default()}
	s := &spec.Settings
	s.Pages, s.Retries, s.Delay, s.DelayFactor, s.PagesPerHost, s.HostsPerSite = 10_000, 0, 5*time.Millisecond, 0, 20, 10
	names := map[string]string{} // canonical seed → behaviour
	for _, b := range behaviours {
		spec.Seeds = append(spec.Seeds, web.URL(b.Name))
		links, err := engine.SeedLinks([]string{web.URL(b.Name)}, *s)
		if err != nil {
			t.Fatal(err)
		}
		names[links[0].URL] = b.Name
	}
	l := mustLibrary(t)
	r := newRace(KindRace, l, spec, 1)
	sh, err := newShared(*s, client, l.Dir(), r.fail)
	if err != nil {
		t.Fatal(err)
	}
	sh.release = client.Close
	r.start(t.Context(), func(ctx context.Context) error {
		r.compete(ctx, sh, 0)
		return sh.close()
	})
	last := mustWait(t, r, nil)

	ends := map[string][]string{} // of each behaviour's first page, by contestant
	for _, c := range last.Contestants {
		if c.Stop != engine.StopDeadEnd {
			t.Errorf("%s ended with %q: %s", c.Label, c.Stop, c.Reason)
		}
		session, err := l.Open(c.Session)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range session.History(1) {
			if err != nil {
				t.Fatal(err)
			}
			if name, isSeed := names[e.Pick.URL]; isSeed {
				ends[name] = append(ends[name], e.Kind)
			}
		}
		if err := session.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range behaviours {
		want := cmp.Or(string(b.Crawl), crawlers.KindOK)
		if got := ends[b.Name]; len(got) != 2 || got[0] != want || got[1] != want {
			t.Errorf("a host that %s (%s): %q, want %q twice", b.Does, b.Name, got, want)
		}
		if n := web.Connections(b.Name); n > 1 && b.Name != "wild-card" {
			t.Errorf("%s: %d connections at the same time", b.Name, n)
		}
		if robots, _ := web.Requests(b.Name); robots > 6 && b.Name != "wild-card" { // its redirects
			t.Errorf("%s: robots.txt was asked for %d times", b.Name, robots)
		}
	}
	asked, again := sh.counts()
	t.Logf("%d requests, %d saved, %d pages each", asked, again, last.Contestants[0].Pages)
}
