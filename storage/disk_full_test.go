//go:build linux || darwin

package storage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"orbweaver/crawlers"
)

func init() { children["fill"] = fill }

// TestFullDisk lets a child process fill a disk that has room for a few pages only: the largest size of a file, which
// the system enforces like a full disk.
func TestFullDisk(t *testing.T) {
	f := mustFolder(t)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childJob+"=fill", childDir+"="+f.Dir())
	child.Stderr = os.Stderr
	out, err := child.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	said := map[string]string{}
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		what, how, _ := strings.Cut(lines.Text(), ": ")
		said[what] = how
	}
	for _, what := range []string{"append", "flush", "close", "create"} {
		if said[what] != ErrNoSpace.Error() {
			t.Errorf("%s on a full disk: %q", what, said[what])
		}
	}
	if said["left after create"] != "1 session" {
		t.Errorf("a session that could not be created has left something: %s", said["left after create"])
	}
	ids := idsOf(t, f)
	if len(ids) != 1 {
		t.Fatalf("sessions: %v", ids)
	}
	mustBeSound(t, f, ids[0])
	s, err := f.Open(ids[0]) // and there is room again
	if err != nil {
		t.Fatal(err)
	}
	pages := s.Tally().Pages
	if read := said["read"]; pages == 0 || read != fmt.Sprint(pages) {
		t.Errorf("%d pages are kept, %s could be read while the disk was full", pages, read)
	}
	n := int(s.Tally().History) + 1
	asked, ended := step(n)
	if int(s.Tally().Picks) < n { // else the last commit ended between the two
		mustAppend(t, s, asked)
	}
	mustAppend(t, s, ended)
	mustClose(t, s)
}

// fill crawls until nothing more can be written, and says what it then sees.
func fill(dir string) {
	const room = 10 << 20 // for two batches
	signal.Ignore(syscall.SIGXFSZ)
	fail := func(err error) {
		if err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
	}
	f, err := OpenFolder(dir)
	fail(err)
	s, err := f.Create(testMeta)
	fail(err)
	fail(limitFiles(room))
	for n := 1; ; n++ {
		asked, ended := step(n)
		if ended.Kind == crawlers.KindOK {
			ended.Packed = Pack(&crawlers.Answer{Body: []byte(randomText(n, 50_000))})
		}
		err := s.Append(asked)
		if err == nil {
			err = s.Append(ended)
		}
		if err != nil {
			say("append", err)
			break
		}
	}
	say("flush", s.Flush(context.Background()))
	read := 0
	for e, err := range s.Log() {
		fail(err)
		if e, ok := e.(crawlers.Ended); ok && e.Kind == crawlers.KindOK {
			read++
		}
	}
	fmt.Printf("read: %d\n", read)
	say("close", s.Close())
	fail(limitFiles(100))
	_, err = f.Create(testMeta)
	say("create", err)
	list, err := f.List()
	fail(err)
	fmt.Printf("left after create: %d session\n", len(list))
}

func say(what string, err error) {
	if errors.Is(err, ErrNoSpace) {
		err = ErrNoSpace
	}
	fmt.Printf("%s: %v\n", what, err)
}

// limitFiles lets no file of this process grow beyond so many bytes.
func limitFiles(size uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = size
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}
