//go:build linux

package session

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// In the middle of a crawl its file can not be written to any more: the crawl ends and says why, what was saved can be
// read at once, and when the file is opened again the session is sound and goes on from there.
func TestPermissionLostWhileCrawling(t *testing.T) {
	l := mustLibrary(t)
	var s *Session
	var once sync.Once
	w := newWebOf(t, 5000, func(path string) {
		if n, err := strconv.Atoi(path[1:]); err == nil && n > 400 {
			once.Do(func() { forbidWriting(t, filepath.Join(l.Dir(), s.ID()+".orb")) })
		}
	})
	s = mustCreate(t, l, w.spec(2000))
	result, err := s.Run(t.Context())
	if !errors.Is(err, storage.ErrReadOnly) || result.Stop != engine.StopError {
		t.Fatalf("%v, %+v; want %v", err, result, storage.ErrReadOnly)
	}
	saved := s.Stats().Pages
	if pages := len(outcomes(t, s)); saved == 0 || saved >= 2000 || pages < saved {
		t.Errorf("%d pages are said to be saved, %d outcomes can be read", saved, pages)
	}
	if err := s.Close(); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("close: %v", err)
	}
	mustBeSound(t, l, s.ID())
	s = mustOpen(t, l, s.ID())
	if st := s.Stats(); st.Pages != saved {
		t.Errorf("%d pages after opening again, want %d", st.Pages, saved)
	}
	if err := s.SetBudget(saved+50, 0); err != nil {
		t.Fatal(err)
	}
	mustRun(t, s, engine.StopBudget)
	mustClose(t, s)
}

// forbidWriting puts, in the place of this process's open file, a copy in memory that the kernel lets nobody write to.
func forbidWriting(t *testing.T, path string) {
	for range 1000 {
		sealed, content := sealedCopy(t, path)
		if sealed < 0 {
			return
		}
		open := openFiles(t, path)
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, content) { // written to meanwhile: a copy of no moment
			_ = unix.Close(sealed)
			continue
		}
		for _, fd := range open {
			if err := unix.Dup3(sealed, fd, unix.O_CLOEXEC); err != nil {
				t.Errorf("%d: %v", fd, err)
			}
		}
		_ = unix.Close(sealed)
		return
	}
	t.Error("the file is always being written to")
}

// sealedCopy is a file in memory; -1 where there is none.
func sealedCopy(t *testing.T, path string) (fd int, content []byte) {
	fd, err := unix.MemfdCreate("sealed", unix.MFD_ALLOW_SEALING)
	if err != nil {
		t.Skipf("needs files in memory: %v", err)
	}
	if content, err = os.ReadFile(path); err == nil {
		_, err = unix.Write(fd, content)
	}
	if err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK)
	}
	if err != nil {
		t.Error(err)
		_ = unix.Close(fd)
		return -1, nil
	}
	return fd, content
}

// openFiles are the numbers under which this process has a file open.
func openFiles(t *testing.T, path string) (numbers []int) {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Error(err)
	}
	for _, fd := range open {
		if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && strings.HasSuffix(to, filepath.Base(path)) {
			if n, err := strconv.Atoi(fd.Name()); err == nil {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}
