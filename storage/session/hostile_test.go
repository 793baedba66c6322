package session

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
	"orbweaver/crawlers/warc"
)

// What the hostile Web sends ends no session: whatever was stored of it is sound, is replayed, and goes through an archive
// and back.
func TestHostileWeb(t *testing.T) {
	behaviours := slices.DeleteFunc(hostile.Behaviours(), func(b hostile.Behaviour) bool {
		return b.Crawl == fetch.KindTimeout // nothing is stored of them, and all rounds would wait for them
	})
	web, err := hostile.Start(behaviours)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(web.Close)
	o := web.Options()
	o.Timeout = 10 * time.Second // never reached, however busy the machine
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	spec := Spec{Name: "The Web", Keywords: "spider web", Family: "breadth-first", Settings: engine.Default()}
	spec.Settings.Pages, spec.Settings.Retries, spec.Settings.Delay, spec.Settings.PagesPerHost, spec.Settings.HostsPerSite = 0, 0, 5*time.Millisecond, 10, 10
	for _, b := range behaviours {
		spec.Seeds = append(spec.Seeds, web.URL(b.Name))
	}
	l := mustLibrary(t)
	s := mustCreate(t, l, spec)
	s.FetchWith(client, engine.NewParse(spec.Settings))
	first := mustRun(t, s, engine.StopDeadEnd)
	mustClose(t, s)

	s = mustOpen(t, l, s.ID())
	s.FetchWith(client, engine.NewParse(spec.Settings))
	if again := mustRun(t, s, engine.StopDeadEnd); again.Pages != first.Pages || again.Failed != first.Failed || again.Replayed != first.Pages+first.Failed {
		t.Errorf("%d pages, %d failures, %d replayed; want what there was: %d and %d", again.Pages, again.Failed, again.Replayed, first.Pages, first.Failed)
	}
	for _, e := range outcomes(t, s) {
		if len(e.Error) > 4000 {
			t.Errorf("%s: a failure of %d bytes: %.100s", e.Pick.URL, len(e.Error), e.Error)
		}
	}

	var archive bytes.Buffer
	index, err := s.Archive(t.Context(), &archive, "session.warc.gz", "Orbweaver")
	if err != nil || len(index) < first.Pages {
		t.Fatalf("archive: %d pages of %d, %v", len(index), first.Pages, err)
	}
	var cdxj bytes.Buffer
	if err := warc.WriteIndex(&cdxj, index); err != nil {
		t.Fatal(err)
	}
	if read, err := warc.ReadIndex(&cdxj); err != nil || len(read) != len(index) {
		t.Errorf("%d lines of %d in the index, %v", len(read), len(index), err)
	}
	twin, err := mustLibrary(t).Import(t.Context(), bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(records(t, s), records(t, twin)) { // a Diff of the millions of bytes takes long
		t.Error("the log of the imported session differs")
	}
	mustClose(t, s)
	mustClose(t, twin)
}
