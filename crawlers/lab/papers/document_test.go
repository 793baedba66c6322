package papers

import (
	"os"
	"path/filepath"
	"testing"
)

// A document is replaced as a whole, and keeps who may read it; where that can not be done it stays as it was.
func TestReplace(t *testing.T) {
	folder := write(t, map[string]string{"doc.md": "mine"})
	name := filepath.Join(folder, "doc.md")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replace(name, "ours"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "ours" {
		t.Errorf("%q, %v", text, err)
	}
	if is, err := os.Stat(name); err != nil || is.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", is.Mode(), err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	if err := replace(filepath.Join(folder, "other.md"), "new"); err == nil {
		t.Error("a document that was not there was written")
	}
}
