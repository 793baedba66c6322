package session

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// A session that each older version of the program has written opens, can be read, marked and resumed: its record is
// replayed, without a request. The files were written by the last program of that format, of the sample web:
//
//	orb crawl --keywords "coral reef" --seed http://marine-life.example/ --pages 8 --workers 1 --rand 7 --delay 0 --family best-first
func TestSessionsOfOlderFormatsOpen(t *testing.T) {
	for _, format := range []string{"format1", "format2"} {
		t.Run(format, func(t *testing.T) {
			l := mustLibrary(t)
			const id = "20261121-113508-coral-reef"
			unpackTo(t, filepath.Join("testdata", format+".orb.gz"), filepath.Join(l.Dir(), id+".orb"))
			s := mustOpen(t, l, id)
			all := outcomes(t, s)
			if len(all) != 8 || !all[0].Hit || all[0].Title == "" {
				t.Fatalf("%d outcomes, the first %+v", len(all), all[:min(1, len(all))])
			}
			for _, e := range all {
				if _, a, err := s.Page(e.Pick.URL); err != nil || len(a.Body) == 0 || len(a.Head) == 0 || a.Request != nil {
					t.Errorf("%s: %+v, %v", e.Pick.URL, a, err)
				}
			}
			if _, err := s.Mark(t.Context(), all[0].Pick.URL, crawlers.Good); err != nil {
				t.Error(err)
			}
			if result := mustRun(t, s, engine.StopBudget); !result.Restored || result.Pages != 8 {
				t.Errorf("%+v", result)
			}
			mustClose(t, s)
			if list, err := l.List(); err != nil || len(list) != 1 || list[0].State != storage.StateFinished {
				t.Errorf("%+v, %v", list, err)
			}
			mustBeSound(t, l, id)
		})
	}
}

func unpackTo(t *testing.T, packed, path string) {
	t.Helper()
	in, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	content, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(content)
	if err == nil {
		err = os.WriteFile(path, whole, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
