package storage

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
)

func idsOf(t *testing.T, f *Folder) (ids []string) {
	t.Helper()
	list, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	return ids
}

func summaryOf(t *testing.T, f *Folder, id string) Summary {
	t.Helper()
	list, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(s Summary) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("session %s is not listed", id)
	}
	return list[i]
}

func TestSessionsAreListedNewestFirst(t *testing.T) {
	f := mustFolder(t)
	m := testMeta
	for i, name := range []string{"Solar energy", "Größe & Kraft: übergroß", "太陽"} {
		m.Name, m.Keywords, m.Created = name, "", epoch.Add(time.Duration(i)*time.Hour)
		if name == "太陽" {
			m.Seeds = []string{"https://日本.example/"}
		}
		s, err := f.Create(m)
		if err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
	}
	want := []string{"20261121-163012-https-example", "20261121-153012-grosse-kraft-ubergross", "20261121-143012-solar-energy"}
	want[1] = "20261121-153012-gro-e-kraft-ubergro" // ß has no decomposition in Unicode
	if d := cmp.Diff(want, idsOf(t, f)); d != "" {
		t.Error(d)
	}
}

func TestSessionsOfOneMomentHaveTheirOwnIDs(t *testing.T) {
	f := mustFolder(t)
	ids := map[string]bool{}
	for range 3 {
		ids[mustCreate(t, f).ID()] = true
	}
	for _, id := range []string{"20261121-143012-solar-energy", "20261121-143012-solar-energy-2", "20261121-143012-solar-energy-3"} {
		if !ids[id] {
			t.Errorf("%s is missing of %v", id, ids)
		}
	}
}

func TestSummaryFollowsTheSession(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	if got := summaryOf(t, f, s.ID()); got.State != StateNew || got.Budget != 100 || !got.Started.Equal(epoch) || got.Problem != "" {
		t.Errorf("new: %+v", got)
	}
	asked, ended := step(1)
	mustAppend(t, s, asked, ended)
	mustFlush(t, s)
	if err := s.SaveSummary(StateRunning); err != nil {
		t.Fatal(err)
	}
	if got := summaryOf(t, f, s.ID()); got.State != StateRunning || got.Pages != 1 {
		t.Errorf("running: %+v", got)
	}
	if err := s.Change(t.Context(), func(m *Meta) { m.Name = "Sun" }); err != nil {
		t.Fatal(err)
	}
	if got := summaryOf(t, f, s.ID()); got.Name != "Sun" || got.State != StateRunning {
		t.Errorf("renamed while running: %+v", got)
	}
	mustClose(t, s)
	if got := summaryOf(t, f, s.ID()); got.State != StateInterrupted {
		t.Errorf("closed without a rest: %+v", got)
	}
}

// The summary of a program that was killed says "running" for ever; that nobody holds the file tells.
func TestSummaryOfAKilledProgram(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	asked, ended := step(1)
	mustAppend(t, s, asked, ended)
	mustFlush(t, s)
	if err := s.SaveSummary(StateRunning); err != nil {
		t.Fatal(err)
	}
	stale, err := os.ReadFile(summaryPath(s.path))
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := os.WriteFile(summaryPath(s.path), stale, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := summaryOf(t, f, s.ID()); got.State != StateInterrupted {
		t.Errorf("%+v", got)
	}
}

func TestLostSummaryIsMadeAgain(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"missing": os.Remove,
		"empty":   func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"garbage": func(path string) error { return os.WriteFile(path, []byte("{\"pages\": "), 0o600) },
		"stale":   func(path string) error { return os.WriteFile(path, []byte("{}"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			f := mustFolder(t)
			s := mustCreate(t, f)
			mustAppend(t, s, records(10)...)
			mustClose(t, s)
			want := summaryOf(t, f, s.ID())
			if err := damage(summaryPath(s.path)); err != nil {
				t.Fatal(err)
			}
			if got := summaryOf(t, f, s.ID()); name != "stale" && got.Problem == "" {
				t.Errorf("listed without a problem: %+v", got)
			}
			s, err := f.Open(s.ID())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, summaryOf(t, f, s.ID())); d != "" {
				t.Error(d)
			}
			mustClose(t, s)
		})
	}
}

func TestSessionIsOpenOnce(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	if _, err := f.Open(s.ID()); !errors.Is(err, ErrInUse) {
		t.Errorf("second open: %v", err)
	}
	if err := f.Delete(s.ID()); !errors.Is(err, ErrInUse) {
		t.Errorf("delete: %v", err)
	}
	if _, err := f.Check(s.ID()); !errors.Is(err, ErrInUse) {
		t.Errorf("check: %v", err)
	}
	mustAppend(t, s, records(3)...) // and none of this has done it harm
	mustClose(t, s)
}

func TestResolve(t *testing.T) {
	f := mustFolder(t)
	mustCreate(t, f)
	other := testMeta
	other.Name, other.Created = "Wind", epoch.Add(time.Second)
	s, err := f.Create(other)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for given, want := range map[string]string{
		"20261121-143012-solar-energy": "20261121-143012-solar-energy",
		"20261121-143012":              "20261121-143012-solar-energy",
		"20261121-143013":              "20261121-143013-wind",
		"20261121":                     "several begin with that: 20261121-143012-solar-energy, 20261121-143013-wind",
		"":                             "no such session",
		"20261121-143013-wynd":         `did you mean "20261121-143013-wind"?`,
		"../../etc/passwd":             "no such session",
	} {
		got, err := f.Resolve(given)
		if err != nil && (!errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), want)) || err == nil && got != want {
			t.Errorf("%q: %q, %v; want %q", given, got, err, want)
		}
	}
}

func TestDeleteLeavesNothing(t *testing.T) {
	f := mustFolder(t)
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := os.WriteFile(s.path+tempSuffix, []byte("left by a kill"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Delete(s.ID()); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(f.Dir()); err != nil || len(files) > 0 {
		t.Errorf("left: %v, %v", files, err)
	}
	if err := f.Delete(s.ID()); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleting twice: %v", err)
	}
}

func TestNewerFormatIsRefused(t *testing.T) {
	f := mustFolder(t)
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.edit(t.Context(), func(tx *bbolt.Tx) error { return tx.Bucket(bucketMeta).Put(metaFormat, number(format+1)) }); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if _, err := f.Open(s.ID()); !errors.Is(err, ErrNewer) {
		t.Errorf("open: %v", err)
	}
	if _, err := f.Check(s.ID()); !errors.Is(err, ErrNewer) {
		t.Errorf("check: %v", err)
	}
}

func TestOtherFilesInTheFolderAreLeftAlone(t *testing.T) {
	f := mustFolder(t)
	for _, name := range []string{"notes.json", "x.orb", "20261121-143012-solar-energy.orb.tmp", "README"} {
		if err := os.WriteFile(filepath.Join(f.Dir(), name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if ids := idsOf(t, f); len(ids) > 0 {
		t.Errorf("listed: %v", ids)
	}
}

func TestFolderThatCanNotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := OpenFolder(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	f := mustFolder(t)
	id, _ := mustRead(t, f)
	if err := errors.Join(os.Chmod(f.path(id), 0o400), os.Chmod(f.Dir(), 0o500)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(f.Dir(), 0o700) }) // so that it can be removed
	f, err := OpenFolder(f.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if list, err := f.List(); err != nil || len(list) != 1 || list[0].Pages == 0 || list[0].Problem != "" {
		t.Errorf("listed: %+v, %v", list, err)
	}
	s, err := f.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	if len(collect(t, s.History(0))) != 60 || len(collect(t, s.Log())) == 0 {
		t.Error("it can not be read")
	}
	if _, err := s.PageAt(t.Context(), "http://sun.example/page/1"); err != nil {
		t.Error(err)
	}
	for what, err := range map[string]error{
		"append": s.Append(crawlers.Budgeted{}), "flush": s.Flush(t.Context()), "retry": s.Retry(), "change": s.Change(t.Context(), func(*Meta) {}),
		"put": s.Put(t.Context(), "x", 1), "delete": f.Delete(id),
	} {
		if !errors.Is(err, ErrReadOnly) && !errors.Is(err, ErrInUse) { // our own reading holds it
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if _, err := f.Create(testMeta); !errors.Is(err, ErrReadOnly) {
		t.Errorf("create: %v", err)
	}
	mustBeSound(t, f, id)
	if _, err := OpenFolder(filepath.Join(f.Dir(), "below")); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a folder that would have to be made: %v", err)
	}
}

func TestDataDir(t *testing.T) {
	for _, c := range []struct{ goos, variable, value, home, want string }{
		{"linux", "", "", "/home/u", "/home/u/.local/share/orbweaver"},
		{"linux", "XDG_DATA_HOME", "/data", "/home/u", "/data/orbweaver"},
		{"linux", "XDG_DATA_HOME", "relative", "/home/u", "/home/u/.local/share/orbweaver"},
		{"linux", "", "", "", ""},
		{"darwin", "", "", "/Users/u", "/Users/u/Library/Application Support/Orbweaver"},
		{"windows", "LocalAppData", "/u/AppData/Local", "/u", "/u/AppData/Local/Orbweaver"},
		{"windows", "", "", "/u", "/u/AppData/Local/Orbweaver"},
	} {
		env := func(name string) string {
			if name == c.variable {
				return c.value
			}
			return ""
		}
		if got := filepath.ToSlash(dataDir(c.goos, env, c.home)); got != c.want {
			t.Errorf("%s with %s=%s: %q, want %q", c.goos, c.variable, c.value, got, c.want)
		}
	}
}

// A program that was killed while it made a session leaves an ID that is taken, and one that looked whether the folder
// can be written to leaves the file it tried: neither is a session, and the second goes at the next start.
func TestWhatAKilledProgramLeavesIsNoSession(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"20261121-093337-reef.json", ".writable-1.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := f.List(); err != nil || len(list) != 0 {
		t.Errorf("listed: %v, %v", list, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".writable*")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
