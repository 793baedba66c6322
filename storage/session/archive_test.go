package session

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/warc"
)

// archived is a session that has stopped on its way, with marks and spiders, and its archive.
func archived(t *testing.T, w *web, l *Library) (*Session, []byte, []warc.Entry) {
	t.Helper()
	spec := w.spec(40)
	spec.Family = "infospiders"
	s := mustCreate(t, l, spec)
	mustRun(t, s, engine.StopBudget)
	if _, err := s.Mark(t.Context(), w.URL+"/3", crawlers.Good); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	index, err := s.Archive(t.Context(), &b, "session.warc.gz", "Orbweaver")
	if err != nil {
		t.Fatal(err)
	}
	return s, b.Bytes(), index
}

func TestAnImportedArchiveIsTheSameSession(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s, archive, index := archived(t, w, l)
	twin, err := mustLibrary(t).Import(t.Context(), bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	if len(index) != 40 {
		t.Errorf("%d pages in the index, want 40", len(index))
	}
	if d := cmp.Diff(s.store.Meta(), twin.store.Meta()); d != "" {
		t.Errorf("what it is made of differs: %s", d)
	}
	if d := cmp.Diff(outcomes(t, s), outcomes(t, twin)); d != "" {
		t.Errorf("the history differs: %s", d)
	}
	if d := cmp.Diff(records(t, s), records(t, twin)); d != "" {
		t.Errorf("the log differs: %s", d)
	}
	a, b := s.Summary(), twin.Summary()
	a.ID, b.ID, a.Size, b.Size = "", "", 0, 0
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("the summary differs: %s", d)
	}
	known, _ := s.Spiders(t.Context())
	if spiders, err := twin.Spiders(t.Context()); err != nil || len(known) == 0 || !cmp.Equal(known, spiders) {
		t.Errorf("spiders: %v, %v; want %v", spiders, err, known)
	}
	for _, x := range []*Session{s, twin} {
		if err := x.SetBudget(80, 0); err != nil {
			t.Fatal(err)
		}
		mustRun(t, x, engine.StopBudget)
	}
	sameCourse(t, course(t, twin), course(t, s))
	mustClose(t, s)
	mustClose(t, twin)
}

func records(t *testing.T, s *Session) (all []crawlers.Record) {
	t.Helper()
	for r, err := range s.store.Log() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestArchiveOfASessionThatHasNotRun(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s := mustCreate(t, l, w.spec(10))
	defer mustClose(t, s)
	var b bytes.Buffer
	if _, err := s.Archive(t.Context(), &b, "x.warc.gz", "Orbweaver"); err != nil {
		t.Fatal(err)
	}
	twin, err := mustLibrary(t).Import(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, twin, engine.StopBudget)
	mustClose(t, twin)
}

// An archive that is not whole leaves nothing behind, wherever it ends.
func TestImportOfABrokenArchive(t *testing.T) {
	w, l := newWeb(t, nil), mustLibrary(t)
	s, archive, index := archived(t, w, l)
	mustClose(t, s)
	other := mustLibrary(t)
	for cut := 0; cut < len(archive); cut += len(archive)/40 + 1 {
		if s, err := other.Import(t.Context(), bytes.NewReader(archive[:cut]), int64(cut)); err == nil {
			t.Errorf("cut at %d of %d: session %s", cut, len(archive), s.ID())
			mustClose(t, s)
		}
	}
	first := index[0].Place
	page := archive[first.Offset : first.Offset+first.Length]
	if _, err := other.Import(t.Context(), bytes.NewReader(page), first.Length); !errors.Is(err, ErrNoArchive) {
		t.Errorf("an archive of pages alone: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := other.Import(ctx, bytes.NewReader(archive), int64(len(archive))); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if list, err := other.List(); err != nil || len(list) != 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// A reader that others have written finds the same pages: warcio, of npm or Python, where it is installed.
func TestAnIndependentReaderReadsTheArchive(t *testing.T) {
	warcio, err := exec.LookPath("warcio")
	if err != nil {
		t.Skip("needs warcio: npm install -g warcio")
	}
	w, l := newWeb(t, nil), mustLibrary(t)
	s, archive, index := archived(t, w, l)
	mustClose(t, s)
	file := filepath.Join(t.TempDir(), "session.warc.gz")
	if err := os.WriteFile(file, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), warcio, "index", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, e := range index {
		if !strings.Contains(string(out), `"`+e.URL+`"`) {
			t.Errorf("%s is missing in:\n%s", e.URL, out)
		}
	}
}
