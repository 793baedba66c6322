package storage

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers"
)

// mustRead makes a session of 60 pages and returns its bytes.
func mustRead(t *testing.T, f *Folder) (id string, data []byte) {
	t.Helper()
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, records(60)...)
	mustClose(t, s)
	if data, err = os.ReadFile(s.path); err != nil {
		t.Fatal(err)
	}
	return s.ID(), data
}

// tryAll does with a damaged session all that there is to do. It must only not panic, hang or run out of memory.
func tryAll(t *testing.T, f *Folder, id string) (problems int) {
	t.Helper()
	if _, err := f.List(); err != nil {
		t.Errorf("the folder can not be listed any more: %v", err)
	}
	found, err := f.Check(id)
	s, opened := f.Open(id)
	if opened != nil {
		if !errors.Is(opened, ErrDamaged) && !errors.Is(opened, ErrNewer) {
			t.Errorf("open: %v", opened)
		}
		if err == nil && len(found) == 0 {
			t.Errorf("check finds nothing, open %v", opened)
		}
		return 1
	}
	for range s.Log() {
	}
	for range s.History(0) {
	}
	for range s.Hits() {
	}
	_ = s.Append(crawlers.Rested{Stop: "interrupted"})
	_ = s.Close()
	return len(found)
}

func TestDamagedFilesAreToldNotPanickedOver(t *testing.T) {
	f := mustFolder(t)
	id, sound := mustRead(t, f)
	path := f.path(id)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	garbage := make([]byte, 100_000)
	for i := range garbage {
		garbage[i] = byte(r.Uint32())
	}
	half := append(append([]byte{}, sound[:8192]...), garbage...)
	for name, data := range map[string][]byte{
		"nothing": {}, "one byte": {1}, "text": []byte("not a session"), "garbage": garbage, "garbage after the head": half,
		"zeros": make([]byte, len(sound)), "zeros after the head": append(append([]byte{}, sound[:8192]...), make([]byte, len(sound)-8192)...),
		"cut by a byte": sound[:len(sound)/2-1], "head alone": sound[:8192], "half a head": sound[:5000],
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if tryAll(t, f, id) == 0 {
			t.Errorf("%s: no problem was found", name)
		}
	}
	for range 40 {
		cut := r.IntN(len(sound))
		if err := os.WriteFile(path, sound[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		tryAll(t, f, id)
	}
	for range 200 {
		data := append([]byte{}, sound...)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(data))
			if r.IntN(2) == 0 { // the heads of bbolt's pages, where it hurts most
				at = at/4096*4096 + r.IntN(200)
			}
			data[at%len(data)] ^= 1 << r.IntN(8)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		tryAll(t, f, id)
	}
}

// A page number that leads back up would have bbolt go round for ever.
func TestCircleInTheTree(t *testing.T) {
	f := mustFolder(t)
	id, sound := mustRead(t, f)
	branches := 0
	for page := 0; page+4096 <= len(sound); page += 4096 {
		if sound[page+8] != boltBranch || sound[page+9] != 0 {
			continue
		}
		branches++
		data := append([]byte{}, sound...)
		copy(data[page+boltPageHeader+8:page+boltPageHeader+16], data[page:page+8]) // its first child is itself
		if err := os.WriteFile(f.path(id), data, 0o600); err != nil {
			t.Fatal(err)
		}
		tryAll(t, f, id)
	}
	if branches == 0 {
		t.Error("the session is too small to have a branch")
	}
}

func TestDamagedSessionCanBeDeletedAndHidesNoOther(t *testing.T) {
	f := mustFolder(t)
	id, _ := mustRead(t, f)
	other := mustCreate(t, f)
	mustClose(t, other)
	if err := os.WriteFile(f.path(id), []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if ids := idsOf(t, f); len(ids) != 2 {
		t.Errorf("listed: %v", ids)
	}
	if err := f.Delete(id); err != nil {
		t.Error(err)
	}
	if ids := idsOf(t, f); len(ids) != 1 || ids[0] != other.ID() {
		t.Errorf("listed after the delete: %v", ids)
	}
}

func TestSessionWithoutItsFile(t *testing.T) {
	f := mustFolder(t)
	id, _ := mustRead(t, f)
	if err := os.Remove(f.path(id)); err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(t, f, id); s.Problem == "" {
		t.Errorf("listed without a problem: %+v", s)
	}
	if _, err := f.Open(id); err == nil {
		t.Error("opened")
	}
	if _, err := os.Stat(f.path(id)); err == nil {
		t.Error("opening made an empty file of it")
	}
	if err := f.Delete(id); err != nil {
		t.Error(err)
	}
}

func TestFolderInPlaceOfASessionFile(t *testing.T) {
	f := mustFolder(t)
	id, _ := mustRead(t, f)
	if err := os.Remove(f.path(id)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Clean(f.path(id)), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(id); !errors.Is(err, ErrDamaged) {
		t.Errorf("open: %v", err)
	}
	if err := f.Delete(id); err != nil {
		t.Errorf("delete: %v", err)
	}
}
