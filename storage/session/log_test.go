package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers/engine"
)

// The log of a crawl tells of its beginning, of each link that led nowhere, and of its end; with Debug of each page too.
func TestLog(t *testing.T) {
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
		var b bytes.Buffer
		w, l := newWeb(t, nil), mustLibrary(t)
		l.LogTo(slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{Level: level})))
		s := mustCreate(t, l, w.spec(20))
		result := mustRun(t, s, engine.StopBudget)
		mustClose(t, s)
		counts := map[string]int{}
		for d := json.NewDecoder(&b); d.More(); {
			var line struct{ Msg, Session, Stop string }
			if err := d.Decode(&line); err != nil {
				t.Fatal(err)
			}
			counts[line.Msg]++
			if line.Session != s.ID() || line.Msg == "sitting ended" && line.Stop != engine.StopBudget {
				t.Errorf("%+v", line)
			}
		}
		pages := 0
		if level == slog.LevelDebug {
			pages = result.Pages
		}
		if counts["sitting begins"] != 1 || counts["sitting ended"] != 1 || counts["no page"] != result.Failed || counts["page"] != pages {
			t.Errorf("level %v: %v, want %d pages and %d failures", level, counts, pages, result.Failed)
		}
	}
}

// By hand: lines of 4 bytes, 10 bytes a file, so two lines in each; the last four files are kept.
func TestLogFileIsBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := OpenLogFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.limit = 10
	for i := range 11 {
		if _, err := fmt.Fprintf(f, "%03d\n", i); err != nil {
			t.Fatal(err)
		}
		if i == 4 { // what is there when it is opened counts
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if f, err = OpenLogFile(path); err != nil {
				t.Fatal(err)
			}
			f.limit = 10
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "010\n", ".1": "008\n009\n", ".2": "006\n007\n", ".3": "004\n005\n"} {
		if got, err := os.ReadFile(path + name); err != nil || string(got) != want {
			t.Errorf("log%s: %q, %v; want %q", name, got, err, want)
		}
	}
	if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 4 {
		t.Errorf("%v, %v", files, err)
	}
}

// Where something is in the way of the old files, lines are kept all the same; once it has gone, the file is begun anew.
// By hand: 3 lines of 4 bytes do not fit into 10 bytes. The third is written all the same, and it is tried again when 8 + 10
// bytes would be exceeded: by the fifth, in vain again. The next try is at 16 + 10 bytes, by the seventh.
func TestLogFileThatCanNotBeMoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	inTheWay := filepath.Join(path+".3", "x")
	if err := os.MkdirAll(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".2", []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := OpenLogFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.limit = 10
	for i := range 7 {
		if i == 6 {
			if err := os.RemoveAll(path + ".3"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := fmt.Fprintf(f, "%03d\n", i); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "006\n", ".1": "000\n001\n002\n003\n004\n005\n", ".3": "old\n"} {
		if got, err := os.ReadFile(path + name); err != nil || string(got) != want {
			t.Errorf("log%s: %q, %v; want %q", name, got, err, want)
		}
	}
}
