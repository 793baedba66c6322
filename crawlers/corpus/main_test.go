package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"orbweaver/assets"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func sample(t testing.TB) *SampleWeb {
	t.Helper()
	w, err := Sample(assets.SampleWeb)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// folder writes files and opens their folder.
func folder(t testing.TB, files map[string]string) *Files {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dir)
}

func open(t testing.TB, dir string) *Files {
	t.Helper()
	f, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// wikispeedia opens the shared corpus, or skips the test.
func wikispeedia(t testing.TB) *Files {
	t.Helper()
	root := os.Getenv("ORBWEAVER_CORPORA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	dir := filepath.Join(root, "wikispeedia")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("needs the corpus wikispeedia; set ORBWEAVER_CORPORA to the folder that holds it")
	}
	return open(t, dir)
}
