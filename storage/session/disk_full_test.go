//go:build linux || darwin

package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

func init() { children["fill"] = fill }

// TestFullDisk has a child process crawl on a disk that has room for a part of it: the largest size of a file, which the
// system enforces like a full disk. The child reads what it has, makes room, and crawls on.
func TestFullDisk(t *testing.T) {
	w, l := newWebOf(t, 5000, nil), mustLibrary(t)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childJob+"=fill", childDir+"="+l.Dir(), childSeed+"="+w.URL+"/1")
	if out, err := child.CombinedOutput(); err != nil || string(out) != "as it should be\n" {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := l.List()
	if err != nil || len(list) != 1 || list[0].State != storage.StateFinished || list[0].Pages != 2000 {
		t.Fatalf("%+v, %v", list, err)
	}
	mustBeSound(t, l, list[0].ID)
}

func fill(dir, seed string) {
	signal.Ignore(syscall.SIGXFSZ)
	must := func(ok bool, what string, args ...any) {
		if !ok {
			fmt.Printf(what+"\n", args...)
			os.Exit(1)
		}
	}
	l, err := OpenLibrary(dir)
	must(err == nil, "library: %v", err)
	spec := sequential(seed, 2000)
	spec.Family = "infospiders"
	s, err := l.Create(spec)
	must(err == nil, "create: %v", err)
	var limit syscall.Rlimit
	must(syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit) == nil, "no limits here")
	room := limit.Cur
	limit.Cur = 1 << 20
	must(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) == nil, "no limits here")

	result, err := s.Run(context.Background())
	must(errors.Is(err, storage.ErrNoSpace) && result.Stop == engine.StopError, "run on a full disk: %v, %+v", err, result)
	st := s.Stats()
	must(st.Pages > 0 && st.Pages < 2000 && st.Stop == engine.StopError, "stats: %+v", st)
	spiders, err := s.Spiders(context.Background())
	must(err == nil && len(spiders) > 0, "the spiders are gone: %v", err)
	read := 0
	for e, err := range s.History(0) {
		must(err == nil, "history: %v", err)
		if e.Kind == "ok" {
			_, _, err := s.Page(e.Pick.URL)
			must(err == nil, "page %s: %v", e.Pick.URL, err)
			read++
		}
	}
	must(read == st.Pages, "%d pages of %d can be read", read, st.Pages)

	limit.Cur = room
	must(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) == nil, "the limit stays")
	result, err = s.Run(context.Background())
	must(err == nil && result.Stop == engine.StopBudget, "run with room again: %v, %+v", err, result)
	must(s.Close() == nil, "close")
	fmt.Println("as it should be")
}
