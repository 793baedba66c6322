package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
)

// What experiments have left is listed by their names, and deleted when the user has said so; nothing else is.
func TestKeptResultsAreListedAndDeleted(t *testing.T) {
	t.Chdir(t.TempDir()) // the library's folder has no absolute path
	for path, content := range map[string]string{
		"memory/laboratory/reefs-0a/spec.json":   `{"name": "Reefs", "corpus": {"kind": "sample"}, "contestants": [{"family": "best-first"}]}`,
		"memory/laboratory/reefs-0a/crawls/1.gz": strings.Repeat("x", 3000),
		"memory/laboratory/broken-1b/spec.json":  "{",
		"memory/laboratory/models/abc":           "tree",
		"memory/other":                           "stays",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := openApp(t, &fakeLibrary{})
	a.lab.enter(experimentTab)
	test.Tap(button(a.window.Content(), "Kept results…"))
	for _, want := range []string{"Reefs", "3 KB", "broken-1b", "Families' files"} {
		if !strings.Contains(top(a), want) {
			t.Errorf("the list says %q, without %q", top(a), want)
		}
	}
	all, err := keptResults(filepath.Join("memory", "laboratory"))
	if err != nil || len(all) != 3 {
		t.Fatalf("%v, %v", all, err)
	}
	for _, k := range all {
		if k.name != "Reefs" {
			continue
		}
		then := false
		a.lab.experiments.deleteKept(k, func() { then = true })
		test.Tap(button(a.window.Canvas().Overlays().Top(), "Keep"))
		if _, err := os.Stat("memory/laboratory/reefs-0a"); err != nil || then {
			t.Error("it is deleted without the user's word")
		}
		a.lab.experiments.deleteKept(k, func() { then = true })
		test.Tap(button(a.window.Canvas().Overlays().Top(), "Delete"))
		if _, err := os.Stat("memory/laboratory/reefs-0a"); err == nil || !then {
			t.Error("it is not deleted")
		}
	}
	for _, path := range []string{"memory/laboratory/broken-1b/spec.json", "memory/laboratory/models/abc", "memory/other"} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	if err := deleteResults("memory/laboratory", "../other"); err == nil {
		t.Error("it deletes outside of its folder")
	}
}

func TestNothingKept(t *testing.T) {
	if all, err := keptResults(filepath.Join(t.TempDir(), "none")); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}
